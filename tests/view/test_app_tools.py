"""Tools a view offers its host, made of plain functions."""

import asyncio
from typing import Annotated, Any

import pytest
from pydantic import Field

from tests.view.contract import HAMLET, Bill, Finder, Show, ShowNotFound
from tests.view.wire_host import running
from viewsdk import App, LocalProtocolError
from viewsdk.protocol.jsonrpc import Success

CHANGED = "notifications/tools/list_changed"


async def listed(host: Any) -> list[dict[str, Any]]:
    await host.ask("list", "tools/list")
    answer = await host.hear()
    assert isinstance(answer, Success)
    tools: list[dict[str, Any]] = answer.result["tools"]
    return tools


async def called(host: Any, name: str, arguments: dict[str, Any] | None = None) -> Any:
    await host.ask(
        "call", "tools/call", {"name": name} if arguments is None else {"name": name, "arguments": arguments}
    )
    return await host.hear()


def offer(app: App[Any]) -> Any:
    @app.tools.add(title="Pick a seat", annotations={"readOnlyHint": True})
    async def pick(seat: Annotated[str, Field(max_length=3)], row: int = 1) -> Show:
        """Marks a seat in the plan."""
        if seat == "no":
            raise ShowNotFound(id=row)
        if seat == "bug":
            raise ValueError("drawn wrongly")
        return Show(id=row, title=seat)

    return pick


async def test_a_tool_is_listed_with_schemas_from_its_hints() -> None:
    """Name, title, description, both schemas and annotations. extapps:E09, R73, F:B30"""
    async with running() as (app, host):
        assert [] == await listed(host)
        offer(app)
        await host.hear_notification(CHANGED)
        (tool,) = await listed(host)
        assert ("pick", "Pick a seat", "Marks a seat in the plan.") == (
            tool["name"],
            tool["title"],
            tool["description"],
        )
        assert {"readOnlyHint": True} == tool["annotations"]
        assert "object" == tool["inputSchema"]["type"]
        assert {"seat", "row"} == set(tool["inputSchema"]["properties"])
        assert ["seat"] == tool["inputSchema"]["required"]
        assert {"id", "title", "seats"} == set(tool["outputSchema"]["properties"])


async def test_a_call_is_answered_with_the_functions_result() -> None:
    """Defaults apply; the output travels as a server's would. extapps:E09, R73"""
    async with running() as (app, host):
        offer(app)
        await host.hear_notification(CHANGED)
        answer = await called(host, "pick", {"seat": "A1"})
        assert {"id": 1, "title": "A1", "seats": []} == answer.result["structuredContent"]


async def test_sync_functions_without_arguments_or_result_work_too() -> None:
    """Absent arguments are an empty object. F:B26"""
    async with running() as (app, host):
        pressed: list[int] = []

        @app.tools.add
        def press() -> None:
            pressed.append(1)

        await host.hear_notification(CHANGED)
        answer = await called(host, "press")
        assert ({"content": []}, [1]) == (answer.result, pressed)
        press()
        assert [1, 1] == pressed


async def test_unknown_disabled_and_wrongly_called_tools_are_error_answers() -> None:
    """Each says what is wrong; the function did not run. F:B29, R74"""
    async with running() as (app, host):
        pick = offer(app)
        await host.hear_notification(CHANGED)
        for arguments, message in [({}, "Invalid input for tool pick"), ({"seat": "A1", "x": 1}, "Invalid input")]:
            answer = await called(host, "pick", arguments)
            assert -32602 == answer.error.code
            assert message in answer.error.message
        pick.disable()
        await host.hear_notification(CHANGED)
        assert "Tool pick is disabled" == (await called(host, "pick", {"seat": "A1"})).error.message
        assert "Tool drop not found" == (await called(host, "drop")).error.message


async def test_what_the_function_raises_is_an_error_result() -> None:
    """A declared error keeps its fields; another is reported to the sink as well. R74"""
    errors: list[str] = []
    async with running(on_error=lambda error, where: errors.append(f"{where}: {error}")) as (app, host):
        offer(app)
        await host.hear_notification(CHANGED)
        declared = (await called(host, "pick", {"seat": "no", "row": 7})).result
        assert (True, {"error": "ShowNotFound", "data": {"id": 7}}) == (
            declared["isError"],
            declared["structuredContent"],
        )
        bug = (await called(host, "pick", {"seat": "bug"})).result
        assert (True, "ValueError: drawn wrongly") == (bug["isError"], bug["content"][0]["text"])
    assert ["the app tool pick: drawn wrongly"] == errors


async def test_every_change_is_told_once() -> None:
    """Enable, disable and remove; a switch that changes nothing is silent. R76, F:X20, F:B25"""
    async with running() as (app, host):
        pick = offer(app)
        await host.hear_notification(CHANGED)
        pick.enable()
        pick.disable()
        await host.hear_notification(CHANGED)
        assert [] == await listed(host)
        pick.enable()
        await host.hear_notification(CHANGED)
        app.tools.remove(pick)
        await host.hear_notification(CHANGED)
        again = offer(app)
        await host.hear_notification(CHANGED)
        app.tools.remove(pick)
        assert await host.hears_nothing_more()
        assert again.is_enabled
        assert ["pick"] == [tool["name"] for tool in await listed(host)]


async def test_mistakes_are_the_authors_and_found_when_the_tool_is_made() -> None:
    """Twice the same name, no type hint, a view that declares no tools. F:B25"""
    async with running() as (app, _):
        offer(app)
        with pytest.raises(LocalProtocolError, match="already offers a tool named 'pick'"):
            offer(app)
        with pytest.raises(LocalProtocolError, match="'seat' has no type hint"):
            app.tools.add(lambda seat: None)
        with pytest.raises(LocalProtocolError, match="cannot be given by name"):

            @app.tools.add
            def many(*seats: str) -> None:
                """Takes them all."""

    async with running(Finder) as (app, host):
        with pytest.raises(LocalProtocolError, match="provides_tools=True"):
            offer(app)
        await host.ask("list", "tools/list")
        answer: Any = await host.hear()
        assert -32601 == answer.error.code


async def test_a_call_the_host_withdraws_is_stopped_and_not_answered() -> None:
    """The function is cancelled. F:X26, F:I8"""
    async with running() as (app, host):
        begun, stopped = asyncio.Event(), asyncio.Event()

        @app.tools.add
        async def wait() -> None:
            begun.set()
            try:
                await asyncio.Event().wait()
            finally:
                stopped.set()

        await host.hear_notification(CHANGED)
        await host.ask("call", "tools/call", {"name": "wait"})
        async with asyncio.timeout(5):
            await begun.wait()
            await host.tell("notifications/cancelled", {"requestId": "call"})
            await stopped.wait()
        assert await host.hears_nothing_more()


async def test_a_slow_app_tool_does_not_stop_the_view() -> None:
    """It runs beside the reader. ours"""
    async with running() as (app, host):
        release = asyncio.Event()

        @app.tools.add
        async def slow() -> Show:
            await release.wait()
            return HAMLET

        await host.hear_notification(CHANGED)
        await host.ask("call", "tools/call", {"name": "slow"})
        assert await host.hears_nothing_more()
        release.set()
        answer: Any = await host.hear()
        assert HAMLET.model_dump() == answer.result["structuredContent"]
        assert Bill.launch.tool.name == "list_shows"
