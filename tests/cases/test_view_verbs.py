"""What a view's verbs do with what a host answers, over a port. Parts E.1 and F.3 of the protocol reference."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest

from tests.cases.port_host import PortHost
from viewsdk import App, Grant, Tool, View, memory_pair
from viewsdk.errors import InvalidParams, LocalProtocolError, MethodNotFound, UnreadableResult, UnsupportedByHost
from viewsdk.protocol.display import DisplayMode
from viewsdk.protocol.jsonrpc import Fault, decode
from viewsdk.protocol.methods import METHODS, Direction, Method, MethodKind
from viewsdk.sampling import SamplingMessage

list_shows = Tool("list_shows", output=list[str])
HELLO = SamplingMessage.of_user("hello")


class Bill(View, uri="ui://box-office/bill", title="Bill", display_modes=("inline", "fullscreen", "pip")):
    launch = Grant.launch(list_shows)


@asynccontextmanager
async def _connected(
    capabilities: dict[str, Any] | None = None, context: dict[str, Any] | None = None
) -> AsyncIterator[tuple[App[Bill], PortHost]]:
    near, far = memory_pair()
    host = PortHost(far)
    async with App.open(Bill, near) as app:
        await host.shake_hands(capabilities, context)
        yield app, host


BAD_ANSWERS: list[tuple[Callable[[App[Bill]], Awaitable[object]], dict[str, Any]]] = [
    (lambda app: app.request_display_mode("pip"), {}),
    (lambda app: app.request_display_mode("pip"), {"mode": "modal"}),
    (lambda app: app.read_server_resource("ui://a/b"), {"contents": "none"}),
    (lambda app: app.list_server_resources(), {}),
    (lambda app: app.create_sampling_message([HELLO], max_tokens=9), {"role": "assistant", "content": []}),
]


@pytest.mark.parametrize(("ask", "result"), BAD_ANSWERS)
async def test_a_bad_answer_is_found_out_by_the_view(
    ask: Callable[[App[Bill]], Awaitable[object]], result: dict[str, Any]
) -> None:
    """An answer without what it must have raises where it was asked for. F:B14, heddle:H15"""
    async with _connected({"serverResources": {}, "sampling": {}}) as (app, host):
        answering = host.answering({"result": result})

        with pytest.raises(UnreadableResult):
            await ask(app)

        await answering


async def test_a_view_asks_only_for_modes_it_declared_and_the_host_offers() -> None:
    """The one is the author's mistake, the other is unsupported, and neither sends anything. R41, R42, F:V10"""

    class Plain(View, uri="ui://box-office/plain", title="Plain", display_modes=("inline", "pip")):
        launch = Grant.launch(list_shows)

    near, far = memory_pair()
    host = PortHost(far)
    async with App.open(Plain, near) as app:
        await host.shake_hands({}, {"availableDisplayModes": ["inline", "fullscreen"]})
        with pytest.raises(LocalProtocolError):
            await app.request_display_mode("fullscreen")
        with pytest.raises(UnsupportedByHost):
            await app.request_display_mode("pip")

        assert {} == (await host.ask("ping"))["result"]
    assert ["inline", "pip"] == host.app_capabilities["availableDisplayModes"]


async def test_a_view_lives_with_another_mode_than_the_one_it_asked_for() -> None:
    """What came of it is what the caller gets. R43, agentgem:A09, heddle:H15"""
    async with _connected(context={"availableDisplayModes": ["inline", "fullscreen"]}) as (app, host):
        answering = host.answering({"result": {"mode": "inline"}})

        assert DisplayMode.INLINE == await app.request_display_mode("fullscreen")
        assert {"mode": "fullscreen"} == _params(await answering)


async def test_sampling_and_its_tools_are_asked_for_where_they_are_offered() -> None:
    """Without the capability, and without the one for tools, nothing is sent; with both it is. R36"""
    tools = [{"name": "t", "inputSchema": {"type": "object"}}]
    answer = {"result": {"model": "m", "role": "assistant", "content": {"type": "text", "text": "hi"}}}
    async with _connected({}) as (app, host):
        with pytest.raises(UnsupportedByHost):
            await app.create_sampling_message([HELLO], max_tokens=9)
        assert {} == (await host.ask("ping"))["result"]
    async with _connected({"sampling": {}}) as (app, host):
        with pytest.raises(UnsupportedByHost):
            await app.create_sampling_message([HELLO], max_tokens=9, tools=tools)
        assert {} == (await host.ask("ping"))["result"]
    async with _connected({"sampling": {"tools": {}}}) as (app, host):
        answering = host.answering(answer)
        assert "hi" == (await app.create_sampling_message([HELLO], max_tokens=9, tools=tools)).text
        assert tools == _params(await answering)["tools"]


async def test_a_model_context_replaces_the_one_before_it() -> None:
    """It may be set at any time; each request carries the whole of what the model is to know. R54"""
    async with _connected() as (app, host):
        for content in ("one seat", "two seats", None):
            answering = host.answering({"result": {}})
            await app.update_model_context(content)
            expected = {} if content is None else {"content": [{"type": "text", "text": content}]}
            assert expected == _params(await answering)


@pytest.mark.parametrize("code", [-32602, -32603])
async def test_both_majors_ways_of_refusing_params_are_told_apart_from_a_missing_method(code: int) -> None:
    """Only -32601 says that a method is missing; bad params say that it is there. F:Q1, F:I3"""
    async with _connected() as (app, host):
        answering = host.answering({"error": {"code": code, "message": '[{"path": ["content"]}]'}})
        with pytest.raises(Exception, match="content") as there:
            await app.send_message("hello")
        await answering
        answering = host.answering({"error": {"code": -32601, "message": "Method not found"}})
        with pytest.raises(MethodNotFound):
            await app.send_message("hello")
        await answering

    assert not isinstance(there.value, MethodNotFound)
    assert isinstance(there.value, InvalidParams) == (code == -32602)


async def test_calls_made_before_the_handshake_wait_and_go_out_in_order() -> None:
    """Nothing but the handshake is sent until it is over. F:B37, agentgem:A02, umbra:U40"""
    near, far = memory_pair()
    host = PortHost(far)
    async with App.open(Bill, near) as app:
        asking = [asyncio.ensure_future(app.send_message(text)) for text in ("one", "two")]
        await host.shake_hands()
        texts = []
        for _ in asking:
            request = await host.hear()
            texts.append(request["params"]["content"][0]["text"])
            await host.send({"jsonrpc": "2.0", "id": request["id"], "result": {}})
        await asyncio.gather(*asking)

    assert ["one", "two"] == texts


async def test_every_verb_sends_a_frame_the_protocol_has() -> None:
    """Each is well-formed and one of the methods a view may send, core ones among them. F:V7"""
    near, far = memory_pair()
    host = PortHost(far)
    offered: dict[str, Any] = {name: {} for name in ("openLinks", "downloadFile", "serverResources", "logging")}
    async with App.open(Bill, near) as app:
        await host.shake_hands(offered | {"sampling": {}})
        await app.send_size_changed(300, 200)
        await app.send_log("info", {"a": 1})
        await app.request_teardown()
        asking: list[Awaitable[object]] = [
            app.open_link("https://example.org"),
            app.send_message("hello"),
            app.update_model_context("hello"),
            app.request_display_mode("pip"),
            app.read_server_resource("ui://a/b"),
            app.list_server_resources(),
            app.create_sampling_message([HELLO], max_tokens=9),
        ]
        tasks = [asyncio.ensure_future(ask) for ask in asking]
        frames = [await host.hear() for _ in range(len(tasks) + 3)]

    assert all(not isinstance(decode(json.dumps(frame)), Fault) for frame in frames)
    for frame in frames:
        spec = METHODS[Method(frame["method"])]
        assert Direction.VIEW_TO_HOST in spec.directions
        assert (spec.kind is MethodKind.REQUEST) == ("id" in frame)
    assert len(tasks) == len([task for task in tasks if task.done() and task.exception()])


async def test_drafts_that_lose_and_change_fields_harm_nothing() -> None:
    """Each is a value to look at, and the run goes on to its real outcome. R61"""
    async with _connected() as (app, host):
        for arguments in ({"title": "Ham"}, {}, {"title": 7, "x": None}):
            await host.send(_told("tool-input-partial", {"arguments": arguments}))
        await host.send(_told("tool-input", {"arguments": {}}))
        await host.send(_told("tool-result", {"content": [], "structuredContent": {"result": ["Hamlet"]}}))

        assert ["Hamlet"] == await app.result(Bill.launch)


def _told(name: str, params: dict[str, Any]) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "method": f"ui/notifications/{name}", "params": params}


def _params(request: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in request["params"].items() if name != "_meta"}
