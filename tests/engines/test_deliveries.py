"""Each delivery in each engine: the view starts from the snapshot, shows its result, calls its tool, and closes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from tests.engines.mounted import GREETING, Mounted
from tests.engines.pages import Delivered, bridged, inlined, linked, prepared
from viewsdk.bundle.serve import serving

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.limit(300)]


async def test_a_linked_view_starts_from_the_snapshot_calls_its_tool_and_closes(view: Mounted) -> None:
    """The files come from an origin of their own."""
    made = await asyncio.to_thread(prepared)
    with serving(made.folder) as server:
        await lives(view, linked(made.files, server.url))


# In Chromium alone, tests/shim/test_inline.py opens a page in one piece; making one takes most of a minute.
@pytest.mark.parametrize("delivered", [bridged, pytest.param(inlined, marks=pytest.mark.engines)])
async def test_a_view_without_a_network_starts_from_the_snapshot_calls_its_tool_and_closes(
    view: Mounted, delivered: Callable[[], Delivered]
) -> None:
    """The files come through the host, or lie in the page."""
    await lives(view, await asyncio.to_thread(delivered))


async def lives(view: Mounted, page: Delivered) -> None:
    """From the mount to the answer to the teardown."""
    await view.mount(page.html, page.csp, page.reader)
    await view.shows(GREETING)
    assert "snapshot" == await view.rung(), await view.notes()
    await calls(view)
    await view.post({"id": "bye", "method": "ui/resource-teardown", "params": {"reason": "the test is over"}})
    assert {} == (await view.answered("bye"))["result"]


async def calls(view: Mounted) -> None:
    """Somebody presses the button: the call reaches the host with its arguments, the answer reaches the page."""
    await view.engine.click("#count")
    call = await view.heard("tools/call")
    assert ("count", {"by": 5}) == (call["params"]["name"], call["params"]["arguments"])
    await view.post({"id": call["id"], "result": {"content": [], "structuredContent": {"total": 5}}})
    await view.shows("counted to 5")
