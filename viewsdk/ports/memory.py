"""A pair of ports in one process: what one end sends, the other receives, in order."""

from __future__ import annotations

from viewsdk.ports.inbox import Inbox

__all__ = ["MemoryPort", "memory_pair"]


class MemoryPort:
    """One end of an in-process pair; closing either end ends both."""

    def __init__(self, mine: Inbox[str], theirs: Inbox[str]) -> None:
        self._mine = mine
        self._theirs = theirs

    async def send(self, text: str) -> None:
        """Put a text into the other end's inbox; raises ConnectionError once the pair has ended."""
        if self._theirs.has_ended:
            raise ConnectionError("the port is closed")
        self._theirs.put(text)

    async def receive(self) -> str | None:
        """The next text from the other end, or None at the end."""
        return await self._mine.take()

    async def close(self) -> None:
        """End both directions; texts already sent can still be received."""
        self._mine.end()
        self._theirs.end()


def memory_pair() -> tuple[MemoryPort, MemoryPort]:
    """Two joined ports: what one sends, the other receives."""
    left, right = Inbox[str](), Inbox[str]()
    return MemoryPort(left, right), MemoryPort(right, left)
