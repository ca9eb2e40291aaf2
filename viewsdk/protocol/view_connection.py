"""The view's half of a conversation. Text in, events out, text to send; no port, no clock.

Source: protocol reference A and B.1. Every transition is in `states`, the handshake in `opening`, what the host's
messages mean in `hearing`.
"""

from __future__ import annotations

from typing import Any, Final

from viewsdk.protocol.adoption import Adoption
from viewsdk.protocol.capabilities import AppCapabilities, HostCapabilities
from viewsdk.protocol.context import HostContext
from viewsdk.protocol.endpoint import DEFAULT_TIMEOUT, Endpoint
from viewsdk.protocol.events import Answered, Traced, TraceKind, ViewEvent
from viewsdk.protocol.handshake import HandshakePolicy
from viewsdk.protocol.hearing import Hearing
from viewsdk.protocol.implementation import Implementation
from viewsdk.protocol.initialize import PROTOCOL_VERSION, Initialize, InitializeResult
from viewsdk.protocol.jsonrpc import (
    ABSENT,
    EncodedParams,
    Failure,
    Fault,
    FaultKind,
    JsonObject,
    Notification,
    Request,
    RequestId,
    Success,
    decode,
)
from viewsdk.protocol.local_errors import ConnectionEnded, HandshakeFailed, LocalProtocolError
from viewsdk.protocol.methods import SANDBOX_PREFIX, Method, asks_progress
from viewsdk.protocol.opening import Opening
from viewsdk.protocol.results import VIEW_RESULTS, checked
from viewsdk.protocol.states import VIEW_TABLE, HostState, LaunchState, Machine, ViewState, ViewStep
from viewsdk.protocol.transcript import Transcript
from viewsdk.protocol.waiting import Waiting

__all__ = ["ViewConnection"]

_BEFORE_READY: Final = frozenset({ViewState.CREATED, ViewState.INITIALIZING, ViewState.ANSWERED})
_SILENT: Final = frozenset({FaultKind.NOISE, FaultKind.NOT_JSON})  # proves nothing about a host being there


class ViewConnection:
    """What a view's shell drives: feed `receive` and `tick`, then send what `drain` returns.

    Requests and notifications made before the handshake is complete wait, and go out in order after `initialized`.
    """

    def __init__(
        self,
        app_info: Implementation,
        app_capabilities: AppCapabilities | None = None,
        handshake: HandshakePolicy | None = None,
    ) -> None:
        self._app_capabilities = app_capabilities or AppCapabilities()
        self._policy = handshake or HandshakePolicy()
        self._introduction = Initialize(
            app_info=app_info, app_capabilities=self._app_capabilities, protocol_version=PROTOCOL_VERSION
        )
        self._endpoint = Endpoint()
        self._waiting = Waiting(self._endpoint)
        self._view = Machine[ViewState, ViewStep](VIEW_TABLE, ViewState.CREATED)
        self._end = ""
        self._begin(HostContext(), None)

    def _begin(self, context: HostContext, result: InitializeResult | None) -> None:
        self._opening = Opening(self._introduction, self._policy, self._endpoint, self._view, self._waiting)
        self._opening.result = result
        self._hearing = Hearing(self._endpoint, self._app_capabilities, self._view)
        self._hearing.context = context

    @property
    def state(self) -> ViewState:
        """Where this view is in its life."""
        return self._view.state

    @property
    def host_state(self) -> HostState:
        """Where the host is, judged by what was heard of it."""
        return self._hearing.host.state

    @property
    def launch(self) -> LaunchState:
        """How far the launch data has come."""
        return self._hearing.launch.state

    @property
    def context(self) -> HostContext:
        """The host's context with all changes merged; empty before the handshake, kept after the end."""
        return self._hearing.context

    @property
    def host_info(self) -> Implementation | None:
        """Who the host is, once it has answered."""
        return self._opening.result and self._opening.result.host_info

    @property
    def host_capabilities(self) -> HostCapabilities | None:
        """What the host offers, once it has answered."""
        return self._opening.result and self._opening.result.host_capabilities

    @property
    def protocol_version(self) -> str | None:
        """The version the host answered with; any is taken (X1)."""
        return self._opening.result and self._opening.result.protocol_version

    @property
    def pending_count(self) -> int:
        """How many requests wait for the host's answer."""
        return self._endpoint.pending_count

    # What the view does

    def start(self, now: float) -> None:
        """Send `ui/initialize`; after `close` this connects anew, and ids go on.

        Raises:
            LocalProtocolError: connected already.
        """
        if self._view.state not in (ViewState.CREATED, ViewState.CLOSED):
            raise LocalProtocolError(f'cannot start in state "{self._view.state}": connected already')
        if self._view.state is ViewState.CLOSED:
            self._begin(self.context, self._opening.result)
        self._opening.send(now)

    def request(
        self,
        method: str,
        params: JsonObject | EncodedParams | None = None,
        *,
        now: float,
        timeout: float = DEFAULT_TIMEOUT,
        max_total: float | None = None,
    ) -> RequestId:
        """Ask the host; exactly one `Outcome` event with this id follows, unless it is cancelled first.

        Args:
            timeout: seconds, from when it is sent, started again by each progress notification.
            max_total: seconds that no progress can exceed.

        Raises:
            HandshakeFailed: there is no host.
            ConnectionEnded: after `close`.
            LocalProtocolError: the handshake's own methods.
            Unencodable: nothing was sent.
        """
        if self._may_send_now(method):
            return self._endpoint.request(
                method, params, now=now, timeout=timeout, max_total=max_total, progress=asks_progress(method)
            )
        return self._waiting.request(
            method, params, timeout=timeout, max_total=max_total, progress=asks_progress(method)
        )

    def notify(self, method: str, params: JsonObject | None = None) -> None:
        """Tell the host something; raises as `request` does."""
        if self._may_send_now(method):
            self._endpoint.notify(method, params)
        else:
            self._waiting.notify(method, params)

    def _may_send_now(self, method: str) -> bool:
        if method in (Method.INITIALIZE, Method.INITIALIZED) or method.startswith(SANDBOX_PREFIX):
            raise LocalProtocolError(f"{method} is not the author's to send")
        if self._view.allows(ViewStep.SPEAK):
            return True
        if self._view.state in _BEFORE_READY:
            return False
        failure = self._opening.failure
        if failure is not None and self._view.state is ViewState.FAILED:
            raise HandshakeFailed(failure.why, failure.tries, failure.heard)
        raise ConnectionEnded(self._end)

    def answer(self, request_id: RequestId, result: JsonObject) -> bool:
        """Answer the host; False when it wants no answer any more, or after `close`, and nothing was sent.

        Raises:
            LocalProtocolError: it never asked, or has been answered.
            Unencodable: nothing was sent, and the request is still open.
        """
        sent = self._view.state is not ViewState.CLOSED and self._endpoint.answer(request_id, result)
        self._hearing.replied(request_id)
        return sent

    def refuse(self, request_id: RequestId, code: int, message: str, data: Any = ABSENT) -> bool:
        """Answer the host with an error; otherwise as `answer`."""
        sent = self._view.state is not ViewState.CLOSED and self._endpoint.refuse(request_id, code, message, data)
        self._hearing.replied(request_id)
        return sent

    def cancel(self, request_id: RequestId, reason: str | None = None) -> bool:
        """Withdraw a request; False when it has already ended. No event follows."""
        return self._waiting.withdraw(request_id) or self._endpoint.cancel(request_id, reason)

    def close(self, reason: str = "Connection closed") -> list[ViewEvent]:
        """End the conversation; what waited is abandoned, what is known of the host stays readable."""
        if not self._view.follow(ViewStep.CLOSE):
            return []
        self._end = reason
        self._opening.handshake.settle()
        return [*self._endpoint.close(reason), *self._waiting.abandon(reason)]

    def drain(self) -> list[str]:
        """The texts to send, in order; each is handed out once."""
        return self._endpoint.drain()

    # Time

    def next_deadline(self) -> float | None:
        """When to call `tick`, or None: perhaps too early, never too late."""
        step, expiry = self._opening.handshake.due, self._endpoint.next_deadline()
        return step if expiry is None else expiry if step is None else min(step, expiry)

    def tick(self, now: float) -> list[ViewEvent]:
        """Do what has become due: send `ui/initialize` again, give up on it, time out requests."""
        return [*self._endpoint.expire(now), *self._opening.tick(now)]

    # What the host says

    def receive(self, text: str | bytes, now: float) -> list[ViewEvent]:
        """What a text from the host means; never raises, whatever it is."""
        if self._view.state in (ViewState.CREATED, ViewState.CLOSED):
            return [Traced(f'heard in state "{self._view.state}"', TraceKind.IGNORED)]
        frame = decode(text)
        if isinstance(frame, (Success, Failure)):
            return self._answered(frame, now)
        if isinstance(frame, Fault):
            return self._faulted(frame, now)
        return self._spoken(frame, now)

    def _answered(self, frame: Success | Failure, now: float) -> list[ViewEvent]:
        event = self._endpoint.answered(frame)
        if event is not None:
            return [checked(event, VIEW_RESULTS) if isinstance(event, Answered) else event]
        if not self._opening.is_ours(frame.id):
            self._heard(f"an answer to {frame.id!r}", now)
            return [self._endpoint.stray(frame.id)]
        events = self._opening.answered(frame, self._hearing)
        if self._view.state is ViewState.ANSWERED:
            self._opening.complete(self._hearing, now)
        return events

    def _faulted(self, fault: Fault, now: float) -> list[ViewEvent]:
        if fault.kind not in _SILENT:
            self._heard(fault.method or fault.kind, now)
        end = self._opening.faulted(fault) if fault.kind is FaultKind.BAD_ANSWER else None
        return [self._endpoint.faulted(fault)] if end is None else end

    def _spoken(self, frame: Request | Notification, now: float) -> list[ViewEvent]:
        if self._view.state is ViewState.READY and isinstance(frame, Notification) and self._hearing.is_data(frame):
            return self._hearing.notification(frame)
        self._heard(frame.method, now)
        events = self._hearing.early(frame.method)
        for event in self._endpoint.accept(frame, now):
            if isinstance(event, Request):
                events += self._hearing.request(event)
            elif not isinstance(event, Notification):
                events.append(event)
            elif self._view.state is ViewState.FAILED:
                events.append(Traced(f"{event.method} after the handshake failed", TraceKind.IGNORED))
            else:
                events += self._hearing.notification(event)
        return events

    def _heard(self, what: str, now: float) -> None:
        if self._opening.handshake.due is not None:
            self._opening.handshake.hear(what, now)

    # What a shim said and heard in our name

    def adopt(self, transcript: Transcript, now: float) -> list[ViewEvent]:
        """Take over from a JavaScript shim: what it heard becomes events, what it sent is judged like anything else.

        Afterwards the state is what the shim made it: a handshake in progress goes on with the sends that are left,
        a request it left open is reported, and if it never began this is `start`.

        Raises:
            LocalProtocolError: connected already.
        """
        if self._view.state is not ViewState.CREATED:
            raise LocalProtocolError(f'cannot adopt in state "{self._view.state}"')
        adoption = Adoption(self._opening, self._hearing, self._endpoint, self._view)
        events: list[ViewEvent] = []
        for entry in transcript.frames:
            frame = decode(entry.text)
            if entry.direction == "out":
                events += adoption.sent(frame, now)
            elif isinstance(frame, Request):
                self._heard(frame.method, now)
                adoption.heard_request(frame)
            elif isinstance(frame, (Success, Failure)):
                events += adoption.heard_answer(frame)
            else:
                events += self._faulted(frame, now) if isinstance(frame, Fault) else self._spoken(frame, now)
        for request in adoption.unanswered.values():
            events += self._spoken(request, now)
        self._resume(now)
        return events

    def _resume(self, now: float) -> None:
        if self._view.state is ViewState.CREATED:
            self._opening.send(now)
        elif self._view.state is ViewState.ANSWERED:
            self._opening.complete(self._hearing, now)
