"""The ladder: each rung comes up when the one above is broken for real, and the page says which it was."""

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.shim.assets import ENTRY, VIEW, Damaged, cut_in_half, flip_a_byte, other_table, prepared_card
from tests.shim.scripted import ScriptedHost, policy
from viewsdk.bundle.page import page_html
from viewsdk.bundle.serve import AssetServer, serving

pytestmark = [pytest.mark.browser, pytest.mark.slow]

INPUT = {"jsonrpc": "2.0", "method": "ui/notifications/tool-input", "params": {"arguments": {}}}
RESULT = {
    "jsonrpc": "2.0",
    "method": "ui/notifications/tool-result",
    "params": {"content": [], "structuredContent": {"text": "good evening"}},
}
SCRIPT = {"then": [INPUT, RESULT]}
DRAWN = "#viewsdk-root >> text=good evening"


@pytest.fixture
async def damaged(tmp_path: Path) -> Damaged:
    """A copy of the assets to damage."""
    return Damaged(await asyncio.to_thread(prepared_card), tmp_path)


async def shown(host: ScriptedHost, damaged: Damaged) -> str | None:
    """Mount the page over the damaged assets, wait for the greeting, and tell the rung."""
    with serving(damaged.folder) as server:
        html = page_html(VIEW, ENTRY, "Card", server.url, damaged.files)
        await host.mount(html, policy(server.url.rstrip("/")), SCRIPT)
        await host.frame.wait_for_selector(DRAWN, timeout=60_000)
        return await host.rung()


async def test_a_whole_page_starts_from_the_snapshot(host: ScriptedHost, damaged: Damaged) -> None:
    """Nothing is broken, nothing is noted, and nothing the SDK imports has to wait for the late files."""
    assert "snapshot" == await shown(host, damaged)
    assert [] == await host.notes()
    stages = [stage["name"] for stage in await host.frame.evaluate("viewsdk.boot.stages")]
    assert ["initialized", "starting snapshot", "python up", "running"] == stages[:4]


@pytest.mark.parametrize(
    ("name", "how", "said"),
    [
        ("snapshot.pack", flip_a_byte, "is corrupted"),
        ("snapshot.pack", cut_in_half, "is truncated"),
        ("snapshot.pack", lambda data: b"<" + data[1 : len(data) // 2], "is truncated"),  # it may be any byte, this too
        ("snapshot.pack", lambda _: b"<!doctype html>", "is an HTML page"),
        ("pyodide.first.wasm", flip_a_byte, "is corrupted"),
    ],
)
async def test_a_broken_snapshot_is_named_and_byte_code_starts_instead(
    host: ScriptedHost, damaged: Damaged, name: str, how: Callable[[bytes], bytes], said: str
) -> None:
    """A flipped bit, half a file, an error page: each is one sentence in the boot report."""
    damaged.change(name, how)
    assert "pyc" == await shown(host, damaged)
    assert any(said in note for note in await host.notes()), await host.notes()


async def test_a_snapshot_for_another_runtime_is_refused_before_a_byte_is_copied(
    host: ScriptedHost, damaged: Damaged
) -> None:
    """The file is sound, the function table is not the one it was made for."""
    damaged.replace("snapshot.pack", other_table)
    assert "pyc" == await shown(host, damaged)
    assert any("the snapshot is for a table of" in note for note in await host.notes())


async def test_sources_start_when_the_byte_code_is_broken_as_well(host: ScriptedHost, damaged: Damaged) -> None:
    """Two rungs broken, the third holds."""
    damaged.change("snapshot.pack", flip_a_byte)
    damaged.change("stdlib.pyc.zip", cut_in_half)
    assert "stock" == await shown(host, damaged)
    assert 2 == len(await host.notes())


async def test_a_missing_runtime_ends_in_a_card_with_a_button_that_works(host: ScriptedHost, damaged: Damaged) -> None:
    """The card names the file; when the file is back, trying again starts the view."""
    runtime = damaged.path("pyodide.asm.wasm")
    damaged.path("pyodide.first.wasm").unlink()
    away = runtime.with_name("away")
    runtime.rename(away)
    with serving(damaged.folder) as server:
        html = page_html(VIEW, ENTRY, "Card", server.url, damaged.files)
        await host.mount(html, policy(server.url.rstrip("/")), SCRIPT)
        await host.frame.wait_for_selector("text=Try again")
        assert runtime.name in await host.frame.inner_text("[role=alert]")
        away.rename(runtime)
        await host.frame.click("text=Try again")
        await host.frame.wait_for_selector(DRAWN, timeout=60_000)
    errors = [entry["frame"]["params"] for entry in await host.heard() if _is_error_line(entry["frame"])]
    assert 1 == len(errors)


class _Hanging(AssetServer):
    """Takes every request and answers none until it is let go."""

    released = threading.Event()

    def finish_request(self, request: Any, client_address: Any) -> None:
        self.released.wait(20)


async def test_a_download_that_hangs_is_given_up_and_the_result_is_shown(host: ScriptedHost, damaged: Damaged) -> None:
    """The stage and its limit are named; nothing is left waiting without a word."""
    server = _Hanging(damaged.folder)
    server.start()
    try:
        html = page_html(VIEW, ENTRY, "Card", server.url, damaged.files, limits={"stage": 0.5})
        await host.mount(html, policy(server.url.rstrip("/")), SCRIPT)
        await host.frame.wait_for_selector("text=Try again", timeout=30_000)
        text = await host.frame.inner_text("body")
    finally:
        server.released.set()
        server.shutdown()
        server.server_close()
    assert "the download stood still for 0.5 s" in text
    assert "good evening" in text


def _is_error_line(frame: dict) -> bool:
    return frame.get("method") == "notifications/message" and frame["params"]["level"] == "error"
