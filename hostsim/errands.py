"""What one conversation has running upstream: each call, read and list as a task, named by its key.

It starts what a permit allows and hands the answer back; whether it may run was decided before (`hostsim.grants`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from typing import Any

from hostsim.effects import CallTool, Key, ListResources, ReadResource
from hostsim.upstream import Upstream
from hostsim.upstream_error import UpstreamError
from viewsdk.protocol.jsonrpc import INTERNAL_ERROR, ErrorData

__all__ = ["Answer", "Errands"]

Answer = Mapping[str, Any] | ErrorData
Answered = Callable[[Key, Answer], None]
Progressed = Callable[[Key, float, float | None, str | None], None]


class Errands:
    """Runs errands until it is closed; a cancelled one never answers."""

    def __init__(self, upstream: Upstream) -> None:
        self._upstream = upstream
        self._tasks: dict[Key, asyncio.Task[None]] = {}

    def call(self, effect: CallTool, answered: Answered, progressed: Progressed) -> None:
        """Calls a tool."""

        async def on_progress(progress: float, total: float | None, message: str | None) -> None:
            progressed(effect.key, progress, total, message)

        call = self._upstream.call_tool(
            effect.name, dict(effect.arguments), meta=dict(effect.meta), on_progress=on_progress
        )
        self._start(effect.key, call, answered)

    def read(self, effect: ReadResource, answered: Answered) -> None:
        """Reads a resource."""
        self._start(effect.key, self._upstream.read_resource(effect.uri), answered)

    def list_resources(self, effect: ListResources, answered: Answered) -> None:
        """Lists resources."""
        self._start(effect.key, self._upstream.list_resources(effect.cursor), answered)

    def cancel(self, key: Key) -> None:
        """Stops one errand; upstream hears of it, the view does not."""
        task = self._tasks.pop(key, None)
        if task is not None:
            task.cancel()

    async def close(self) -> None:
        """Stops all that still run and waits until they have."""
        tasks = list(self._tasks.values())
        self._tasks.clear()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _start(self, key: Key, work: Coroutine[Any, Any, Mapping[str, Any]], answered: Answered) -> None:
        task = asyncio.create_task(self._run(key, work, answered))
        task.add_done_callback(lambda _: work.close())  # a task cancelled before its first step never begins it
        self._tasks[key] = task

    async def _run(self, key: Key, work: Coroutine[Any, Any, Mapping[str, Any]], answered: Answered) -> None:
        answer = await _outcome(work)
        if self._tasks.pop(key, None) is not None:
            answered(key, answer)


async def _outcome(work: Coroutine[Any, Any, Mapping[str, Any]]) -> Answer:
    try:
        return await work
    except UpstreamError as error:
        return ErrorData(error.code, error.message, error.data)
    except Exception as error:  # the root of a task: whatever broke, the view is waiting for an answer
        return ErrorData(INTERNAL_ERROR, f"the host could not ask the server: {error}")
