"""A view's tools as any `mcp` client sees and calls them."""

import asyncio
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from mcp.client import Client
from mcp.client.extension import advertise
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.server import MCPServer

from tests.server.contract import Shop, order, ticks
from tests.server.shop import ASSETS, Endless, handlers, server
from viewsdk import Tool, declaration
from viewsdk.results import read_result
from viewsdk.server import serve_view

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
async def client() -> AsyncIterator[Client]:
    async with Client(server()) as joined:
        yield joined


async def listed(client: Client) -> dict[str, dict[str, Any]]:
    tools = (await client.list_tools()).tools
    return {tool.name: tool.model_dump(mode="json", by_alias=True, exclude_none=True) for tool in tools}


async def test_every_granted_tool_names_its_view_and_who_may_call_it(client: Client) -> None:
    """Under `_meta.ui`, and the URI once more under the key older hosts read. heddle:H40, F:S1"""
    tools = await listed(client)
    assert {grant.tool.name for grant in declaration(Shop).grants} == set(tools)
    assert {
        "ui": {"resourceUri": "ui://shop/counter", "visibility": ["model", "app"]},
        "ui/resourceUri": "ui://shop/counter",
    } == tools["count"]["_meta"]
    assert ["model", "app"] == tools["order"]["_meta"]["ui"]["visibility"]
    assert ["app"] == tools["grow"]["_meta"]["ui"]["visibility"]


@pytest.mark.slow
async def test_over_stdio_the_server_says_the_same(client: Client) -> None:
    """The program a host starts lists and answers as the one in this process does. heddle:H40"""
    program = StdioServerParameters(command=sys.executable, args=["-m", "tests.server.shop"], cwd=ROOT)
    async with Client(stdio_client(program)) as remote:
        assert await listed(client) == await listed(remote)
        assert await client.list_resources() == await remote.list_resources()
        answers = [await joined.call_tool("order", {"article-name": "tea"}) for joined in (client, remote)]
    assert answers[0].structured_content == answers[1].structured_content


async def test_the_referenced_view_exists_on_the_server(client: Client) -> None:
    """Every URI a tool names is a resource that can be listed. R15 R01"""
    resources = {str(resource.uri) for resource in (await client.list_resources()).resources}
    assert {tool["_meta"]["ui"]["resourceUri"] for tool in (await listed(client)).values()} <= resources


async def test_arguments_are_the_input_models_own_fields(client: Client) -> None:
    """Flat, by alias, with descriptions, limits and defaults. ours"""
    schema = (await listed(client))["order"]["inputSchema"]
    expected = order.input_schema
    assert expected["properties"] == schema["properties"]
    assert expected["required"] == schema["required"] == ["article-name"]
    assert "What to order" == schema["properties"]["article-name"]["description"]


async def test_output_schemas_are_the_tools_own(client: Client) -> None:
    """Whole for an object, under `result` for anything else. ours"""
    tools = await listed(client)
    assert order.output_schema["properties"] == tools["order"]["outputSchema"]["properties"]
    assert ["result"] == list(tools["count"]["outputSchema"]["properties"])
    assert {"idempotentHint": True} == tools["order"]["annotations"]


async def test_a_schema_that_refers_to_itself_is_served_without_references(client: Client) -> None:
    """Inside itself it is any object: wider than the model by one level, and readable by every client. ours"""
    schema = (await listed(client))["grow"]["inputSchema"]
    assert {"type": "object", "title": "Branch"} == schema["properties"]["branches"]["items"]
    result = await client.call_tool("grow", {"name": "a", "branches": [{"name": "b", "branches": [{"name": "c"}]}]})
    assert "c" == result.structured_content["branches"][0]["branches"][0]["name"]


async def test_a_call_reads_the_arguments_once_and_keeps_what_was_not_given_apart(client: Client) -> None:
    """Defaults are the model's, and a handler can tell a default from a choice. heddle:H03"""
    result = await client.call_tool("order", {"article-name": "tea", "day": "2026-11-30"})
    assert {"article": "tea", "amount": 1, "given": ["article", "day"]} == result.structured_content


async def test_text_that_looks_like_json_stays_text(client: Client) -> None:
    """Some clients send lists as JSON text; only an argument that can hold no text is read so. ours"""
    result = await client.call_tool("order", {"article-name": "[1]", "tags": '["a"]'})
    assert {"article": "[1]", "amount": 1, "given": ["article", "tags"]} == result.structured_content


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"article-name": "tea", "amount": 10}, "amount: Input should be less than or equal to 9"),
        ({"article-name": "tea", "amount": 7}, "seven is not sold"),
        ({"amount": 1}, "article-name"),
    ],
)
async def test_arguments_the_model_refuses_are_a_result_that_says_why(
    client: Client, arguments: dict[str, Any], words: str
) -> None:
    """The model reads it and corrects itself; nothing crashed. extapps:E03"""
    result = await client.call_tool("order", arguments)
    assert result.is_error
    assert words in result.content[0].text


async def test_a_declared_error_is_an_answer_with_its_name_and_fields(client: Client) -> None:
    """In the text, which every host passes on, and readable as the very error. heddle:H03"""
    result = await client.call_tool("order", {"article-name": "tea", "amount": 9})
    wire = result.model_dump(mode="json", by_alias=True, exclude_none=True)
    assert (True, '{"error": "OutOfStock", "data": {"left": 2}}') == (wire["isError"], wire["content"][0]["text"])
    wire.pop("structuredContent", None)
    with pytest.raises(Exception, match="left=2"):
        read_result(order, wire)


async def test_an_error_the_tool_did_not_declare_tells_the_client_nothing(client: Client) -> None:
    """It is a crash, and its text may hold what no client should see. ours"""
    result = await client.call_tool("order", {"article-name": "tea", "amount": 8})
    assert (True, "Error executing tool order") == (result.is_error, result.content[0].text)


async def test_an_output_that_may_be_nothing_travels_wrapped(client: Client) -> None:
    """A TypeAdapter's output, both ways. ours"""
    result = await client.call_tool("perhaps", {})
    assert {"result": None} == result.structured_content


async def test_only_a_launch_result_names_the_showing(client: Client) -> None:
    """Each gets its own viewUUID, so that state can find back to it. ours"""
    first, second = [(await client.call_tool("count", {})).meta["viewUUID"] for _ in range(2)]
    assert first != second
    assert "viewUUID" not in ((await client.call_tool("perhaps", {})).meta or {})


async def test_a_generator_streams_its_items_as_progress_and_returns_them_all(client: Client) -> None:
    """Each item is a notification before the result, its JSON in the message. ours"""
    seen: list[tuple[float, str | None]] = []

    async def note(progress: float, total: float | None, message: str | None) -> None:
        seen.append((progress, message))

    result = await client.call_tool("ticks", {}, progress_callback=note)
    assert {"result": [0, 1, 2]} == result.structured_content
    assert [(1, "0"), (2, "1"), (3, "2")] == seen


async def test_a_cancelled_stream_ends_its_generator_on_the_server() -> None:
    """The caller goes away; nothing is left running for it. ours"""
    endless, begun = Endless(), asyncio.Event()
    streaming = serve_view(Shop, handlers={**handlers(), ticks: endless.tick}, assets_url=ASSETS)

    async def note(*progress: object) -> None:
        begun.set()

    async with Client(MCPServer("shop", extensions=[streaming])) as joined:
        call = asyncio.ensure_future(joined.call_tool("ticks", {}, progress_callback=note))
        await asyncio.wait_for(begun.wait(), 5)
        assert not endless.closed.is_set()
        call.cancel()
        await asyncio.wait_for(endless.closed.wait(), 5)


async def test_a_host_without_views_reads_words_before_json(client: Client) -> None:
    """Meaningful text for everybody; the JSON is there all the same. R85 R84"""
    result = await client.call_tool("count", {})
    assert ["There are 3.", "3"] == [block.text for block in result.content]
    assert {"result": 3} == result.structured_content


async def test_a_host_with_views_gets_the_json_first() -> None:
    """Where structured content is stripped, a view reads the first text block. R84"""
    extension = advertise("io.modelcontextprotocol/ui", {"mimeTypes": ["text/html;profile=mcp-app"]})
    async with Client(server(), extensions=[extension]) as joined:
        wire = (await joined.call_tool("count", {})).model_dump(mode="json", by_alias=True, exclude_none=True)
    wire.pop("structuredContent")
    assert 3 == read_result(Tool("count", output=int), wire)
    assert "There are 3." == wire["content"][1]["text"]
