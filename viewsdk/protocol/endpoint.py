"""One end of a JSON-RPC conversation: it sends requests, matches answers, keeps deadlines, cancels, reports progress.

It knows no state of the bridge, and no method but `ping`, cancellation and progress. It reads no clock: time comes in
as seconds on any clock that only moves forward. Both connections own one of these.
"""

from __future__ import annotations

from typing import Any, Final, cast

from viewsdk.protocol.events import (
    Abandoned,
    Answered,
    EndpointEvent,
    Garbled,
    Progressed,
    Rejected,
    RequestCancelled,
    SharedEvent,
    TimedOut,
    Traced,
    TraceKind,
)
from viewsdk.protocol.jsonrpc import (
    ABSENT,
    EncodedParams,
    ErrorData,
    Failure,
    Fault,
    FaultKind,
    Frame,
    JsonObject,
    Notification,
    Request,
    RequestId,
    Success,
    decode,
    encode,
    numeric_id,
    read_id,
)
from viewsdk.protocol.methods import Method
from viewsdk.protocol.open_requests import OpenRequests
from viewsdk.protocol.pending import Pending, PendingRequest

__all__ = ["DEFAULT_TIMEOUT", "Endpoint", "request_text"]

DEFAULT_TIMEOUT: Final = 60.0  # seconds; what both majors of the reference SDK use


class Endpoint:
    """Text in, events out, text to send; the peer's requests and notifications come out as the frames they are."""

    def __init__(self) -> None:
        self._next_id = 0
        self._pending = Pending()
        self._open = OpenRequests()
        self._outbox: list[str] = []

    # Our requests

    def reserve(self) -> int:
        """An id that no other request of ours will have."""
        number = self._next_id
        self._next_id = number + 1
        return number

    def reserve_beyond(self, request_id: RequestId) -> None:
        """Never use this id or a smaller one: somebody else already has, in our name."""
        number = numeric_id(request_id)
        if number is not None:
            self._next_id = max(self._next_id, number + 1)

    def request(
        self,
        method: str,
        params: JsonObject | EncodedParams | None = None,
        *,
        now: float,
        timeout: float = DEFAULT_TIMEOUT,
        max_total: float | None = None,
        progress: bool = True,
    ) -> int:
        """Send a request and wait for its answer; returns its id.

        Args:
            timeout: seconds until `TimedOut`, started again by each progress notification.
            max_total: seconds that no progress can exceed.
            progress: ask for progress, with the id as token.

        Raises:
            Unencodable: nothing was sent.
        """
        number = self._next_id
        self._outbox.append(request_text(number, method, params, progress))
        self._next_id = number + 1
        self._pending.add(number, method, now, timeout, max_total)
        return number

    def post(self, text: str) -> None:
        """Send a text that was composed earlier."""
        self._outbox.append(text)

    def expect(self, number: int, method: str, *, now: float, timeout: float, max_total: float | None = None) -> None:
        """Wait for the answer to a request whose text was posted."""
        self._pending.add(number, method, now, timeout, max_total)

    def cancel(self, request_id: RequestId, reason: str | None = None) -> bool:
        """Withdraw a request of ours and tell the peer; False when it has already ended. No event follows."""
        request = self._pending.take(request_id)
        if request is not None:
            self._tell_cancelled(request, reason)
        return request is not None

    @property
    def pending_count(self) -> int:
        """How many requests of ours wait for an answer."""
        return len(self._pending)

    def notify(self, method: str, params: JsonObject | None = None) -> None:
        """Send a notification.

        Raises:
            Unencodable: nothing was sent.
        """
        self._outbox.append(encode(Notification(method, params)))

    # The peer's requests

    def answer(self, request_id: RequestId, result: JsonObject) -> bool:
        """Answer a request of the peer's; False when the peer has cancelled it, and nothing is sent.

        Raises:
            LocalProtocolError: there is no such request, or it has been answered.
            Unencodable: nothing was sent, and the request is still open.
        """
        return self._reply(request_id, Success(request_id, result))

    def refuse(self, request_id: RequestId, code: int, message: str, data: Any = ABSENT) -> bool:
        """Answer a request of the peer's with an error; otherwise as `answer`."""
        return self._reply(request_id, Failure(request_id, ErrorData(code, message, data)))

    def _reply(self, request_id: RequestId, frame: Success | Failure) -> bool:
        is_wanted = not self._open.is_cancelled(request_id)
        if is_wanted:
            self._outbox.append(encode(frame))
        self._open.close(request_id)
        return is_wanted

    def progress(
        self, request_id: RequestId, progress: float, total: float | None = None, message: str | None = None
    ) -> bool:
        """Tell the peer we are still at its request; False when it never asked to be told, or waits no more."""
        token = self._open.token(request_id)
        if token is None:
            return False
        params: JsonObject = {"progressToken": token, "progress": progress, "total": total, "message": message}
        self.notify(Method.PROGRESS, {name: value for name, value in params.items() if value is not None})
        return True

    # What comes in

    def receive(self, text: str | bytes, now: float) -> list[EndpointEvent]:
        """What a text from the peer means; never raises, whatever it is."""
        return self.accept(decode(text), now)

    def accept(self, frame: Frame | Fault, now: float) -> list[EndpointEvent]:
        """What a frame from the peer means."""
        match frame:
            case Success() | Failure():
                return [self.answered(frame) or self.stray(frame.id)]
            case Notification():
                return self._notified(frame, now)
            case Request():
                return self._requested(frame)
            case _:
                return [self.faulted(frame)]

    def answered(self, frame: Success | Failure) -> SharedEvent | None:
        """What an answer of the peer's means; None when nobody waits for it."""
        request = self._pending.take(frame.id)
        if request is None:
            return None
        if isinstance(frame, Success):
            return Answered(request.id, request.method, frame.result)
        return Rejected(request.id, request.method, frame.error)

    def stray(self, request_id: RequestId) -> Traced:
        """What is said of an answer nobody waits for."""
        number = numeric_id(request_id)
        was_ours = number is not None and 0 <= number < self._next_id
        note = f"a late or second answer to request {request_id!r}" if was_ours else f"no request {request_id!r}"
        return Traced(note, TraceKind.LATE_ANSWER)

    def _requested(self, frame: Request) -> list[EndpointEvent]:
        self._open.add(frame)
        if frame.method == Method.PING:
            self.answer(frame.id, {})
            return []
        return [frame]

    def _notified(self, frame: Notification, now: float) -> list[EndpointEvent]:
        if frame.method == Method.PROGRESS:
            return [self._progressed(frame.params or {}, now)]
        if frame.method == Method.CANCELLED:
            return [self._withdrawn(frame.params or {})]
        return [frame]

    def _progressed(self, params: JsonObject, now: float) -> SharedEvent:
        token, progress = read_id(params.get("progressToken")), _number(params.get("progress"))
        if token is None or progress is None:
            return Traced("progress needs progressToken and a number as progress", TraceKind.FAULT)
        request = self._pending.extend(token, now)
        if request is None:
            return Traced(f"progress for {token!r}, which waits for nothing", TraceKind.IGNORED)
        message = params.get("message")
        text = message if isinstance(message, str) else None
        return Progressed(request.id, progress, _number(params.get("total")), text)

    def _withdrawn(self, params: JsonObject) -> SharedEvent:
        request_id, reason = read_id(params.get("requestId")), params.get("reason")
        if request_id is None or not self._open.cancel(request_id):
            return Traced(f"cancellation of {request_id!r}, which is not open", TraceKind.IGNORED)
        return RequestCancelled(request_id, reason if isinstance(reason, str) else None)

    def faulted(self, fault: Fault) -> SharedEvent:
        """What a text that is no frame means; a request in it that can be answered is refused."""
        if fault.kind is FaultKind.NOISE or fault.kind is FaultKind.NOT_JSON:
            return Traced(fault.reason, TraceKind.NOISE)
        if fault.kind is FaultKind.BAD_ANSWER:
            request = None if fault.id is None else self._pending.take(fault.id)
            if request is not None:
                return Garbled(request.id, request.method, fault.reason)
        if fault.kind is FaultKind.BAD_REQUEST and fault.id is not None:
            # The reference drops it and the caller hangs; every request gets its reply here.
            error = ErrorData(fault.code, f"{fault.method or 'request'}: {fault.reason}")
            self._outbox.append(encode(Failure(fault.id, error)))
        return Traced(f"{fault.kind}: {fault.reason}", TraceKind.FAULT)

    # Time and the end

    def expire(self, now: float) -> list[TimedOut]:
        """Give up on what has waited too long, and tell the peer."""
        late = self._pending.expire(now)
        for request in late:
            self._tell_cancelled(request, f"{request.method} timed out after {request.timeout:g} s")
        return [TimedOut(request.id, request.method, request.timeout) for request in late]

    def _tell_cancelled(self, request: PendingRequest, reason: str | None) -> None:
        params: JsonObject = {"requestId": request.id}
        self.notify(Method.CANCELLED, params if reason is None else {**params, "reason": reason})

    def next_deadline(self) -> float | None:
        """When to call `expire`, or None while nothing waits: perhaps too early, never too late."""
        return self._pending.next_deadline()

    def close(self, reason: str) -> list[Abandoned]:
        """The conversation is over: what waited has ended, and nothing of it is open any more. Ids go on."""
        self._open = OpenRequests()
        return [Abandoned(request.id, request.method, reason) for request in self._pending.clear()]

    def drain(self) -> list[str]:
        """The texts to send, in order; each is handed out once."""
        if not self._outbox:
            return []
        texts, self._outbox = self._outbox, []
        return texts


def request_text(number: int, method: str, params: JsonObject | EncodedParams | None, progress: bool) -> str:
    """The text of a request, with its id as progress token when it asks for progress.

    Encoded params are for the methods of `Method` alone, in whose names nothing needs escaping.

    Raises:
        Unencodable: a value JSON cannot carry exactly.
    """
    if isinstance(params, EncodedParams):
        meta = f',"_meta":{{"progressToken":{number}}}' if progress else ""
        return f'{{"jsonrpc":"2.0","method":"{method}","id":{number},"params":{{{params}{meta}}}}}'
    return encode(Request(number, method, _with_token(params or {}, number) if progress else params))


def _with_token(params: JsonObject, number: int) -> JsonObject:
    meta = cast("JsonObject", params.get("_meta", {}))
    return {**params, "_meta": {**meta, "progressToken": number}}


def _number(value: object) -> float | None:
    return value if isinstance(value, (int, float)) and not isinstance(value, bool) else None
