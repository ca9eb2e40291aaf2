"""The last lines a server process wrote to its standard error, kept for the sentence that says why it died.

Only `hostsim.upstream` uses it. It needs a running asyncio loop that can watch a pipe.
"""

from __future__ import annotations

import asyncio
import os
from collections import deque
from collections.abc import Callable
from types import TracebackType
from typing import Self, TextIO

__all__ = ["StderrTail"]

KEPT_LINES = 40  # a Python traceback with its message fits
MAX_LINE = 500  # characters; a server may write a megabyte without a line break


class StderrTail:
    """Gives a process a pipe to write to, and keeps what arrives last; `on_line` sees every line."""

    def __init__(self, on_line: Callable[[str], None] | None = None) -> None:
        self._lines: deque[str] = deque(maxlen=KEPT_LINES)
        self._on_line = on_line
        self._rest = b""

    def __enter__(self) -> Self:
        self._reading, writing = os.pipe()
        os.set_blocking(self._reading, False)
        self.writer: TextIO = os.fdopen(writing, "w", encoding="utf-8")
        self._loop = asyncio.get_running_loop()
        self._loop.add_reader(self._reading, self._read)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.started()
        self._read()
        self._loop.remove_reader(self._reading)
        os.close(self._reading)

    def started(self) -> None:
        """Closes our own end once the process has its copy, so that the pipe ends with the process."""
        self.writer.close()

    @property
    def lines(self) -> list[str]:
        """The last lines, oldest first."""
        self._read()
        return [*self._lines, *([self._text(self._rest)] if self._rest.strip() else [])]

    @property
    def last_words(self) -> str:
        """The last line that says something, or an empty text."""
        return next((line.strip() for line in reversed(self.lines) if line.strip()), "")

    def _read(self) -> None:
        while True:
            try:
                chunk = os.read(self._reading, 65536)
            except (BlockingIOError, OSError):
                return
            if not chunk:
                self._loop.remove_reader(self._reading)
                return
            self._keep(chunk)

    def _keep(self, chunk: bytes) -> None:
        *whole, self._rest = (self._rest + chunk).split(b"\n")
        self._rest = self._rest[-MAX_LINE:]
        for line in whole:
            self._lines.append(self._text(line))
            if self._on_line is not None:
                self._on_line(self._text(line))

    @staticmethod
    def _text(line: bytes) -> str:
        return line.decode("utf-8", errors="replace").rstrip("\r")[:MAX_LINE]
