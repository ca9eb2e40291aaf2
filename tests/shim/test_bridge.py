"""The bridge: a page that may fetch nothing gets its files through the host, in chunks, and says what went wrong."""

import asyncio
import base64
from collections.abc import Mapping
from typing import Any

import pytest

from tests.shim.assets import ENTRY, VIEW, prepared_card
from tests.shim.scripted import ScriptedHost, policy
from tests.shim.test_ladder import DRAWN, SCRIPT
from viewsdk.bundle.bridge import AssetReader, NoSuchChunk, bridge_base
from viewsdk.bundle.page import page_html
from viewsdk.bundle.prepare import Prepared

pytestmark = [pytest.mark.browser, pytest.mark.slow]

URI = "ui://boot/card"
NO_NETWORK = policy("", connect=False)


@pytest.fixture
async def card() -> Prepared:
    """The assets with their gzip forms."""
    return await asyncio.to_thread(lambda: prepared_card().compressed())


async def mount(host: ScriptedHost, card: Prepared, assets: Mapping[str, Any]) -> None:
    reader = AssetReader(card.folder, card.files, URI)

    def read_chunk(uri: str) -> str | None:
        try:
            return base64.b64encode(reader.read(uri)).decode()
        except NoSuchChunk:
            return None

    await host.page.expose_function("readChunk", read_chunk)
    html = page_html(VIEW, ENTRY, "Card", bridge_base(URI), card.files, delivery="bridge")
    await host.mount(html, NO_NETWORK, {**SCRIPT, "assets": assets})


async def test_a_page_without_a_network_starts_from_the_snapshot_through_the_host(
    host: ScriptedHost, card: Prepared
) -> None:
    """Several chunks are under way at once, nothing is asked before initialized, and every one names the view."""
    await mount(host, card, {"whole": True})
    await host.frame.wait_for_selector(DRAWN, timeout=60_000)
    assert "snapshot" == await host.rung()
    reads = await host.page.evaluate("reads")
    assert all(uri.startswith("viewsdk-asset://boot/card/") for uri in reads)
    assert 1 < await host.page.evaluate("widest") <= 4
    methods = [entry["frame"].get("method") for entry in await host.heard()]
    assert methods.index("ui/notifications/initialized") < methods.index("resources/read")


async def test_chunks_that_come_back_short_are_continued_where_they_broke_off(
    host: ScriptedHost, card: Prepared
) -> None:
    """A host that truncates costs time, not the view."""
    await mount(host, card, {"cut": 300_000})
    await host.frame.wait_for_selector(DRAWN, timeout=60_000)
    assert "snapshot" == await host.rung()


async def test_a_host_that_fails_now_and_then_is_asked_again_one_at_a_time(host: ScriptedHost, card: Prepared) -> None:
    """The failed chunk is named in the boot report; the view still comes up."""
    await mount(host, card, {"failEvery": 4})
    await host.frame.wait_for_selector(DRAWN, timeout=60_000)
    assert any("is asked for again: the server is busy" in note for note in await host.notes())


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        ({"text": True}, "text instead of a blob"),
        ({"swap": True}, "another chunk"),
        ({"cut": -(10**9)}, "an empty chunk"),
    ],
)
async def test_a_host_that_answers_with_something_else_is_named_in_one_sentence(
    host: ScriptedHost, card: Prepared, fault: dict[str, Any], said: str
) -> None:
    """Text for a blob, one chunk for another, nothing at all: the page says which, shows the result, offers a retry."""
    await mount(host, card, fault)
    await host.frame.wait_for_selector("text=Try again", timeout=60_000)
    text = await host.frame.inner_text("body")
    assert said in text
    assert "good evening" in text
