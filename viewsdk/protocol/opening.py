"""The opening of a conversation by its view: `ui/initialize`, its answer, `initialized`, or giving up.

When to send again is decided in `handshake`. Only `view_connection` and `adoption` need this module.
"""

from __future__ import annotations

from viewsdk.protocol.endpoint import Endpoint, request_text
from viewsdk.protocol.events import HandshakeCompleted, HandshakeGaveUp, Traced, TraceKind, ViewEvent
from viewsdk.protocol.handshake import Handshake, HandshakePolicy
from viewsdk.protocol.hearing import Hearing
from viewsdk.protocol.initialize import PROTOCOL_VERSION, Initialize, InitializeResult
from viewsdk.protocol.jsonrpc import Failure, Fault, RequestId, Success
from viewsdk.protocol.local_errors import HandshakeFailed
from viewsdk.protocol.methods import Method
from viewsdk.protocol.states import HostStep, Machine, ViewState, ViewStep
from viewsdk.protocol.waiting import Waiting
from viewsdk.protocol.wire import described

__all__ = ["Opening"]


class Opening:
    """Finds the host, once per connection; knows how it came out."""

    def __init__(
        self,
        introduction: Initialize,
        policy: HandshakePolicy,
        endpoint: Endpoint,
        view: Machine[ViewState, ViewStep],
        waiting: Waiting,
    ) -> None:
        self._introduction = introduction
        self._endpoint = endpoint
        self._view = view
        self._waiting = waiting
        self.handshake = Handshake(policy)
        self.result: InitializeResult | None = None
        self.failure: HandshakeFailed | None = None

    def send(self, now: float) -> None:
        """Send `ui/initialize` under a fresh id.

        Raises:
            LocalProtocolError: the state does not allow it; nothing was sent.
            Unencodable: what the app says of itself cannot be written; nothing was sent.
        """
        number = self._endpoint.reserve()
        text = request_text(number, Method.INITIALIZE, self._introduction.to_wire(), False)
        self._view.move(ViewStep.INITIALIZE)
        self._endpoint.post(text)
        self.handshake.sent(number, now)

    def tick(self, now: float) -> list[ViewEvent]:
        """Send again or give up, when that is due."""
        due = self.handshake.due
        if due is None or now < due:
            return []
        if self.handshake.may_retry:
            self.send(now)
            return []
        return self._give_up(self.handshake.why())

    def answered(self, frame: Success | Failure, hearing: Hearing) -> list[ViewEvent]:
        """The host answered one of our `ui/initialize`: the first answer counts, whatever it is."""
        if self.handshake.due is None:
            return [Traced(f"a later answer to ui/initialize, id {frame.id!r}", TraceKind.LATE_ANSWER)]
        if isinstance(frame, Failure):
            return self._give_up(f"the host refused ui/initialize: {frame.error.code} {frame.error.message}")
        result, problems = InitializeResult.read(frame.result)
        if result is None:
            members = ", ".join(sorted(frame.result)) or "nothing"
            return self._give_up(f"the answer to ui/initialize cannot be used: {described(problems)}; it has {members}")
        self.handshake.settle()
        self._view.move(ViewStep.ANSWER)
        self.result = result
        hearing.context = result.host_context
        hearing.host.follow(HostStep.ANSWER)
        events: list[ViewEvent] = []
        if problems:
            events.append(Traced(f"ui/initialize: {described(problems)}", TraceKind.PROBLEM))
        if result.protocol_version != PROTOCOL_VERSION:
            events.append(Traced(f"the host speaks {result.protocol_version}", TraceKind.PROBLEM))
        return [*events, HandshakeCompleted(result)]

    def faulted(self, fault: Fault) -> list[ViewEvent] | None:
        """Give up if this unreadable answer is the answer to `ui/initialize`; None when it is not."""
        if not self.is_ours(fault.id) or self.handshake.due is None:
            return None
        return self._give_up(f"the answer to ui/initialize cannot be read: {fault.reason}")

    def is_ours(self, request_id: RequestId | None) -> bool:
        """Whether this is the id of one of our `ui/initialize`."""
        return self.handshake.asked(request_id)

    def complete(self, hearing: Hearing, now: float) -> None:
        """Say `initialized`, then everything that waited for it."""
        self._view.move(ViewStep.INITIALIZED)
        self._endpoint.notify(Method.INITIALIZED)  # without params, as every SDK sends it
        hearing.host.follow(HostStep.INITIALIZED)
        self._waiting.release(now)

    def _give_up(self, why: str) -> list[ViewEvent]:
        self.handshake.settle()
        self._view.follow(ViewStep.GIVE_UP)
        self.failure = HandshakeFailed(why, self.handshake.tries, tuple(self.handshake.heard))
        gave_up = HandshakeGaveUp(why, self.failure.tries, self.failure.heard)
        return [gave_up, *self._waiting.abandon(str(self.failure))]
