"""`Run`: the life of the tool call that opened the view, as typed values, and the pure function that steps it.

    Waiting ──► Partial* ──► Called ──► Returned | Failed
       └──────────┴───────────┴──────► Cancelled | Unreadable

An end state stays: whatever arrives after it changes nothing. Nothing here listens or waits; the App feeds the events.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeAlias, Union, assert_never

from pydantic import ValidationError
from typing_extensions import TypeVar

from viewsdk.declared import DeclaredError
from viewsdk.errors import ToolFailed, UnreadableResult
from viewsdk.protocol.content import is_failure
from viewsdk.protocol.events import ToolCancelled, ToolInput, ToolInputPartial, ToolResult
from viewsdk.protocol.jsonrpc import JsonObject
from viewsdk.results import is_empty, read_failure, read_result, summary
from viewsdk.tool import Tool

__all__ = [
    "ENDS",
    "RESULT_BEFORE_INPUT",
    "Called",
    "Cancelled",
    "Failed",
    "Overdue",
    "Partial",
    "Returned",
    "Run",
    "RunEvent",
    "Unreadable",
    "Waiting",
    "is_end",
    "step",
]

In = TypeVar("In")
Out = TypeVar("Out")
Err = TypeVar("Err", bound=DeclaredError)
InCo = TypeVar("InCo", covariant=True)
OutCo = TypeVar("OutCo", covariant=True)
ErrCo = TypeVar("ErrCo", bound=DeclaredError, covariant=True)


@dataclass(frozen=True, slots=True)
class Waiting:
    """Nothing has arrived; `overdue` once the patience ran out, so that the view may load its data itself."""

    overdue: bool = False


@dataclass(frozen=True, slots=True)
class Partial:
    """The model is still writing the input: show it, never trust it. JSON values, as far as they have come."""

    arguments: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Called(Generic[InCo]):
    """The complete input."""

    input: InCo


@dataclass(frozen=True, slots=True)
class Returned(Generic[OutCo]):
    """The tool's output; `meta` is the result's `_meta`, for the view and never for the model."""

    output: OutCo
    meta: Mapping[str, Any] = field(default_factory=dict[str, Any], compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Failed(Generic[ErrCo]):
    """The tool failed: with an error it declares, or with `ToolFailed`."""

    error: ErrCo | ToolFailed


@dataclass(frozen=True, slots=True)
class Cancelled:
    """The call was cancelled; `reason` if the host gave one."""

    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Unreadable:
    """Something arrived that the declared types cannot read; `is_empty` if it was a replay that carries nothing."""

    detail: str
    payload: Any = field(default=None, repr=False)
    is_empty: bool = False


Run: TypeAlias = Union[Waiting, Partial, Called[In], Returned[Out], Failed[Err], Cancelled, Unreadable]  # noqa: UP007  generic alias

ENDS = (Returned, Failed, Cancelled, Unreadable)


@dataclass(frozen=True, slots=True)
class Overdue:
    """The event of nothing having arrived within the patience."""


RunEvent: TypeAlias = ToolInputPartial | ToolInput | ToolResult | ToolCancelled | Overdue

RESULT_BEFORE_INPUT = "a tool result arrived before its input"


def is_end(run: Run[Any, Any, Any]) -> bool:
    """Whether a run has ended."""
    return isinstance(run, ENDS)


def step(tool: Tool[In, Out, Err], run: Run[In, Out, Err], event: RunEvent) -> Run[In, Out, Err]:
    """The run after the event; the very same object if the event changes nothing."""
    if is_end(run):
        return run
    match event:
        case ToolInputPartial(arguments=arguments):
            return run if isinstance(run, Called) else Partial(arguments)
        case ToolInput(arguments=arguments):
            return _called(tool, run, arguments)
        case ToolResult(result=result):
            return _ended(tool, result) if isinstance(run, Called) else _too_early(result)
        case ToolCancelled(reason=reason):
            return Cancelled(reason)
        case Overdue():
            return Waiting(overdue=True) if run == Waiting() else run
        case _:
            assert_never(event)


def _called(tool: Tool[In, Out, Err], run: Run[In, Out, Err], arguments: JsonObject) -> Run[In, Out, Err]:
    if isinstance(run, Called):  # a host may send the input once; a repeat is no news
        return run
    try:
        return Called(tool.read_input(arguments))
    except ValidationError as problem:
        return Unreadable(f"the input of {tool.name} is not its declared type: {summary(problem)}", arguments)


def _ended(tool: Tool[In, Out, Err], result: JsonObject) -> Run[In, Out, Err]:
    if is_failure(result):
        return Failed(read_failure(tool, result))  # pyright: ignore[reportReturnType]  a declared error of this tool
    try:
        return Returned(read_result(tool, result), result.get("_meta") or {})
    except UnreadableResult as problem:
        return Unreadable(problem.detail, problem.payload, problem.is_empty)


def _too_early(result: JsonObject) -> Unreadable:
    return Unreadable(RESULT_BEFORE_INPUT, result, is_empty(result))
