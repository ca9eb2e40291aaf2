"""Taking over a conversation that a JavaScript shim began in our name. Only `view_connection` needs this module.

What the shim sent moves the same tables as anything else, so a shim that breaks the protocol shows up in the trace.
"""

from __future__ import annotations

from viewsdk.protocol.endpoint import Endpoint
from viewsdk.protocol.events import Traced, TraceKind, ViewEvent
from viewsdk.protocol.hearing import Hearing
from viewsdk.protocol.jsonrpc import Failure, Fault, Frame, Notification, Request, RequestId, Success
from viewsdk.protocol.methods import Method
from viewsdk.protocol.opening import Opening
from viewsdk.protocol.states import HostStep, Machine, ViewState, ViewStep

__all__ = ["Adoption"]


class Adoption:
    """Replays what the shim sent and heard, frame by frame, without sending anything."""

    def __init__(
        self, opening: Opening, hearing: Hearing, endpoint: Endpoint, view: Machine[ViewState, ViewStep]
    ) -> None:
        self._opening = opening
        self._hearing = hearing
        self._endpoint = endpoint
        self._view = view
        self._shim_ids: set[RequestId] = set()
        self.unanswered: dict[RequestId, Request] = {}

    def sent(self, frame: Frame | Fault, now: float) -> list[ViewEvent]:
        """The shim sent this."""
        match frame:
            case Request(id=request_id, method=method):
                return self._asked(request_id, method, now)
            case Notification(method=Method.INITIALIZED):
                self._hearing.host.follow(HostStep.INITIALIZED)
                return self._moved(ViewStep.INITIALIZED, "initialized")
            case Notification(method=method):
                return self._moved(ViewStep.SPEAK, method)
            case Success() | Failure():
                return self._replied(frame.id)
            case _:
                return [Traced(f"the shim sent no frame: {frame.reason}", TraceKind.FAULT)]

    def _asked(self, request_id: RequestId, method: str, now: float) -> list[ViewEvent]:
        self._endpoint.reserve_beyond(request_id)
        if method != Method.INITIALIZE:
            self._shim_ids.add(request_id)
            return self._moved(ViewStep.SPEAK, method)
        wrong = self._moved(ViewStep.INITIALIZE, method)
        if not wrong:  # an answer to an illegal one would find nobody waiting
            self._opening.handshake.sent(request_id, now)
        return wrong

    def _replied(self, request_id: RequestId) -> list[ViewEvent]:
        request = self.unanswered.pop(request_id, None)
        if request is None:
            return [Traced(f"the shim answered {request_id!r}, which nobody asked", TraceKind.VIOLATION)]
        if request.method != Method.RESOURCE_TEARDOWN:
            return []
        self._hearing.torn_down()
        self._hearing.teardown_over()
        return [Traced("the shim answered ui/resource-teardown", TraceKind.IGNORED)]

    def _moved(self, step: ViewStep, method: str) -> list[ViewEvent]:
        if self._view.follow(step):
            return []
        return [Traced(f'the shim sent {method} in state "{self._view.state}"', TraceKind.VIOLATION)]

    def heard_answer(self, frame: Success | Failure) -> list[ViewEvent]:
        """The shim heard this answer; its own requests are its own affair."""
        if self._opening.is_ours(frame.id):
            return self._opening.answered(frame, self._hearing)
        if frame.id in self._shim_ids:
            return []
        return [Traced(f"the shim heard an answer to {frame.id!r}, which nobody asked", TraceKind.LATE_ANSWER)]

    def heard_request(self, frame: Request) -> None:
        """The shim heard this request; it is unanswered until the shim is seen to answer it."""
        self.unanswered[frame.id] = frame
