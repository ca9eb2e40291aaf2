"""What differs between the engines, as COMPATIBILITY.md says it."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest

from tests.engines.mounted import GREETING, Mounted
from tests.engines.pages import linked, prepared
from tests.engines.tampering import with_two_swapped, without_repair
from tests.shim.assets import Damaged
from viewsdk.bundle.serve import serving

pytestmark = [pytest.mark.engines, pytest.mark.browser, pytest.mark.slow, pytest.mark.limit(300)]

REPAIRED = "table slots rewritten for this engine"


async def opened(view: Mounted, damaged: Damaged) -> None:
    """Mount the page and wait for its greeting."""
    with serving(damaged.folder) as server:
        page = linked(damaged.files, server.url)
        await view.mount(page.html, page.csp)
        await view.shows(GREETING)


@pytest.fixture
async def files(tmp_path: Path) -> Damaged:
    """A copy of the page's files."""
    return Damaged(await asyncio.to_thread(prepared), tmp_path)


async def test_the_function_table_is_repaired_where_the_engine_needs_it(view: Mounted, files: Damaged) -> None:
    """WebKit's table is rewritten, the others' is not; lengths and addresses then fit the snapshot in all of them."""
    await opened(view, files)
    assert "snapshot" == await view.rung(), await view.notes()
    repaired = [int(note.split()[0]) for note in await view.notes() if REPAIRED in note]
    assert (len(repaired) == 1 and repaired[0] > 1000) == (view.engine.name == "webkit"), await view.notes()


async def test_without_the_repair_webkit_refuses_the_snapshot_and_starts_from_byte_code(
    view: Mounted, files: Damaged
) -> None:
    """The control: the same page without the one line. The other engines do not miss it."""
    files.replace("start.js", without_repair)
    await opened(view, files)
    expected = "pyc" if view.engine.name == "webkit" else "snapshot"
    assert expected == await view.rung(), await view.notes()
    refusals = [note for note in await view.notes() if re.search(r"a table of \d+ functions, this runtime has", note)]
    assert bool(refusals) == (view.engine.name == "webkit")


async def test_a_table_of_the_right_length_with_other_addresses_is_refused(view: Mounted, files: Damaged) -> None:
    """Two functions in each other's place: only the comparison of addresses finds that, and does so in each engine."""
    files.replace("start.js", with_two_swapped)
    await opened(view, files)
    assert "pyc" == await view.rung(), await view.notes()
    assert any("the snapshot is for other function addresses" in note for note in await view.notes())


async def test_waiting_in_a_function_that_is_not_async_needs_stack_switching(view: Mounted, files: Damaged) -> None:
    """Chromium and Firefox have it, also after a restore of a snapshot made elsewhere; WebKit says it has not."""
    await opened(view, files)
    await view.engine.click("#wait")
    await view.shows("stack switching" if view.engine.name == "webkit" else "waited")


async def test_an_import_by_name_before_its_file_has_come_waits_only_with_stack_switching(
    view: Mounted, files: Damaged
) -> None:
    """The file never comes here: who can wait for it names the file, WebKit says where the import belongs."""
    files.path("stdlib.pyc.zip").unlink()
    with serving(files.folder) as server:
        page = linked(files.files, server.url)
        await view.mount(page.html, page.csp)
        await view.shows(GREETING)
        await view.engine.click("#load")
        await view.shows("wave is not loaded yet" if view.engine.name == "webkit" else "(status 404)")
    assert "snapshot" == await view.rung(), await view.notes()


async def test_what_comes_late_of_the_runtime_joins_it_in_every_engine(view: Mounted, files: Damaged) -> None:
    """A database that calls back into Python, and the table of names: both lie in the late part. ours"""
    with serving(files.folder) as server:
        page = linked(files.files, server.url)
        await view.mount(page.html, page.csp)
        await view.reaches("late files")
        await view.engine.click("#query")
        await view.shows("SNOWMAN")
    assert "snapshot" == await view.rung(), await view.notes()


async def test_a_view_runs_without_the_late_part_and_says_what_is_missing(view: Mounted, files: Damaged) -> None:
    """It never comes here: who starts with it waiting names the file, WebKit has started with all of it. ours"""
    files.path("pyodide.late.wasm").unlink()
    with serving(files.folder) as server:
        page = linked(files.files, server.url)
        await view.mount(page.html, page.csp)
        await view.shows(GREETING)
        await view.engine.click("#name")
        await view.shows("SNOWMAN" if view.engine.name == "webkit" else "(status 404)")
    assert "snapshot" == await view.rung(), await view.notes()
