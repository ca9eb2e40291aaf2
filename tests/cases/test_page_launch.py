"""From a server's tool to a page that may be framed: rules R07 to R18 and the server checks of Part F.9."""

import base64
from typing import Any

import pytest

from hostsim.inventory import Inventory
from hostsim.launch import LaunchPlan, choose_tool, prepare
from hostsim.policy import Policy
from hostsim.profiles import profile_of
from hostsim.stages import Stage, StageLedger, Stopped
from hostsim.upstream_error import UpstreamError

URI = "ui://box-office/bill"
MIME = "text/html;profile=mcp-app"
HTML = "<!doctype html><title>Bill</title>"
TOOL = {"name": "list_shows", "_meta": {"ui": {"resourceUri": URI}}}
CONNECT = {"ui": {"csp": {"connectDomains": ["https://content.example"]}}}
LISTED = {"ui": {"csp": {"resourceDomains": ["https://listing.example"]}}}


class OneServer:
    """A server with one page and, if it lists it, one entry; `asked` keeps what was asked of it."""

    def __init__(self, content: dict[str, Any] | None, listing: dict[str, Any] | None = None) -> None:
        self.asked: list[str] = []
        self._content = content
        self._listing = listing

    async def read_resource(self, uri: str) -> dict[str, Any]:
        self.asked.append(f"read {uri}")
        if self._content is None:
            raise UpstreamError(-32602, f"Unknown resource: {uri}")
        return {"contents": [{"uri": uri, "mimeType": MIME, "text": HTML} | self._content]}

    async def list_resources(self, cursor: str | None = None) -> dict[str, Any]:
        self.asked.append("list")
        if self._listing is None:
            raise UpstreamError(-32601, "Method not found")
        return {"resources": [{"uri": URI, "name": "bill"} | self._listing]}


async def _prepared(server: OneServer, tool: dict[str, Any] = TOOL) -> tuple[LaunchPlan, StageLedger]:
    ledger = StageLedger()
    plan = await prepare(
        server, ledger, lambda: 0.0, inventory=Inventory.read([tool]), policy=Policy(), profile=profile_of("strict")
    )
    return plan, ledger


async def _stopped(server: OneServer, tool: dict[str, Any] = TOOL) -> tuple[Stage, str]:
    with pytest.raises(Stopped) as stopped:
        await _prepared(server, tool)
    return stopped.value.stage, stopped.value.why


@pytest.mark.parametrize(
    ("content", "listing", "origin", "other"),
    [
        ({"_meta": CONNECT}, {"_meta": LISTED}, "https://content.example", "https://listing.example"),
        ({}, {"_meta": LISTED}, "https://listing.example", "https://content.example"),
        ({"_meta": {"x": 1}}, {"_meta": LISTED}, "https://listing.example", "https://content.example"),
    ],
    ids=["both", "only the listing", "the content has other metadata"],
)
async def test_metadata_is_taken_whole_from_the_content_or_else_from_the_listing(
    content: dict[str, Any], listing: dict[str, Any], origin: str, other: str
) -> None:
    """There is no mixing: what the content says for itself is all there is. R07"""
    plan, _ = await _prepared(OneServer(content, listing))

    assert origin in plan.csp
    assert other not in plan.csp


async def test_the_page_is_read_and_need_not_be_listed() -> None:
    """By its address, from a server that lists nothing, and before any tool is called. R16, R17, F:K30"""
    server = OneServer({})

    plan, _ = await _prepared(server)

    assert HTML == plan.html
    assert [f"read {URI}", "list"] == server.asked


async def test_the_policy_that_applies_is_on_record() -> None:
    """The stage of that name has the whole text that will be in force. R12"""
    plan, ledger = await _prepared(OneServer({"_meta": CONNECT}))

    assert [plan.csp] == [mark.detail for mark in ledger.marks if mark.stage is Stage.CSP]


async def test_a_page_may_come_in_base64() -> None:
    """It is the same page. heddle:H51"""
    blob = base64.b64encode(HTML.encode()).decode()

    plan, _ = await _prepared(OneServer({"text": None, "blob": blob}))

    assert HTML == plan.html


def test_a_tool_that_names_a_page_is_rendered_with_it_and_others_are_not() -> None:
    """The one opens its view; one without a view, or with an address of another kind, opens none. R18, heddle:H50"""
    plain, odd = {"name": "plain"}, {"name": "odd", "_meta": {"ui": {"resourceUri": "https://example.org"}}}

    assert URI == choose_tool(Inventory.read([plain, TOOL])).view_uri
    for tool, name in ((plain, "plain"), (odd, "odd")):
        with pytest.raises(Stopped, match=f'tool "{name}" opens no view'):
            choose_tool(Inventory.read([tool]), name)


@pytest.mark.parametrize(
    ("content", "stage", "why"),
    [
        (None, Stage.RESOURCE_READ, "Unknown resource"),
        ({"mimeType": "text/html"}, Stage.MIME, "text/html"),
        ({"mimeType": None}, Stage.MIME, "missing"),
        ({"text": '{"a": 1}'}, Stage.HTML, "not an HTML document"),
        ({"text": None}, Stage.HTML, "neither text nor blob"),
        ({"text": None, "blob": "?"}, Stage.HTML, "base64"),
    ],
)
async def test_a_page_that_cannot_be_shown_stops_at_its_stage(
    content: dict[str, Any] | None, stage: Stage, why: str
) -> None:
    """Missing, of another type, no HTML, without a body: each by name, and nothing is framed. F:V2, heddle:H50"""
    stopped, said = await _stopped(OneServer(content))

    assert stage is stopped
    assert why in said


async def test_odd_metadata_of_a_server_is_found_and_widens_nothing() -> None:
    """An old key still works; a bad visibility and a malformed domain are listed and count for nothing. F:V2"""
    old = {"name": "list_shows", "_meta": {"ui/resourceUri": URI, "ui": {"visibility": ["model", "everyone"]}}}
    meta = {"ui": {"csp": {"connectDomains": ["https://ok.example", "https://bad.example/x"]}}}

    plan, _ = await _prepared(OneServer({"_meta": meta}), old)

    assert ["_meta.ui.visibility[1]", "_meta.ui.csp.connectDomains[1]"] == [
        problem.partition(":")[0] for problem in plan.problems
    ]
    assert "https://ok.example" in plan.csp
    assert "bad.example" not in plan.csp


@pytest.mark.parametrize("html", ["<!DOCTYPE html>x", "<html lang=de>", "\n<!-- c --><!doctype HTML>"])
async def test_a_document_begins_with_a_doctype_or_html(html: str) -> None:
    """Spaces and comments may come first. F:V3"""
    plan, _ = await _prepared(OneServer({"text": html}))

    assert html == plan.html


@pytest.mark.parametrize("text", ["", "hello", '{"html": 1}', "<p>no document", "x<!doctype html>"])
async def test_anything_else_is_no_document(text: str) -> None:
    """JSON, nothing and plain text are not framed. F:V3"""
    stopped, _ = await _stopped(OneServer({"text": text}))

    assert Stage.HTML is stopped
