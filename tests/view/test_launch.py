"""`app.watch` and `app.result`: the launch call's life as its consumers see it."""

import asyncio
from typing import Any

import pytest

from tests.view.contract import HAMLET, Bill, Finder, ShowId, ShowNotFound
from tests.view.wire_host import BOUND, failed, returned, running
from viewsdk import (
    Called,
    Cancelled,
    Failed,
    LaunchCancelled,
    MisusedGrant,
    NoInput,
    Partial,
    PortClosed,
    Returned,
    ToolFailed,
    Unreadable,
    UnreadableResult,
    Waiting,
)
from viewsdk.results import write_declared_error

PARTIAL = "ui/notifications/tool-input-partial"
INPUT = "ui/notifications/tool-input"
RESULT = "ui/notifications/tool-result"
CANCELLED = "ui/notifications/tool-cancelled"


async def taken(runs: Any) -> list[Any]:
    """Everything a consumer sees, to the end."""
    async with asyncio.timeout(BOUND):
        return [run async for run in runs]


async def test_a_consumer_from_the_start_sees_the_whole_life() -> None:
    """Waiting, what the model writes, the call, the output; then it ends. heddle:H05, agentgem:A10, F:B7, F:I2"""
    async with running(Finder) as (app, host):
        runs = app.watch(Finder.launch)
        seen = [await anext(runs)]
        for arguments in ({}, {"id": 7}):
            await host.tell(PARTIAL, {"arguments": arguments})
            seen.append(await anext(runs))
        await host.launch({"id": 7}, returned(HAMLET.model_dump()))
        seen += await taken(runs)
    assert [Waiting(), Partial({}), Partial({"id": 7}), Called(ShowId(id=7)), Returned(HAMLET)] == seen


async def test_a_slow_consumer_sees_only_the_newest_partial() -> None:
    """Unless it asks for every one. ours"""
    async with running(Finder) as (app, host):
        newest, every = app.watch(Finder.launch), app.watch(Finder.launch, every_partial=True)
        for id in range(5):
            await host.tell(PARTIAL, {"arguments": {"id": id}})
        await host.launch({"id": 7}, returned(HAMLET.model_dump()))
        end = [Called(ShowId(id=7)), Returned(HAMLET)]
        assert [Waiting(), *(Partial({"id": id}) for id in range(5)), *end] == await taken(every)
        assert [Waiting(), Partial({"id": 4}), *end] == await taken(newest)


async def test_a_late_or_second_consumer_gets_what_happened_once() -> None:
    """The call and the end, or the present state; nothing is lost by coming late. heddle:H27, extapps:E10"""
    async with running(Finder) as (app, host):
        await host.tell(PARTIAL, {"arguments": {"id": 6}})
        assert await host.hears_nothing_more()
        assert Partial({"id": 6}) == await anext(app.watch(Finder.launch))
        await host.launch({"id": 7}, returned(HAMLET.model_dump()))
        assert await host.hears_nothing_more()
        expected = [Called(ShowId(id=7)), Returned(HAMLET)]
        assert expected == await taken(app.watch(Finder.launch)) == await taken(app.watch(Finder.launch))


@pytest.mark.parametrize(
    ("frames", "end"),
    [
        ([(CANCELLED, {"reason": "the user"})], Cancelled("the user")),
        ([(CANCELLED, {})], Cancelled()),
        ([(INPUT, {"arguments": {"id": "seven"}})], Unreadable),
        ([(RESULT, returned(HAMLET.model_dump()))], Unreadable),
        ([(INPUT, {"arguments": {"id": 7}}), (RESULT, {"content": []})], Unreadable),
        (
            [(INPUT, {"arguments": {"id": 7}}), (RESULT, write_declared_error(ShowNotFound(id=7)))],
            Failed(ShowNotFound(id=7)),
        ),
    ],
)
async def test_every_life_has_one_end_and_nothing_after_it(frames: Any, end: Any) -> None:
    """What still arrives is traced and changes nothing. heddle:H07, F:I2"""
    traced: list[str] = []
    async with running(Finder, on_trace=lambda note: traced.append(note.note)) as (app, host):
        runs = app.watch(Finder.launch)
        for method, params in frames:
            await host.tell(method, params)
        last = (await taken(runs))[-1]
        assert end == last or end is type(last)
        for method, params in [(PARTIAL, {"arguments": {}}), (INPUT, {"arguments": {"id": 8}}), (RESULT, returned({}))]:
            await host.tell(method, params)
        assert await host.hears_nothing_more()
        assert last == (await taken(app.watch(Finder.launch)))[-1]
    assert len([note for note in traced if "changes nothing" in note]) >= 3


async def test_a_partial_after_the_input_is_traced_and_ignored() -> None:
    """A host must not send it; the view does not mind. heddle:H06"""
    async with running(Finder) as (app, host):
        await host.launch({"id": 7})
        await host.tell(PARTIAL, {"arguments": {"id": 8}})
        await host.tell(RESULT, returned(HAMLET.model_dump()))
        assert [Called(ShowId(id=7)), Returned(HAMLET)] == (await taken(app.watch(Finder.launch)))[-2:]


async def test_missing_arguments_are_an_empty_input() -> None:
    """Hosts leave them out for a tool that takes none. ours"""
    async with running() as (app, host):
        await host.tell(INPUT)
        await host.tell(RESULT, returned([]))
        assert [Called(NoInput()), Returned([])] == (await taken(app.watch(Bill.launch)))[-2:]


async def test_a_silent_host_makes_the_run_overdue_once() -> None:
    """The view may then offer to load the data itself; a late launch still arrives. ours"""
    async with running(Finder, patience=0.02) as (app, host):
        runs = app.watch(Finder.launch)
        async with asyncio.timeout(BOUND):
            assert [Waiting(), Waiting(overdue=True)] == [await anext(runs), await anext(runs)]
        await host.launch({"id": 7}, returned(HAMLET.model_dump()))
        assert [Called(ShowId(id=7)), Returned(HAMLET)] == await taken(runs)


async def test_the_short_form_returns_the_output_or_raises_how_it_failed() -> None:
    """`await app.result(launch)` in one line. ours"""
    for result, error in [
        (write_declared_error(ShowNotFound(id=7)), ShowNotFound),
        (failed("down"), ToolFailed),
        ({"content": []}, UnreadableResult),
    ]:
        async with running(Finder) as (app, host):
            await host.launch({"id": 7}, result)
            with pytest.raises(error):
                await asyncio.wait_for(app.result(Finder.launch), BOUND)
    async with running(Finder) as (app, host):
        await host.launch({"id": 7}, returned(HAMLET.model_dump()))
        assert HAMLET == await asyncio.wait_for(app.result(Finder.launch), BOUND)
    async with running(Finder) as (app, host):
        await host.tell(CANCELLED, {"reason": "the user"})
        with pytest.raises(LaunchCancelled, match="the user"):
            await asyncio.wait_for(app.result(Finder.launch), BOUND)


async def test_a_conversation_that_ends_first_ends_the_stream_with_an_error() -> None:
    """Nobody waits for ever; a consumer that comes later learns the same. heddle:H16"""
    async with running() as (app, host):
        runs = app.watch(Bill.launch)
        await host.port.close()
        for consumer in (runs, app.watch(Bill.launch)):
            with pytest.raises(PortClosed):
                await taken(consumer)
        with pytest.raises(PortClosed):
            await asyncio.wait_for(app.result(Bill.launch), BOUND)


async def test_another_views_launch_is_refused() -> None:
    """As the type checker would. heddle:H03"""
    async with running() as (app, _):
        with pytest.raises(MisusedGrant):
            app.watch(Finder.launch)


async def test_a_consumer_that_leaves_is_forgotten() -> None:
    """Its queue does not grow for the life of the view. ours"""
    async with running() as (app, host):
        async for _ in app.watch(Bill.launch):
            break
        await host.tell(PARTIAL, {"arguments": {}})
        assert await host.hears_nothing_more()
        assert 0 == len(app._launch._feed._subscriptions)


async def test_the_context_is_merged_before_any_consumer_sees_it() -> None:
    """By top-level field; every consumer gets every change. heddle:H08, extapps:E06, F:B9, R67"""
    async with running(context={"theme": "light", "locale": "en"}) as (app, host):
        contexts = app.contexts()
        await host.tell("ui/notifications/host-context-changed", {"theme": "dark"})
        await host.tell("ui/notifications/host-context-changed", {"locale": "de"})
        async with asyncio.timeout(BOUND):
            seen = [(await anext(contexts)).to_wire() for _ in range(3)]
        assert [
            {"theme": "light", "locale": "en"},
            {"theme": "dark", "locale": "en"},
            {"theme": "dark", "locale": "de"},
        ] == seen
        assert {"theme": "dark", "locale": "de"} == app.context.to_wire()


async def test_list_changes_are_told() -> None:
    """The server's tools, resources and prompts, in order. F:B20"""
    async with running() as (app, host):
        changes = app.list_changes()
        for what in ("tools", "resources", "prompts"):
            await host.tell(f"notifications/{what}/list_changed")
        async with asyncio.timeout(BOUND):
            assert ["tools", "resources", "prompts"] == [await anext(changes) for _ in range(3)]
