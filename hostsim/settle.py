"""When a view is settled: its page changed after the result, a frame passed, and nothing was pending for a while.

It watches and waits within a bound; what a bound that ran out means is for the caller to say. It drives no browser
beyond the one frame it is given.
"""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any, cast

from playwright.async_api import Error, Frame, Page

from hostsim.pages import host_text
from viewsdk.protocol.jsonrpc import read_id
from viewsdk.protocol.methods import Method

__all__ = ["QUIET_SECONDS", "Pending", "Settled", "Watch", "settle", "view_frame", "watch", "watching_view"]

QUIET_SECONDS = 0.5  # long enough for a view that asks for one thing after another, short enough not to be noticed

LOOK_SECONDS = 0.1  # between two looks into the view; a picture a tenth of a second late is as good
GRACE_SECONDS = 3.0  # for a view whose Python is up: a launch result it draws is drawn within a part of this
REST_LIMIT = 3.0  # a view that is never idle polls or animates; the bound on what it asks for is another one
IDLE = "() => new Promise((rest) => requestIdleCallback(rest, { timeout: 2000 }))"
LOOK_LIMIT = 1.0  # an evaluation can be lost while a frame changes its document, and never ends in one that is stuck


class Settled(StrEnum):
    """How the wait ended."""

    QUIET = "quiet"
    BUSY = "busy"
    UNCHANGED = "unchanged"


class Pending:
    """Counts what is under way and knows when there has been nothing for a while."""

    def __init__(self, quiet_seconds: float = QUIET_SECONDS) -> None:
        self._quiet_seconds = quiet_seconds
        self._open: set[object] = set()
        self._changed = asyncio.Event()

    def begin(self, what: object) -> None:
        """Something is under way, named by anything that can be in a set."""
        self._open.add(what)
        self._changed.set()

    def end(self, what: object) -> None:
        """It is over; nothing happens when it was not known."""
        if what in self._open:
            self._open.discard(what)
            self._changed.set()

    @property
    def count(self) -> int:
        """How many are under way."""
        return len(self._open)

    async def quiet(self) -> None:
        """Returns once nothing has been under way for the whole quiet time."""
        while True:
            self._changed.clear()
            try:
                # Not wait_for: before Python 3.12 that loses a cancellation which meets a change, and this never ends.
                async with asyncio.timeout(None if self._open else self._quiet_seconds):
                    await self._changed.wait()
            except TimeoutError:
                return


@dataclass(frozen=True, slots=True)
class Watch:
    """One page being watched: what its view has under way, over the network and with the host."""

    page: Page
    pending: Pending

    def hear(self, line: str) -> None:
        """Takes one line of the trace: a request of the view is under way until it is answered or called off."""
        entry: dict[str, Any] = json.loads(line)
        frame: object = entry.get("frame")
        if isinstance(frame, dict):
            self._hear_frame(entry["mount"], entry["direction"], cast("dict[str, Any]", frame))

    def _hear_frame(self, mount: int, direction: str, frame: dict[str, Any]) -> None:
        # As the view sent it: an id may be anything, and one that is none is never answered.
        is_view, request_id = direction == "view-to-host", read_id(frame.get("id"))
        if is_view and "method" in frame and request_id is not None:
            self.pending.begin((mount, request_id))
        elif is_view and frame.get("method") == Method.CANCELLED:
            params: object = frame.get("params")
            named = cast("dict[str, Any]", params) if isinstance(params, dict) else {}
            self.pending.end((mount, read_id(named.get("requestId"))))
        elif not is_view and "method" not in frame:
            self.pending.end((mount, request_id))


def watch(page: Page) -> Watch:
    """Watches a page from before it is opened: the network requests of its views count as pending."""
    pending = Pending()
    page.on("request", pending.begin)
    page.on("requestfinished", pending.end)
    page.on("requestfailed", pending.end)
    return Watch(page, pending)


def view_frame(page: Page) -> Frame | None:
    """The view's frame: the only one two levels below the page, and None while there is none."""
    sandboxes = [frame for frame in page.frames if frame.parent_frame == page.main_frame]
    views = [frame for frame in page.frames if frame.parent_frame in sandboxes]
    return views[-1] if views else None


async def settle(watching: Watch, *, since: float, limit: float) -> Settled:
    """Waits until the view is settled, for `limit` seconds at most.

    Changes before `since`, in milliseconds of the view's own clock, do not count.
    """
    try:
        async with asyncio.timeout(limit):
            await _drawn(watching.page, since)
    except TimeoutError:
        return Settled.UNCHANGED
    await _at_rest(watching.page)
    try:
        async with asyncio.timeout(limit):
            await watching.pending.quiet()
    except TimeoutError:
        return Settled.BUSY
    return Settled.QUIET


async def watching_view(page: Page) -> None:
    """Returns once the view of this page is watched from inside: what it does from now on is seen."""
    while await _look(page) is None:
        await asyncio.sleep(LOOK_SECONDS)


async def _drawn(page: Page, since: float) -> None:
    """Looks into the view until it has drawn a change that is later than its result and `since`.

    The result is held back until the view is watched, so a view that does not draw it, and had drawn what it shows
    before, would be waited for in vain: some seconds after its result it counts as drawn.
    """
    loop = asyncio.get_running_loop()
    told: float | None = None
    while True:
        seen = await _look(page)
        if seen is not None and seen["result"]:
            if seen["drawn"] >= max(seen["result"], since):
                return
            told = loop.time() if told is None else told
            if since and seen["drawn"] >= since and loop.time() - told > GRACE_SECONDS:
                return
        await asyncio.sleep(LOOK_SECONDS)


async def _at_rest(page: Page) -> None:
    """Returns once nothing in the view is ready to run, so what it was about to say, it has said.

    On a busy machine a view may draw an error and report it half a second later.
    """
    frame = view_frame(page)
    if frame is not None:
        with suppress(TimeoutError, Error):
            async with asyncio.timeout(REST_LIMIT):
                await frame.evaluate(IDLE)


async def _look(page: Page) -> dict[str, float] | None:
    """What the watch in the view has seen; the first look sets it. None when no view answers."""
    frame = view_frame(page)
    if frame is None:
        return None
    try:
        async with asyncio.timeout(LOOK_LIMIT):
            return await frame.evaluate(_expression())
    except (TimeoutError, Error):
        return None


@cache
def _expression() -> str:
    """The watch as one arrow function: text to evaluate would be refused inside a view with a strict policy."""
    return "\n".join(line for line in host_text("watch.js").splitlines() if not line.startswith("//"))
