"""Whether anybody can see the view, and a beat that rests while nobody can.

A view is unseen when its tab is in the background and when it was scrolled out of the chat.
"""

import asyncio
from collections.abc import AsyncGenerator

from viewsdk.browser.signals import Signal, Watcher

__all__ = ["every", "until_seen"]


async def until_seen(is_seen: Signal[bool]) -> None:
    """Returns as soon as the view can be seen; at once if it can."""
    changed = asyncio.Event()
    watcher = Watcher(changed.set)
    try:
        while not watcher.run(lambda: is_seen.value):
            await changed.wait()
            changed.clear()
    finally:
        watcher.stop()


async def every(seconds: float, is_seen: Signal[bool]) -> AsyncGenerator[None]:
    """Comes by at once, then `seconds` after the work on the last one was done; not while the view is unseen."""
    while True:
        await until_seen(is_seen)
        yield
        await _pause(seconds)


async def _pause(seconds: float) -> None:
    loop = asyncio.get_running_loop()
    over: asyncio.Future[None] = loop.create_future()
    timer = loop.call_later(seconds, over.set_result, None)
    try:
        await over
    finally:
        timer.cancel()
