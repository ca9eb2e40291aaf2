"""The host removes the view: hooks first, then the answer, then nothing."""

import asyncio
from typing import Any

import pytest

from tests.view.contract import HAMLET, Bill, ShowId
from tests.view.wire_host import BOUND, returned, running
from viewsdk import PortClosed
from viewsdk.protocol.jsonrpc import Success

TEARDOWN = "ui/resource-teardown"


async def test_teardown_without_hooks_is_answered_with_an_empty_object() -> None:
    """The id comes back verbatim, and the conversation is over. heddle:H12, F:X21"""
    async with running() as (app, host):
        await host.ask("t-1", TEARDOWN, {})
        assert Success("t-1", {}) == await host.hear()
        assert "the host tore the view down" == await asyncio.wait_for(app.closed(), BOUND)
        assert await asyncio.wait_for(host.port.receive(), BOUND) is None


async def test_hooks_run_before_the_answer_and_may_call_tools() -> None:
    """They run beside the reader, so their own answers reach them. heddle:H25, F:B34"""
    async with running() as (app, host):
        saved: list[Any] = []

        @app.on_teardown
        async def save() -> None:
            saved.append(await app.call(Bill.show, ShowId(id=7)))

        @app.on_teardown
        def note() -> None:
            saved.append("noted")

        await host.ask(1, TEARDOWN, {"reason": "the user left"})
        await host.answer(await host.hear_request("tools/call"), returned(HAMLET.model_dump()))
        assert Success(1, {}) == await host.hear()
        assert [HAMLET, "noted"] == saved


async def test_a_ping_is_answered_while_hooks_run() -> None:
    """The reader never waits for a hook. heddle:H25"""
    async with running() as (app, host):
        release = asyncio.Event()
        app.on_teardown(release.wait)
        await host.ask(1, TEARDOWN, {})
        await host.ask(2, "ping")
        assert Success(2, {}) == await host.hear()
        release.set()
        assert Success(1, {}) == await host.hear()


async def test_a_failing_hook_is_reported_and_stops_neither_the_others_nor_the_answer() -> None:
    """One report for one failure. agentgem:A08"""
    errors: list[str] = []
    ran: list[str] = []
    async with running(on_error=lambda error, where: errors.append(f"{where}: {error}")) as (app, host):

        @app.on_teardown
        def broken() -> None:
            raise ValueError("no disk")

        app.on_teardown(lambda: ran.append("second"))
        await host.ask(1, TEARDOWN, {})
        assert Success(1, {}) == await host.hear()
    assert ["second"] == ran
    assert ["the teardown hook broken: no disk"] == errors


async def test_hooks_that_hang_are_stopped_and_the_answer_still_goes_out() -> None:
    """The host would remove the frame anyway. ours"""
    errors: list[str] = []
    stopped: list[str] = []
    async with running(
        teardown_limit=0.02, on_error=lambda error, where: errors.append(f"{where}: {type(error).__name__}")
    ) as (app, host):

        @app.on_teardown
        async def hang() -> None:
            try:
                await asyncio.Event().wait()
            finally:
                stopped.append("hang")

        await host.ask(1, TEARDOWN, {})
        assert Success(1, {}) == await host.hear()
    assert (["hang"], ["teardown: TimeoutError"]) == (stopped, errors)


async def test_teardown_ends_the_calls_that_are_under_way() -> None:
    """They fail as closed; nothing is left running. heddle:H24"""
    async with running() as (app, host):
        call = asyncio.ensure_future(app.call(Bill.count))
        await host.hear_request("tools/call")
        await host.ask(1, TEARDOWN, {})
        assert Success(1, {}) == await host.hear()
        with pytest.raises(PortClosed, match="tore the view down"):
            await asyncio.wait_for(call, BOUND)
        with pytest.raises(PortClosed):
            await app.call(Bill.count)


async def test_a_second_teardown_is_answered_too() -> None:
    """Each request gets its one answer, and the hooks ran once. ours"""
    async with running() as (app, host):
        release = asyncio.Event()
        runs: list[int] = []

        @app.on_teardown
        async def once() -> None:
            runs.append(1)
            await release.wait()

        await host.ask(1, TEARDOWN, {})
        await host.ask(2, TEARDOWN, {})
        await host.ask(3, "ping")
        assert Success(3, {}) == await host.hear()
        release.set()
        answers = [await host.hear()]
        if (text := await asyncio.wait_for(host.port.receive(), BOUND)) is not None:
            from viewsdk.protocol.jsonrpc import decode

            answers.append(decode(text))  # type: ignore[arg-type]
        assert [1] == runs
        assert Success(1, {}) in answers


async def test_leaving_the_block_closes_the_port_and_stops_the_tasks() -> None:
    """The app's life is the block; nothing outlives it. extapps:E01, F:B10"""
    before = asyncio.all_tasks()
    async with running() as (app, host):
        await host.tell("ui/notifications/tool-input", {"arguments": {}})
    assert await asyncio.wait_for(host.port.receive(), BOUND) is None
    assert "the view closed" == await asyncio.wait_for(app.closed(), BOUND)
    assert before == asyncio.all_tasks()
