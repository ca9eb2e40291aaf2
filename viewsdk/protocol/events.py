"""What the endpoint and the two connections report: one frozen value per thing that happened.

Nothing here acts. Anyone may import this module.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from viewsdk.protocol.capabilities import AppCapabilities
from viewsdk.protocol.context import HostContext
from viewsdk.protocol.host_notifications import (
    ListChanged,
    ToolCancelled,
    ToolChunk,
    ToolInput,
    ToolInputPartial,
    ToolResult,
)
from viewsdk.protocol.host_requests import HostRequest
from viewsdk.protocol.implementation import Implementation
from viewsdk.protocol.initialize import InitializeResult
from viewsdk.protocol.jsonrpc import ErrorData, JsonObject, Notification, Request, RequestId
from viewsdk.protocol.view_notifications import ViewNotification
from viewsdk.protocol.view_requests import ViewRequest

__all__ = [
    "Abandoned",
    "Answered",
    "ContextChanged",
    "EndpointEvent",
    "Garbled",
    "HandshakeCompleted",
    "HandshakeGaveUp",
    "HostEvent",
    "HostRequested",
    "ListChanged",
    "Navigated",
    "Outcome",
    "Progressed",
    "Rejected",
    "RequestCancelled",
    "SharedEvent",
    "TimedOut",
    "ToolCancelled",
    "ToolChunk",
    "ToolInput",
    "ToolInputPartial",
    "ToolResult",
    "TraceKind",
    "Traced",
    "ViewEvent",
    "ViewInitialized",
    "ViewNotified",
    "ViewReady",
    "ViewRequested",
]


@dataclass(frozen=True, slots=True)
class Answered:
    """Our request worked."""

    id: RequestId
    method: str
    result: JsonObject


@dataclass(frozen=True, slots=True)
class Rejected:
    """The peer answered our request with an error."""

    id: RequestId
    method: str
    error: ErrorData


@dataclass(frozen=True, slots=True)
class Garbled:
    """The peer's answer to our request broke the protocol, so what became of the request is unknown."""

    id: RequestId
    method: str
    reason: str


@dataclass(frozen=True, slots=True)
class TimedOut:
    """Nobody answered our request within `timeout` seconds; the peer has been told, a late answer is only traced."""

    id: RequestId
    method: str
    timeout: float


@dataclass(frozen=True, slots=True)
class Abandoned:
    """The conversation ended before our request was answered, or before it could be sent."""

    id: RequestId
    method: str
    reason: str


Outcome: TypeAlias = Answered | Rejected | Garbled | TimedOut | Abandoned
"""How a request of ours ends: exactly one of these, unless we cancelled it."""


@dataclass(frozen=True, slots=True)
class Progressed:
    """The peer is still at our request; its clock has been restarted."""

    id: RequestId
    progress: float
    total: float | None = None
    message: str | None = None


@dataclass(frozen=True, slots=True)
class RequestCancelled:
    """The peer no longer wants an answer to its request; an answer given anyway is not sent."""

    id: RequestId
    reason: str | None = None


class TraceKind(StrEnum):
    """Why something is only traced."""

    LATE_ANSWER = "late-answer"
    UNKNOWN_NOTIFICATION = "unknown-notification"
    FAULT = "fault"  # no frame, or one that breaks JSON-RPC
    NOISE = "noise"  # other people's traffic
    VIOLATION = "violation"  # a frame the peer's state does not allow
    IGNORED = "ignored"  # a frame that means nothing any more
    PROBLEM = "problem"  # part of a value that could not be read


@dataclass(frozen=True, slots=True)
class Traced:
    """Something that changed nothing but should be seen by whoever looks for it."""

    note: str
    kind: TraceKind


SharedEvent: TypeAlias = Outcome | Progressed | RequestCancelled | Traced
"""What either side can see."""

EndpointEvent: TypeAlias = SharedEvent | Request | Notification
"""What an endpoint reports; a request or notification of the peer's comes out as the frame it is."""


@dataclass(frozen=True, slots=True)
class HandshakeCompleted:
    """The host answered `ui/initialize`; requests that waited have been sent."""

    result: InitializeResult


@dataclass(frozen=True, slots=True)
class HandshakeGaveUp:
    """There is no usable host: why, after how many sends, and what was heard from it."""

    why: str
    tries: int
    heard: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ContextChanged:
    """The host's context after a change, and the wire names of the fields that the host sent."""

    context: HostContext
    changed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HostRequested:
    """The host asks the view for something that only the author's code can answer: answer or refuse it once."""

    id: RequestId
    method: str
    params: JsonObject
    request: HostRequest


ViewEvent: TypeAlias = (
    SharedEvent
    | HandshakeCompleted
    | HandshakeGaveUp
    | ToolInputPartial
    | ToolInput
    | ToolResult
    | ToolChunk
    | ToolCancelled
    | ContextChanged
    | ListChanged
    | HostRequested
)


@dataclass(frozen=True, slots=True)
class ViewInitialized:
    """A view introduced itself and has been answered."""

    app_info: Implementation
    app_capabilities: AppCapabilities
    protocol_version: str


@dataclass(frozen=True, slots=True)
class ViewReady:
    """The view said `initialized`; what waited for that has been sent."""


@dataclass(frozen=True, slots=True)
class ViewRequested:
    """The view asks the host for something: answer or refuse it once."""

    id: RequestId
    method: str
    params: JsonObject
    request: ViewRequest


@dataclass(frozen=True, slots=True)
class ViewNotified:
    """The view tells the host something."""

    method: str
    params: JsonObject
    notification: ViewNotification


@dataclass(frozen=True, slots=True)
class Navigated:
    """Another document speaks in the view's frame: the mount is over and nothing more is heard from it (H57)."""


HostEvent: TypeAlias = SharedEvent | ViewInitialized | ViewReady | ViewRequested | ViewNotified | Navigated
