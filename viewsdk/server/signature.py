"""A function signature that makes the `mcp` SDK publish exactly a tool's schemas.

The SDK derives both schemas from a function's parameters and return type. Each parameter here stands for one argument,
publishes its part of the tool's schema and accepts anything: the tool itself reads the arguments, once.
"""

import inspect
from collections.abc import Mapping
from typing import Annotated, Any, cast

from mcp_types import CallToolResult
from pydantic import BaseModel, Field, GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic_core import CoreSchema, core_schema

from viewsdk.server.handlers import AnyTool

__all__ = ["ABSENT", "signature_of"]

DEFINITIONS = "#/$defs/"


class _Absent:
    """The value of an argument that was not given."""


ABSENT = _Absent()


class _Published:
    """An annotation that accepts anything and publishes a given schema."""

    def __init__(self, schema: Mapping[str, Any]) -> None:
        self._schema = dict(schema)

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.any_schema()

    def __get_pydantic_json_schema__(self, core: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return dict(self._schema)


def signature_of(tool: AnyTool, context: tuple[str, Any]) -> inspect.Signature:
    """The signature for a tool's handler function, with one more parameter for the context.

    The parameters are named by position and carry the argument's name as alias, as JSON names need not be Python's.
    """
    schema = tool.input_schema
    properties: Any = _without_references(schema).get("properties", {})
    required: Any = schema.get("required", ())
    parameters = [
        _parameter(position, name, part, name in required) for position, (name, part) in enumerate(properties.items())
    ]
    name, kind = context
    parameters.append(inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, annotation=kind))
    return inspect.Signature(parameters, return_annotation=Annotated[CallToolResult, _output_model(tool)])


def _parameter(position: int, name: str, schema: Mapping[str, Any], is_required: bool) -> inspect.Parameter:
    # The SDK parses the JSON text some clients send for arrays and objects, unless the parameter is a str.
    kind = Any if _holds_parts(schema) else str
    field = Field(alias=name) if is_required else Field(alias=name, default_factory=lambda: ABSENT)
    annotation = Annotated[kind, _Published(schema), field]
    return inspect.Parameter(f"argument_{position}", inspect.Parameter.KEYWORD_ONLY, annotation=annotation)


def _holds_parts(schema: Mapping[str, Any]) -> bool:
    kinds = {part.get("type") for part in (schema, *schema.get("anyOf", ()))}
    return "string" not in kinds and not kinds.isdisjoint({"array", "object"})


def _output_model(tool: AnyTool) -> type[BaseModel]:
    published = _Published(_without_references(tool.output_schema))

    class Output(BaseModel):
        """Publishes the tool's output schema; the tool itself wrote what is in it."""

        @classmethod
        def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
            return core_schema.any_schema()

        @classmethod
        def __get_pydantic_json_schema__(cls, core: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
            return published.__get_pydantic_json_schema__(core, handler)

    return Output


def _without_references(schema: Mapping[str, Any]) -> dict[str, Any]:
    """The schema with its definitions put in place; a definition inside itself becomes "any object" there.

    Published schemas may not refer to definitions of their own: the SDK merges them into one it generates.
    """
    definitions = schema.get("$defs", {})
    rest = {key: value for key, value in schema.items() if key != "$defs"}
    return _resolve(rest, definitions, ())


def _resolve(part: Any, definitions: Mapping[str, Any], inside: tuple[str, ...]) -> Any:
    if isinstance(part, list):
        return [_resolve(item, definitions, inside) for item in cast("list[Any]", part)]
    if not isinstance(part, dict):
        return part
    members = cast("dict[str, Any]", part)
    reference = members.get("$ref")
    if not isinstance(reference, str) or not reference.startswith(DEFINITIONS):
        return {key: _resolve(value, definitions, inside) for key, value in members.items()}
    name = reference.removeprefix(DEFINITIONS)
    siblings = {key: value for key, value in members.items() if key != "$ref"}
    if name in inside:
        return {"type": "object", "title": name, **siblings}
    return {**_resolve(definitions[name], definitions, (*inside, name)), **siblings}
