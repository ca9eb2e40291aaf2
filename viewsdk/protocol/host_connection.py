"""The host's half of a conversation with one mount of a view. Text in, events out, text to send; no port, no clock.

It keeps the protocol's order and nothing else: what a view may do is the host's policy, decided elsewhere. Source:
protocol reference A and B.2; every transition is in `states`.
"""

from __future__ import annotations

from typing import Any, Final

from viewsdk.protocol.capabilities import AppCapabilities, HostCapabilities
from viewsdk.protocol.context import HostContext
from viewsdk.protocol.endpoint import DEFAULT_TIMEOUT, Endpoint
from viewsdk.protocol.events import Answered, EndpointEvent, HostEvent, Outcome, Traced, TraceKind
from viewsdk.protocol.host_notifications import (
    ContextPatch,
    ToolCancelled,
    ToolInput,
    ToolInputPartial,
    ToolResult,
    to_notification,
)
from viewsdk.protocol.implementation import Implementation
from viewsdk.protocol.jsonrpc import ABSENT, JsonObject, Notification, Request, RequestId, encode
from viewsdk.protocol.local_errors import ConnectionEnded, LocalProtocolError
from viewsdk.protocol.methods import SANDBOX_PREFIX, Method, asks_progress
from viewsdk.protocol.reception import Reception
from viewsdk.protocol.results import HOST_RESULTS, checked
from viewsdk.protocol.states import HostState, HostStep, LaunchState, LaunchStep, ViewState, ViewStep
from viewsdk.protocol.waiting import Waiting

__all__ = ["TEARDOWN_TIMEOUT", "HostConnection"]

TEARDOWN_TIMEOUT: Final = 2.0  # seconds a view gets to save what it has (heddle H69)

_OVER: Final = frozenset({HostState.ENDED, HostState.NAVIGATED, HostState.CLOSED})
_LAUNCH_STEPS: Final = {str(step): step for step in LaunchStep}
_LAUNCH_PREFIX: Final = "ui/notifications/"


class HostConnection:
    """What a host's shell drives: feed `receive` and `tick`, then send what `drain` returns.

    Until the view has said `initialized` only answers leave; whatever else is sent waits and then goes out in order, of
    the partial inputs only the newest.

    Args:
        lenient: serve a view that skips or repeats the handshake, as the reference host does, instead of refusing its
            requests and ending its mount.
    """

    def __init__(
        self,
        host_info: Implementation,
        host_capabilities: HostCapabilities | None = None,
        context: HostContext | None = None,
        *,
        lenient: bool = False,
    ) -> None:
        self._endpoint = Endpoint()
        self._waiting = Waiting(self._endpoint)
        self._reception = Reception(
            self._endpoint,
            self._waiting,
            host_info,
            host_capabilities or HostCapabilities(),
            context or HostContext(),
            lenient,
        )
        self._host = self._reception.host
        self._teardown_id: RequestId | None = None
        self._end = "the mount is over"

    @property
    def state(self) -> HostState:
        """Where this host is with its mount."""
        return self._host.state

    @property
    def view_state(self) -> ViewState:
        """Where the view is, judged by what was heard of it."""
        return self._reception.view.state

    @property
    def launch(self) -> LaunchState:
        """How far the launch data has been sent, or is waiting to be."""
        return self._reception.launch.state

    @property
    def app_info(self) -> Implementation | None:
        """Who the view is, once it has introduced itself."""
        return self._reception.introduction and self._reception.introduction.app_info

    @property
    def app_capabilities(self) -> AppCapabilities | None:
        """What the view offers, once it has introduced itself."""
        return self._reception.introduction and self._reception.introduction.app_capabilities

    @property
    def context(self) -> HostContext:
        """The context as the view knows it, or will be told it."""
        return self._reception.context

    @property
    def pending_count(self) -> int:
        """How many requests wait for the view's answer."""
        return self._endpoint.pending_count

    # What the host does

    def request(
        self,
        method: str,
        params: JsonObject | None = None,
        *,
        now: float,
        timeout: float = DEFAULT_TIMEOUT,
        max_total: float | None = None,
    ) -> RequestId:
        """Ask the view; exactly one `Outcome` event with this id follows, unless it is cancelled first.

        Raises:
            ConnectionEnded: the mount is over.
            LocalProtocolError: teardown has its own verb.
            Unencodable: nothing was sent.
        """
        if method == Method.RESOURCE_TEARDOWN:
            raise LocalProtocolError("use teardown() to tear a view down")
        progress = asks_progress(method)
        if self._may_send_now():
            return self._endpoint.request(
                method, params, now=now, timeout=timeout, max_total=max_total, progress=progress
            )
        return self._waiting.request(method, params, timeout=timeout, max_total=max_total, progress=progress)

    def notify(self, method: str, params: JsonObject | None = None) -> None:
        """Tell the view something; launch data only in its order, and each part once.

        Raises:
            ConnectionEnded: the mount is over.
            LocalProtocolError: launch data out of order; nothing was sent.
            Unencodable: nothing was sent.
        """
        if method.startswith(SANDBOX_PREFIX):
            raise LocalProtocolError(f"{method} is for the sandbox proxy, never for a view")
        step = _LAUNCH_STEPS.get(method.removeprefix(_LAUNCH_PREFIX))
        if step is not None and not self._reception.launch.allows(step):
            raise LocalProtocolError(f'{method} cannot follow launch state "{self._reception.launch.state}"')
        if self._may_send_now():
            self._endpoint.notify(method, params)
        elif step is LaunchStep.PARTIAL:  # they come by the thousand, and each says all that the last one did
            self._waiting.renew(method, params)
        else:
            self._waiting.notify(method, params)
        if step is not None:
            self._reception.launch.move(step)

    def _may_send_now(self) -> bool:
        if self._host.state in _OVER:
            raise ConnectionEnded(self._end)
        return self._host.allows(HostStep.SPEAK)

    def _tell(self, frame: Notification) -> None:
        self.notify(frame.method, frame.params)

    def tool_input_partial(self, arguments: JsonObject) -> None:
        """Show what the model has written so far; only before the input (R59, R60)."""
        self._tell(to_notification(ToolInputPartial(arguments)))

    def tool_input(self, arguments: JsonObject) -> None:
        """Send the complete launch arguments, once (R57, R58)."""
        self._tell(to_notification(ToolInput(arguments)))

    def tool_result(self, result: JsonObject) -> None:
        """Send what the launch tool returned, once, after the input (R62, R64)."""
        self._tell(to_notification(ToolResult(result)))

    def tool_cancelled(self, reason: str | None = None) -> None:
        """Say that the launch call was cancelled, once and instead of a result (R63, R64)."""
        self._tell(to_notification(ToolCancelled(reason)))

    def change_context(self, patch: HostContext) -> tuple[str, ...]:
        """Send the fields of `patch` that differ, if any; returns their wire names (R66).

        Raises:
            LocalProtocolError: a display mode that the view's own list lacks (R44).
            Unencodable: nothing was changed.
        """
        self._check_mode(patch)
        encode(Notification(Method.HOST_CONTEXT_CHANGED, patch.to_wire()))  # also when nobody is told yet
        changes = self._reception.context.changes(patch)
        if changes.raw and self._host.state is not HostState.LISTENING:
            self._tell(to_notification(ContextPatch(changes)))
        self._reception.context = self._reception.context.merge(changes)
        return tuple(changes.raw)

    def _check_mode(self, patch: HostContext) -> None:
        modes = self._reception.introduction and self._reception.introduction.app_capabilities.available_display_modes
        if patch.display_mode is not None and modes is not None and patch.display_mode not in modes:
            raise LocalProtocolError(f"the view does not support {patch.display_mode}; it lists {', '.join(modes)}")

    def teardown(self, now: float, reason: str | None = None, timeout: float = TEARDOWN_TIMEOUT) -> RequestId | None:
        """Ask the view to end and wait `timeout` seconds for its answer; the state is then "ended" (R68, R69).

        A view that is not ready is sent nothing and has ended at once: None. Asking again is the same request.

        Raises:
            ConnectionEnded: the mount is over.
        """
        is_ready = self._may_send_now()
        if self._teardown_id is not None:
            return self._teardown_id
        self._host.move(HostStep.TEARDOWN)
        if is_ready:
            params = {} if reason is None else {"reason": reason}
            self._reception.view.follow(ViewStep.TEARDOWN)
            self._teardown_id = self._endpoint.request(
                Method.RESOURCE_TEARDOWN, params, now=now, timeout=timeout, progress=False
            )
        return self._teardown_id

    def answer(self, request_id: RequestId, result: JsonObject) -> bool:
        """Answer the view; False when it wants no answer any more, or the mount is over, and nothing was sent.

        Raises:
            LocalProtocolError: it never asked, or has been answered.
            Unencodable: nothing was sent, and the request is still open.
        """
        return self._host.state not in _OVER and self._endpoint.answer(request_id, result)

    def refuse(self, request_id: RequestId, code: int, message: str, data: Any = ABSENT) -> bool:
        """Answer the view with an error; otherwise as `answer`."""
        return self._host.state not in _OVER and self._endpoint.refuse(request_id, code, message, data)

    def progress(
        self, request_id: RequestId, progress: float, total: float | None = None, message: str | None = None
    ) -> bool:
        """Tell the view we are still at its request; False when it did not ask to be told, or waits no more."""
        return self._host.state not in _OVER and self._endpoint.progress(request_id, progress, total, message)

    def cancel(self, request_id: RequestId, reason: str | None = None) -> bool:
        """Withdraw a request; False when it has already ended. No event follows."""
        return self._waiting.withdraw(request_id) or self._endpoint.cancel(request_id, reason)

    def close(self, reason: str = "Connection closed") -> list[HostEvent]:
        """End the mount from our side; what waited is abandoned."""
        if not self._host.follow(HostStep.CLOSE):
            return []
        self._end = reason
        return [*self._endpoint.close(reason), *self._waiting.abandon(reason)]

    def drain(self) -> list[str]:
        """The texts to send, in order; each is handed out once."""
        return self._endpoint.drain()

    # Time

    def next_deadline(self) -> float | None:
        """When to call `tick`, or None: perhaps too early, never too late."""
        return self._endpoint.next_deadline()

    def tick(self, now: float) -> list[HostEvent]:
        """Time out requests that have waited too long, a teardown among them."""
        return self._sorted([*self._endpoint.expire(now)], now)

    # What the view says

    def receive(self, text: str | bytes, now: float) -> list[HostEvent]:
        """What a text from the view means; never raises, whatever it is."""
        if self._host.state in _OVER:
            return [Traced(f'heard in state "{self._host.state}"', TraceKind.IGNORED)]
        return self._sorted(self._endpoint.receive(text, now), now)

    def _sorted(self, heard: list[EndpointEvent], now: float) -> list[HostEvent]:
        events: list[HostEvent] = []
        for event in heard:
            if isinstance(event, Request):
                events += self._reception.request(event)
            elif isinstance(event, Notification):
                events += self._reception.notification(event, now)
            else:
                events.append(checked(event, HOST_RESULTS) if isinstance(event, Answered) else event)
                if isinstance(event, Outcome) and event.id == self._teardown_id:
                    self._torn_down()
        return events

    def _torn_down(self) -> None:
        self._reception.view.follow(ViewStep.TEARDOWN_ANSWER)
        self._host.follow(HostStep.TEARDOWN_OVER)
