"""`App.call`: what leaves, what comes back, and the six ways it can end."""

import asyncio
import gc
from typing import Any

import pytest

from tests.view.contract import HAMLET, Bill, Finder, Party, Show, ShowId, ShowNotFound
from tests.view.wire_host import BOUND, WireHost, failed, returned, running
from viewsdk import (
    App,
    InternalError,
    InvalidParams,
    MethodNotFound,
    MisusedGrant,
    NoInput,
    PortClosed,
    Progress,
    Refused,
    RequestError,
    RequestTimeout,
    ToolFailed,
    Unencodable,
    UnreadableResult,
    UnsupportedByHost,
)
from viewsdk.protocol.jsonrpc import ABSENT, Notification, Request
from viewsdk.results import write_declared_error


async def begun(app: App[Any], host: WireHost, **options: Any) -> tuple["asyncio.Task[Any]", Request]:
    """A call of `get_show` that is under way."""
    call = asyncio.ensure_future(app.call(Bill.show, ShowId(id=7), **options))
    return call, await host.hear_request("tools/call")


async def test_a_call_goes_out_typed_and_comes_back_typed() -> None:
    """Only declared tools, arguments from the input, output as declared. heddle:H03, F:W9, F:A5"""
    async with running() as (app, host):
        call, request = await begun(app, host)
        params = {"name": "get_show", "arguments": {"id": 7}, "_meta": {"progressToken": request.id}}
        assert params == request.params
        await host.answer(request, returned(HAMLET.model_dump()))
        assert HAMLET == await asyncio.wait_for(call, BOUND)


async def test_a_tool_without_input_is_called_without_one() -> None:
    """Its arguments are an empty object, which is what hosts expect. ours"""
    async with running() as (app, host):
        for extra in ([], [NoInput()]):
            call: asyncio.Task[Any] = asyncio.ensure_future(app.call(Bill.count, *extra))
            request = await host.hear_request("tools/call")
            assert {} == (request.params or {})["arguments"]
            await host.answer(request, returned(3))
            assert 3 == await asyncio.wait_for(call, BOUND)


async def test_mistakes_the_type_checker_refuses_are_refused_before_anything_is_sent() -> None:
    """Another view's grant, a wrong input, a missing one, one too many: nothing moves. heddle:H03"""
    async with running() as (app, host):
        anyhow: Any = app
        for grant, given, why in [
            (Finder.launch, [ShowId(id=7)], "Finder.launch is not a grant of Bill"),
            (Bill.show, [Show(id=7, title="x")], "Bill.show takes ShowId, not"),
            (Bill.show, [], "Bill.show needs an input: ShowId"),
            (Bill.count, [ShowId(id=7)], "Bill.count takes no input"),
            ("get_show", [ShowId(id=7)], "'get_show' is not a grant"),
        ]:
            with pytest.raises(MisusedGrant, match=why):
                await anyhow.call(grant, *given)
            with pytest.raises(TypeError, match=why):
                anyhow.stream(grant, *given)
        assert await host.hears_nothing_more()


async def test_a_declared_error_is_raised_as_itself() -> None:
    """Typed fields and all. heddle:H03"""
    async with running() as (app, host):
        call, request = await begun(app, host)
        await host.answer(request, write_declared_error(ShowNotFound(id=7)))
        with pytest.raises(ShowNotFound) as caught:
            await asyncio.wait_for(call, BOUND)
        assert 7 == caught.value.id


async def test_an_undeclared_failure_is_tool_failed() -> None:
    """A tool that ran and failed is neither a refusal nor a transport fault. extapps:E03"""
    async with running() as (app, host):
        call, request = await begun(app, host)
        await host.answer(request, failed("the database is down"))
        with pytest.raises(ToolFailed, match="the database is down"):
            await asyncio.wait_for(call, BOUND)


@pytest.mark.parametrize(
    ("code", "message", "data", "kind"),
    [
        (-32001, "not granted", {"reason": "not_granted"}, Refused),
        (-32001, "no", ABSENT, Refused),
        (-32001, "Request timed out", {"reason": "declined"}, Refused),
        (-32000, "denied", ABSENT, Refused),
        (-32001, "MCP error -32001: Request timed out", ABSENT, RequestTimeout),
        (-32000, "x", {"upstream": {"code": -32001, "message": "Request timed out"}}, RequestTimeout),
        (-32000, "x", {"upstream": {"code": -32001, "message": "rate limit"}}, RequestError),
        (-32000, "Connection closed", ABSENT, RequestError),
        (-32000, "the server (python server.py) ended", {"reason": "upstream_ended"}, RequestError),
        (-32000, "no", {"reason": "a_rule"}, Refused),
        (-32601, "Method not found", ABSENT, MethodNotFound),
        (-32601, "Method not found", ABSENT, UnsupportedByHost),
        (-32602, "unknown tool", ABSENT, InvalidParams),
        (-32603, "oops", ABSENT, InternalError),
        (-32002, "not found", ABSENT, RequestError),
        (1234, "the server's own", {"a": 1}, RequestError),
    ],
)
async def test_an_error_answer_is_raised_by_what_its_code_means(code: int, message: str, data: Any, kind: Any) -> None:
    """A refusal and a time-out that share a code are told apart. heddle:H04, extapps:E03, agentgem:A05, F:W11"""
    async with running() as (app, host):
        call, request = await begun(app, host)
        await host.fail(request, code, message, data)
        with pytest.raises(kind) as caught:
            await asyncio.wait_for(call, BOUND)
        assert message == caught.value.message
        if kind is RequestError:
            assert RequestError is type(caught.value)
        if isinstance(caught.value, RequestError):
            assert (code, None if data is ABSENT else data) == (caught.value.code, caught.value.data)


async def test_a_refusal_carries_the_hosts_reason() -> None:
    """The machine-readable part of `data`. ours"""
    async with running() as (app, host):
        call, request = await begun(app, host)
        await host.fail(request, -32001, 'add call = ["get_show"]', {"reason": "not_granted"})
        with pytest.raises(Refused, match="add call") as caught:
            await asyncio.wait_for(call, BOUND)
        assert "not_granted" == caught.value.reason


async def test_an_answer_that_breaks_the_protocol_is_unreadable() -> None:
    """`result: null` is no answer, and the caller does not hang. F:X17"""
    async with running() as (app, host):
        call, request = await begun(app, host)
        await host.port.send(f'{{"jsonrpc":"2.0","id":{request.id},"result":null}}')
        with pytest.raises(UnreadableResult):
            await asyncio.wait_for(call, BOUND)


async def test_an_output_of_another_shape_is_unreadable_with_its_payload() -> None:
    """The payload is kept for whoever wants to look. ours"""
    async with running() as (app, host):
        call, request = await begun(app, host)
        await host.answer(request, returned({"id": "seven"}))
        with pytest.raises(UnreadableResult, match="is not its declared output") as caught:
            await asyncio.wait_for(call, BOUND)
        assert returned({"id": "seven"}) == caught.value.payload


async def test_a_call_times_out_naming_its_method_and_tells_the_host() -> None:
    """One `notifications/cancelled`, and a late answer is ignored. heddle:H16, heddle:H17, F:X24"""
    async with running() as (app, host):
        call, request = await begun(app, host, timeout=0.02)
        with pytest.raises(RequestTimeout, match=r"tools/call was not answered within 0\.02 s") as caught:
            await asyncio.wait_for(call, BOUND)
        assert isinstance(caught.value, TimeoutError)
        cancelled = await host.hear_notification("notifications/cancelled")
        assert request.id == (cancelled.params or {})["requestId"]
        await host.answer(request, returned(HAMLET.model_dump()))
        assert await host.hears_nothing_more()


async def test_progress_restarts_the_clock_even_if_nobody_listens() -> None:
    """Five times the time-out passes, and the call still comes back. extapps:E04, F:X25"""
    async with running() as (app, host):
        call, request = await begun(app, host, timeout=0.3)
        loop = asyncio.get_running_loop()
        begun_at = loop.time()
        while loop.time() < begun_at + 0.6:
            done, _ = await asyncio.wait([call], timeout=0.05)
            assert not done
            await host.tell("notifications/progress", {"progressToken": request.id, "progress": loop.time()})
        await host.answer(request, returned(HAMLET.model_dump()))
        assert HAMLET == await asyncio.wait_for(call, BOUND)


async def test_a_total_bound_is_not_extended_by_progress() -> None:
    """`max_total` ends a call that only ever reports progress. ours"""
    async with running() as (app, host):
        call, request = await begun(app, host, timeout=BOUND, max_total=0.1)
        await host.tell("notifications/progress", {"progressToken": request.id, "progress": 1})
        with pytest.raises(RequestTimeout):
            await asyncio.wait_for(call, BOUND)


async def test_progress_reaches_its_listener_in_order_and_a_failing_one_is_reported() -> None:
    """The reader survives the author's exception, which reaches the sink once. agentgem:A22"""
    errors: list[str] = []
    seen: list[Progress] = []

    def listen(progress: Progress) -> None:
        seen.append(progress)
        if progress.progress == 1:
            raise ValueError("drawn wrongly")

    async with running(on_error=lambda error, where: errors.append(f"{where}: {error}")) as (app, host):
        call, request = await begun(app, host, on_progress=listen)
        await host.tell("notifications/progress", {"progressToken": request.id, "progress": 1})
        report = {"progressToken": request.id, "progress": 2, "total": 4, "message": "half"}
        await host.tell("notifications/progress", report)
        await host.tell("notifications/progress", {"progressToken": "unknown", "progress": 9})
        await host.answer(request, returned(HAMLET.model_dump()))
        assert HAMLET == await asyncio.wait_for(call, BOUND)
    assert [Progress(1), Progress(2, 4, "half")] == seen
    assert ["on_progress: drawn wrongly"] == errors


async def test_cancelling_the_task_cancels_the_request_once() -> None:
    """The host is told once, and whatever it still says about it is ignored. F:I8"""
    async with running() as (app, host):
        call, request = await begun(app, host)
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
        cancelled = await host.hear_notification("notifications/cancelled")
        assert request.id == (cancelled.params or {})["requestId"]
        await host.tell("notifications/progress", {"progressToken": request.id, "progress": 1})
        await host.answer(request, returned(HAMLET.model_dump()))
        assert await host.hears_nothing_more()


async def test_cancelling_a_call_that_waits_for_the_handshake_sends_nothing() -> None:
    """There is nothing to withdraw. ours"""
    from viewsdk import memory_pair

    near, far = memory_pair()
    host = WireHost(far)
    async with App.open(Bill, near) as app:
        call = asyncio.ensure_future(app.call(Bill.count))
        await asyncio.sleep(0)
        call.cancel()
        await asyncio.wait([call])
        await host.shake_hands()
        assert await host.hears_nothing_more()


@pytest.mark.parametrize("how", ["the host ends the port", "the view closes"])
async def test_when_the_conversation_ends_every_pending_call_fails_at_once(how: str) -> None:
    """As closed, naming the method; later calls fail the same way. heddle:H16, F:X23, F:I9"""
    async with running() as (app, host):
        calls = [(await begun(app, host))[0] for _ in range(3)]
        if how == "the host ends the port":
            await host.port.close()
        else:
            await app._session.close("the view closed")
        for call in calls:
            with pytest.raises(PortClosed, match="tools/call") as caught:
                await asyncio.wait_for(call, BOUND)
            assert isinstance(caught.value, ConnectionError)
        with pytest.raises(PortClosed):
            await app.call(Bill.count)


async def test_a_host_without_server_tools_is_not_called() -> None:
    """A view that sees no `serverTools` never calls. ours"""
    async with running(capabilities={}) as (app, host):
        with pytest.raises(UnsupportedByHost, match="serverTools"):
            await app.call(Bill.count)
        assert await host.hears_nothing_more()


async def test_a_value_json_cannot_carry_fails_the_call_and_names_its_place() -> None:
    """It does not vanish, and nothing is sent. heddle:H19"""
    async with running() as (app, host):
        with pytest.raises(Unencodable, match=r"params\.arguments\.id"):
            await app.call(Bill.show, ShowId(id=2**53))
        assert await host.hears_nothing_more()


async def test_many_calls_in_flight_are_told_apart_whatever_the_order_of_answers() -> None:
    """Each answer finds its caller, also when the host writes ids as text. agentgem:A05"""
    async with running() as (app, host):
        calls = [asyncio.ensure_future(app.call(Bill.seat, Party(show=n, size=1))) for n in range(50)]
        requests = [await host.hear_request("tools/call") for _ in calls]
        for request in reversed(requests):
            show = (request.params or {})["arguments"]["show"]
            await host.say(_answer_as_text(request, returned({"id": show, "title": "x"})))
        shows = await asyncio.wait_for(asyncio.gather(*calls), BOUND)
        assert list(range(50)) == [show.id for show in shows]


def _unfinished() -> int:
    """How many futures of this process, whosever they are, still wait for something."""
    gc.collect()
    return sum(isinstance(thing, asyncio.Future) and not thing.done() for thing in gc.get_objects())


async def test_a_thousand_calls_leave_nothing_behind() -> None:
    """No pending request, no future, no task, and one timer for them all. ours"""
    async with running() as (app, host):
        before = _unfinished()

        async def serve() -> None:
            while True:
                await host.answer(await host.hear_request("tools/call"), returned(3))

        serving = asyncio.ensure_future(serve())
        for _ in range(1000):
            assert 3 == await app.call(Bill.count)
        serving.cancel()
        await asyncio.wait([serving])
        assert {} == app._session._answers
        assert 0 == app._session.connection.pending_count
        assert before >= _unfinished()


def _answer_as_text(request: Request, result: dict[str, Any]) -> Any:
    from viewsdk.protocol.jsonrpc import Success

    return Success(str(request.id), result)


async def test_a_ping_is_answered_while_calls_wait() -> None:
    """Before and after the handshake, whatever the author's code is doing. heddle:H13, F:B36"""
    async with running() as (app, host):
        call, request = await begun(app, host)
        assert await host.hears_nothing_more()
        await host.answer(request, returned(HAMLET.model_dump()))
        await asyncio.wait_for(call, BOUND)


async def test_unknown_requests_are_refused_and_unknown_notifications_traced() -> None:
    """-32601 by name; the notification is no error. heddle:H13, F:I5"""
    traced: list[str] = []
    async with running(on_trace=lambda note: traced.append(note.note)) as (_, host):
        await host.ask("x", "ui/unknown", {})
        answer: Any = await host.hear()
        assert ("x", -32601) == (answer.id, answer.error.code)
        await host.tell("ui/notifications/unheard-of", {})
        assert await host.hears_nothing_more()
    assert any("unheard-of" in note for note in traced)
    assert not any(isinstance(frame, Notification) for frame in host.said[2:])
