"""Each rung in each engine, with the one above it broken for real. In Chromium alone, tests/shim breaks much more."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.engines.mounted import GREETING, Mounted
from tests.engines.pages import linked, prepared
from tests.shim.assets import Damaged, flip_a_byte
from viewsdk.bundle.serve import serving

pytestmark = [pytest.mark.engines, pytest.mark.browser, pytest.mark.slow, pytest.mark.limit(300)]


@pytest.fixture
async def damaged(tmp_path: Path) -> Damaged:
    """A copy of the page's files to damage."""
    return Damaged(await asyncio.to_thread(prepared), tmp_path)


async def rung_of(view: Mounted, damaged: Damaged) -> str:
    """Mount the page over the damaged files, wait for the greeting, and tell the rung."""
    with serving(damaged.folder) as server:
        page = linked(damaged.files, server.url)
        await view.mount(page.html, page.csp)
        await view.shows(GREETING)
        return await view.rung()


async def test_one_flipped_bit_of_the_snapshot_is_found_and_byte_code_starts_instead(
    view: Mounted, damaged: Damaged
) -> None:
    """The digest is compared in every engine, and the reason is in the boot report."""
    damaged.change("snapshot.pack", flip_a_byte)
    assert "pyc" == await rung_of(view, damaged)
    assert any("is corrupted" in note for note in await view.notes()), await view.notes()


async def test_sources_start_when_the_byte_code_is_missing_as_well(view: Mounted, damaged: Damaged) -> None:
    """Two rungs broken, the third holds."""
    damaged.change("snapshot.pack", flip_a_byte)
    damaged.path("stdlib.pyc.zip").unlink()
    assert "stock" == await rung_of(view, damaged)
    assert any("(status 404)" in note for note in await view.notes()), await view.notes()


async def test_a_page_without_webassembly_shows_the_result_in_words(view: Mounted, damaged: Damaged) -> None:
    """Nothing hangs: the result is readable, the reason is said, and the host hears it once."""
    with serving(damaged.folder) as server:
        page = linked(damaged.files, server.url, wasm=False)
        await view.mount(page.html, page.csp)
        await view.shows(GREETING)
        await view.shows("This host does not allow WebAssembly")
    assert "none" == await view.rung()
    warnings = "heard.map((entry) => entry.frame.params || {}).filter((params) => params.level === 'warning')"
    assert ["wasm"] == [params["data"]["reason"] for params in await view.engine.ask(warnings)]
    await view.post({"id": "bye", "method": "ui/resource-teardown", "params": {}})
    assert {} == (await view.answered("bye"))["result"]
