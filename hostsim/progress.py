"""How far a run is, for those who wait for it: the stage ledger, published as it grows.

It performs no stage. `hostsim.stages` holds the marks; this tells the trace, the pages and whoever awaits a stage.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from hostsim.stages import Stage, StageLedger, StageMark, Stopped

__all__ = ["Progress"]


class Progress:
    """One run's stages; `now` is the clock the marks are timed by."""

    def __init__(self, now: Callable[[], float], publish: Callable[[StageMark], None]) -> None:
        self.ledger = StageLedger()
        self._now = now
        self._publish = publish
        self._published = 0
        self._changed = asyncio.Event()

    def passed(self, stage: Stage, detail: str = "") -> None:
        """Marks a stage as reached, once."""
        self.ledger.passed(stage, self._now(), detail)
        self.catch_up()

    def stop(self, stage: Stage, why: str) -> Stopped:
        """Marks where the run ended and returns what to raise: the first reason stays."""
        self.ledger.stop(stage, self._now(), why)
        self.catch_up()
        mark = self.ledger.stopped
        assert mark is not None  # `stop` has just made sure of it
        return Stopped(mark.stage, mark.detail)

    def stop_next(self, why: str) -> Stopped:
        """Ends the run at the first stage it has not reached: where it hangs."""
        return self.stop(self.ledger.next or Stage.RESULT_RENDERED, why)

    def catch_up(self) -> None:
        """Publishes marks that somebody else has put into the ledger."""
        for mark in self.ledger.marks[self._published :]:
            self._published += 1
            self._publish(mark)
        self._changed.set()

    async def reached(self, stage: Stage) -> None:
        """Waits for a stage; raises Stopped when the run ends before it."""
        while not self.ledger.has(stage):
            mark = self.ledger.stopped
            if mark is not None:
                raise Stopped(mark.stage, mark.detail)
            self._changed.clear()
            await self._changed.wait()
