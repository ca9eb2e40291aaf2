"""ext-apps' App, 1.7.5 and 2.0.4, over a pipe to our host: everything both sides offer, judged by theirs."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from hostsim.inventory import Inventory
from hostsim.page_messages import OpenTab, SaveFiles, ShowNote
from hostsim.upstream_error import UpstreamError
from viewsdk.protocol.context import HostContext
from viewsdk.protocol.methods import Direction, Method

from .contract import HAMLET, called
from .crossing import crossed, expected
from .our_host import TOOLS, OurHost, our_host
from .peer import PATIENCE, ReferenceFailed, ReferencePeer, reference

MAJORS = pytest.mark.parametrize("major", [1, 2])
GET_SHOW = {"name": "get_show", "arguments": {"id": 7}}
BILL = {"type": "resource", "resource": {"uri": "ui://box-office/bill.txt", "mimeType": "text/plain", "text": "Hamlet"}}
INVENTORY = Inventory.read(TOOLS)
HELLO = {"role": "user", "content": {"type": "text", "text": "hello?"}}


@asynccontextmanager
async def paired(major: int) -> AsyncIterator[tuple[ReferencePeer, OurHost]]:
    """Their view, initialized in our host."""
    capabilities = {"tools": {"listChanged": True}, "availableDisplayModes": ["inline", "fullscreen"]}
    tools = [{"name": "one", "description": "The number one."}]
    async with (
        reference("app", major, capabilities=capabilities, tools=tools) as app,
        our_host(app) as host,
    ):
        await app.do("connect")
        yield app, host


@MAJORS
async def test_the_reference_view_accepts_our_initialize_result(major: int) -> None:
    """It reads who we are, what we offer and the context, and reports no fault. F:W2, F:W3, F:B4, R34, umbra:U06"""
    async with paired(major) as (app, _):
        assert "hostsim" == (await app.do("getHostVersion"))["name"]
        assert "dark" == (await app.do("getHostContext"))["theme"]
        assert {} == (await app.do("getHostCapabilities"))["openLinks"]
        assert [] == app.faults


@MAJORS
async def test_the_launch_reaches_the_reference_view_in_order_and_once(major: int) -> None:
    """Partial, input and result arrive as sent, whenever the host had them. F:B7, R57, R58, R62, heddle:H56"""
    async with paired(major) as (app, host):
        host.perform(host.mount.conversation.launch_partial({"a": 1}, host.now))
        host.perform(host.mount.conversation.launch_input({"a": 1, "b": 2}, host.now))
        host.perform(host.mount.conversation.launch_result(called({"result": [HAMLET]}), host.now))

        assert {"arguments": {"a": 1}} == await app.event("toolinputpartial")
        assert {"arguments": {"a": 1, "b": 2}} == await app.event("toolinput")
        assert {"result": [HAMLET]} == (await app.event("toolresult"))["structuredContent"]


@MAJORS
async def test_a_cancelled_launch_reaches_the_reference_view(major: int) -> None:
    """tool-cancelled is sent in place of a result, with its reason. R63, R64"""
    async with paired(major) as (app, host):
        host.perform(host.mount.conversation.launch_input({}, host.now))
        host.perform(host.mount.conversation.launch_cancelled("stopped", host.now))

        assert {"reason": "stopped"} == await app.event("toolcancelled")


@MAJORS
async def test_a_granted_call_reaches_the_server_and_an_ungranted_one_does_not(major: int) -> None:
    """The result comes back whole; the refusal is -32001 with what would permit it. umbra:U16, umbra:U42, F:B16"""
    async with paired(major) as (app, host):
        assert HAMLET == (await app.do("callServerTool", GET_SHOW))["structuredContent"]
        with pytest.raises(ReferenceFailed, match="wipe") as refused:
            await app.do("callServerTool", {"name": "wipe", "arguments": {}})

        assert -32001 == refused.value.code
        assert [("get_show", {"id": 7})] == host.upstream.calls


@MAJORS
async def test_a_failed_call_and_a_broken_server_stay_apart(major: int) -> None:
    """isError passes through as a result, an error of the server as an error. F:W10, F:W11, heddle:H04"""
    async with paired(major) as (app, host):
        host.upstream.answer = {"isError": True, "content": [{"type": "text", "text": "sold out"}]}
        assert (await app.do("callServerTool", GET_SHOW))["isError"] is True

        host.upstream.answer = UpstreamError(-32042, "come back later", {"after": 5})
        with pytest.raises(ReferenceFailed, match="come back later") as failed:
            await app.do("callServerTool", GET_SHOW)
        assert -32042 == failed.value.code


@MAJORS
async def test_progress_of_the_server_reaches_the_reference_view(major: int) -> None:
    """Progress comes back under the view's own token. umbra:U22, F:X25"""
    async with paired(major) as (app, host):
        host.upstream.progress = (1.0, 2.0)
        host.upstream.hold = asyncio.Event()
        _, call = app.begin("callServerTool", GET_SHOW, progress=True)
        # The reference view drops progress that its answer overtakes within one tick, so the answer waits here.
        async with asyncio.timeout(PATIENCE):
            heard = [(await app.progress.get())["progress"] for _ in range(2)]
        host.upstream.hold.set()
        await call

        assert [1, 2] == heard


@MAJORS
async def test_a_call_the_view_aborts_is_cancelled_at_the_server(major: int) -> None:
    """The errand ends and the view gets no answer. F:B19, F:X26, F:I8"""
    async with paired(major) as (app, host):
        host.upstream.hold = asyncio.Event()
        tag, call = app.begin("callServerTool", GET_SHOW)
        async with asyncio.timeout(PATIENCE):
            await host.upstream.called.wait()
            await app.abort(tag, "never mind")
            await host.upstream.cancelled.wait()
        with pytest.raises(ReferenceFailed, match="never mind"):
            await call
        request = next(f["id"] for way, f in app.frames if f.get("method") == "tools/call")
        assert [] == [
            f for way, f in app.frames if way == "to-reference" and f.get("id") == request and "method" not in f
        ]


@MAJORS
async def test_what_else_the_reference_view_asks_for_is_done(major: int) -> None:
    """Messages, model context, links, downloads, display mode, sampling, resources. F:B11, F:B13, F:B21, F:B23"""
    async with paired(major) as (app, host):
        assert not (await app.do("sendMessage", {"role": "user", "content": [{"type": "text", "text": "hi"}]})).get(
            "isError"
        )
        assert {} == await app.do("updateModelContext", {"content": [{"type": "text", "text": "x"}]})
        assert not (await app.do("openLink", {"url": "https://example.org/"})).get("isError")
        assert (await app.do("openLink", {"url": "http://example.org/"}))["isError"] is True
        assert not (await app.do("downloadFile", {"contents": [BILL]})).get("isError")
        assert "fullscreen" == (await app.do("requestDisplayMode", {"mode": "fullscreen"}))["mode"]
        sampled = await app.do("createSamplingMessage", {"messages": [HELLO], "maxTokens": 5})
        assert "assistant" == sampled["role"]
        read = await app.do("readServerResource", {"uri": "ui://box-office/bill"})
        assert "hello" == read["contents"][0]["text"]
        assert "bill" == (await app.do("listServerResources", {}))["resources"][0]["name"]

        kinds = {type(message) for message in host.shown}
        assert {OpenTab, SaveFiles, ShowNote} <= kinds
        assert [] == app.faults


@MAJORS
async def test_context_changes_reach_the_reference_view_merged(major: int) -> None:
    """Only the changed field travels. F:B8, F:B9, R66"""
    async with paired(major) as (app, host):
        host.perform(host.mount.conversation.change_context(HostContext(theme="light"), host.now))

        assert {"theme": "light"} == await app.event("hostcontextchanged")
        assert "inline" == (await app.do("getHostContext"))["displayMode"]


@MAJORS
async def test_teardown_waits_for_the_reference_view(major: int) -> None:
    """The mount ends with the view's answer, not before. R68, R69, F:B34, heddle:H69"""
    async with paired(major) as (app, host):
        app.hold("onteardown")
        host.perform(host.mount.conversation.teardown("closing", host.now))
        asked = await app.event("onteardown")
        assert not host.mount.ended.done()
        await app.answer(asked["number"], "onteardown")

        async with asyncio.timeout(PATIENCE):
            assert "torn-down" == (await host.mount.ended).ending.value


@MAJORS
async def test_every_method_both_sides_offer_crosses(major: int) -> None:
    """No method of the table is left out of this pairing."""
    async with paired(major) as (app, host):
        await every_method_of_the_host(app, host)
        await every_method_of_the_view(app, host)
        async with asyncio.timeout(PATIENCE):
            await host.mount.ended  # the view asked to be torn down

    sent = [frame for way, frame in app.frames if way == "from-reference"]
    heard = [frame for way, frame in app.frames if way == "to-reference"]
    assert set() == expected(Direction.VIEW_TO_HOST) - crossed(sent)
    assert set() == expected(Direction.HOST_TO_VIEW) - crossed(heard)
    # Progress that the answer overtakes within one tick is the one thing the reference view complains about.
    assert [] == [fault for fault in app.faults if "unknown token" not in fault["message"]]


async def every_method_of_the_host(app: ReferencePeer, host: OurHost) -> None:
    talk, connection = host.mount.conversation, host.mount.conversation.connection
    host.perform(talk.launch_partial({}, host.now))
    host.perform(talk.launch_input({}, host.now))
    host.perform(talk.launch_result(called({"result": []}), host.now))
    host.perform(talk.change_context(HostContext(theme="light"), host.now))
    host.perform(talk.inventory_changed(INVENTORY, host.now))
    host.perform(talk.resources_changed(host.now))
    host.perform(talk.list_app_tools(host.now))
    await host.until_shown(ShowNote)
    app.hold("tool")
    _, effects = talk.call_app_tool("one", {}, host.now)
    host.perform(effects)
    # What our host says of its own accord only as protocol allows it: a ping, prompts it does not have, giving up.
    connection.cancel(connection.request(Method.TOOLS_LIST, {}, now=host.now), "never mind")
    connection.request(Method.PING, {}, now=host.now)
    connection.notify(Method.PROMPTS_LIST_CHANGED, {})
    host.perform(talk.tick(host.now))
    async with reference("app", 2) as cancelled:
        await a_cancelled_launch(cancelled)
    app.frames += cancelled.frames


async def a_cancelled_launch(app: ReferencePeer) -> None:
    async with our_host(app) as host:
        await app.do("connect")
        host.perform(host.mount.conversation.launch_cancelled("stopped", host.now))
        await app.event("toolcancelled")


async def every_method_of_the_view(app: ReferencePeer, host: OurHost) -> None:
    host.upstream.progress = (1.0,)
    await app.do("callServerTool", GET_SHOW, progress=True)
    await app.do("sendMessage", {"role": "user", "content": []})
    await app.do("updateModelContext", {})
    await app.do("openLink", {"url": "https://example.org/"})
    await app.do("downloadFile", {"contents": [BILL]})
    await app.do("requestDisplayMode", {"mode": "fullscreen"})
    await app.do("createSamplingMessage", {"messages": [HELLO], "maxTokens": 5})
    await app.do("readServerResource", {"uri": "ui://box-office/bill"})
    await app.do("listServerResources", {})
    await app.do("sendLog", {"level": "info", "data": 1})
    await app.do("sendSizeChanged", {"width": 1, "height": 2})
    await app.do("sendToolListChanged", {})
    await app.do("ping")
    host.upstream.hold = asyncio.Event()
    host.upstream.called.clear()
    tag, call = app.begin("callServerTool", GET_SHOW)
    async with asyncio.timeout(PATIENCE):
        await host.upstream.called.wait()
        await app.abort(tag, "never mind")
        await host.upstream.cancelled.wait()
    with pytest.raises(ReferenceFailed):
        await call
    await app.do("requestTeardown", {})
