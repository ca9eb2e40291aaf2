"""How a served page gets its files: who decides, what that asks of the host, and the files through the protocol."""

import base64
import json
from pathlib import Path
from typing import Any

import pytest
from mcp.client import Client
from mcp.server import MCPServer
from mcp.shared.exceptions import MCPError

from tests.server.contract import Shop
from tests.server.shop import handlers
from viewsdk.bundle.assets import AssetFolder
from viewsdk.bundle.prepare import Prepared
from viewsdk.server import page_resource, serve_view, view_server
from viewsdk.server.page_resource import UnknownDelivery

URI = "ui://shop/counter"
CONTENT = bytes(range(256)) * 40


@pytest.fixture(autouse=True)
def prepared(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Prepared:
    """The build replaced by one that makes a single small file; nothing chosen by the environment."""
    made = Prepared(tmp_path, (AssetFolder(tmp_path).add("author.pack", CONTENT),))
    monkeypatch.setattr(page_resource, "prepare", lambda *_: made)
    monkeypatch.setattr(page_resource, "cache_folder", lambda: tmp_path)
    monkeypatch.delenv("VIEWSDK_ASSETS_URL", raising=False)
    monkeypatch.delenv("VIEWSDK_DELIVERY", raising=False)
    return made


def bridged(**more: Any) -> MCPServer:
    return view_server("shop", serve_view(Shop, handlers=handlers(), **more))


async def page_of(server: MCPServer) -> tuple[dict[str, Any], dict[str, Any]]:
    """The configuration in the page, and the domains it asks for."""
    async with Client(server) as joined:
        [content] = (await joined.read_resource(URI)).contents
    _, _, rest = content.text.partition('id="viewsdk-config">')
    return json.loads(rest.partition("</script>")[0]), content.meta["ui"]["csp"]


async def test_a_view_server_delivers_through_the_host_and_asks_for_no_network() -> None:
    """The usual delivery of a stdio server needs nothing but WebAssembly."""
    config, csp = await page_of(bridged())
    assert "bridge" == config["delivery"]
    assert "viewsdk-asset://shop/counter/" == config["assets"]["base"]
    assert ["https://api.example"] == csp["connectDomains"]  # the view's own ask
    assert ["'wasm-unsafe-eval'"] == csp["resourceDomains"]


async def test_naming_an_assets_url_makes_it_linked() -> None:
    """Who says where the files lie wants them fetched from there."""
    config, csp = await page_of(bridged(assets_url="https://assets.example/v1"))
    assert ("linked", "https://assets.example/v1/") == (config["delivery"], config["assets"]["base"])
    assert "https://assets.example" in csp["connectDomains"]


async def test_the_environment_chooses_where_the_author_did_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """$VIEWSDK_DELIVERY wins over what is usual, and the author's argument over both."""
    monkeypatch.setenv("VIEWSDK_DELIVERY", "inline")
    assert "inline" == (await page_of(bridged()))[0]["delivery"]
    assert "bridge" == (await page_of(bridged(delivery="bridge")))[0]["delivery"]


def test_an_unknown_delivery_is_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """The message says what there is."""
    monkeypatch.setenv("VIEWSDK_DELIVERY", "pigeon")
    with pytest.raises(UnknownDelivery, match="'pigeon'; it must be one of linked, bridge, inline"):
        bridged()


async def test_a_file_comes_in_chunks_through_the_protocol(prepared: Prepared) -> None:
    """A chunk is a blob under exactly the URI that was asked, also before this process has served the page."""
    packed = prepared.compressed()
    [asset] = packed.files
    whole = (packed.folder / f"{asset.path}.gz").read_bytes() if asset.packed else CONTENT
    async with Client(bridged()) as joined:
        parts = []
        for offset in range(0, len(whole), 100):
            uri = f"viewsdk-asset://shop/counter/{asset.digest}?offset={offset}&size=100"
            [content] = (await joined.read_resource(uri)).contents
            assert (uri, "application/octet-stream") == (str(content.uri), content.mime_type)
            parts.append(base64.b64decode(content.blob))
    assert whole == b"".join(parts)


@pytest.mark.parametrize(
    ("rest", "complaint"),
    [
        ("0" * 64 + "?offset=0&size=100", "names no file of this view"),
        ("{digest}", "does not say offset and size"),
        ("{digest}?offset=-1&size=5", "asks for more than"),
        ("{digest}?offset=0&size=999999999", "asks for more than"),
    ],
)
async def test_a_chunk_that_is_none_is_said_so(prepared: Prepared, rest: str, complaint: str) -> None:
    """An unknown file, a missing range and a range out of bounds are errors, never an empty answer."""
    uri = "viewsdk-asset://shop/counter/" + rest.format(digest=prepared.files[0].digest)
    async with Client(bridged()) as joined:
        with pytest.raises(MCPError, match=complaint):
            await joined.read_resource(uri)
