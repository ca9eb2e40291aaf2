"""`Launch`: the one `Run` of a view as it stands, and what a late consumer must not miss of it."""

from __future__ import annotations

from typing import Any

from viewsdk.feeds import Feed, Subscription
from viewsdk.protocol.events import ToolResult
from viewsdk.protocol.jsonrpc import JsonObject
from viewsdk.run import Called, Partial, Run, RunEvent, Waiting, is_end, step
from viewsdk.tool import Tool

__all__ = ["AnyRun", "Launch"]

AnyRun = Run[Any, Any, Any]


class Launch:
    """Steps the run and tells its consumers; it is told the events and never waits."""

    def __init__(self, tool: Tool[Any, Any, Any]) -> None:
        self._tool = tool
        self._feed: Feed[AnyRun] = Feed()
        self._kept: list[AnyRun] = []  # what happens once: the call and the end
        self._ended_by: Exception | None = None
        self.run: AnyRun = Waiting()
        self.meta: JsonObject | None = None  # the `_meta` of the result, once there is one

    def take(self, event: RunEvent) -> bool:
        """Step the run; False if the event changed nothing."""
        after = step(self._tool, self.run, event)
        if after is self.run:
            return False
        self.run = after
        if isinstance(event, ToolResult):
            self.meta = event.result.get("_meta") or {}
        if isinstance(after, Called) or is_end(after):
            self._kept.append(after)
        self._feed.push(after)
        if is_end(after):
            self._feed.end()
        return True

    def watch(self, every_partial: bool) -> Subscription[AnyRun]:
        """What happened once (the call, the end) or else the present state, and then everything that follows."""
        replaces = None if every_partial else _is_newer_partial
        subscription = self._feed.subscribe(self._kept or [self.run], replaces)
        if is_end(self.run) or self._ended_by is not None:
            subscription.end(None if is_end(self.run) else self._ended_by)
        return subscription

    def abandon(self, error: Exception) -> None:
        """Nothing more will come: consumers of an unfinished run get `error`."""
        self._ended_by = error
        self._feed.end(error)


def _is_newer_partial(queued: AnyRun, new: AnyRun) -> bool:
    return isinstance(queued, Partial) and isinstance(new, Partial)
