"""What a host hears from its view once the envelope is open: introduction, requests, notifications.

It keeps R30's other half: a view that has not said `initialized` is refused, not served. Only `host_connection` needs
this module.
"""

from __future__ import annotations

from viewsdk.protocol.capabilities import HostCapabilities
from viewsdk.protocol.context import HostContext
from viewsdk.protocol.endpoint import Endpoint
from viewsdk.protocol.events import (
    HostEvent,
    Navigated,
    Traced,
    TraceKind,
    ViewInitialized,
    ViewNotified,
    ViewReady,
    ViewRequested,
)
from viewsdk.protocol.implementation import Implementation
from viewsdk.protocol.initialize import Initialize, InitializeResult, negotiated
from viewsdk.protocol.jsonrpc import (
    INVALID_PARAMS,
    INVALID_REQUEST,
    METHOD_NOT_FOUND,
    Notification,
    Request,
    Success,
    encode,
)
from viewsdk.protocol.methods import Method, unknown_name
from viewsdk.protocol.states import (
    HOST_TABLE,
    LAUNCH_TABLE,
    VIEW_TABLE,
    HostState,
    HostStep,
    LaunchState,
    LaunchStep,
    Machine,
    ViewState,
    ViewStep,
)
from viewsdk.protocol.view_notifications import VIEW_NOTIFICATIONS
from viewsdk.protocol.view_requests import VIEW_REQUESTS
from viewsdk.protocol.waiting import Waiting
from viewsdk.protocol.wire import Problem, described

__all__ = ["Reception"]


class Reception:
    """One mount as the host sees it: both states, how far the launch data has gone, who the view is."""

    def __init__(
        self,
        endpoint: Endpoint,
        waiting: Waiting,
        host_info: Implementation,
        host_capabilities: HostCapabilities,
        context: HostContext,
        lenient: bool,
    ) -> None:
        self._endpoint = endpoint
        self._waiting = waiting
        self._host_info = host_info
        self._host_capabilities = host_capabilities
        self._lenient = lenient
        self._has_warned = False
        self.context = context
        encode(Success(0, self._answer("").to_wire()))  # what cannot be written is found now, not when a view asks
        self.introduction: Initialize | None = None
        self.host = Machine[HostState, HostStep](HOST_TABLE, HostState.LISTENING)
        self._expect_document()

    def _expect_document(self) -> None:
        self.view = Machine[ViewState, ViewStep](VIEW_TABLE, ViewState.CREATED)
        self.launch = Machine[LaunchState, LaunchStep](LAUNCH_TABLE, LaunchState.WAITING)

    def request(self, frame: Request) -> list[HostEvent]:
        """What a request of the view's means; what cannot be taken is refused here."""
        if frame.method == Method.INITIALIZE:
            return self._initialize(frame)
        model = VIEW_REQUESTS.get(frame.method)
        if model is None:
            return [self._refused(frame, METHOD_NOT_FOUND, f"Method not found: {unknown_name(frame.method)}")]
        early = self._early(frame.method)
        if early and not self._lenient:
            return [*early, self._refused(frame, INVALID_REQUEST, f"{frame.method} came before initialized")]
        request, problems = model.read(frame.params or {})
        if request is None:
            return [*early, self._refused(frame, INVALID_PARAMS, f"{frame.method}: {described(problems)}")]
        requested = ViewRequested(frame.id, frame.method, frame.params or {}, request)
        return [*early, *_lost(frame.method, problems), requested]

    def _refused(self, frame: Request, code: int, message: str) -> Traced:
        self._endpoint.refuse(frame.id, code, message)
        return Traced(f"refused with {code}: {message}", TraceKind.IGNORED)

    def _early(self, method: str) -> list[HostEvent]:
        """The trace of a view that speaks before `initialized`; a lenient host says it once (B39)."""
        if self.view.allows(ViewStep.SPEAK) or (self._lenient and self._has_warned):
            return []
        self._has_warned = True
        return [Traced(f'the view sent {method} in state "{self.view.state}"', TraceKind.VIOLATION)]

    def _initialize(self, frame: Request) -> list[HostEvent]:
        if self.host.allows(HostStep.INITIALIZE_AGAIN):
            if not self._lenient or not self.host.follow(HostStep.START_OVER):
                return self._navigated()
            self._expect_document()
        hello, problems = Initialize.read(frame.params or {})
        if hello is None:
            return [self._refused(frame, INVALID_PARAMS, f"{frame.method}: {described(problems)}")]
        self.view.follow(ViewStep.INITIALIZE)
        self.view.follow(ViewStep.ANSWER)
        self.introduction = hello
        answer = self._answer(hello.protocol_version)
        self._endpoint.answer(frame.id, answer.to_wire())
        self.host.follow(HostStep.ANSWER)
        introduced = ViewInitialized(hello.app_info, hello.app_capabilities, answer.protocol_version)
        return [*_lost(frame.method, problems), introduced]

    def _answer(self, requested_version: str) -> InitializeResult:
        return InitializeResult(
            protocol_version=negotiated(requested_version),
            host_info=self._host_info,
            host_capabilities=self._host_capabilities,
            host_context=self.context,
        )

    def _navigated(self) -> list[HostEvent]:
        # Whoever answered the new document would hand it the old one's data (H57).
        self.host.follow(HostStep.INITIALIZE_AGAIN)
        reason = "another document speaks in the view's frame"
        return [*self._endpoint.close(reason), *self._waiting.abandon(reason), Navigated()]

    def notification(self, frame: Notification, now: float) -> list[HostEvent]:
        """What a notification of the view's means."""
        if frame.method == Method.INITIALIZED:
            return self._initialized(now)
        model = VIEW_NOTIFICATIONS.get(frame.method)
        if model is None:
            note = f"no notification of a view's: {unknown_name(frame.method)}"
            return [Traced(note, TraceKind.UNKNOWN_NOTIFICATION)]
        early = self._early(frame.method)
        if early and not self._lenient:
            return early
        notification, problems = model.read(frame.params or {})
        if notification is None:
            return [*early, Traced(f"{frame.method}: {described(problems)}", TraceKind.FAULT)]
        notified = ViewNotified(frame.method, frame.params or {}, notification)
        return [*early, *_lost(frame.method, problems), notified]

    def _initialized(self, now: float) -> list[HostEvent]:
        if not self.host.follow(HostStep.INITIALIZED):
            return [Traced(f'the view sent initialized in state "{self.host.state}"', TraceKind.VIOLATION)]
        self.view.follow(ViewStep.INITIALIZED)
        self._waiting.release(now)
        return [ViewReady()]


def _lost(method: str, problems: tuple[Problem, ...]) -> list[HostEvent]:
    return [Traced(f"{method}: {described(problems)}", TraceKind.PROBLEM)] if problems else []
