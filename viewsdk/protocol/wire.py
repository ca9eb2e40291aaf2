"""The base of every typed value on the wire, with its tolerant reader.

It defines no message. A peer's value is read with `WireModel.read`, which never raises: wrong optional parts are
dropped and listed, a wrong needed part refuses the whole. Only `viewsdk.protocol` needs this module.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from operator import getitem
from typing import Annotated, Any, ClassVar, Final, Self, TypeAlias, cast

from pydantic import BaseModel, ConfigDict, Field, SerializerFunctionWrapHandler, ValidationError, model_serializer
from pydantic.alias_generators import to_camel

from viewsdk.protocol.jsonrpc import JsonObject

__all__ = ["Lax", "Meta", "Problem", "WireModel", "described"]

# An enum arrives as its text; strict validation would want the member itself.
Lax: Final = Field(strict=False)
Meta: TypeAlias = Annotated[JsonObject | None, Field(alias="_meta")]


@dataclass(frozen=True, slots=True)
class Problem:
    """A part of a peer's value that could not be read: where it sat, as in `icons[0].src`, and why."""

    path: str
    reason: str

    def __str__(self) -> str:
        return f"{self.path}: {self.reason}" if self.path else self.reason


def described(problems: Sequence[Problem]) -> str:
    """All problems on one line."""
    return "; ".join(map(str, problems))


class WireModel(BaseModel):
    """A frozen value with snake_case attributes here, camelCase members on the wire, unknown members kept."""

    model_config = ConfigDict(
        alias_generator=to_camel,
        validate_by_name=True,
        validate_by_alias=True,
        serialize_by_alias=True,
        extra="allow",
        frozen=True,
        strict=True,
        defer_build=True,  # a view uses a few of the eighty: the others would cost it time and memory at every start
    )

    all_or_nothing: ClassVar[frozenset[str]] = frozenset()
    """Members that are refused when any part of them is wrong, because dropping that part would change the meaning."""

    @classmethod
    def read(cls, raw: object) -> tuple[Self | None, tuple[Problem, ...]]:
        """The value a peer sent, and what was dropped from it; None when a needed part is wrong."""
        if not isinstance(raw, dict):
            return None, (Problem("", "not an object"),)
        value = cast("JsonObject", raw)
        problems: list[Problem] = []
        while True:  # ends: each pass makes the value smaller, and the schema's depth bounds the passes
            try:
                # By alias only: a peer that writes `host_info` has not written `hostInfo`.
                model = cls.model_validate(value, by_alias=True, by_name=False)
            except ValidationError as error:
                paths = _wrong_parts(value, error)
                problems += [Problem(_text_of(path), reason) for path, reason in paths]
                if any(not path or path[0] in cls.all_or_nothing for path, _ in paths):
                    return None, tuple(problems)
                value = _without(value, [path for path, _ in paths])
            else:
                return model, (*problems, *_nulls(model))

    def to_wire(self) -> JsonObject:
        """The JSON object of this value: what was set, absent members left out, unknown members kept."""
        # Not in JSON mode, which fails at half a surrogate pair; enums are texts anyway.
        return self.model_dump(exclude_unset=True)

    @model_serializer(mode="wrap")
    def _omit_absent(self, handler: SerializerFunctionWrapHandler) -> JsonObject:
        # Peers reject a whole message for one null in an optional member (protocol reference A.7).
        members = cast("JsonObject", handler(self))
        known = {info.alias or name for name, info in type(self).model_fields.items()}
        return {name: value for name, value in members.items() if value is not None or name not in known}


_Path: TypeAlias = tuple[str | int, ...]


def _wrong_parts(value: object, error: ValidationError) -> list[tuple[_Path, str]]:
    """The smallest droppable parts that are wrong: a missing member condemns the object that lacks it."""
    parts: list[tuple[_Path, str]] = []
    for detail in error.errors(include_url=False, include_context=False, include_input=False):
        location = detail["loc"]
        if detail["type"] == "string_unicode":
            parts += _unspeakable(value, _path_within(value, location))
        elif detail["type"] == "missing":
            parts.append((_path_within(value, location[:-1]), f"{location[-1]} is missing"))
        else:
            # An enum's own message lists every member, 76 of them for a theme variable.
            reason = "not a known value" if detail["type"] == "enum" else detail["msg"]
            parts.append((_path_within(value, location), reason))
    return parts


def _unspeakable(value: object, path: _Path) -> list[tuple[_Path, str]]:
    """What holds half a surrogate pair, which JSON has and pydantic may refuse: names in an object, or a text."""
    found: object = reduce(getitem, path, cast("Any", value))
    names = cast("JsonObject", found) if isinstance(found, dict) else {}
    bad = [(*path, name) for name in names if not _is_unicode(name)]
    return [(each, "no Unicode text") for each in bad or [path]]


def _is_unicode(name: str) -> bool:
    return not any("\ud800" <= character <= "\udfff" for character in name)


def _path_within(value: object, location: Sequence[str | int]) -> _Path:
    """Where an error sits in the raw value: pydantic also names union arms on the way, and an arm may be named as a
    member is (`text`), so the reading that goes deepest is the right one.
    """
    if not location:
        return ()
    step, rest = location[0], location[1:]
    skipped = _path_within(value, rest)
    if not _has(value, step):
        return skipped
    entered = (step, *_path_within(cast("Any", value)[step], rest))
    return entered if len(entered) >= len(skipped) else skipped


def _has(value: object, step: str | int) -> bool:
    if isinstance(step, int):
        return isinstance(value, list) and step < len(cast("list[object]", value))
    return isinstance(value, dict) and step in value


def _without(value: Any, paths: Sequence[_Path]) -> Any:
    """A copy of a value that lacks the parts at these paths."""
    gone = {path[0] for path in paths if len(path) == 1}
    deeper: dict[str | int, list[_Path]] = {}
    for path in paths:
        if len(path) > 1 and path[0] not in gone:
            deeper.setdefault(path[0], []).append(path[1:])
    if isinstance(value, list):
        items = enumerate(cast("list[Any]", value))
        return [_without(item, deeper[at]) if at in deeper else item for at, item in items if at not in gone]
    members = cast("JsonObject", value).items()
    return {key: _without(item, deeper[key]) if key in deeper else item for key, item in members if key not in gone}


def _nulls(model: BaseModel, path: _Path = ()) -> list[Problem]:
    """The known members that were sent as null, which means absent and which the reference peers reject."""
    found: list[Problem] = []
    for name in model.model_fields_set:
        value = getattr(model, name)
        if value is not None and not isinstance(value, BaseModel):
            continue
        info = type(model).model_fields.get(name)
        if info is None:  # unknown members may be null
            continue
        here = (*path, info.alias or name)
        found += _nulls(value, here) if value is not None else [Problem(_text_of(here), "null, read as absent")]
    return found


def _text_of(path: _Path) -> str:
    text = ""
    for step in path:
        text += f"[{step}]" if isinstance(step, int) else f".{step}" if text else step
    return text
