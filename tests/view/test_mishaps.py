"""What goes wrong on the view's own side of the conversation: it is reported, and nobody is left waiting."""

import asyncio
import logging
from typing import Any

import pytest

from tests.view.contract import HAMLET, Bill
from tests.view.wire_host import BOUND, WireHost, returned, running
from viewsdk import App, PortClosed, ToolFailed, UnreadableResult, memory_pair
from viewsdk.protocol.events import Traced
from viewsdk.results import write_output


def raises(*_: object) -> None:
    raise RuntimeError("the sink is broken")


async def listed(app: App[Any], host: WireHost) -> Any:
    asking = asyncio.ensure_future(app.call(Bill.launch))
    await host.answer(await host.hear_request("tools/call"), write_output(Bill.launch.tool, [HAMLET]))
    return await asyncio.wait_for(asking, BOUND)


async def test_a_broken_trace_sink_is_reported_and_the_conversation_goes_on() -> None:
    """What comes in the same text and after it is still handled. ours"""
    errors: list[str] = []

    def report(error: BaseException, where: str) -> None:
        errors.append(f"{where}: {error}")

    async with running(on_trace=raises, on_error=report) as (app, host):
        await host.tell("ui/notifications/nonsense")
        assert [HAMLET] == await listed(app, host)
    assert ["handling Traced: the sink is broken"] == errors


async def test_a_broken_error_sink_costs_only_the_report() -> None:
    """Both exceptions go to the log instead. ours"""
    logged: list[str] = []
    handler = logging.Handler()
    handler.emit = lambda record: logged.append(record.getMessage())  # type: ignore[method-assign]
    logging.getLogger("viewsdk").addHandler(handler)
    async with running(on_trace=raises, on_error=raises) as (app, host):
        await host.tell("ui/notifications/nonsense")
        assert [HAMLET] == await listed(app, host)
    logging.getLogger("viewsdk").removeHandler(handler)
    assert ["handling Traced: the sink is broken", "on_error: the sink is broken"] == logged


async def test_a_trace_sink_broken_from_the_start_does_not_keep_the_view_from_being_ready() -> None:
    """The answer to `ui/initialize` has something to trace and something to wait for. ours"""
    seen: list[Traced] = []

    def trace(traced: Traced) -> None:
        seen.append(traced)
        raise RuntimeError("the sink is broken")

    async with asyncio.timeout(BOUND), running(context={"theme": 7}, on_trace=trace, on_error=lambda *_: None):
        assert seen != []


async def test_a_port_that_breaks_ends_the_conversation_and_says_how() -> None:
    """Whoever waits hears it at once, with the port's own words. heddle:H16"""
    near, far = memory_pair()
    receive = near.receive

    async def receive_until_garbage() -> str | None:
        text = await receive()
        if text == "garbage":
            raise ValueError("a line is longer than the limit")
        return text

    near.receive = receive_until_garbage  # type: ignore[method-assign]
    host, errors = WireHost(far), list[str]()
    shaking = asyncio.ensure_future(host.shake_hands())
    async with App.connect(Bill, near, on_error=lambda _, where: errors.append(where)) as app:
        await shaking
        asking = asyncio.ensure_future(app.call(Bill.launch))
        await host.hear_request("tools/call")
        await far.send("garbage")
        with pytest.raises(PortClosed, match="a line is longer than the limit"):
            await asyncio.wait_for(asking, BOUND)
    assert ["the reader"] == errors


async def test_an_app_tool_whose_result_cannot_be_written_is_still_answered() -> None:
    """Every request gets its one reply; the place is named. R74"""
    errors: list[str] = []
    async with running(on_error=lambda error, where: errors.append(where)) as (app, host):

        @app.tools.add
        def measure() -> float:
            return float("nan")

        await host.hear_notification("notifications/tools/list_changed")
        await host.ask("call", "tools/call", {"name": "measure"})
        answer: Any = await host.hear()
        assert answer.result["isError"] is True
        assert "result.structuredContent.result" in answer.result["content"][0]["text"]
    assert ["the app tool measure"] == errors


@pytest.mark.parametrize("begun", [True, False])
async def test_a_stream_cut_off_by_the_end_never_looks_complete(begun: bool) -> None:
    """The view closes while a stream is read, after the call went out or before it did. ours"""
    async with running() as (app, host):
        stream = app.stream(Bill.tail)
        reading = asyncio.ensure_future(anext(stream))
        if begun:
            await host.hear_request("tools/call")
        else:
            await asyncio.sleep(0)
    with pytest.raises(PortClosed, match="the view closed"):
        await asyncio.wait_for(reading, BOUND)


@pytest.mark.parametrize("flag", ["yes", 1, 0, {}])
async def test_a_failure_flag_that_is_no_boolean_never_counts_as_success(flag: Any) -> None:
    """Neither in a call's result nor in the launch's nor in a host's own answer. ours"""
    result = {**returned([HAMLET.model_dump()]), "isError": flag}
    async with running() as (app, host):
        calling = asyncio.ensure_future(app.call(Bill.launch))
        await host.answer(await host.hear_request("tools/call"), result)
        await host.launch({}, result)
        for outcome in (calling, asyncio.ensure_future(app.result(Bill.launch))):
            with pytest.raises(ToolFailed):
                await asyncio.wait_for(outcome, BOUND)
        for ask, method in (
            (app.update_model_context("seats"), "ui/update-model-context"),
            (app.open_link("https://a.example"), "ui/open-link"),
        ):
            asking = asyncio.ensure_future(ask)
            await host.answer(await host.hear_request(method), {"isError": flag})
            with pytest.raises(UnreadableResult, match="isError"):
                await asyncio.wait_for(asking, BOUND)
