"""Our App over a pipe to ext-apps' AppBridge, 1.7.5 and 2.0.4: everything both sides offer, judged by theirs."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from viewsdk import (
    App,
    Called,
    Download,
    Partial,
    Refused,
    Returned,
    SamplingMessage,
    ToolFailed,
)
from viewsdk.protocol.methods import Direction

from .contract import HAMLET, Bill, Show, ShowId, ShowNotFound, called
from .crossing import crossed, expected
from .peer import PATIENCE, ReferenceFailed, ReferencePeer, reference

MAJORS = pytest.mark.parametrize("major", [1, 2])
OFFERS = {
    "openLinks": {},
    "downloadFile": {},
    "serverTools": {"listChanged": True},
    "serverResources": {"listChanged": True},
    "logging": {},
    "updateModelContext": {"text": {}},
    "message": {"text": {}},
    "sampling": {},
}
CONTEXT = {"theme": "dark", "displayMode": "inline", "availableDisplayModes": ["inline", "fullscreen"]}


@asynccontextmanager
async def paired(major: int) -> AsyncIterator[tuple[App[Bill], ReferencePeer]]:
    """Our view, connected to their host."""
    async with reference("bridge", major, capabilities=OFFERS, context=CONTEXT) as bridge:
        await bridge.do("connect")
        async with App.connect(Bill, bridge) as app:
            yield app, bridge


@MAJORS
async def test_the_handshake_carries_both_introductions(major: int) -> None:
    """Each side knows the other, its capabilities and the context. F:A1, F:B1, F:B3, F:B4, R33, R35"""
    async with paired(major) as (app, bridge):
        await bridge.event("initialized")

        assert ["ui/initialize", "ui/notifications/initialized"] == bridge.methods("to-reference")[:2]
        assert app.host is not None
        assert ("reference-bridge", "dark") == (app.host.name, app.context.theme)
        assert app.host_capabilities is not None
        assert app.host_capabilities.to_wire() == OFFERS
        assert "Bill" == (await bridge.do("getAppVersion"))["name"]
        assert {"listChanged": True} == (await bridge.do("getAppCapabilities"))["tools"]


@MAJORS
async def test_the_launch_arrives_typed_and_in_order(major: int) -> None:
    """Partial input, input and result of the reference host step the run to its end. F:B7, F:I2, heddle:H05"""
    async with paired(major) as (app, bridge):
        await bridge.event("initialized")
        seen = app.watch(Bill.launch, every_partial=True)
        await bridge.do("sendToolInputPartial", {"arguments": {"a": 1}})
        await bridge.do("sendToolInput", {"arguments": {}})
        await bridge.do("sendToolResult", called({"result": [HAMLET]}))

        runs = [run async for run in seen]

    assert [Partial, Called, Returned] == [type(run) for run in runs][-3:]
    assert runs[-1] == Returned([Show(id=7, title="Hamlet")])


@MAJORS
async def test_a_cancelled_launch_says_why(major: int) -> None:
    """The reference host's tool-cancelled ends the run with its reason. F:B7, R63"""
    async with paired(major) as (app, bridge):
        await bridge.event("initialized")
        await bridge.do("sendToolInput", {"arguments": {}})
        await bridge.do("sendToolCancelled", {"reason": "the user stopped it"})

        runs = [run async for run in app.watch(Bill.launch)]

    assert "the user stopped it" == getattr(runs[-1], "reason", None)


@MAJORS
async def test_a_call_returns_its_output_or_its_declared_error(major: int) -> None:
    """A result, a declared error, a plain failure and a refusal stay apart. F:A5, F:W9, F:W10, extapps:E03"""
    async with paired(major) as (app, bridge):
        bridge.answers["oncalltool"] = called(HAMLET)
        assert Show(id=7, title="Hamlet") == await app.call(Bill.show, ShowId(id=7))
        request = next(frame for way, frame in bridge.frames if frame.get("method") == "tools/call")
        assert request["id"] == request["params"]["_meta"]["progressToken"]

        bridge.answers["oncalltool"] = {
            "isError": True,
            "content": [{"type": "text", "text": '{"error": "ShowNotFound", "data": {"id": 7}}'}],
        }
        with pytest.raises(ShowNotFound, match="7"):
            await app.call(Bill.show, ShowId(id=7))

        bridge.answers["oncalltool"] = {"isError": True, "content": [{"type": "text", "text": "the house is on fire"}]}
        with pytest.raises(ToolFailed, match="the house is on fire"):
            await app.call(Bill.show, ShowId(id=7))

        bridge.answers["oncalltool"] = {"code": -32000, "message": "not this one", "data": {"reason": "policy"}}
        with pytest.raises(Refused, match="not this one"):
            await app.call(Bill.show, ShowId(id=7))


@MAJORS
async def test_cancelling_the_task_aborts_the_host_s_handler(major: int) -> None:
    """One notifications/cancelled reaches the reference host and its handler is aborted. F:I8, F:B19, F:X26"""
    async with paired(major) as (app, bridge):
        bridge.hold("oncalltool")
        call = asyncio.create_task(app.call(Bill.show, ShowId(id=7)))
        await bridge.event("oncalltool")
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call

        async with asyncio.timeout(PATIENCE):
            await bridge.aborted.get()
        assert 1 == bridge.methods("to-reference").count("notifications/cancelled")


@MAJORS
async def test_progress_of_the_host_reaches_the_caller(major: int) -> None:
    """A progress notification under the request's token is heard by the call's listener. F:X25, extapps:E04"""
    async with paired(major) as (app, bridge):
        bridge.hold("oncalltool")
        heard: list[float] = []
        call = asyncio.create_task(app.call(Bill.show, ShowId(id=7), on_progress=lambda p: heard.append(p.progress)))
        asked = await bridge.event("oncalltool")
        token = asked["params"]["_meta"]["progressToken"]
        progress = {"progressToken": token, "progress": 1, "total": 2}
        await bridge.do("notification", {"method": "notifications/progress", "params": progress})
        bridge.answers["oncalltool"] = called(HAMLET)
        await bridge.answer(asked["number"], "oncalltool")

        assert Show(id=7, title="Hamlet") == await call
        assert [1] == heard


@MAJORS
async def test_context_changes_arrive_merged(major: int) -> None:
    """Only the changed key travels and the rest of the context stays. F:B8, F:B9, R66, R67"""
    async with paired(major) as (app, bridge):
        await bridge.event("initialized")
        changes = app.contexts()
        await bridge.do("setHostContext", {**CONTEXT, "theme": "light"})
        async with asyncio.timeout(PATIENCE):
            while (await anext(changes)).theme != "light":
                pass

        changed = [f for way, f in bridge.frames if f.get("method") == "ui/notifications/host-context-changed"]
        assert [{"theme": "light"}] == [frame["params"] for frame in changed]
        assert "inline" == app.context.display_mode


@MAJORS
async def test_the_view_asks_for_everything_else_a_host_offers(major: int) -> None:
    """Each request of the view reaches the reference host's handler and comes back read. F:B11, F:B13, F:I6, F:B22"""
    async with paired(major) as (app, bridge):
        bridge.answers["onrequestdisplaymode"] = {"mode": "fullscreen"}
        bridge.answers["onreadresource"] = {"contents": [{"uri": "ui://x/y", "text": "hello"}]}
        bridge.answers["onlistresources"] = {"resources": [{"uri": "ui://x/y", "name": "y"}]}
        bridge.answers["oncreatesamplingmessage"] = {
            "model": "m",
            "role": "assistant",
            "content": {"type": "text", "text": "hi"},
        }
        await app.open_link("https://example.org/")
        await app.send_message("two seats, please")
        await app.update_model_context("the user looks at Hamlet")
        await app.download_file(Download.of_text("bill.txt", "Hamlet"))
        assert "fullscreen" == await app.request_display_mode("fullscreen")
        assert "hello" == (await app.read_server_resource("ui://x/y"))[0].text
        assert "y" == (await app.list_server_resources()).resources[0].name
        sampled = await app.create_sampling_message([SamplingMessage.of_user("hello?")], max_tokens=5)
        assert "m" == sampled.model

        await app.send_log("info", {"at": 1}, "bill")
        assert {"level": "info", "logger": "bill", "data": {"at": 1}} == await bridge.event("loggingmessage")
        await app.send_size_changed(100, 200.5)
        assert {"width": 100, "height": 200.5} == await bridge.event("sizechange")
        await app.request_teardown()
        await bridge.event("requestteardown")
        assert [] == bridge.faults


@MAJORS
async def test_a_link_the_host_will_not_open_is_refused_in_both_shapes(major: int) -> None:
    """isError and an error answer both read as Refused. F:B13, heddle:H14"""
    async with paired(major) as (app, bridge):
        for answer in ({"isError": True}, {"code": -32000, "message": "no"}):
            bridge.answers["onopenlink"] = answer
            with pytest.raises(Refused):
                await app.open_link("https://example.org/")


@MAJORS
async def test_the_host_calls_the_tools_of_the_view(major: int) -> None:
    """App tools are listed, called, fail as results, and their changes are announced. extapps:E09, F:B30, R73, R76"""
    async with paired(major) as (app, bridge):

        @app.tools.add
        def add(a: int, b: int) -> int:
            """Adds two numbers."""
            return a + b

        await bridge.event("initialized")
        tools = (await bridge.do("listTools", {}))["tools"]
        assert [("add", "Adds two numbers.")] == [(tool["name"], tool["description"]) for tool in tools]
        result = await bridge.do("callTool", {"name": "add", "arguments": {"a": 2, "b": 3}})
        assert {"result": 5} == result["structuredContent"]
        with pytest.raises(ReferenceFailed, match="missing"):
            await bridge.do("callTool", {"name": "missing", "arguments": {}})
        add.disable()
        assert [] == (await bridge.do("listTools", {}))["tools"]
        assert "notifications/tools/list_changed" in bridge.methods("to-reference")


@MAJORS
async def test_teardown_waits_for_the_hook_and_the_hook_may_call_tools(major: int) -> None:
    """The hook's call is answered before the teardown is. F:B34, heddle:H25, R72"""
    async with paired(major) as (app, bridge):
        bridge.answers["oncalltool"] = called(HAMLET)
        app.on_teardown(lambda: app.call(Bill.show, ShowId(id=7)))

        assert {} == await bridge.do("teardownResource", {})

        asked = [slot for slot, _ in bridge.asked]
        assert ["oncalltool"] == asked


@MAJORS
async def test_every_method_both_sides_offer_crosses(major: int) -> None:
    """No method of the table is left out of this pairing."""
    async with paired(major) as (app, bridge):
        await bridge.event("initialized")
        await every_method_of_the_view(app, bridge)
        await every_method_of_the_host(app, bridge)

    sent = [frame for way, frame in bridge.frames if way == "to-reference"]
    heard = [frame for way, frame in bridge.frames if way == "from-reference"]
    assert set() == expected(Direction.VIEW_TO_HOST) - crossed(sent)
    assert set() == expected(Direction.HOST_TO_VIEW) - crossed(heard)
    assert [] == bridge.faults


async def every_method_of_the_view(app: App[Bill], bridge: ReferencePeer) -> None:
    bridge.answers |= {
        "oncalltool": called(HAMLET),
        "onrequestdisplaymode": {"mode": "inline"},
        "onreadresource": {"contents": []},
        "onlistresources": {"resources": []},
        "oncreatesamplingmessage": {"model": "m", "role": "assistant", "content": {"type": "text", "text": "hi"}},
    }
    await app.call(Bill.show, ShowId(id=7))
    await app.open_link("https://example.org/")
    await app.send_message("hello")
    await app.update_model_context("x")
    await app.download_file(Download.of_text("a.txt", "a"))
    await app.request_display_mode("fullscreen")
    await app.read_server_resource("ui://x/y")
    await app.list_server_resources()
    await app.create_sampling_message([SamplingMessage.of_user("hello?")], max_tokens=5)
    await app.send_log("info", 1)
    await app.send_size_changed(1, 2)
    await app.request_teardown()
    await app.ping()
    app.tools.add(one)
    bridge.hold("oncalltool")
    call = asyncio.create_task(app.call(Bill.show, ShowId(id=8)))
    await bridge.event("oncalltool")
    call.cancel()
    async with asyncio.timeout(PATIENCE):
        await bridge.aborted.get()


def one() -> int:
    """The number one."""
    return 1


async def every_method_of_the_host(app: App[Bill], bridge: ReferencePeer) -> None:
    await bridge.do("sendToolInputPartial", {"arguments": {}})
    await bridge.do("sendToolInput", {"arguments": {}})
    await bridge.do("sendToolResult", called({"result": []}))
    await bridge.do("sendToolCancelled", {})
    await bridge.do("sendHostContextChange", {"theme": "light"})
    for what in ("Tool", "Resource", "Prompt"):
        await bridge.do(f"send{what}ListChanged", {})
    await bridge.do("ping")
    await bridge.do("listTools", {})
    await bridge.do(
        "notification", {"method": "notifications/progress", "params": {"progressToken": 99, "progress": 1}}
    )
    await bridge.do("callTool", {"name": "one", "arguments": {}})
    await bridge.do("notification", {"method": "notifications/cancelled", "params": {"requestId": 99}})
    await bridge.do("teardownResource", {})
