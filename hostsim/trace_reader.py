"""A run's trace as questions: which frames crossed, what was noted, which stages were passed.

It reads what `hostsim.trace` wrote, whole or while it grows. It asserts nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, cast

from hostsim.trace import Direction, FrameEntry, NoteEntry, StageEntry, TraceEntry, ViolationEntry, read_trace

__all__ = ["TraceReader"]

JsonObject = dict[str, Any]


class TraceReader:
    """Answers from the lines there are at the moment of the question."""

    def __init__(self, lines: Callable[[], Iterable[str]]) -> None:
        self._lines = lines

    @property
    def entries(self) -> list[TraceEntry]:
        """Every entry so far, oldest first."""
        return read_trace(self._lines())

    def frames(
        self, method: str | None = None, *, direction: Direction | None = None, mount: int | None = None
    ) -> list[JsonObject]:
        """The frames that are JSON objects, narrowed to a method, a direction, a mount."""
        crossed = [entry for entry in self.entries if isinstance(entry, FrameEntry) and isinstance(entry.frame, dict)]
        return [
            cast("JsonObject", entry.frame)
            for entry in crossed
            if direction in (None, entry.direction)
            and mount in (None, entry.mount)
            and method in (None, entry.frame.get("method"))
        ]

    def methods(self, *, mount: int | None = None) -> list[str]:
        """The methods of all requests and notifications in the order they crossed, whoever sent them."""
        return [frame["method"] for frame in self.frames(mount=mount) if "method" in frame]

    def answers(self, method: str) -> list[JsonObject]:
        """The host's answers to the view's requests of one method, in the order of the requests."""
        asked = [frame["id"] for frame in self.frames(method, direction="view-to-host") if "id" in frame]
        given = [frame for frame in self.frames(direction="host-to-view") if "method" not in frame]
        return [answer for request in asked for answer in given if answer.get("id") == request]

    @property
    def notes(self) -> list[str]:
        """What was noted in words."""
        return [entry.text for entry in self.entries if isinstance(entry, NoteEntry)]

    @property
    def violations(self) -> list[ViolationEntry]:
        """What the browser blocked."""
        return [entry for entry in self.entries if isinstance(entry, ViolationEntry)]

    @property
    def stages(self) -> list[str]:
        """The stages that were passed, in order."""
        return [entry.stage for entry in self.entries if isinstance(entry, StageEntry) and entry.passed]
