"""The examples' servers as programs, for a client that knows nothing of views: words, and one page said alike twice."""

import sys
from collections.abc import AsyncIterator
from typing import Any

import pytest
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

from tests.examples.theatre import EXAMPLES
from viewsdk.bundle.deliver import DELIVERY_VARIABLE
from viewsdk.bundle.page import LARGEST_SHELL

pytestmark = pytest.mark.slow

LAUNCHES: dict[str, tuple[str, dict[str, Any], str]] = {
    "box_office": ("list_shows", {}, "7: As You Like It, Tomorrow, 6:00 pm, 30 of 30 seats free"),
    "system_monitor": ("show_system", {}, "processors"),
    "sign_up": ("draft_sign_up", {"name": "Ada"}, "12 places are free. Call sign_up to take one."),
}


@pytest.fixture(params=sorted(LAUNCHES))
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
async def client(name: str) -> AsyncIterator[Client]:
    program = StdioServerParameters(command=sys.executable, args=[str(EXAMPLES / name / "server.py")])
    async with Client(stdio_client(program)) as joined:
        yield joined


async def test_a_host_without_views_is_answered_in_words(name: str, client: Client) -> None:
    """The first block reads by itself; what a view would need follows. R85 R84"""
    tool, arguments, words = LAUNCHES[name]
    result = await client.call_tool(tool, arguments)
    assert not result.is_error
    assert words in result.content[0].text
    assert result.structured_content


async def test_the_page_asks_for_the_same_on_the_list_and_when_read(name: str, client: Client) -> None:
    """WebAssembly by its keyword and no network: the files come through the server itself. heddle:H41 R02"""
    (listing,) = (await client.list_resources()).resources
    (content,) = (await client.read_resource(str(listing.uri))).contents
    assert listing.mime_type == content.mime_type == "text/html;profile=mcp-app"
    assert listing.meta == content.meta
    csp = listing.meta["ui"]["csp"]
    assert {"resourceDomains": ["'wasm-unsafe-eval'"]} == csp
    path = str(listing.uri).removeprefix("ui://")
    assert f'"base":"viewsdk-asset://{path}/"' in content.text


@pytest.mark.parametrize("delivery", ["linked", "bridge"])
async def test_the_shell_that_must_cross_first_is_small(name: str, delivery: str) -> None:
    """Whatever has to be there before anything can be shown, with the list of the real files in it. ours"""
    server = str(EXAMPLES / name / "server.py")
    program = StdioServerParameters(command=sys.executable, args=[server], env={DELIVERY_VARIABLE: delivery})
    async with Client(stdio_client(program)) as joined:
        pages = [
            item for item in (await joined.list_resources()).resources if item.mime_type and "html" in item.mime_type
        ]
        (content,) = (await joined.read_resource(str(pages[0].uri))).contents
    assert f'"delivery":"{delivery}"' in content.text
    assert len(content.text.encode()) <= LARGEST_SHELL
