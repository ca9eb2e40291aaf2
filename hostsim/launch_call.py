"""The tool call that opens the view: made once, told to every mount.

A view that is framed again is told the same input and the same outcome (H20); the tool is not called again for it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

from hostsim.upstream import Upstream
from hostsim.upstream_error import UpstreamError

__all__ = ["LaunchCall"]

Told = Callable[[Mapping[str, Any] | str], None]


class LaunchCall:
    """Calls the launch tool once; `tell` is given its result, or in words why there is none."""

    def __init__(self, upstream: Upstream, tool: str, arguments: Mapping[str, Any]) -> None:
        self.tool = tool
        self.arguments = arguments
        self.outcome: Mapping[str, Any] | str | None = None
        self._upstream = upstream
        self._task: asyncio.Task[None] | None = None
        self._told: list[Told] = []
        self._returned = asyncio.Event()

    def start(self) -> None:
        """Calls the tool, the first time."""
        if self._task is None:
            self._task = asyncio.create_task(self._run())

    def tell(self, told: Told) -> None:
        """Tells the outcome: at once when it is known, else when it is."""
        if self.outcome is not None:
            told(self.outcome)
        else:
            self._told.append(told)

    async def returned(self) -> Mapping[str, Any] | str:
        """Waits for the outcome: the result, or in words why there is none."""
        await self._returned.wait()
        assert self.outcome is not None  # the event says so
        return self.outcome

    def forget(self, told: Told) -> None:
        """No longer tells somebody whose mount has ended."""
        if told in self._told:
            self._told.remove(told)

    async def close(self) -> None:
        """Stops a call that still runs."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        try:
            self.outcome = await self._upstream.call_tool(self.tool, dict(self.arguments))
        except UpstreamError as error:
            self.outcome = error.message
        except Exception as error:  # the root of a task: the view is waiting for an outcome
            self.outcome = f"the host could not ask the server: {error}"
        self._returned.set()
        for told in self._told:
            told(self.outcome)
        self._told.clear()
