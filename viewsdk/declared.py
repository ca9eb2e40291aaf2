"""`DeclaredError`: a failure the author gives a name and typed fields, raised on both sides of the wire.

It is an exception whose subclasses become pydantic-validated dataclasses. It is not a pydantic model (an exception
cannot be one) and not frozen (`contextlib` sets `__traceback__` on what passes through it).
"""

from __future__ import annotations

import json
from dataclasses import field
from typing import Any, ClassVar, TypeVar, dataclass_transform

from pydantic import ConfigDict, Field, JsonValue, TypeAdapter
from pydantic.dataclasses import dataclass

from viewsdk.errors import ViewError

__all__ = ["DeclaredError", "error_data", "error_name", "read_error"]


@dataclass_transform(kw_only_default=True, field_specifiers=(Field, field))
class DeclaredError(ViewError):
    """Subclass it with annotated fields and list the class in a tool's `errors`.

    The class's name is its name on the wire, unless `name=` says otherwise. Its docstring, if any, opens its message.
    """

    _name: ClassVar[str]
    _says: ClassVar[str]
    _adapter: ClassVar[TypeAdapter[Any] | None]

    def __init_subclass__(cls, *, name: str | None = None) -> None:
        cls._name = name or cls.__name__
        cls._says = _first_sentence(cls.__dict__.get("__doc__"))
        cls._adapter = None
        dataclass(kw_only=True, eq=False, repr=False, config=ConfigDict(extra="ignore"))(cls)

    def __str__(self) -> str:
        fields = ", ".join(f"{name}={value!r}" for name, value in _fields(self).items())
        if not self._says:
            return fields or self._name
        return f"{self._says} ({fields})" if fields else self._says

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in _fields(self).items())})"

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and isinstance(other, DeclaredError) and _fields(self) == _fields(other)

    def __hash__(self) -> int:
        return hash((type(self), json.dumps(error_data(self), sort_keys=True)))

    def __reduce__(self) -> tuple[Any, ...]:
        notes = getattr(self, "__notes__", None)
        return _restore, (type(self), _fields(self), notes)


E = TypeVar("E", bound=DeclaredError)


def error_name(error: type[DeclaredError]) -> str:
    """The name a declared error has on the wire."""
    return error._name  # pyright: ignore[reportPrivateUsage]  the public attributes of an error are its author's


def error_data(error: DeclaredError) -> dict[str, JsonValue]:
    """A declared error's fields as JSON values."""
    return _adapter_of(type(error)).dump_python(error, mode="json", by_alias=True)


def read_error(error: type[E], data: JsonValue) -> E:
    """The error those JSON fields describe; raises pydantic.ValidationError if they do not."""
    return _adapter_of(error).validate_python(data)


def _adapter_of(error: type[Any]) -> TypeAdapter[Any]:
    if error._adapter is None:
        error._adapter = TypeAdapter(error)
    return error._adapter


def _fields(error: DeclaredError) -> dict[str, Any]:
    names = getattr(type(error), "__dataclass_fields__", {})
    return {name: getattr(error, name) for name in names}


def _restore(error: type[DeclaredError], fields: dict[str, Any], notes: list[str] | None) -> DeclaredError:
    restored = error(**fields)
    for note in notes or ():
        restored.add_note(note)
    return restored


def _first_sentence(doc: str | None) -> str:
    return doc.strip().split("\n", 1)[0].rstrip(".") if doc else ""
