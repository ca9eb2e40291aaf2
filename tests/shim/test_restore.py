"""After a restore: time, place and randomness are the page's, and what was not imported before can still be."""

import asyncio
import json
import time
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser

from tests.shim.scripted import ScriptedHost, browser, policy, scripted_host
from viewsdk.bundle.assets import AssetFolder
from viewsdk.bundle.files import pack, unpack
from viewsdk.bundle.page import page_html
from viewsdk.bundle.prepare import Prepared, prepare
from viewsdk.bundle.serve import serving

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.limit(240)]

FOLDER = Path(__file__).parent / "facts"
VIEW, ENTRY = "contract:Facts", "view:main"


@pytest.fixture(scope="module")
def prepared() -> Prepared:
    """The assets of the view that looks around."""
    return prepare(FOLDER, VIEW, ENTRY)


async def facts(host: ScriptedHost, prepared: Prepared) -> dict[str, Any]:
    with serving(prepared.folder) as server:
        html = page_html(VIEW, ENTRY, "Facts", server.url, prepared.files)
        await host.mount(html, policy(server.url.rstrip("/")))
        element = await host.frame.wait_for_selector("#viewsdk-root >> text=fraction", timeout=60_000)
        assert element
        assert "snapshot" == await host.rung()
        return json.loads(await element.inner_text())


async def in_zone(running: Browser, prepared: Prepared, **context: str) -> dict[str, Any]:
    async with scripted_host(running, **context) as host:
        return await facts(host, prepared)


async def test_time_place_and_chance_are_those_of_the_page(prepared: Prepared) -> None:
    """Two restores of one snapshot, in two zones and languages; only the hash seed is shared."""
    async with browser() as running:
        york = await in_zone(running, prepared, timezone_id="America/New_York", locale="en-US")
        kolkata = await in_zone(running, prepared, timezone_id="Asia/Kolkata", locale="de-DE")
    assert [18000, 14400, 1, ["UTC-0500", "UTC-0400"]] == york["zone"]
    assert [-19800, -19800, 0, ["UTC+0530", "UTC+0530"]] == kolkata["zone"]
    assert ("UTC-0500", "UTC+0530") == (york["strftime"], kolkata["strftime"])
    assert ("08:00", "17:30") == (york["noon"], kolkata["noon"])
    assert ("en_US.UTF-8", "de_DE.UTF-8") == (york["language"], kolkata["language"])
    assert abs(time.time() - kolkata["now"]) < 60
    for live in ("random", "token", "uuid"):
        assert york[live] != kolkata[live]
    assert york["hash"] == kolkata["hash"]


async def test_modules_outside_the_snapshot_can_be_imported_while_the_view_starts(
    host: ScriptedHost, prepared: Prepared
) -> None:
    """Also one whose code comes late: the import waits; a model made afterwards validates and complains as ever."""
    found = await facts(host, prepared)
    assert ["unicodedata", "fractions", "tomllib"] == found["late"]
    assert ("SNOWMAN", "4/3", 1) == (found["snowman"], found["fraction"], found["invalid"])
    assert "/home/pyodide/this.program" == found["executable"]
    assert ["contract.cpython-314.pyc", "view.cpython-314.pyc"] == found["compiled"]


async def test_a_page_runs_its_authors_byte_code(host: ScriptedHost, prepared: Prepared) -> None:
    """A word changed in it and not in the source is what the page says. ours"""
    store = AssetFolder(prepared.folder)
    (own,) = (asset for asset in prepared.files if asset.name == "author.pack")
    files = unpack(store.read(own))
    name = "__pycache__/view.cpython-314.pyc"
    assert 1 == files[name].count(b"noon")
    changed = store.add("author.pack", pack({**files, name: files[name].replace(b"noon", b"n00n")}))
    others = (asset for asset in prepared.files if asset != own)
    assert "n00n" in await facts(host, Prepared(prepared.folder, (*others, changed)))


async def test_the_collector_knows_every_object_of_the_image(host: ScriptedHost, prepared: Prepared) -> None:
    """Tens of thousands are left alone; given back they are whole, and hardly any of them is found dead."""
    frozen, before, after = (await facts(host, prepared))["collector"]
    assert 20_000 < frozen <= before
    assert before * 0.98 < after


async def test_an_author_who_imports_something_unusual_at_the_top_gets_it(
    tmp_path: Path, host: ScriptedHost, prepared: Prepared
) -> None:
    """It goes into the snapshot with the contract; if that needs all of the runtime, the page has it in one piece."""
    for name in ("contract.py", "view.py"):
        source = (FOLDER / name).read_text()
        (tmp_path / name).write_text(
            source.replace("import uuid\n", "import unicodedata\nimport uuid\nimport html.entities\n")
        )
    unusual = await asyncio.to_thread(prepare, tmp_path, VIEW, ENTRY)
    assert {"pyodide.first.wasm", "pyodide.late.wasm"} == {asset.name for asset in prepared.files} - {
        asset.name for asset in unusual.files
    }
    assert "SNOWMAN" == (await facts(host, unusual))["snowman"]
