"""`Inbox`: texts waiting for the one task that receives them; the part every in-process port needs."""

from __future__ import annotations

import asyncio
from collections import deque

__all__ = ["Inbox"]


class Inbox:
    """An unbounded queue with one reader, which ends after what was put into it."""

    def __init__(self) -> None:
        self._texts: deque[str] = deque()
        self._reader: asyncio.Future[None] | None = None
        self.has_ended = False

    def put(self, text: str) -> None:
        """Add a text; one that comes after the end is dropped, as nobody is left to read it."""
        if not self.has_ended:
            self._texts.append(text)
            self._wake()

    def end(self) -> None:
        """Let the reader see the end once it has taken what is here."""
        self.has_ended = True
        self._wake()

    async def take(self) -> str | None:
        """The next text, or None at the end."""
        while not self._texts:
            if self.has_ended:
                return None
            # Not loop.create_future(): Pyodide's loop adds a callback of its own to each, another turn per message.
            self._reader = asyncio.Future(loop=asyncio.get_running_loop())
            try:
                await self._reader
            finally:
                self._reader = None
        return self._texts.popleft()

    def _wake(self) -> None:
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)
