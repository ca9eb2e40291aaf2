"""A view's page as a resource: what it is, what it asks for, and that it says so everywhere alike."""

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from mcp.client import Client
from mcp.server import MCPServer
from mcp.server.apps import Apps

from tests.server.contract import Shop, Side
from tests.server.shop import ASSETS, handlers, server
from viewsdk import Ask, Declaration, declaration
from viewsdk.bundle.prepare import Prepared
from viewsdk.server import Page, ServedView, page_resource, serve_view

URI = "ui://shop/counter"


@pytest.fixture
def prepared(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> list[tuple[Any, ...]]:
    """The build replaced by one that makes nothing, and the record of its calls."""
    calls: list[tuple[Any, ...]] = []

    def prepare(*asked: Any) -> Prepared:
        calls.append(asked)
        return Prepared(tmp_path, ())

    monkeypatch.setattr(page_resource, "prepare", prepare)
    monkeypatch.setattr(page_resource, "cache_folder", lambda: tmp_path)
    return calls


@pytest.fixture
def own_assets(prepared: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[ServedView]:
    monkeypatch.delenv("VIEWSDK_ASSETS_URL", raising=False)
    served = serve_view(Shop, handlers=handlers())
    yield served
    served.page.close()


async def both_metas(joined: Client) -> tuple[Any, Any]:
    listing = next(item for item in (await joined.list_resources()).resources if str(item.uri) == URI)
    content = (await joined.read_resource(URI)).contents[0]
    assert listing.mime_type == content.mime_type == "text/html;profile=mcp-app"
    return listing.meta, content.meta


async def test_listing_and_content_ask_for_the_same(prepared: list[Any]) -> None:
    """The view's own ask, the origin of its assets, WebAssembly and a border. R02"""
    async with Client(server()) as joined:
        listing, content = await both_metas(joined)
    csp = {
        "connectDomains": ["https://api.example", "https://assets.example"],
        "resourceDomains": ["'wasm-unsafe-eval'"],
    }
    assert {"ui": {"csp": csp, "prefersBorder": True}} == listing == content


async def test_the_content_is_a_page_as_text(prepared: list[Any]) -> None:
    """An HTML document in `text`, with the assets' address in it. R03 R04"""
    async with Client(server()) as joined:
        content = (await joined.read_resource(URI)).contents[0]
    assert content.text.startswith("<!doctype html>")
    assert ASSETS in content.text


async def test_the_page_is_built_when_it_is_read_and_not_before(prepared: list[Any]) -> None:
    """Listing costs nothing; the build gets the folder the view's modules are imported from. ours"""
    async with Client(server()) as joined:
        await joined.list_resources()
        assert [] == prepared
        await joined.read_resource(URI)
    folder, view, entry = prepared[0]
    assert ("tests.server.contract:Shop", "view:main") == (view, entry)
    assert (folder / "tests" / "server" / "contract.py").is_file()


async def test_the_keyword_for_webassembly_can_be_left_out(prepared: list[Any]) -> None:
    """For hosts that refuse a resource because of it. ours"""
    async with Client(server(wasm_keyword=False, prefers_border=False)) as joined:
        listing, content = await both_metas(joined)
    csp = {"connectDomains": ["https://api.example", "https://assets.example"]}
    assert {"ui": {"csp": csp, "prefersBorder": False}} == listing == content


async def test_the_address_of_the_assets_can_come_from_outside(
    prepared: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """`VIEWSDK_ASSETS_URL` names it for a server that was not told. ours"""
    monkeypatch.setenv("VIEWSDK_ASSETS_URL", "http://cdn.example:8080/a")
    async with Client(MCPServer("shop", extensions=[serve_view(Shop, handlers=handlers())])) as joined:
        listing, _ = await both_metas(joined)
    assert "http://cdn.example:8080" in listing["ui"]["csp"]["connectDomains"]


async def test_without_an_address_the_process_serves_the_assets_itself(own_assets: ServedView, tmp_path: Any) -> None:
    """On a loopback port that the policy names before anything is served, for any page. ours"""
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "a.js").write_text("1")
    async with Client(MCPServer("shop", extensions=[own_assets])) as joined:
        listing, content = await both_metas(joined)
    origin = next(part for part in listing["ui"]["csp"]["connectDomains"] if part.startswith("http://127.0.0.1:"))
    assert listing == content
    with urlopen(f"{origin}/a.js", timeout=5) as answer:
        assert ("1", "*") == (answer.read().decode(), answer.headers["Access-Control-Allow-Origin"])
    with pytest.raises(HTTPError, match="404"):
        urlopen(f"{origin}/../secret", timeout=5)


async def test_a_build_that_cannot_be_made_says_why(prepared: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """The reader of the resource gets the sentence, not "internal error". ours"""

    def fail(*asked: Any) -> Prepared:
        raise page_resource.MissingInput("the browser-side wheels are missing: run `make setup`")

    monkeypatch.setattr(page_resource, "prepare", fail)
    async with Client(server()) as joined:
        with pytest.raises(Exception, match="run `make setup`"):
            await joined.read_resource(URI)


async def test_the_server_advertises_the_extension_with_its_type(prepared: list[Any]) -> None:
    """So a host knows before it asks for tools. heddle:H42"""
    async with Client(server()) as joined:
        extensions = joined.server_capabilities.extensions
    assert {"mimeTypes": ["text/html;profile=mcp-app"]} == extensions["io.modelcontextprotocol/ui"]


async def test_other_pages_and_a_second_view_are_served_beside_it(prepared: list[Any]) -> None:
    """One extension per server, so views are chained through `apps`. ours"""
    apps = Apps()
    apps.add_html_resource("ui://shop/plain", "<!doctype html><p>plain</p>")

    @apps.tool(resource_uri="ui://shop/plain")
    def plain() -> str:
        """A tool of its own."""
        return "plain"

    side = serve_view(Side, handlers={"side": lambda: 1}, assets_url=ASSETS, apps=apps)
    main = serve_view(Shop, handlers=handlers(), assets_url=ASSETS, apps=side)
    async with Client(MCPServer("shop", extensions=[main])) as joined:
        tools = {tool.name for tool in (await joined.list_tools()).tools}
        uris = {str(resource.uri) for resource in (await joined.list_resources()).resources}
        answer = await joined.call_tool("side", {})
    assert {"plain", "side", "count"} <= tools
    assert {"ui://shop/plain", "ui://shop/side", URI} == uris
    assert {"result": 1} == answer.structured_content


def test_what_is_asked_is_written_alike_in_whatever_order_it_was_said() -> None:
    """So a host can pin what it has seen. heddle:H48"""
    origins = ("https://b.example", "https://a.example", "https://c.example")
    asks = [Ask(connect=order, resources=order) for order in (origins, tuple(reversed(origins)))]
    first, second = (json.dumps(Page(_asking(ask), "view:main", ASSETS).meta) for ask in asks)
    assert first == second


def _asking(ask: Ask) -> Declaration:
    return replace(declaration(Side), ask=ask)
