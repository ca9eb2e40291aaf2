"""`Stream`: a tool call whose handler sends items on the way, as an async iterator that ends with the call's result.

An item is the JSON `message` of a progress notification of the call, or the `chunk` of agentgem's
`ui/notifications/tool-result`. What the way lost is taken from the result, so a stream is complete on every host: on
one that drops progress it only comes late.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Generic, Self, TypeVar, cast

from pydantic import ValidationError

from viewsdk.feeds import Subscription
from viewsdk.results import read_item
from viewsdk.session import Progress, ProgressListener
from viewsdk.tool import Tool

__all__ = ["Call", "Flow", "Stream"]

Item = TypeVar("Item")
Call = Callable[[ProgressListener], Awaitable[Any]]


class Flow:
    """The call behind one stream; it does not hold the stream, so that dropping the stream can end the call."""

    def __init__(self, tool: Tool[Any, Any, Any]) -> None:
        self.tool = tool
        self.output: Any = None
        self.items: Subscription[Any] = Subscription()
        self._sent: list[Any] = []

    async def run(self, call: Call) -> None:
        """Make the call, hand on its items, and end with what was lost of them; cancelled, it ends nothing."""
        try:
            self.output = await call(self.take)
            for item in self._missing():
                self.items.push(item)
        except Exception as problem:
            self.items.end(problem)
        else:
            self.items.end()

    def take(self, progress: Progress) -> None:
        """Hand on the item in a progress message; other people's messages ("waiting for consent") are none."""
        if progress.message is None:
            return
        try:
            item = read_item(self.tool, progress.message)
        except ValidationError:
            return
        self._push(item)

    def take_chunk(self, chunk: Any) -> bool:
        """Hand on a chunk of agentgem's form; False if it is not an item."""
        try:
            self._push(self.tool.item_adapter.validate_python(chunk))
        except ValidationError:
            return False
        return True

    def _push(self, item: Any) -> None:
        self._sent.append(item)
        self.items.push(item)

    def _missing(self) -> list[Any]:
        if self.tool.streams_elements:
            return _left_out(cast("list[Any]", self.output), self._sent)
        return [] if self._sent and self._sent[-1] == self.output else [self.output]


class Stream(Generic[Item]):
    """Iterate it to make the call; leaving it, or cancelling the task that iterates, cancels the call."""

    def __init__(self, flow: Flow, begin: Callable[[], asyncio.Task[None]]) -> None:
        self._flow = flow
        self._begin = begin
        self._task: asyncio.Task[None] | None = None

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Item:
        if self._task is None:
            self._task = self._begin()
        try:
            return await anext(self._flow.items)
        except asyncio.CancelledError:
            await self.aclose()
            raise

    @property
    def result(self) -> Any:
        """The call's own result, once the stream has ended without an error."""
        return self._flow.output

    async def aclose(self) -> None:
        """Cancel the call if it is still running; iterating on finds the end."""
        self._flow.items.end()
        if self._task is not None and not self._task.done():
            self._task.cancel()
            await asyncio.wait([self._task])

    def __del__(self) -> None:
        if self._task is not None and not self._task.done():
            self._task.cancel()


def _left_out(whole: Sequence[Any], sent: Sequence[Any]) -> list[Any]:
    """The items of `whole` that are not in `sent`, which holds some of them in the same order."""
    left_out: list[Any] = []
    at = 0
    for item in whole:
        if at < len(sent) and sent[at] == item:
            at += 1
        else:
            left_out.append(item)
    return left_out
