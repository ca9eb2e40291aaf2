"""The steps from a server to a rendered result, which were reached, and where and why a run stopped.

It performs none of them. Pure.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

__all__ = ["Stage", "StageLedger", "StageMark", "Stopped"]


class Stage(StrEnum):
    """The steps, in order. `PYTHON_UP` applies to views of ours only."""

    SERVER_STARTED = "server started"
    TOOL_HAS_VIEW = "tool has a view"
    RESOURCE_READ = "resource read"
    MIME = "MIME"
    HTML = "HTML"
    SIZE = "size"
    CSP = "CSP"
    FRAME = "frame"
    INITIALIZE = "initialize"
    INITIALIZED = "initialized"
    PYTHON_UP = "python up"
    RESULT_RENDERED = "result rendered"


@dataclass(frozen=True, slots=True)
class StageMark:
    """One stage that was passed, or at which the run stopped; `time` in seconds on the caller's clock."""

    stage: Stage
    passed: bool
    time: float
    detail: str = ""


class Stopped(Exception):
    """A run ended before its result was rendered: at which stage, and one sentence that says why."""

    def __init__(self, stage: Stage, why: str) -> None:
        super().__init__(f"stopped at: {stage.value}: {why}")
        self.stage = stage
        self.why = why


@dataclass(slots=True)
class StageLedger:
    """What one run reached. A stage passes once; after a stop nothing more is marked."""

    marks: list[StageMark] = field(default_factory=list[StageMark])

    def passed(self, stage: Stage, now: float, detail: str = "") -> StageMark | None:
        """Marks a stage as reached; None when it was already, or the run had stopped."""
        if self.stopped is not None or self.has(stage):
            return None
        return self._mark(StageMark(stage, True, now, detail))

    def stop(self, stage: Stage, now: float, why: str) -> StageMark | None:
        """Marks where the run ended; the first reason stays."""
        return None if self.stopped is not None else self._mark(StageMark(stage, False, now, why))

    def has(self, stage: Stage) -> bool:
        """Says whether a stage was passed."""
        return any(mark.passed and mark.stage is stage for mark in self.marks)

    @property
    def stopped(self) -> StageMark | None:
        """Where the run ended, if it did."""
        return next((mark for mark in self.marks if not mark.passed), None)

    @property
    def next(self) -> Stage | None:
        """The first stage that has not been passed: where a run that hangs is hanging."""
        return next((stage for stage in Stage if not self.has(stage)), None)

    def _mark(self, mark: StageMark) -> StageMark:
        self.marks.append(mark)
        return mark
