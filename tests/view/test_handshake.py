"""How an App finds its host, and what it does when there is none."""

import asyncio
from typing import Any

import pytest

from tests.view.contract import HAMLET, Bill, ShowId
from tests.view.wire_host import BOUND, WireHost, initialize_result, returned, running
from viewsdk import App, HandshakeFailed, HandshakePolicy, LocalProtocolError, PortClosed, memory_pair
from viewsdk.protocol.jsonrpc import Notification, Request
from viewsdk.protocol.transcript import Transcript, TranscriptFrame

QUICK = HandshakePolicy(sends=3, interval=0.01)


async def test_the_handshake_is_the_first_thing_said() -> None:
    """`ui/initialize` with its three members, then `initialized`, and nothing else before it. heddle:H01, R33, F:W4"""
    async with running() as (_, host):
        opening, ready = host.said
        assert isinstance(opening, Request)
        assert ("ui/initialize", 0) == (opening.method, opening.id)
        assert {"appInfo", "appCapabilities", "protocolVersion"} == set(opening.params or {})
        assert Notification("ui/notifications/initialized") == ready


async def test_the_view_declares_its_display_modes() -> None:
    """All modes it supports are in appCapabilities. R41"""
    async with running() as (_, host):
        opening = host.said[0]
        assert isinstance(opening, Request)
        assert ["inline", "fullscreen"] == (opening.params or {})["appCapabilities"]["availableDisplayModes"]


async def test_after_connect_the_view_knows_its_host() -> None:
    """Info, capabilities and context come from the answer, and the stream starts at that context. heddle:H02, F:A2"""
    async with running(context={"theme": "dark", "x-house": 1}) as (app, _):
        assert app.host is not None
        assert app.host_capabilities is not None
        assert "wire" == app.host.name
        assert app.host_capabilities.server_tools is not None
        first = await anext(app.contexts())
        assert {"theme": "dark", "x-house": 1} == first.to_wire() == app.context.to_wire()


async def test_a_silent_host_is_asked_a_bounded_number_of_times() -> None:
    """Each time with a fresh id; the failure says how often and what was heard. agentgem:A03"""
    near, far = memory_pair()
    with pytest.raises(HandshakeFailed) as caught:
        async with App.connect(Bill, near, handshake=QUICK):
            raise AssertionError("connected to nobody")
    host = WireHost(far)
    ids = [(await host.hear_request("ui/initialize")).id for _ in range(3)]
    assert [0, 1, 2] == ids
    assert (3, ()) == (caught.value.tries, caught.value.heard)
    assert await far.receive() is None


async def test_calls_made_before_the_handshake_go_out_in_order_after_it() -> None:
    """They wait; nothing but the handshake leaves early. agentgem:A02"""
    near, far = memory_pair()
    host = WireHost(far)
    async with App.open(Bill, near) as app:
        calls = [asyncio.ensure_future(app.call(Bill.show, ShowId(id=id))) for id in (1, 2, 3)]
        await host.shake_hands()
        asked = [await host.hear_request("tools/call") for _ in calls]
        assert [1, 2, 3] == [(request.params or {})["arguments"]["id"] for request in asked]
        for request in asked:
            await host.answer(request, returned(HAMLET.model_dump()))
        assert [HAMLET] * 3 == await asyncio.wait_for(asyncio.gather(*calls), BOUND)


async def test_when_it_gives_up_every_call_fails_at_once_with_the_same_reason() -> None:
    """Those that waited and those that come later. agentgem:A04, agentgem:A25"""
    near, _ = memory_pair()
    async with App.open(Bill, near, handshake=QUICK) as app:
        waiting = asyncio.ensure_future(app.call(Bill.show, ShowId(id=1)))
        with pytest.raises(HandshakeFailed) as early:
            await asyncio.wait_for(waiting, BOUND)
        with pytest.raises(HandshakeFailed) as late:
            await app.call(Bill.show, ShowId(id=2))
        with pytest.raises(HandshakeFailed):
            await app.open_link("https://a.example")
        with pytest.raises(HandshakeFailed):
            await app.result(Bill.launch)
        assert str(early.value) == str(late.value)


async def test_an_error_answer_is_the_end_of_the_handshake() -> None:
    """It is no silence, so it is not retried; the port is closed and no initialized is sent. extapps:E01, F:X5"""
    near, far = memory_pair()
    host = WireHost(far)

    async def refuse() -> None:
        await host.fail(await host.hear_request("ui/initialize"), -32603, "not today")

    refusing = asyncio.ensure_future(refuse())
    with pytest.raises(HandshakeFailed, match="not today"):
        async with App.connect(Bill, near):
            raise AssertionError("connected")
    await refusing
    assert await far.receive() is None


async def test_a_port_that_ends_during_the_handshake_fails_it() -> None:
    """Nobody waits for the retries. heddle:H16"""
    near, far = memory_pair()
    await far.close()
    with pytest.raises((PortClosed, HandshakeFailed)):
        await asyncio.wait_for(App.connect(Bill, near).__aenter__(), BOUND)


async def test_an_adopted_transcript_goes_on_where_the_shim_stopped() -> None:
    """What the shim shook and heard is the view's own past; ids go on. ours"""
    frames = [
        ("out", {"id": 0, "method": "ui/initialize", "params": _opening()}),
        ("in", {"id": 0, "result": initialize_result(context={"theme": "dark"})}),
        ("out", {"method": "ui/notifications/initialized"}),
        ("in", {"method": "ui/notifications/tool-input", "params": {"arguments": {}}}),
        ("in", {"method": "ui/notifications/tool-result", "params": returned([HAMLET.model_dump()])}),
    ]
    near, far = memory_pair()
    host = WireHost(far)
    async with App.connect(Bill, near, transcript=_transcript(frames)) as app:
        assert [HAMLET] == await app.result(Bill.launch)
        assert "dark" == app.context.theme
        call = asyncio.ensure_future(app.call(Bill.count))
        request = await host.hear_request("tools/call")
        assert 0 != request.id
        await host.answer(request, returned(3))
        assert 3 == await asyncio.wait_for(call, BOUND)


async def test_an_adopted_shim_that_is_still_asking_goes_on_asking() -> None:
    """Python takes over the handshake in progress. ours"""
    near, far = memory_pair()
    host = WireHost(far)
    asked = _transcript([("out", {"id": 0, "method": "ui/initialize", "params": _opening()})])
    async with App.open(Bill, near, transcript=asked, handshake=QUICK) as app:
        again = await host.hear_request("ui/initialize")
        await host.answer(again, initialize_result())
        await asyncio.wait_for(app.ready(), BOUND)


async def test_an_app_cannot_send_the_handshake_itself() -> None:
    """A second `ui/initialize` would end the mount. ours"""
    async with running() as (app, host):
        with pytest.raises(LocalProtocolError):
            await app._session.request("ui/initialize", {}, timeout=1)
        assert await host.hears_nothing_more()


def _opening() -> dict[str, Any]:
    return {"appInfo": {"name": "Bill", "version": "1"}, "appCapabilities": {}, "protocolVersion": "2026-01-26"}


def _transcript(frames: list[tuple[Any, dict[str, Any]]]) -> Transcript:
    import json

    return Transcript(tuple(TranscriptFrame(way, json.dumps({"jsonrpc": "2.0", **frame})) for way, frame in frames))
