"""Tasks with an owner: their errors reach the sink, and they end when their owner does."""

import asyncio
import sys
from collections.abc import Coroutine
from typing import Any

from viewsdk.browser.errors import ErrorSink, Where

__all__ = ["Tasks"]


class Tasks:
    """The tasks of one owner."""

    def __init__(self, errors: ErrorSink) -> None:
        self._errors = errors
        self._running: set[asyncio.Task[Any]] = set()

    def start(self, work: Coroutine[Any, Any, Any], where: str = Where.TASK) -> asyncio.Task[Any]:
        """Runs `work` at once up to its first wait, and the rest beside everything else."""
        task = _begun(self._guarded(work, where))
        # A loop keeps only weak references to its tasks.
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return task

    def cancel(self) -> None:
        """Cancels what still runs."""
        for task in tuple(self._running):
            task.cancel()

    async def _guarded(self, work: Coroutine[Any, Any, Any], where: str) -> Any:
        try:
            return await work
        except Exception as error:
            self._errors.report(error, where)


def _begun(work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
    """The task of `work`, begun: an async handler can still prevent what the browser would do, and the last log line
    leaves before the answer to a teardown. Before Python 3.12 a task begins with the loop's next turn."""
    if sys.version_info >= (3, 12):
        return asyncio.Task(work, loop=asyncio.get_running_loop(), eager_start=True)
    return asyncio.ensure_future(work)
