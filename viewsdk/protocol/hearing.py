"""What a view hears from its host once the envelope is open: launch data, context changes, requests.

It withholds nothing because it came at the wrong time: real hosts do speak early and twice. It says so in a trace
instead. Only `view_connection` needs this module.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from viewsdk.protocol.capabilities import AppCapabilities
from viewsdk.protocol.context import HostContext
from viewsdk.protocol.endpoint import Endpoint
from viewsdk.protocol.events import (
    ContextChanged,
    HostRequested,
    ToolCancelled,
    ToolInput,
    ToolInputPartial,
    ToolResult,
    Traced,
    TraceKind,
    ViewEvent,
)
from viewsdk.protocol.host_notifications import HOST_NOTIFICATIONS, ContextPatch, HostNotification
from viewsdk.protocol.host_requests import HOST_REQUESTS, HostRequest
from viewsdk.protocol.jsonrpc import INVALID_PARAMS, METHOD_NOT_FOUND, Notification, Request, RequestId
from viewsdk.protocol.methods import METHODS, Direction, Method, unknown_name
from viewsdk.protocol.states import (
    HOST_TABLE,
    LAUNCH_TABLE,
    HostState,
    HostStep,
    LaunchState,
    LaunchStep,
    Machine,
    ViewState,
    ViewStep,
)
from viewsdk.protocol.wire import described

__all__ = ["Hearing"]

_LAUNCH_STEPS: Final[Mapping[type[HostNotification], LaunchStep]] = {
    ToolInputPartial: LaunchStep.PARTIAL,
    ToolInput: LaunchStep.INPUT,
    ToolResult: LaunchStep.RESULT,
    ToolCancelled: LaunchStep.CANCELLED,
}


class Hearing:
    """The host as the view sees it: its state, how far the launch data has come, its context."""

    def __init__(
        self, endpoint: Endpoint, app_capabilities: AppCapabilities, view: Machine[ViewState, ViewStep]
    ) -> None:
        self._endpoint = endpoint
        self._app_capabilities = app_capabilities
        self._view = view
        self._teardowns: set[RequestId] = set()
        self.host = Machine[HostState, HostStep](HOST_TABLE, HostState.LISTENING)
        self.launch = Machine[LaunchState, LaunchStep](LAUNCH_TABLE, LaunchState.WAITING)
        self.context = HostContext()

    def early(self, method: str) -> list[ViewEvent]:
        """The trace of a host that speaks before it may (R30), or nothing."""
        if self.host.allows(HostStep.SPEAK):
            return []
        return [Traced(f'the host sent {method} in state "{self.host.state}"', TraceKind.VIOLATION)]

    def is_data(self, frame: Notification) -> bool:
        """Whether this is what a host in good order sends a view that is ready, and nothing else is to be done."""
        return self.host.state is HostState.READY and frame.method in HOST_NOTIFICATIONS

    def notification(self, frame: Notification) -> list[ViewEvent]:
        """What a notification of the host's means."""
        reader = HOST_NOTIFICATIONS.get(frame.method)
        if reader is None:
            return [_unknown(frame.method)]
        message = reader(frame.params or {})
        if isinstance(message, str):
            return [Traced(f"{frame.method}: {message}", TraceKind.FAULT)]
        if isinstance(message, ContextPatch):
            return self._context_changed(message)
        return [*self._out_of_order(message), message]

    def _context_changed(self, message: ContextPatch) -> list[ViewEvent]:
        events: list[ViewEvent] = []
        if message.problems:
            note = f"{Method.HOST_CONTEXT_CHANGED}: {described(message.problems)}"
            events.append(Traced(note, TraceKind.PROBLEM))
        if message.patch.raw:
            self.context = self.context.merge(message.patch)
            events.append(ContextChanged(self.context, tuple(message.patch.raw)))
        return events

    def _out_of_order(self, message: HostNotification) -> list[ViewEvent]:
        step = _LAUNCH_STEPS.get(type(message))
        if step is None or self.launch.follow(step):
            return []
        return [Traced(f'the host sent {step} in launch state "{self.launch.state}"', TraceKind.VIOLATION)]

    def request(self, frame: Request) -> list[ViewEvent]:
        """What a request of the host's means; what the view cannot take is refused here."""
        model = HOST_REQUESTS.get(frame.method)
        if model is None or not self._offers(frame.method):
            return [self._refused(frame, METHOD_NOT_FOUND, f"Method not found: {unknown_name(frame.method)}")]
        request, problems = model.read(frame.params or {})
        if request is None:
            return [self._refused(frame, INVALID_PARAMS, f"{frame.method}: {described(problems)}")]
        events: list[ViewEvent] = []
        if problems:
            events.append(Traced(f"{frame.method}: {described(problems)}", TraceKind.PROBLEM))
        return [*events, self._requested(frame, request)]

    def _offers(self, method: str) -> bool:
        # The table's gate for the host's requests is always the view's `tools`.
        return Direction.HOST_TO_VIEW not in METHODS[Method(method)].gates or self._app_capabilities.tools is not None

    def _requested(self, frame: Request, request: HostRequest) -> HostRequested:
        if frame.method == Method.RESOURCE_TEARDOWN:
            self._teardowns.add(frame.id)
            self.torn_down()
        return HostRequested(frame.id, frame.method, frame.params or {}, request)

    def _refused(self, frame: Request, code: int, message: str) -> Traced:
        self._endpoint.refuse(frame.id, code, message)
        return Traced(f"refused with {code}: {message}", TraceKind.IGNORED)

    def torn_down(self) -> None:
        """The host has asked the view to end."""
        if self._view.follow(ViewStep.TEARDOWN):
            self.host.follow(HostStep.TEARDOWN)

    def replied(self, request_id: RequestId) -> None:
        """The view has replied to a request of the host's."""
        if request_id in self._teardowns:
            self._teardowns.discard(request_id)
            self.teardown_over()

    def teardown_over(self) -> None:
        """The view has answered the host's wish that it end."""
        if self._view.follow(ViewStep.TEARDOWN_ANSWER):
            self.host.follow(HostStep.TEARDOWN_OVER)


def _unknown(method: str) -> Traced:
    return Traced(f"no notification of a host's: {unknown_name(method)}", TraceKind.UNKNOWN_NOTIFICATION)
