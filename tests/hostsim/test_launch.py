"""From a server's lists to a page that may be framed, and where and why that stops."""

import base64
from typing import Any

import pytest

from hostsim.inventory import Inventory
from hostsim.launch import LaunchPlan, choose_tool, prepare
from hostsim.pins import page_digest
from hostsim.policy import Policy
from hostsim.profiles import profile_of
from hostsim.stages import Stage, StageLedger, Stopped
from hostsim.upstream_error import UpstreamError
from tests.hostsim.scene import BILL, INVENTORY, policy, tool

MIME = "text/html;profile=mcp-app"
HTML = "<!doctype html><title>Bill</title>"
CSP = {"resourceDomains": ["https://cdn.example", "'wasm-unsafe-eval'"]}


class Server:
    """A server that answers from what it is given."""

    def __init__(self, content: Any = None, listing: list[dict[str, Any]] | None = None) -> None:
        self.content = {"uri": BILL, "mimeType": MIME, "text": HTML} if content is None else content
        self.listing = listing
        self.read: list[str] = []

    async def read_resource(self, uri: str) -> dict[str, Any]:
        self.read.append(uri)
        if isinstance(self.content, UpstreamError):
            raise self.content
        return {"contents": self.content if isinstance(self.content, list) else [self.content]}

    async def list_resources(self, cursor: str | None = None) -> dict[str, Any]:
        if self.listing is None:
            raise UpstreamError(-32601, "Method not found")
        page = int(cursor or 0)
        more = {"nextCursor": str(page + 1)} if page + 1 < len(self.listing) else {}
        return {"resources": self.listing[page : page + 1], **more}


async def launch(server: Server, **options: Any) -> tuple[LaunchPlan, StageLedger]:
    ledger = StageLedger()
    given = {"inventory": INVENTORY, "policy": policy(), "profile": profile_of("strict"), "tool": "list_shows"}
    plan = await prepare(server, ledger, lambda: 1.0, **{**given, **options})
    return plan, ledger


async def stop(server: Server, **options: Any) -> Stopped:
    ledger = StageLedger()
    given = {"inventory": INVENTORY, "policy": policy(), "profile": profile_of("strict"), "tool": "list_shows"}
    with pytest.raises(Stopped) as caught:
        await prepare(server, ledger, lambda: 1.0, **{**given, **options})
    assert ledger.stopped is not None
    assert (caught.value.stage, caught.value.why) == (ledger.stopped.stage, ledger.stopped.detail)
    return caught.value


async def test_a_page_is_prepared_stage_by_stage() -> None:
    """Tool, resource, type, HTML, size, policy: each is marked, and the plan has all a frame needs. heddle:H50 R16"""
    server = Server()
    plan, ledger = await launch(server)
    expected = [Stage.TOOL_HAS_VIEW, Stage.RESOURCE_READ, Stage.MIME, Stage.HTML, Stage.SIZE, Stage.CSP]
    assert expected == [mark.stage for mark in ledger.marks]
    assert ([BILL], "list_shows", BILL, HTML) == (server.read, plan.tool.name, plan.view_uri, plan.html)
    assert plan.csp.startswith("default-src 'none'; script-src 'self' 'unsafe-inline'; style-src")
    assert ("", "list_shows", None, None) == (plan.allow, plan.title, plan.prefers_border, plan.domain)


async def test_a_page_may_come_in_base64() -> None:
    """Text or blob. heddle:H51 R03"""
    blob = base64.b64encode(HTML.encode()).decode()
    plan, _ = await launch(Server({"uri": BILL, "mimeType": MIME, "blob": blob}))
    assert HTML == plan.html


async def test_what_the_content_says_counts_as_a_whole_and_the_listing_is_the_fallback() -> None:
    """No merging of the two; a listing that fails or lacks the page changes nothing. R07 R17"""
    listed = [{"uri": "ui://other"}, {"uri": BILL, "_meta": {"ui": {"csp": CSP, "prefersBorder": True}}}]
    content = {"uri": BILL, "mimeType": MIME, "text": HTML}
    from_listing, _ = await launch(Server(content, listed))
    own = {**content, "_meta": {"ui": {"csp": {"connectDomains": ["https://api.example"]}}}}
    from_content, _ = await launch(Server(own, listed))
    unlisted, _ = await launch(Server(content, listed[:1]))
    assert (True, True) == ("https://cdn.example" in from_listing.csp, from_listing.prefers_border)
    assert ("https://api.example" in from_content.csp, "https://cdn.example" in from_content.csp) == (True, False)
    assert (None, False) == (from_content.prefers_border, "https://cdn.example" in unlisted.csp)


async def test_webassembly_needs_the_ask_and_a_yes() -> None:
    """From the policy or the command line; without one it is taken away, and that is on record.

    heddle:H54 heddle:H78
    """
    server = Server({"uri": BILL, "mimeType": MIME, "text": HTML, "_meta": {"ui": {"csp": CSP}}})
    refused, _ = await launch(server)
    by_policy, _ = await launch(server, policy=policy("wasm = true"))
    by_command, _ = await launch(server, policy=Policy(), allow_wasm=True)
    never, _ = await launch(server, policy=policy("wasm = true"), profile=profile_of("spec-default"))
    plans = (refused, by_policy, by_command, never)
    assert [False, True, True, False] == ["'wasm-unsafe-eval'" in plan.csp for plan in plans]
    assert [["wasm"], [], [], ["wasm"]] == [[cut.what for cut in plan.narrowings] for plan in plans]


async def test_the_audit_says_what_the_page_is_and_what_it_lost() -> None:
    """Digest, policy applied, each cut, each part that could not be read. heddle:H54 R12"""
    asked = {"csp": CSP, "permissions": {"camera": {}, "teleport": {}}}
    plan, _ = await launch(Server({"uri": BILL, "mimeType": MIME, "text": HTML, "_meta": {"ui": asked}}))
    kinds = ["page", "csp", "narrowed", "narrowed", "unexpected"]
    assert kinds == [entry.kind.value for entry in plan.entries]
    assert [page_digest(HTML), plan.csp] == [plan.entries[0].details["digest"], plan.entries[1].details["csp"]]
    assert ["permissions", "wasm"] == [entry.details["what"] for entry in plan.entries[2:4]]


async def test_what_a_page_asks_wrongly_is_dropped_and_listed() -> None:
    """An origin with a path, an unknown permission; a permission needs the policy's word. heddle:H45 heddle:H47"""
    asked = {
        "csp": {"connectDomains": ["https://a.example/path"]},
        "permissions": {"camera": {}, "microphone": {}, "teleport": {}},
    }
    server = Server({"uri": BILL, "mimeType": MIME, "text": HTML, "_meta": {"ui": asked}})
    plan, _ = await launch(server, policy=policy('csp.permissions = ["camera"]'))
    assert ("camera", 2) == (plan.allow, len(plan.problems))
    assert ["microphone"] == [cut.value for cut in plan.narrowings]


@pytest.mark.parametrize(
    ("content", "stage", "said"),
    [
        (UpstreamError(-32602, "Unknown resource"), Stage.RESOURCE_READ, "did not give"),
        ([], Stage.RESOURCE_READ, "sent no content"),
        ({"uri": "ui://other", "mimeType": MIME, "text": HTML}, Stage.RESOURCE_READ, "sent ui://other"),
        ({"uri": BILL, "mimeType": "text/html", "text": HTML}, Stage.MIME, "is text/html"),
        ({"uri": BILL, "text": HTML}, Stage.MIME, "is missing"),
        ({"uri": BILL, "mimeType": MIME}, Stage.HTML, "neither text nor blob"),
        ({"uri": BILL, "mimeType": MIME, "text": '{"a": 1}'}, Stage.HTML, "not an HTML document"),
        ({"uri": BILL, "mimeType": MIME, "text": ""}, Stage.HTML, "not an HTML document"),
        ({"uri": BILL, "mimeType": MIME, "blob": "%%%"}, Stage.HTML, "cannot be read"),
        ({"uri": BILL, "mimeType": MIME, "blob": "6Q=="}, Stage.HTML, "cannot be read"),
        ({"uri": BILL, "mimeType": MIME, "text": HTML + "x" * 100}, Stage.SIZE, "this host takes 100"),
    ],
)
async def test_a_page_that_may_not_be_framed_stops_at_its_stage(content: Any, stage: Stage, said: str) -> None:
    """Missing, of another name or type, not HTML, undecodable, too large. heddle:H50 F:V2 F:V3 R02"""
    stopped = await stop(Server(content), max_html=100)
    assert (stage, True) == (stopped.stage, said in stopped.why), stopped.why


@pytest.mark.parametrize("start", ["<!DOCTYPE html>", "\ufeff\n <html>", "<!-- made by hand --><!doctype html>"])
async def test_an_html_document_may_begin_in_several_ways(start: str) -> None:
    """A doctype or an html element, after blanks and comments. F:V3"""
    plan, _ = await launch(Server({"uri": BILL, "mimeType": MIME, "text": start}))
    assert start == plan.html


async def test_a_small_hosts_cap_counts_too() -> None:
    """The smaller of the command line's and the profile's. ours"""
    page = {"uri": BILL, "mimeType": MIME, "text": HTML + " " * 2**20}
    stopped = await stop(Server(page), profile=profile_of("capped-1mib"))
    assert (Stage.SIZE, True) == (stopped.stage, "takes 1048576" in stopped.why)


def test_the_launch_tool_is_the_only_one_that_can_be() -> None:
    """With a view, for the model; of several, the only one that needs no arguments. R18 R20"""
    opening = {"resourceUri": BILL}
    hidden = tool("hidden", ui={**opening, "visibility": ["app"]})
    assert "a" == choose_tool(Inventory.read([tool("b"), hidden, tool("a", "x", ui=opening)])).name
    assert "list_shows" == choose_tool(INVENTORY).name


@pytest.mark.parametrize(
    ("tools", "name", "said"),
    [
        ([], None, "no tool of this server opens a view"),
        ([tool("a")], None, "(tools: a)"),
        ([tool("a", ui={"resourceUri": "https://x"})], None, "a: _meta.ui.resourceUri: not a ui:// URI"),
        ([tool("a", ui={"resourceUri": BILL}), tool("b", ui={"resourceUri": BILL})], None, "say which with --tool"),
        ([tool("a", ui={"resourceUri": BILL})] * 2, None, 'the server lists the tool "a" 2 times'),
        ([tool("b"), *[tool("a", ui={"resourceUri": BILL})] * 3], "a", 'the server lists the tool "a" 3 times'),
        ([tool("a")], "b", 'has no tool "b"; its tools are: a'),
        ([tool("a")], "a", "opens no view"),
        ([tool("a", ui={"resourceUri": BILL, "visibility": ["app"]})], "a", "kept from the model"),
    ],
)
def test_a_server_without_a_launch_tool_stops_by_name(tools: list[Any], name: str | None, said: str) -> None:
    """No view, a bad address, too many, unknown, hidden. heddle:H50"""
    with pytest.raises(Stopped) as caught:
        choose_tool(Inventory.read(tools), name)
    assert (Stage.TOOL_HAS_VIEW, True) == (caught.value.stage, said in caught.value.why), caught.value.why


def test_the_flat_key_of_older_servers_is_read() -> None:
    """Where only that is there. umbra:U31 F:B41"""
    listed = Inventory.read([{"name": "a", "_meta": {"ui/resourceUri": BILL}}, {"title": "nameless"}])
    assert (BILL,) == listed.view_uris
    assert (("a",), ()) == (listed.names, listed.entries[0].arguments)
