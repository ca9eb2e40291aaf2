"""`Turn`: runs what a message makes ready inside that message's own task, not in one browser task per callback.

Pyodide's loop schedules every callback as a task of the browser, 165 us each, which is more than all of JSON and
pydantic together. Here the callbacks that become ready while a message is handled run before the browser gets control
back, bounded in number and time; what is left goes the ordinary way. Any asyncio loop will do, none needs it.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable
from contextvars import Context
from typing import Any, Final, TypeVar

__all__ = ["MAX_CALLBACKS", "MAX_SECONDS", "Turn"]

Message = TypeVar("Message")

MAX_CALLBACKS: Final = 500  # callbacks that go on scheduling each other may not keep the page from drawing
MAX_SECONDS: Final = 0.008  # half a frame at 60 Hz


class Turn:
    """Takes over `call_soon` of a loop while it is inside a message; outside, the loop is as it was."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._ready: deque[asyncio.Handle] = deque()
        self._is_inside = False
        self._call_soon = loop.call_soon
        self._install_hooks: Callable[[], None] = getattr(loop, "_install_asyncgen_hooks", lambda: None)
        setattr(loop, "call_soon", self._schedule)  # noqa: B010  a method of the instance, which no type knows

    def end(self) -> None:
        """Give the loop its own `call_soon` back."""
        setattr(self._loop, "call_soon", self._call_soon)  # noqa: B010  as above

    def take(self, handle: Callable[[Message], None], message: Message) -> None:
        """Handle a message and run what that makes ready; inside another message or a task, only handle it."""
        if self._is_inside or asyncio.current_task(self._loop) is not None:
            handle(message)
            return
        self._is_inside = True
        # A call from JavaScript comes on a thread state that may know neither the loop nor its generator hooks.
        if asyncio._get_running_loop() is not self._loop:
            asyncio._set_running_loop(self._loop)
        self._install_hooks()
        try:
            handle(message)
            if self._ready:
                self._run_ready()
        finally:
            self._is_inside = False
            if self._ready:
                self._call_soon(self.take, _nothing, None)

    def _run_ready(self) -> None:
        until: float | None = None  # looked up late: most turns have one callback, and the clock is far away
        for _ in range(MAX_CALLBACKS):
            handle = self._ready.popleft()
            if not handle.cancelled():
                handle._run()
            if not self._ready:
                return
            now = time.monotonic()
            until = until or now + MAX_SECONDS
            if now > until:
                return

    def _schedule(self, callback: Callable[..., Any], *args: Any, context: Context | None = None) -> asyncio.Handle:
        if not self._is_inside:
            return self._call_soon(callback, *args, context=context)
        handle = asyncio.Handle(callback, args, self._loop, context)
        self._ready.append(handle)
        return handle


def _nothing(message: None) -> None:
    """The message of a turn that only runs what an earlier one left."""
