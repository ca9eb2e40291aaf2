"""What a served view says of itself to any MCP client: the server cases of Part F.9."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from mcp import Client
from mcp.client.extension import advertise
from mcp.server.mcpserver import MCPServer
from mcp_types import TextContent

from viewsdk import Grant, Tool, View
from viewsdk.server import Handler, serve_view

MIME = "text/html;profile=mcp-app"
list_shows = Tool("list_shows", output=list[str])
get_show = Tool("get_show", output=str)


URI = "ui://box-office/bill"


class Bill(View, uri=URI, title="Bill"):
    launch = Grant.launch(list_shows)
    show = Grant.app(get_show)


@asynccontextmanager
async def _client(*settings: dict[str, Any]) -> AsyncIterator[Client]:
    handlers = {"list_shows": Handler(lambda: ["Hamlet"], text=", ".join), "get_show": lambda: "Hamlet"}
    served = serve_view(Bill, handlers=handlers, assets_url="https://assets.example/")
    extensions = [advertise("io.modelcontextprotocol/ui", setting) for setting in settings]
    async with Client(MCPServer("box-office", extensions=[served]), extensions=extensions) as client:
        yield client


async def test_a_served_tool_has_its_view_under_both_keys_and_its_visibility() -> None:
    """Old hosts and new ones find the same address, and each tool keeps who may call it. F:S1, heddle:H40"""
    async with _client() as client:
        tools = {tool.name: tool.meta or {} for tool in (await client.list_tools()).tools}

    both = {"ui": {"resourceUri": URI, "visibility": ["model", "app"]}, "ui/resourceUri": URI}
    app = {"ui": {"resourceUri": URI, "visibility": ["app"]}, "ui/resourceUri": URI}
    assert {"list_shows": both, "get_show": app} == tools


async def test_a_served_page_has_the_app_type_without_being_told() -> None:
    """It is the type of the listing. F:S2"""
    async with _client() as client:
        (page,) = (await client.list_resources()).resources

    assert (URI, MIME) == (str(page.uri), page.mime_type)


async def test_the_extension_is_offered_with_its_type() -> None:
    """A client finds it among the server's extensions. heddle:H42"""
    async with _client() as client:
        offered = client.server_capabilities.model_dump(by_alias=True, exclude_none=True)

    assert {"io.modelcontextprotocol/ui": {"mimeTypes": [MIME]}} == offered["extensions"]


@pytest.mark.parametrize(
    ("settings", "words_first"),
    [([{"mimeTypes": [MIME]}], False), ([], True), ([{}], True), ([{"mimeTypes": ["text/html"]}], True)],
    ids=["with the type", "not at all", "empty", "another type"],
)
async def test_a_client_that_did_not_offer_the_extension_is_answered_in_words(
    settings: list[dict[str, Any]], words_first: bool
) -> None:
    """Only the extension with its type puts the view's JSON first; without, the view is not in force. F:S3, R94, R85"""
    async with _client(*settings) as client:
        content = (await client.call_tool("list_shows", {})).content

    first, last = (block.text for block in content if isinstance(block, TextContent))
    assert words_first == (first == "Hamlet")
    assert "Hamlet" == (first if words_first else last)
