"""`ShimPort`: the port of a view in a browser, over the page's shim (`web/shim.js`).

The shim owns the window, checks who speaks, and hands over texts; no window and no event reaches Python. This is the
only module outside viewsdk.browser that touches JavaScript, and only when a port is made.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from viewsdk.ports.inbox import Inbox
from viewsdk.ports.turn import Turn

__all__ = ["ShimPort"]


def _proxy_of(listener: Callable[[str], None]) -> Any:
    """One proxy for the life of the page: the shim keeps it, so nothing may destroy it."""
    from pyodide.ffi import create_proxy  # pyright: ignore[reportMissingImports, reportUnknownVariableType]

    return create_proxy(listener)  # pyright: ignore[reportUnknownVariableType]


class ShimPort:
    """Takes the conversation over from the shim; there is one per page."""

    def __init__(self, shim: Any, proxy_of: Callable[[Callable[[str], None]], Any] = _proxy_of) -> None:
        self._inbox = Inbox()
        self._turn = Turn(asyncio.get_running_loop())
        self._post: Callable[[str], None] = shim.post  # looked up once: each lookup from Python costs 6 us
        self._every_partial: Callable[[], None] = shim.everyPartial
        self.transcript: str = shim.attach(proxy_of(self._hear))
        """What the shim sent and heard so far, as its JSON text; see viewsdk.protocol.transcript."""

    async def send(self, text: str) -> None:
        """Post a text to the host; raises ConnectionError once the port is closed."""
        if self._inbox.has_ended:
            raise ConnectionError("the port is closed")
        self._post(text)

    async def receive(self) -> str | None:
        """The next text of the host, or None once the port is closed."""
        return await self._inbox.take()

    def want_every_partial(self) -> None:
        """Have the page hand over every partial input; until then it hands over the newest of those that wait."""
        self._every_partial()

    async def close(self) -> None:
        """Stop listening; the page's own listener stays, and what it hands over is dropped."""
        self._inbox.end()
        self._turn.end()

    def _hear(self, text: str) -> None:
        self._turn.take(lambda: self._inbox.put(text))
