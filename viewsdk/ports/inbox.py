"""`Inbox`: texts waiting for the one task that receives them; the part every in-process port needs."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Generic, TypeVar

__all__ = ["Inbox"]


Text = TypeVar("Text", str, str | bytes)


class Inbox(Generic[Text]):
    """An unbounded queue with one reader, which ends after what was put into it."""

    def __init__(self) -> None:
        self._texts: deque[Text] = deque()
        self._reader: asyncio.Future[None] | None = None
        self.has_ended = False

    def put(self, text: Text) -> None:
        """Add a text; one that comes after the end is dropped, as nobody is left to read it."""
        if not self.has_ended:
            self._texts.append(text)
            self._wake()

    def end(self) -> None:
        """Let the reader see the end once it has taken what is here."""
        self.has_ended = True
        self._wake()

    async def take(self) -> Text | None:
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

    def clear(self) -> list[Text]:
        """Take everything that waits."""
        texts = list(self._texts)
        self._texts.clear()
        return texts

    def _wake(self) -> None:
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)
