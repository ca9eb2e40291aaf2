"""`StreamPort`: a port over a pair of asyncio streams, one text per line; for a host in another process.

JSON text never holds a raw line break, so a line is a message. A browser has no such streams; this is CPython's.
"""

from __future__ import annotations

import asyncio

__all__ = ["StreamPort"]


class StreamPort:
    """One end of a connection; the other end's closing, or a lost connection, is the end of the texts."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    async def send(self, text: str) -> None:
        """Write one line and wait until it is on its way; raises ConnectionError once the connection is closed."""
        if self._writer.is_closing():
            raise ConnectionError("the port is closed")
        self._writer.write(text.encode() + b"\n")
        await self._writer.drain()

    async def receive(self) -> str | None:
        """The next line, or None at the end; raises ValueError for a line longer than the reader's limit."""
        try:
            line = await self._reader.readline()
        except ConnectionError:
            return None
        return line[:-1].decode() if line.endswith(b"\n") else None

    async def close(self) -> None:
        """Close the connection, after what was sent."""
        self._writer.close()
        try:
            await self._writer.wait_closed()
        except ConnectionError:  # lost before it was closed: closed all the same
            return
