"""A run's trace as it grows: kept for a while, written to a file if there is one, shown to whoever follows.

It is the file that `hostsim.trace.TraceWriter` writes to; what a line means is that module's business.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable
from typing import Any, TextIO

__all__ = ["TraceLog", "for_page"]

MAX_KEPT = 5000  # what a page that opens late is shown; a polling view would grow it for ever

MAX_SHOWN = 60_000  # characters of one entry on the page; the file has it whole

Follower = Callable[[str], None]


class TraceLog:
    """Receives lines; each goes to the file, to the followers and into memory.

    A file that cannot be written is given up at its first `failure`, which `on_failure` hears of; the log goes on.
    """

    def __init__(self, file: TextIO | None = None, *, keep: int | None = MAX_KEPT) -> None:
        self.failure: OSError | None = None
        self.on_failure: Callable[[], object] = lambda: None
        self._file = file
        self._lines: deque[str] = deque(maxlen=keep)
        self._followers: list[Follower] = []

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines kept, oldest first."""
        return tuple(self._lines)

    def follow(self, follower: Follower) -> None:
        """Calls `follower` with each line from now on."""
        self._followers.append(follower)

    def unfollow(self, follower: Follower) -> None:
        """Ends that; nothing happens when it did not follow."""
        if follower in self._followers:
            self._followers.remove(follower)

    def write(self, text: str, /) -> int:
        """Takes one line."""
        self._lines.append(text)
        self._pass_on(lambda file: file.write(text))
        for follower in tuple(self._followers):
            follower(text)
        return len(text)

    def flush(self) -> None:
        """Passes what was written on to the file."""
        self._pass_on(lambda file: file.flush())

    def _pass_on(self, act: Callable[[TextIO], object]) -> None:
        if self._file is None:
            return
        try:
            act(self._file)
        except OSError as error:
            self._file, self.failure = None, error
            self.on_failure()


def for_page(line: str) -> dict[str, Any]:
    """One line as the page's panel takes it: an entry too large to read is shown without its payload."""
    entry: dict[str, Any] = json.loads(line)
    if len(line) > MAX_SHOWN and isinstance(entry.get("frame"), dict):
        frame: dict[str, Any] = entry["frame"]
        small = {name: frame[name] for name in ("jsonrpc", "id", "method") if name in frame}
        entry["frame"] = {**small, "…": f"{len(line)} characters, whole in the trace file"}
    return entry
