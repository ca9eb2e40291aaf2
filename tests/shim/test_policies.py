"""The policies real hosts send, as strings: which way each lets a page start, and that none leaves it blank."""

import asyncio
import base64
from dataclasses import dataclass

import pytest

from tests.shim.assets import ENTRY, VIEW, prepared_card
from tests.shim.scripted import ScriptedHost
from tests.shim.test_ladder import SCRIPT
from viewsdk.bundle.bridge import AssetReader, NoSuchChunk, bridge_base
from viewsdk.bundle.page import page_html
from viewsdk.bundle.prepare import Prepared
from viewsdk.bundle.serve import serving

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.limit(240)]

URI = "ui://boot/card"
REST = "style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'"


@dataclass(frozen=True)
class Shape:
    """A host's policy with the asset origin in place of A, and the rung each delivery reaches under it."""

    policy: str
    linked: str
    bridge: str


# From hosts.md of the knowledge base: D.1, D.2 and the shapes read from each host's source.
SHAPES = {
    "the specification's default": Shape(
        f"default-src 'none'; script-src 'self' 'unsafe-inline'; connect-src 'none'; {REST}", "none", "none"
    ),
    "the specification with the keyword": Shape(
        f"default-src 'none'; script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'; connect-src 'self' A; {REST}",
        "snapshot",
        "snapshot",
    ),
    "no connection at all": Shape(
        f"default-src 'none'; script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'; connect-src 'none'; {REST}",
        "none",
        "snapshot",
    ),
    "as VS Code": Shape(
        "default-src 'none'; script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval' A; "
        "style-src 'self' 'unsafe-inline' A; "
        "connect-src 'self' A; img-src 'self' data: A; font-src 'self' A; media-src 'self' data: A; frame-src 'none'; "
        "object-src 'none'; base-uri 'self'",
        "snapshot",
        "snapshot",
    ),
    "as goose": Shape(
        "default-src 'none'; script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval' A; "
        "script-src-elem 'self' 'unsafe-inline' A; "
        "style-src 'self' 'unsafe-inline' A; connect-src 'self' A; img-src 'self' data: blob: A; frame-src 'self'; "
        "object-src 'none'; base-uri 'self'",
        "snapshot",
        "snapshot",
    ),
    "as Claude": Shape(
        "default-src 'none'; script-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob: A; style-src 'self' "
        "'unsafe-inline' data: blob: A; connect-src 'self' A; worker-src 'self' blob:; img-src 'self' data: blob: A; "
        "frame-src 'self'; base-uri 'self'",
        "snapshot",
        "snapshot",
    ),
    "as the reference host": Shape(
        "default-src 'self' 'unsafe-inline'; script-src 'self' 'unsafe-inline' 'unsafe-eval' blob: data: A; "
        "style-src 'self' 'unsafe-inline' blob: data: A; img-src 'self' data: blob: A; connect-src 'self' A; "
        "worker-src 'self' blob: A; frame-src 'none'; object-src 'none'; base-uri 'none'",
        "snapshot",
        "snapshot",
    ),
}


@pytest.fixture(scope="module")
def card() -> Prepared:
    """The assets with their gzip forms."""
    return prepared_card().compressed()


async def rung_under(host: ScriptedHost, card: Prepared, policy: str, delivery: str) -> str | None:
    reader = AssetReader(card.folder, card.files, URI)

    def read_chunk(uri: str) -> str | None:
        try:
            return base64.b64encode(reader.read(uri)).decode()
        except NoSuchChunk:
            return None

    await host.page.expose_function("readChunk", read_chunk)
    with serving(card.folder) as server:
        base = server.url if delivery == "linked" else bridge_base(URI)
        html = page_html(VIEW, ENTRY, "Card", base, card.files, delivery=delivery)
        csp = policy.replace(" A", f" {server.url.rstrip('/')}")
        await host.mount(html, csp, {**SCRIPT, "assets": {"whole": True}})
        await host.frame.wait_for_selector("text=good evening", timeout=90_000)
        return await host.rung()


@pytest.mark.parametrize("delivery", ["linked", "bridge"])
@pytest.mark.parametrize("name", SHAPES)
async def test_each_host_gets_the_best_start_its_policy_allows(
    host: ScriptedHost, card: Prepared, name: str, delivery: str
) -> None:
    """The greeting is on the page in every cell: drawn by Python, or as the readable result."""
    shape = SHAPES[name]
    assert getattr(shape, delivery) == await asyncio.wait_for(rung_under(host, card, shape.policy, delivery), 120)


async def test_a_page_that_may_not_run_webassembly_says_so_once_and_fetches_nothing(
    host: ScriptedHost, card: Prepared
) -> None:
    """One notifications/message with the reason; the result is there; no download was begun."""
    policy = SHAPES["the specification's default"].policy
    assert "none" == await rung_under(host, card, policy, "linked")
    warnings = [
        entry["frame"]["params"]
        for entry in await host.heard()
        if entry["frame"].get("method") == "notifications/message" and entry["frame"]["params"]["level"] == "warning"
    ]
    assert ["wasm"] == [params["data"]["reason"] for params in warnings]
    assert "does not allow WebAssembly" in await host.frame.inner_text("[role=note]")
    fetched = await host.frame.evaluate("performance.getEntriesByType('resource').length")
    assert 0 == fetched
