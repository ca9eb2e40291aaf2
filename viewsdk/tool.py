"""`Tool`: one server tool as both sides of the wire know it: its name, input, output and declared errors.

It is the declaration only. Who may call it is a grant (viewsdk.grant); what runs is the server's handler.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Final, Generic, Never, cast, get_args, get_origin, is_typeddict, overload

from pydantic import BaseModel, RootModel, TypeAdapter
from typing_extensions import TypeVar

from viewsdk.declared import DeclaredError, error_name
from viewsdk.protocol.jsonrpc import JsonObject

__all__ = ["NoInput", "Tool"]


class NoInput(BaseModel):
    """The input of a tool that takes none."""


In = TypeVar("In")
Out = TypeVar("Out")
Err = TypeVar("Err", bound=DeclaredError, default=Never)
# The constructor's own: a `self` annotation may not use the class's variables.
I = TypeVar("I")  # noqa: E741
O = TypeVar("O")  # noqa: E741
E = TypeVar("E", bound=DeclaredError)

# The MCP specification's recommendation for tool names; hosts refuse what is longer or has other characters.
_LEGAL_NAME = re.compile(r"[A-Za-z0-9_./-]{1,128}")


class Tool(Generic[In, Out, Err]):
    """A tool's name and types, shared by the server and the view.

    `input` is a type whose JSON Schema is an object (a pydantic model, a dataclass, a TypedDict); `output` any type
    pydantic can read, or a `TypeAdapter` where a type expression such as `Show | None` is not a class.
    """

    @overload
    def __init__(
        self: Tool[NoInput, O, Never],
        name: str,
        *,
        output: type[O] | TypeAdapter[O],
        title: str | None = ...,
        description: str | None = ...,
        annotations: JsonObject | None = ...,
    ) -> None: ...
    @overload
    def __init__(
        self: Tool[NoInput, O, E],
        name: str,
        *,
        output: type[O] | TypeAdapter[O],
        errors: Sequence[type[E]],
        title: str | None = ...,
        description: str | None = ...,
        annotations: JsonObject | None = ...,
    ) -> None: ...
    @overload
    def __init__(
        self: Tool[I, O, Never],
        name: str,
        *,
        input: type[I],
        output: type[O] | TypeAdapter[O],
        title: str | None = ...,
        description: str | None = ...,
        annotations: JsonObject | None = ...,
    ) -> None: ...
    @overload
    def __init__(
        self: Tool[I, O, E],
        name: str,
        *,
        input: type[I],
        output: type[O] | TypeAdapter[O],
        errors: Sequence[type[E]],
        title: str | None = ...,
        description: str | None = ...,
        annotations: JsonObject | None = ...,
    ) -> None: ...
    def __init__(
        self,
        name: str,
        *,
        output: Any,
        input: Any = NoInput,
        errors: Sequence[type[Any]] = (),
        title: str | None = None,
        description: str | None = None,
        annotations: JsonObject | None = None,
    ) -> None:
        if not _LEGAL_NAME.fullmatch(name):
            raise ValueError(f"{name!r} is not a tool name: 1 to 128 of A-Z, a-z, 0-9, '_', '-', '.' and '/'")
        self.name = name
        self.title = title
        self.description = description
        self.annotations = annotations
        self.input = input
        self.has_input = input is not NoInput
        """Whether a call needs an input."""
        self.output: Any = output
        self.errors: Mapping[str, type[DeclaredError]] = _by_name(name, errors)

    def __repr__(self) -> str:
        return f"Tool({self.name!r})"

    @cached_property
    def input_class(self) -> type | None:
        """The class every input is an instance of; None where only pydantic can tell (a TypedDict)."""
        return self.input if isinstance(self.input, type) and not is_typeddict(self.input) else None

    @cached_property
    def input_adapter(self) -> TypeAdapter[Any]:
        """Reads and writes the input."""
        return TypeAdapter(self.input)

    @cached_property
    def output_adapter(self) -> TypeAdapter[Any]:
        """Reads and writes the output."""
        return _adapter_of(self.output)

    @cached_property
    def input_schema(self) -> JsonObject:
        """The input's JSON Schema; raises TypeError if it is not an object's, as MCP arguments are one."""
        schema = self.input_adapter.json_schema()
        if not _is_object(schema):
            raise TypeError(f"the input of tool {self.name!r} must be an object (a model, dataclass or TypedDict)")
        return schema

    @cached_property
    def output_schema(self) -> JsonObject:
        """The JSON Schema of `structuredContent`: the output's own if it is an object, else of `{"result": output}`."""
        schema = self.output_adapter.json_schema(mode="serialization")
        if not self.wraps_output:
            return schema
        definitions = {"$defs": schema.pop("$defs")} if "$defs" in schema else {}
        return {"type": "object", "properties": {"result": schema}, "required": ["result"], **definitions}

    @cached_property
    def wraps_output(self) -> bool:
        """Whether the output travels as `{"result": output}`, as everything does that is not an object."""
        output = self.output
        if isinstance(output, type) and issubclass(output, BaseModel) and not issubclass(output, RootModel):
            return False
        return not _is_object(self.output_adapter.json_schema(mode="serialization"))

    @cached_property
    def item_adapter(self) -> TypeAdapter[Any]:
        """Reads and writes one streamed item: an element of a `list` output, else a whole output."""
        return TypeAdapter(get_args(self.output)[0]) if self.streams_elements else self.output_adapter

    @property
    def streams_elements(self) -> bool:
        """Whether a stream of this tool adds up to its output (a `list`), rather than replacing it item by item."""
        return get_origin(self.output) is list

    def read_input(self, arguments: Mapping[str, Any] | None) -> In:
        """The input those arguments hold; raises pydantic.ValidationError."""
        return self.input_adapter.validate_python(dict(arguments or {}))

    def write_input(self, value: In) -> JsonObject:
        """The arguments an input travels as."""
        return self.input_adapter.dump_python(value, mode="json", by_alias=True)

    @cached_property
    def input_is_plain(self) -> bool:
        """Whether writing an input twice writes the same: nothing in it is of any type, or can be read only once."""
        return _is_plain(self.input_adapter.core_schema)

    def input_json(self, value: In) -> bytes | None:
        """The arguments as JSON text, ASCII; None where UTF-8 has no form for them (half a surrogate pair)."""
        try:
            return self.input_adapter.serializer.to_json(value, by_alias=True, ensure_ascii=True)
        except ValueError:
            return None


_NOT_PLAIN: Final = frozenset({"any", "callable", "computed-field", "generator", "is-instance", "is-subclass"})


def _is_plain(schema: object) -> bool:
    """Whether this part of a pydantic core schema has only types that pydantic alone writes, again and again."""
    if isinstance(schema, (list, tuple)):
        return all(map(_is_plain, cast("Sequence[object]", schema)))
    if not isinstance(schema, dict):
        return True
    members = cast("dict[str, object]", schema)
    if "serialization" in members or members.get("type") in _NOT_PLAIN:
        return False
    return all(_is_plain(part) for name, part in members.items() if name != "metadata")


def _adapter_of(output: Any) -> TypeAdapter[Any]:
    return cast("Any", output) if isinstance(output, TypeAdapter) else TypeAdapter(output)


def _by_name(tool: str, errors: Sequence[type[DeclaredError]]) -> Mapping[str, type[DeclaredError]]:
    by_name: dict[str, type[DeclaredError]] = {}
    for error in errors:
        name = error_name(error)
        if name in by_name:
            raise ValueError(f"tool {tool!r} declares two errors named {name!r}; give one of them another name=")
        by_name[name] = error
    return by_name


def _is_object(schema: Mapping[str, Any]) -> bool:
    reference = schema.get("$ref")
    if isinstance(reference, str):
        return _is_object(schema["$defs"][reference.removeprefix("#/$defs/")])
    return schema.get("type") == "object"
