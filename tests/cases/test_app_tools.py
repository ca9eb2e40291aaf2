"""Part F.5 of the protocol reference: tools a view offers its host, over a port and frame by frame."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from tests.cases.port_host import PortHost
from viewsdk import App, Grant, Tool, ToolFailed, View, memory_pair
from viewsdk.errors import LocalProtocolError

list_seats = Tool("list_seats", output=list[str])
read_board = Tool("board", output=str)


class Seats(View, uri="ui://box-office/seats", title="Seats", provides_tools=True):
    launch = Grant.launch(list_seats)


@asynccontextmanager
async def _connected() -> AsyncIterator[tuple[App[Seats], PortHost]]:
    near, far = memory_pair()
    host = PortHost(far)
    async with App.open(Seats, near) as app:
        await host.shake_hands()
        yield app, host


def _text(result: dict[str, Any]) -> str:
    return result["content"][0]["text"]


async def test_tools_are_described_switched_and_removed_before_connecting() -> None:
    """None of it needs a host, and none of it raises. F:B24"""
    near, _ = memory_pair()
    app = App(Seats, near, {})

    @app.tools.add(title="Pick a seat")
    def pick(row: int) -> str:
        """Picks a seat in a row."""
        return f"{row}A"

    pick.disable()
    hidden = app.tools.listing()
    pick.enable()
    (entry,) = app.tools.listing()["tools"]
    app.tools.remove(pick)

    assert {"tools": []} == hidden == app.tools.listing()
    assert ("pick", "Pick a seat", "Picks a seat in a row.") == (entry["name"], entry["title"], entry["description"])


async def test_a_name_is_taken_once_and_can_be_used_again() -> None:
    """A double is an error, a stale handle removes nothing, and the later function is the one that runs. F:B25"""
    async with _connected() as (app, host):
        first = app.tools.add(name="pick")(lambda: None)
        with pytest.raises(LocalProtocolError):
            app.tools.add(name="pick")(lambda: None)
        app.tools.remove(first)

        @app.tools.add(name="pick")
        def again() -> str:
            return "the new one"

        app.tools.remove(first)

        assert "the new one" in _text(await host.call("pick"))


async def test_a_tool_without_parameters_is_called_without_any() -> None:
    """Arguments that are missing count as none, and the host is shown an object schema all the same. F:B26"""
    async with _connected() as (app, host):

        @app.tools.add
        def hello() -> str:
            return "hello"

        answer = await host.ask("tools/call", {"name": "hello"})
        (entry,) = (await host.ask("tools/list"))["result"]["tools"]

        assert "hello" in _text(answer["result"])
        assert "object" == entry["inputSchema"]["type"]


async def test_what_a_tool_raises_is_a_failed_result_and_not_held_against_its_schema() -> None:
    """The failure is marked in the result, in the tool's words, without structured content. F:B27, R74"""
    async with _connected() as (app, host):

        @app.tools.add
        def pick() -> list[str]:
            raise ValueError("row Z is gone")

        result = await host.call("pick")

        assert result["isError"] is True
        assert "row Z is gone" in _text(result)
        assert "structuredContent" not in result


async def test_off_unknown_and_misused_tools_are_refused_by_name() -> None:
    """Each is an error that says which tool and why, and the one that is off is not listed. F:B29, R74"""
    async with _connected() as (app, host):

        @app.tools.add
        def pick(row: int) -> str:
            return f"{row}A"

        misused = await host.ask("tools/call", {"name": "pick", "arguments": {"row": "Z"}})
        pick.disable()
        switched_off = await host.ask("tools/call", {"name": "pick", "arguments": {"row": 1}})
        unknown = await host.ask("tools/call", {"name": "nick", "arguments": {}})

        assert {"tools": []} == (await host.ask("tools/list"))["result"]
        assert "Invalid input for tool pick" in misused["error"]["message"]
        assert "Tool pick is disabled" == switched_off["error"]["message"]
        assert "Tool nick not found" == unknown["error"]["message"]


async def test_the_list_has_what_is_on_with_its_schemas() -> None:
    """Input schema always, output schema and title where there are some, and nothing that is off. F:B30, R73, R74"""
    async with _connected() as (app, host):

        @app.tools.add(title="Pick", annotations={"readOnlyHint": True})
        def pick(row: int) -> list[str]:
            """Picks."""
            return []

        app.tools.add(name="quiet")(lambda: None)
        app.tools.add(name="off")(lambda: None).disable()
        first, second = (await host.ask("tools/list"))["result"]["tools"]

        assert {"name", "title", "description", "inputSchema", "outputSchema", "annotations"} == first.keys()
        assert {"row": {"type": "integer"}} == {
            name: {"type": schema["type"]} for name, schema in first["inputSchema"]["properties"].items()
        }
        assert {"name", "inputSchema"} == second.keys()


async def test_what_is_listed_may_change_with_where_the_view_is() -> None:
    """Tools come and go while the view lives, and the list says what there is now. R75, R77"""
    async with _connected() as (app, host):
        pick = app.tools.add(name="pick")(lambda: None)
        with_it = await host.ask("tools/list")
        app.tools.remove(pick)
        without = await host.ask("tools/list")

        assert ["pick"] == [tool["name"] for tool in with_it["result"]["tools"]]
        assert [] == without["result"]["tools"]


async def test_two_apps_know_nothing_of_each_others_tools() -> None:
    """Each has a list of its own. F:B32, R78"""
    async with _connected() as (one, host_of_one), _connected() as (_, host_of_other):
        one.tools.add(name="pick")(lambda: None)

        listed = [(await host.ask("tools/list"))["result"]["tools"] for host in (host_of_one, host_of_other)]

        assert [1, 0] == [len(tools) for tools in listed]


async def test_a_list_asked_for_right_after_initialized_is_answered() -> None:
    """Without params too. F:V1, F:W12, R73, extapps:E09"""
    async with _connected() as (_, host):
        await host.send({"jsonrpc": "2.0", "id": "first", "method": "tools/list"})

        assert {"jsonrpc": "2.0", "id": "first", "result": {"tools": []}} == await host.hear()


async def test_the_host_is_told_once_of_each_change_and_of_none_before() -> None:
    """Adding, switching and removing are told after the handshake; what was added before it is not. F:X20, R76"""
    near, far = memory_pair()
    host = PortHost(far)
    async with App.open(Seats, near) as app:
        early = app.tools.add(name="early")(lambda: None)
        await host.shake_hands()
        early.disable()
        early.disable()
        early.enable()
        late = app.tools.add(name="late")(lambda: None)
        app.tools.remove(late)
        app.tools.remove(late)
        told = [await host.hear() for _ in range(4)]
        await host.send({"jsonrpc": "2.0", "id": "more?", "method": "ping"})
        nothing_more = await host.hear()

    changed = {"jsonrpc": "2.0", "method": "notifications/tools/list_changed", "params": {}}
    assert [changed] * 4 == told
    assert "more?" == nothing_more.get("id")
    assert {"listChanged": True} == host.app_capabilities["tools"]


async def test_a_view_that_declares_no_tools_has_none() -> None:
    """Offering one is an error of the author, and a host that asks is told there is no such method. R73, F:Q1"""

    class Plain(View, uri="ui://box-office/plain", title="Plain"):
        launch = Grant.launch(list_seats)

    near, far = memory_pair()
    host = PortHost(far)
    async with App.open(Plain, near) as app:
        await host.shake_hands()
        with pytest.raises(LocalProtocolError):
            app.tools.add(name="pick")(lambda: None)

        assert -32601 == (await host.ask("tools/list"))["error"]["code"]


async def test_a_tool_may_hand_on_what_the_server_said() -> None:
    """Long work is left to the server: the view's tool calls it and returns what it got. R82"""

    class Relay(View, uri="ui://box-office/relay", title="Relay", provides_tools=True):
        launch = Grant.launch(list_seats)
        board = Grant.app(read_board)

    near, far = memory_pair()
    host = PortHost(far)
    async with App.open(Relay, near) as app:
        await host.shake_hands({"serverTools": {}})

        @app.tools.add
        async def summary() -> str:
            return await app.call(Relay.board)

        await host.hear()  # the news of the tool
        await host.send({"jsonrpc": "2.0", "id": "h", "method": "tools/call", "params": {"name": "summary"}})
        asked = await host.hear()
        await host.send({"jsonrpc": "2.0", "id": asked["id"], "result": {"structuredContent": {"result": "task 9"}}})
        answer = await host.hear()

    assert ("tools/call", "board") == (asked["method"], asked["params"]["name"])
    assert "task 9" in json.dumps(answer["result"])


async def test_an_unknown_server_tool_fails_either_way() -> None:
    """A failed result is the tool's failure, an error is the host's, and neither is taken for the other. F:I7"""

    class Asker(View, uri="ui://box-office/asker", title="Asker"):
        launch = Grant.launch(list_seats)
        board = Grant.app(read_board)

    near, far = memory_pair()
    host = PortHost(far)
    failed = {"content": [{"type": "text", "text": "Unknown tool: board"}], "isError": True}
    async with App.open(Asker, near) as app:
        await host.shake_hands({"serverTools": {}})
        first = host.answering({"result": failed})
        with pytest.raises(ToolFailed):
            await app.call(Asker.board)
        await first
        second = host.answering({"error": {"code": -32602, "message": "Unknown tool: board"}})
        with pytest.raises(Exception, match="Unknown tool: board") as caught:
            await app.call(Asker.board)
        await second

    assert not isinstance(caught.value, ToolFailed)


async def test_a_views_tools_and_the_servers_have_nothing_to_do_with_each_other() -> None:
    """A view's own are there on a host that proxies none, and the server's for a view that has none. R93"""

    class Caller(View, uri="ui://box-office/caller", title="Caller"):
        launch = Grant.launch(list_seats)
        board = Grant.app(read_board)

    async with _connected() as (_, host):
        assert {"tools": []} == (await host.ask("tools/list"))["result"]

    near, far = memory_pair()
    host = PortHost(far)
    async with App.open(Caller, near) as app:
        await host.shake_hands({"serverTools": {}})
        answering = host.answering({"result": {"content": [], "structuredContent": {"result": "full"}}})
        assert "full" == await app.call(Caller.board)
        await answering
        assert -32601 == (await host.ask("tools/list"))["error"]["code"]
