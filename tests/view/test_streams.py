"""`app.stream`: items on the way, complete at the end, on every host."""

import asyncio
import gc
import json
from typing import Any

import pytest

from tests.view.contract import HAMLET, LEAR, Bill, Show, ShowId, ShowNotFound, improve, tail
from tests.view.wire_host import BOUND, WireHost, returned, running
from viewsdk import PortClosed, ToolFailed
from viewsdk.protocol.jsonrpc import Request
from viewsdk.results import write_declared_error, write_item, write_output


async def send_item(host: WireHost, request: Request, number: int, message: str) -> None:
    await host.tell("notifications/progress", {"progressToken": request.id, "progress": number, "message": message})


async def started(stream: Any, host: WireHost) -> tuple["asyncio.Task[Any]", Request]:
    first = asyncio.ensure_future(anext(stream))
    return first, await host.hear_request("tools/call")


async def rest(stream: Any) -> list[Any]:
    async with asyncio.timeout(BOUND):
        return [item async for item in stream]


async def test_items_arrive_typed_before_the_result() -> None:
    """The first is there while the server still works. ours"""
    async with running() as (app, host):
        stream = app.stream(Bill.tail)
        first, request = await started(stream, host)
        await send_item(host, request, 1, write_item(tail, HAMLET))
        assert HAMLET == await asyncio.wait_for(first, BOUND)
        await send_item(host, request, 2, write_item(tail, LEAR))
        await host.answer(request, write_output(tail, [HAMLET, LEAR]))
        assert [LEAR] == await rest(stream)
        assert [HAMLET, LEAR] == stream.result


async def test_what_the_way_lost_is_taken_from_the_result() -> None:
    """A host that drops progress makes a stream late, not incomplete. ours"""
    async with running() as (app, host):
        stream = app.stream(Bill.tail)
        first, request = await started(stream, host)
        await send_item(host, request, 2, write_item(tail, LEAR))
        await host.answer(request, write_output(tail, [HAMLET, LEAR, HAMLET]))
        assert [LEAR, HAMLET, HAMLET] == [await asyncio.wait_for(first, BOUND), *await rest(stream)]


async def test_other_peoples_progress_is_no_item() -> None:
    """A host reports progress of its own while a person is asked. ours"""
    async with running() as (app, host):
        stream = app.stream(Bill.tail)
        first, request = await started(stream, host)
        await send_item(host, request, 1, "waiting for consent")
        await send_item(host, request, 2, '{"id": "seven"}')
        await host.tell("notifications/progress", {"progressToken": request.id, "progress": 3})
        await send_item(host, request, 4, write_item(tail, HAMLET))
        await host.answer(request, write_output(tail, [HAMLET]))
        assert [HAMLET] == [await asyncio.wait_for(first, BOUND), *await rest(stream)]


async def test_a_stream_of_versions_ends_with_the_result() -> None:
    """Each item replaces the one before; the last is not told twice. ours"""
    for sent, expected in [([HAMLET, LEAR], [HAMLET, LEAR]), ([HAMLET], [HAMLET, LEAR]), ([], [LEAR])]:
        async with running() as (app, host):
            stream = app.stream(Bill.improve, ShowId(id=7))
            first, request = await started(stream, host)
            for number, item in enumerate(sent, 1):
                await send_item(host, request, number, write_item(improve, item))
            await host.answer(request, write_output(improve, LEAR))
            assert expected == [await asyncio.wait_for(first, BOUND), *await rest(stream)]


async def test_chunks_in_agentgems_form_are_read_and_never_step_the_run() -> None:
    """`tool-result` with a tool name and a chunk belongs to the stream of that tool. ours"""
    async with running() as (app, host):
        stream = app.stream(Bill.tail)
        first, request = await started(stream, host)
        before = app._launch.run
        await host.tell("ui/notifications/tool-result", {"toolName": "tail", "chunk": HAMLET.model_dump()})
        await host.tell("ui/notifications/tool-result", {"toolName": "other", "chunk": {}})
        assert HAMLET == await asyncio.wait_for(first, BOUND)
        await host.answer(request, write_output(tail, [HAMLET]))
        assert [] == await rest(stream)
        assert before is app._launch.run


async def test_a_stream_raises_what_its_call_raises_after_its_items() -> None:
    """Items first, then the failure, here one that `improve` does not declare. ours"""
    async with running() as (app, host):
        stream = app.stream(Bill.improve, ShowId(id=7))
        first, request = await started(stream, host)
        await send_item(host, request, 1, write_item(improve, HAMLET))
        await host.answer(request, {**write_declared_error(ShowNotFound(id=7))})
        assert [] != [await asyncio.wait_for(first, BOUND)]
        with pytest.raises(ToolFailed):
            await rest(stream)


@pytest.mark.parametrize("how", ["cancelling the task", "closing the stream", "dropping the stream"])
async def test_leaving_a_stream_cancels_its_call(how: str) -> None:
    """The host is told once, so that the server's generator stops. ours"""
    async with running() as (app, host):
        stream = app.stream(Bill.tail)
        first, request = await started(stream, host)
        await send_item(host, request, 1, write_item(tail, HAMLET))
        await asyncio.wait_for(first, BOUND)
        if how == "cancelling the task":
            second = asyncio.ensure_future(anext(stream))
            await asyncio.sleep(0)
            second.cancel()
            await asyncio.wait([second])
        elif how == "closing the stream":
            await stream.aclose()
        del stream, first
        gc.collect()
        cancelled = await host.hear_notification("notifications/cancelled")
        assert request.id == (cancelled.params or {})["requestId"]
        assert await host.hears_nothing_more()


async def test_a_stream_that_is_never_iterated_calls_nothing() -> None:
    """It begins with the first item asked for. ours"""
    async with running() as (app, host):
        app.stream(Bill.tail)
        assert await host.hears_nothing_more()


async def test_a_port_that_ends_ends_the_stream() -> None:
    """With the reason, after the items that came. heddle:H16"""
    async with running() as (app, host):
        stream = app.stream(Bill.tail)
        first, request = await started(stream, host)
        await send_item(host, request, 1, write_item(tail, HAMLET))
        await host.port.close()
        assert HAMLET == await asyncio.wait_for(first, BOUND)
        with pytest.raises(PortClosed):
            await rest(stream)


def test_an_item_is_json() -> None:
    """What a server puts into the message of a progress notification. ours"""
    assert HAMLET.model_dump() == json.loads(write_item(tail, HAMLET))
    assert Show is tail.item_adapter.validate_python(returned(1)["structuredContent"] and HAMLET.model_dump()).__class__
