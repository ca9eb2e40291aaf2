"""How a tool's outcome travels as a `CallToolResult`, written by servers and read by views.

An output goes into `structuredContent` (as `{"result": output}` unless it is an object) and, as JSON, into the first
text block; a declared error is an `isError` result holding `{"error": NAME, "data": {...}}`, in the text block and in
`structuredContent`. Both are read from either place, since some hosts strip the one and some the other.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, cast

from pydantic import ValidationError

from viewsdk.declared import DeclaredError, error_data, error_name, read_error
from viewsdk.errors import ToolFailed, UnreadableResult
from viewsdk.protocol.content import is_failure
from viewsdk.protocol.jsonrpc import JsonObject
from viewsdk.tool import Err, In, Out, Tool

__all__ = [
    "collect_items",
    "is_empty",
    "read_failure",
    "read_item",
    "read_result",
    "summary",
    "write_declared_error",
    "write_item",
    "write_output",
]

_ABSENT = object()


def write_output(tool: Tool[In, Out, Err], output: Out) -> JsonObject:
    """The `CallToolResult` an output travels as; raises pydantic's errors if the value is not of the declared type."""
    value = tool.output_adapter.dump_python(output, mode="json", by_alias=True)
    structured = {"result": value} if tool.wraps_output else value
    return {"content": [_text_block(json.dumps(value))], "structuredContent": structured}


def write_declared_error(error: DeclaredError) -> JsonObject:
    """The `isError` result a declared error travels as."""
    body = {"error": error_name(type(error)), "data": error_data(error)}
    return {"content": [_text_block(json.dumps(body))], "structuredContent": body, "isError": True}


def write_item(tool: Tool[In, Out, Err], item: Any) -> str:
    """The `message` of the progress notification that carries one streamed item."""
    return json.dumps(tool.item_adapter.dump_python(item, mode="json", by_alias=True))


def collect_items(tool: Tool[In, Out, Err], items: Sequence[Any]) -> Out:
    """The output a finished stream adds up to: all its items if the output is a list, else the last one."""
    if tool.streams_elements:
        return cast("Out", list(items))
    if not items:
        raise ValueError(f"the stream of {tool.name!r} ended without an item, so it has no output")
    return cast("Out", items[-1])


def read_result(tool: Tool[In, Out, Err], result: JsonObject) -> Out:
    """The output a `CallToolResult` holds.

    Raises:
        DeclaredError: the tool failed in a way it declares.
        ToolFailed: it failed otherwise; the text is kept.
        UnreadableResult: the declared output cannot be read from it; the payload is kept.
    """
    if "isError" in result and is_failure(result):
        raise read_failure(tool, result)
    structured = result.get("structuredContent")
    if structured:
        return _read_structured(tool, result, structured)
    text = _first_text(result)
    if text is not None:  # hosts that strip structured content leave it out, null, or empty
        return _read_text(tool, result, text)
    return _read_nothing(tool, result) if structured is None else _read_structured(tool, result, structured)


def read_failure(tool: Tool[In, Out, Err], result: JsonObject) -> DeclaredError | ToolFailed:
    """The error an `isError` result holds: a declared one if it names one, else the text it gave."""
    text = _first_text(result)
    failed = ToolFailed(tool.name, _all_text(result), result)
    for body in (result.get("structuredContent"), _parsed(text)):
        if not isinstance(body, dict):
            continue
        named = cast("JsonObject", body)
        declared = tool.errors.get(str(named.get("error")))
        if declared is None:
            continue
        try:
            return read_error(declared, named.get("data") or {})
        except ValidationError as problem:
            failed.__cause__ = problem
    return failed


def read_item(tool: Tool[In, Out, Err], message: str) -> Any:
    """The streamed item a progress message holds; raises pydantic.ValidationError for one that is something else."""
    return tool.item_adapter.validate_json(message)


def is_empty(result: JsonObject) -> bool:
    """Whether a result carries nothing at all, as hosts replay it in a revisited chat."""
    return not result.get("structuredContent") and not _all_text(result) and not _has_other_blocks(result)


def _read_structured(tool: Tool[In, Out, Err], result: JsonObject, structured: Any) -> Out:
    try:
        return tool.output_adapter.validator.validate_python(_unwrapped(tool, structured))
    except ValidationError as problem:
        raise _unreadable(tool, result, problem) from problem


def _read_text(tool: Tool[In, Out, Err], result: JsonObject, text: str) -> Out:
    value = _unwrapped(tool, _parsed(text))
    # The `mcp` SDK writes a text output into the block as it is, without quotes.
    candidates = [value, text] if tool.wraps_output else [value]
    problem: ValidationError | None = None
    for candidate in candidates:
        if candidate is _ABSENT:
            continue
        try:
            return tool.output_adapter.validate_python(candidate)
        except ValidationError as failed:
            problem = problem or failed
    raise _unreadable(tool, result, problem) from problem


def _unwrapped(tool: Tool[Any, Any, Any], value: Any) -> Any:
    if not tool.wraps_output or not isinstance(value, dict):
        return value
    members = cast("JsonObject", value)
    return members["result"] if members.keys() == {"result"} else members


def _read_nothing(tool: Tool[In, Out, Err], result: JsonObject) -> Out:
    if tool.output is type(None):
        return cast("Out", None)
    raise _unreadable(tool, result, None)


def _unreadable(tool: Tool[In, Out, Err], result: JsonObject, problem: ValidationError | None) -> UnreadableResult:
    if is_empty(result):
        return UnreadableResult(f"the result of {tool.name} is empty", result, is_empty=True)
    if problem is None:
        return UnreadableResult(f"the result of {tool.name} holds neither structured content nor JSON text", result)
    return UnreadableResult(f"the result of {tool.name} is not its declared output: {summary(problem)}", result)


def summary(problem: ValidationError) -> str:
    """The first thing pydantic found wrong, in one line, with how many more there are."""
    errors = problem.errors(include_url=False, include_context=False, include_input=False)
    place = ".".join(str(part) for part in errors[0]["loc"]) or "the value"
    more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
    return f"{place}: {errors[0]['msg']}{more}"


def _text_block(text: str) -> JsonObject:
    return {"type": "text", "text": text}


def _texts(result: JsonObject) -> list[str]:
    content = result.get("content")
    if not isinstance(content, list):
        return []
    blocks = [cast("JsonObject", block) for block in cast("list[Any]", content) if isinstance(block, dict)]
    return [block["text"] for block in blocks if block.get("type") == "text" and isinstance(block.get("text"), str)]


def _first_text(result: JsonObject) -> str | None:
    return next(iter(_texts(result)), None)


def _all_text(result: JsonObject) -> str:
    return "\n".join(text for text in _texts(result) if text)


def _has_other_blocks(result: JsonObject) -> bool:
    content = result.get("content")
    return isinstance(content, list) and len(cast("list[Any]", content)) > len(_texts(result))


def _parsed(text: str | None) -> Any:
    try:
        return _ABSENT if text is None else json.loads(text)
    except (ValueError, RecursionError):
        return _ABSENT
