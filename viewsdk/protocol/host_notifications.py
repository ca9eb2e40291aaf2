"""Every notification a host can send its view, as a closed union. Source: protocol reference A.4.

They are plain frozen values, not models: the partial inputs among them come by the thousand, and the view reports them
as events just as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, Literal, TypeAlias, cast

from viewsdk.protocol.context import HostContext
from viewsdk.protocol.jsonrpc import JsonObject, Notification
from viewsdk.protocol.methods import Method
from viewsdk.protocol.wire import Problem

__all__ = [
    "HOST_NOTIFICATIONS",
    "ContextPatch",
    "HostNotification",
    "ListChanged",
    "ListKind",
    "ToolCancelled",
    "ToolChunk",
    "ToolInput",
    "ToolInputPartial",
    "ToolResult",
    "to_notification",
]

ListKind: TypeAlias = Literal["tools", "resources", "prompts"]


@dataclass(frozen=True, slots=True)
class ToolInputPartial:
    """What the model has written of the launch arguments so far; never to be trusted (R61)."""

    arguments: JsonObject


@dataclass(frozen=True, slots=True)
class ToolInput:
    """The complete launch arguments, once (R57, R58)."""

    arguments: JsonObject


@dataclass(frozen=True, slots=True)
class ToolResult:
    """What the launch tool returned, as sent; `content.decode_tool_result` reads it (R62)."""

    result: JsonObject


@dataclass(frozen=True, slots=True)
class ToolChunk:
    """A piece of a streamed result, in the form of agentgem's hosts; it says nothing of the launch."""

    tool_name: str
    chunk: Any


@dataclass(frozen=True, slots=True)
class ToolCancelled:
    """The launch call was cancelled and no result follows (R63, R64)."""

    reason: str | None = None


@dataclass(frozen=True, slots=True)
class ContextPatch:
    """The context fields that changed (R66)."""

    patch: HostContext
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class ListChanged:
    """One of the server's lists is not what it was."""

    what: ListKind


HostNotification: TypeAlias = (
    ToolInputPartial | ToolInput | ToolResult | ToolChunk | ToolCancelled | ContextPatch | ListChanged
)
_Reader: TypeAlias = Callable[[JsonObject], "HostNotification | str"]

_LISTS: Final[Mapping[ListKind, Method]] = MappingProxyType(
    {
        "tools": Method.TOOLS_LIST_CHANGED,
        "resources": Method.RESOURCES_LIST_CHANGED,
        "prompts": Method.PROMPTS_LIST_CHANGED,
    }
)


def _arguments(params: JsonObject) -> JsonObject | str:
    # Hosts leave the member out for a tool without parameters (A.4); null is as wrong as a number.
    arguments = params.get("arguments", {})
    return cast("JsonObject", arguments) if isinstance(arguments, dict) else "arguments is not an object"


def _input(params: JsonObject) -> ToolInput | str:
    arguments = _arguments(params)
    return arguments if isinstance(arguments, str) else ToolInput(arguments)


def _partial(params: JsonObject) -> ToolInputPartial | str:
    arguments = _arguments(params)
    return arguments if isinstance(arguments, str) else ToolInputPartial(arguments)


def _result(params: JsonObject) -> ToolResult | ToolChunk:
    tool_name = params.get("toolName")
    if isinstance(tool_name, str) and "chunk" in params and "content" not in params:
        return ToolChunk(tool_name, params["chunk"])
    return ToolResult(params)


def _cancelled(params: JsonObject) -> ToolCancelled:
    reason = params.get("reason")
    return ToolCancelled(reason if isinstance(reason, str) else None)


def _patch(params: JsonObject) -> ContextPatch:
    return ContextPatch(*HostContext.of(params))


def _changed(what: ListKind) -> _Reader:
    return lambda params: ListChanged(what)


HOST_NOTIFICATIONS: Final[Mapping[str, _Reader]] = MappingProxyType(
    {
        Method.TOOL_INPUT_PARTIAL: _partial,
        Method.TOOL_INPUT: _input,
        Method.TOOL_RESULT: _result,
        Method.TOOL_CANCELLED: _cancelled,
        Method.HOST_CONTEXT_CHANGED: _patch,
        **{method: _changed(what) for what, method in _LISTS.items()},
    }
)
"""How each is read from its parameters; a reader that returns a text has refused, and that is the reason."""


def to_notification(message: HostNotification) -> Notification:
    """The frame of a message; absent members are left out, objects are always there (G.3)."""
    match message:
        case ToolInputPartial(arguments):
            return Notification(Method.TOOL_INPUT_PARTIAL, {"arguments": arguments})
        case ToolInput(arguments):
            return Notification(Method.TOOL_INPUT, {"arguments": arguments})
        case ToolResult(result):
            return Notification(Method.TOOL_RESULT, result)
        case ToolChunk(tool_name, chunk):
            return Notification(Method.TOOL_RESULT, {"toolName": tool_name, "chunk": chunk})
        case ToolCancelled(reason):
            return Notification(Method.TOOL_CANCELLED, {} if reason is None else {"reason": reason})
        case ContextPatch(patch=patch):
            return Notification(Method.HOST_CONTEXT_CHANGED, patch.to_wire())
        case _:
            return Notification(_LISTS[message.what], {})
