"""`ShimPort`: the port of a view in a browser, over the page's shim (`web/shim.js`).

The shim owns the window, checks who speaks, and hands over texts; no window and no event reaches Python. This is the
only module outside viewsdk.browser that touches JavaScript, and only when a port is made.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final

from viewsdk.ports.inbox import Inbox
from viewsdk.ports.turn import Turn

__all__ = ["ShimPort"]

MAILBOX_BYTES: Final = 3 * 65_536  # texts of up to 65,536 characters cross through it, longer ones as they are


def _proxy_of(value: Any) -> Any:
    """One proxy for the life of the page: the shim keeps it, so nothing may destroy it."""
    from pyodide.ffi import create_proxy  # pyright: ignore[reportMissingImports, reportUnknownVariableType]

    return create_proxy(value)  # pyright: ignore[reportUnknownVariableType]


class ShimPort:
    """Takes the conversation over from the shim; there is one per page.

    The shim writes texts into a mailbox in Python's memory, one to a line, and says how many bytes that is: as a string
    they would be converted character by character.
    """

    def __init__(self, shim: Any, proxy_of: Callable[[Any], Any] = _proxy_of) -> None:
        self._inbox = Inbox[str | bytes]()
        self._turn = Turn(asyncio.get_running_loop())
        self._take: Callable[[str | bytes], None] = self._inbox.put
        self.post: Callable[[str], None] = shim.post  # looked up once: each lookup from Python costs 6 us
        """Post a text to the host; raises ConnectionError once the port is closed."""
        self._every_partial: Callable[[], None] = shim.everyPartial
        mailbox = bytearray(MAILBOX_BYTES)
        self._mailbox = memoryview(mailbox)
        self.transcript: str = shim.attach(proxy_of(self._hear), proxy_of(mailbox))
        """What the shim sent and heard so far, as its JSON text; see viewsdk.protocol.transcript."""

    async def send(self, text: str) -> None:
        """Post a text to the host; raises ConnectionError once the port is closed."""
        self.post(text)

    async def receive(self) -> str | None:
        """The next text of the host, or None once the port is closed."""
        text = await self._inbox.take()
        return text.decode() if isinstance(text, bytes) else text

    async def close(self) -> None:
        """Stop listening; the page's own listener stays, and what it hands over is dropped."""
        self._inbox.end()
        self._take = self._inbox.put  # which drops it
        self.post = _refuse
        self._turn.end()

    def listen(self, on_text: Callable[[str | bytes], None]) -> None:
        """From now on call this with each text; first with those that wait to be received."""
        for text in self._inbox.clear():
            on_text(text)
        self._take = on_text

    def want_every_partial(self) -> None:
        """Have the page hand over every partial input; until then it hands over the newest of those that wait."""
        self._every_partial()

    def _hear(self, given: str | int) -> None:
        self._turn.take(self._deliver, given)

    def _deliver(self, given: str | int) -> None:
        if isinstance(given, str):
            self._take(given)
            return
        texts = self._mailbox[:given].tobytes()
        for text in texts.split(b"\n"):  # JSON text holds no raw line break
            self._take(text)


def _refuse(text: str) -> None:
    raise ConnectionError("the port is closed")
