"""The beat a view polls by, and how it rests."""

import asyncio

from viewsdk.browser import Page
from viewsdk.browser.testing import MemoryDocument


async def test_a_beat_comes_at_once_and_again() -> None:
    """Polling starts without a first pause. ours"""
    with MemoryDocument():
        beats = Page().every(0.001)
        async with asyncio.timeout(5):
            for _ in range(3):
                await anext(beats)
        await beats.aclose()


async def test_a_beat_rests_while_the_view_is_unseen() -> None:
    """And goes on when somebody looks again. ours"""
    with MemoryDocument() as document:
        page = Page()
        document.is_seen.value = False
        beats = page.every(0.001)
        waiting = asyncio.ensure_future(anext(beats))
        done, _ = await asyncio.wait([waiting], timeout=0.05)
        assert not done
        document.is_seen.value = True
        await asyncio.wait_for(waiting, 5)
        await beats.aclose()
