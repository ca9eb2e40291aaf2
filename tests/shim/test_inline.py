"""The page in one piece: it starts without a network and without asking the host for what it needs to start."""

import asyncio

import pytest

from tests.shim.assets import ENTRY, VIEW, prepared_card
from tests.shim.scripted import ScriptedHost, policy
from tests.shim.test_ladder import DRAWN, SCRIPT
from viewsdk.bundle.bridge import bridge_base
from viewsdk.bundle.inline import embed, marked
from viewsdk.bundle.page import page_html
from viewsdk.bundle.prepare import Prepared

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.limit(240)]

LARGEST = 15_000_000  # bytes


def page_of(card: Prepared) -> str:
    files = marked(card.files)
    html = page_html(VIEW, ENTRY, "Card", bridge_base("ui://boot/card"), files, delivery="inline")
    return embed(html, card.folder, files)


@pytest.fixture(scope="module")
def card() -> Prepared:
    """The assets as small as they get."""
    return prepared_card().squeezed().compressed()


async def test_one_file_starts_from_the_snapshot_inside_it(host: ScriptedHost, card: Prepared) -> None:
    """Nothing crosses to the host but the conversation; the file stays under its cap."""
    html = await asyncio.to_thread(page_of, card)
    assert len(html.encode()) <= LARGEST
    await host.mount(html, policy("", connect=False), SCRIPT)
    await host.frame.wait_for_selector(DRAWN, timeout=60_000)
    assert "snapshot" == await host.rung()


async def test_a_file_that_was_cut_off_says_so_and_shows_the_result(host: ScriptedHost, card: Prepared) -> None:
    """The last block is missing; the person sees which, and what the tool returned."""
    html = await asyncio.to_thread(page_of, card)
    cut = html[: html.index('data-asset="snapshot.pack"') - len('<script type="text/plain" ')]
    await host.mount(cut, policy("", connect=False), SCRIPT)
    await host.frame.wait_for_selector("text=Try again", timeout=60_000)
    assert any("snapshot.pack is missing from this page" in note for note in await host.notes())
    assert "good evening" in await host.frame.inner_text("body")
