"""`Session`: a view connection on a port and a loop: what reads, one timer, and the callers that wait for answers.

It decides nothing about the protocol (viewsdk.protocol does) and knows no tools, grants or runs (viewsdk.app does).
Texts come from a reader task, or by plain calls from a direct port; either way they are decoded, correlated and handed
on, and author code is never awaited.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Coroutine, Iterable
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from viewsdk.errors import HandshakeFailed, PortClosed, RequestTimeout, UnreadableResult, error_of_answer
from viewsdk.ports import DirectPort, Port
from viewsdk.protocol.events import (
    Abandoned,
    Answered,
    Garbled,
    HandshakeCompleted,
    HandshakeGaveUp,
    Progressed,
    Rejected,
    TimedOut,
    ViewEvent,
)
from viewsdk.protocol.jsonrpc import EncodedParams, JsonObject, RequestId
from viewsdk.protocol.local_errors import ConnectionEnded
from viewsdk.protocol.transcript import Transcript
from viewsdk.protocol.view_connection import ViewConnection

__all__ = ["Progress", "ProgressListener", "Report", "Session"]


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a request has come; `progress` grows; `total` and `message` are there if the server gave them."""

    progress: float
    total: float | None = None
    message: str | None = None


ProgressListener = Callable[[Progress], None]
Report = Callable[[BaseException, str], object]
_Ours: TypeAlias = Rejected | Garbled | TimedOut | Abandoned | Progressed | HandshakeGaveUp | HandshakeCompleted
_OURS: Final = (Rejected, Garbled, TimedOut, Abandoned, Progressed, HandshakeGaveUp, HandshakeCompleted)


class Session:
    """Owns the timer, the reader task where there is one, and every task begun with `begin`; `close` ends them all."""

    def __init__(
        self,
        connection: ViewConnection,
        port: Port,
        on_event: Callable[[ViewEvent], None],
        on_end: Callable[[str], None],
        report: Report,
    ) -> None:
        self.connection = connection
        self._port = port
        self._direct = port if isinstance(port, DirectPort) else None
        self._on_event = on_event
        self._on_end = on_end
        self._report = report
        self._loop = asyncio.get_running_loop()
        self._now = time.monotonic
        self._answers: dict[RequestId, asyncio.Future[JsonObject]] = {}
        self._listeners: dict[RequestId, ProgressListener] = {}
        self._outbox: deque[str] = deque()
        self._is_sending = False
        self._timer: asyncio.Handle | None = None
        self._rings_at = 0.0
        self._tasks: set[asyncio.Task[None]] = set()
        self._ready = _future(self._loop)
        self._ended = _future(self._loop)
        self._end_reason: str | None = None
        self.failure: HandshakeFailed | None = None

    async def start(self, transcript: Transcript | None) -> None:
        """Begin the handshake, or take over the one a shim has begun, and begin to read."""
        now = self._now()
        if transcript is None:
            self.connection.start(now)
        else:
            self._handle(self.connection.adopt(transcript, now))
        self._arm()
        await self.flush()
        if self._direct is not None:
            self._direct.listen(self._hear)
        else:
            self.begin(self._read(), "the reader")

    async def ready(self) -> None:
        """Wait for the handshake; raises HandshakeFailed or PortClosed, at once if that is known."""
        if not self._ready.done():
            await asyncio.shield(self._ready)
        if self.failure is not None:
            raise HandshakeFailed(self.failure.why, self.failure.tries, self.failure.heard)
        if self._end_reason is not None:
            raise PortClosed(self._end_reason)

    @property
    def is_ready(self) -> bool:
        """Whether the handshake is complete and the conversation not over."""
        return self._ready.done() and self.failure is None and self._end_reason is None

    async def ended(self) -> str:
        """Wait for the end of the conversation; the reason."""
        await asyncio.shield(self._ended)
        return self._end_reason or ""

    def want_every_partial(self) -> None:
        """Tell a port that hands over only the newest partial input to hand over all; other ports do so anyway."""
        if self._direct is not None:
            self._direct.want_every_partial()

    @property
    def end_reason(self) -> str | None:
        """Why the conversation ended, or None while it lasts."""
        return self._end_reason

    async def request(
        self,
        method: str,
        params: JsonObject | EncodedParams | None,
        *,
        timeout: float,
        max_total: float | None = None,
        on_progress: ProgressListener | None = None,
    ) -> JsonObject:
        """Send a request and wait for its answer; cancelling the waiting task cancels the request at the host."""
        now = self._now()
        try:
            # A StrEnum is no plain str, and would send every frame down the slow path of the encoder.
            request_id = self.connection.request(str(method), params, now=now, timeout=timeout, max_total=max_total)
        except ConnectionEnded as ended:
            raise PortClosed(ended.reason, method) from None
        answer: asyncio.Future[JsonObject] = asyncio.Future(loop=self._loop)
        self._answers[request_id] = answer
        if on_progress is not None:
            self._listeners[request_id] = on_progress
        try:
            if self._direct is None:
                await self._send(self.connection.drain())
            else:
                self._post(self._direct, self.connection.drain())
                longest = timeout if max_total is None else min(timeout, max_total)
                if self._timer is None or now + longest < self._rings_at:
                    self._arm()
            return await answer
        except asyncio.CancelledError:
            if request_id in self._answers:
                self.connection.cancel(request_id, "the caller cancelled the request")
                await self.flush()
            raise
        finally:
            self._answers.pop(request_id, None)
            if on_progress is not None:
                self._listeners.pop(request_id, None)

    async def notify(self, method: str, params: JsonObject | None) -> None:
        """Send a notification."""
        try:
            self.connection.notify(method, params)
        except ConnectionEnded as ended:
            raise PortClosed(ended.reason, method) from None
        await self.flush()

    async def answer(self, request_id: RequestId, result: JsonObject) -> None:
        """Answer a request of the host."""
        self.connection.answer(request_id, result)
        await self.flush()

    async def refuse(self, request_id: RequestId, code: int, message: str) -> None:
        """Answer a request of the host with an error."""
        self.connection.refuse(request_id, code, message)
        await self.flush()

    def begin(self, work: Coroutine[Any, Any, None], what: str) -> asyncio.Task[None]:
        """Run something beside the reader, for at most as long as the session; its exceptions are reported."""
        task = self._loop.create_task(self._guarded(work, what))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(lambda _: work.close())  # a task cancelled before its first step never begins it
        return task

    async def close(self, reason: str) -> None:
        """End the conversation, fail everything that waits, and wait for the tasks to be gone."""
        self._finish(reason)
        await self.flush()
        await self._port.close()
        mine = asyncio.current_task()
        others = [task for task in self._tasks if task is not mine]
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    async def flush(self) -> None:
        """Send what the connection wants sent, in order, whoever asked for it."""
        if self._direct is None:
            await self._send(self.connection.drain())
            return
        self._post(self._direct, self.connection.drain())
        self._arm()

    def _post(self, port: DirectPort, texts: Iterable[str]) -> None:
        try:
            for text in texts:
                port.post(text)
        except Exception as problem:  # what was drained with it cannot go out either
            self._finish(f"the port failed: {problem}")
            if not isinstance(problem, ConnectionError):
                self._report(problem, "sending")

    def _hear(self, text: str | bytes) -> None:
        """What a direct port calls with each text; there is no task whose failure anybody could see."""
        try:
            self._handle(self.connection.receive(text, self._now()))
            texts = self.connection.drain()
            if texts and self._direct is not None:
                self._post(self._direct, texts)
                self._arm()
        except Exception as problem:
            self._finish(f"the port failed: {problem}")
            self._report(problem, "the reader")

    async def _send(self, texts: Iterable[str]) -> None:
        self._outbox.extend(texts)
        if self._is_sending or not self._outbox:  # the task that is at it takes these along
            return
        self._is_sending = True
        try:
            while self._outbox:
                await self._port.send(self._outbox.popleft())
        except ConnectionError as problem:
            self._outbox.clear()
            self._finish(f"the port failed: {problem}")
        finally:
            self._is_sending = False
            self._arm()  # only now: while the host works, this costs nothing
            if self._outbox:  # cancelled in the middle: what others asked for still goes out
                self.begin(self.flush(), "sending")

    async def _read(self) -> None:
        try:
            while (text := await self._port.receive()) is not None:
                self._handle(self.connection.receive(text, self._now()))
                texts = self.connection.drain()
                if texts:
                    await self._send(texts)
        except Exception as problem:
            self._finish(f"the port failed: {problem}")
            raise
        finally:
            self._finish("the port ended")

    async def _guarded(self, work: Coroutine[Any, Any, None], what: str) -> None:
        try:
            await work
        except Exception as problem:
            self._report(problem, what)

    def _finish(self, reason: str) -> None:
        if self._end_reason is not None:
            return
        self._end_reason = reason
        self._handle(self.connection.close(reason))
        for request_id in list(self._answers):  # none, unless the event that should have told one could not be handled
            self._fail(request_id, PortClosed(reason))
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        _settle(self._ready)
        _settle(self._ended)
        self._on_end(reason)

    def _arm(self) -> None:
        """Keep one timer for the earliest deadline; one that rings early is cheaper than one per request."""
        deadline = None if self._end_reason is not None else self.connection.next_deadline()
        if deadline is None:
            return
        if self._timer is not None:
            if self._rings_at <= deadline:
                return
            self._timer.cancel()
        self._rings_at = deadline
        # Not call_at: Pyodide's raises for a moment that has just passed.
        self._timer = self._loop.call_later(max(0.0, deadline - self._now()), self._ring)

    def _ring(self) -> None:
        self._timer = None
        self._handle(self.connection.tick(self._now()))
        self._arm()
        self.begin(self.flush(), "sending")

    def _handle(self, events: Iterable[ViewEvent]) -> None:
        for event in events:
            try:
                if isinstance(event, Answered):
                    answer = self._answers.get(event.id)
                    if answer is not None and not answer.done():
                        answer.set_result(event.result)
                elif isinstance(event, _OURS):
                    self._handle_own(event)
                else:
                    self._on_event(event)
            except Exception as problem:  # ours or a sink's; whoever waits for the next event is not to blame
                self._report(problem, f"handling {type(event).__name__}")

    def _handle_own(self, event: _Ours) -> None:
        match event:
            case Rejected(id=request_id, method=method, error=error):
                self._fail(request_id, error_of_answer(method, error))
            case Garbled(id=request_id, method=method, reason=reason):
                self._fail(request_id, UnreadableResult(f"the answer to {method} cannot be read: {reason}"))
            case TimedOut(id=request_id, method=method, timeout=timeout):
                self._fail(request_id, RequestTimeout(method, timeout))
            case Abandoned(id=request_id, method=method, reason=reason):
                self._fail(request_id, PortClosed(reason, method))
            case Progressed():
                self._progress(event)
            case HandshakeGaveUp(why=why, tries=tries, heard=heard):
                self.failure = HandshakeFailed(why, tries, heard)
                _settle(self._ready)
                self._on_event(event)
            case HandshakeCompleted():
                _settle(self._ready)
                self._on_event(event)

    def _fail(self, request_id: RequestId, error: Exception) -> None:
        answer = self._answers.get(request_id)
        if answer is not None and not answer.done():
            answer.set_exception(error)

    def _progress(self, event: Progressed) -> None:
        listener = self._listeners.get(event.id)
        if listener is not None:
            self._loop.call_soon(self._tell, listener, Progress(event.progress, event.total, event.message))

    def _tell(self, listener: ProgressListener, progress: Progress) -> None:
        try:
            listener(progress)
        except Exception as problem:
            self._report(problem, "on_progress")


def _future(loop: asyncio.AbstractEventLoop) -> asyncio.Future[None]:
    # Not loop.create_future(): see viewsdk.ports.inbox.
    return asyncio.Future(loop=loop)


def _settle(future: asyncio.Future[None]) -> None:
    if not future.done():
        future.set_result(None)
