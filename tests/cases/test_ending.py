"""Part F.6 of the protocol reference: teardown, time-outs, cancellation and the end of a conversation."""

import json
from typing import Any

import pytest

from tests.cases.pair import Pair, new_host
from viewsdk.protocol.events import (
    Abandoned,
    Answered,
    HostRequested,
    Progressed,
    Rejected,
    TimedOut,
    Traced,
    ViewNotified,
    ViewRequested,
)
from viewsdk.protocol.local_errors import ConnectionEnded

CALL = {"name": "slow", "arguments": {}}


def _called(pair: Pair, **options: Any) -> ViewRequested:
    pair.view.request("tools/call", CALL, now=0.0, **options)
    pair.settle()
    return pair.seen_by_host(ViewRequested)[-1]


def _told(method: str, params: dict[str, Any]) -> str:
    return json.dumps({"jsonrpc": "2.0", "method": method, "params": params})


def test_the_host_goes_on_when_the_view_has_finished() -> None:
    """The view is asked, takes its time, and only then has the host its answer. F:B34, R68, R69"""
    pair = Pair().connect()
    asked = pair.host.teardown(0.0, "the tab was closed")
    pair.settle()
    (request,) = pair.seen_by_view(HostRequested)
    meanwhile = (pair.host.state, pair.seen_by_host(Answered))
    pair.view.answer(request.id, {})
    pair.settle(1.0)

    assert ("ui/resource-teardown", "the tab was closed") == (request.method, request.params.get("reason"))
    assert ("tearing-down", []) == meanwhile
    assert [(asked, {})] == [(event.id, event.result) for event in pair.seen_by_host(Answered)]


def test_a_view_asks_to_go_and_is_told_to() -> None:
    """The wish is a notification, and the regular teardown follows if the host agrees. F:B35, R70, R71"""
    pair = Pair().connect()
    pair.view.notify("ui/notifications/request-teardown", {})
    pair.settle()
    wished = [event.method for event in pair.seen_by_host(ViewNotified)]
    nothing_yet = pair.seen_by_view(HostRequested)
    pair.host.teardown(0.0)
    pair.settle()

    assert ["ui/notifications/request-teardown"] == wished
    assert [] == nothing_yet
    assert ["ui/resource-teardown"] == [event.method for event in pair.seen_by_view(HostRequested)]


def test_a_host_that_is_not_answered_waits_only_so_long() -> None:
    """The teardown has a limit of its own, after which the host may remove the view. R69, heddle:H69"""
    pair = Pair().connect()
    pair.host.teardown(0.0, timeout=2.0)
    pair.settle()

    before, after = pair.host.tick(1.9), pair.host.tick(2.1)

    assert [] == before
    assert ["ui/resource-teardown"] == [event.method for event in after if isinstance(event, TimedOut)]


def test_a_view_that_never_initialized_is_sent_nothing_when_it_ends() -> None:
    """There is nobody to ask. heddle:H70, R30"""
    pair = Pair()
    pair.view.start(0.0)
    pair.host.receive(pair.view.drain()[0], 0.0)
    pair.host.drain()

    assert pair.host.teardown(1.0) is None
    assert [] == pair.host.drain()


@pytest.mark.parametrize("error", [{"code": -32601, "message": "Method not found"}, {"code": -32603, "message": "x"}])
def test_a_view_without_a_hook_ends_the_teardown_all_the_same(error: dict[str, Any]) -> None:
    """A reference view answers -32601; that is an answer like another. F:X21"""
    pair = Pair().connect()
    id = pair.host.teardown(0.0)
    pair.host.drain()

    events = pair.host.receive(json.dumps({"jsonrpc": "2.0", "id": id, "error": error}), 0.5)

    assert [id] == [event.id for event in events if isinstance(event, Rejected)]
    assert pair.host.state in ("ended", "closed")


def test_a_teardown_needs_no_reason() -> None:
    """It is asked with an object for params and served without a reason, which may never arrive. F:X22"""
    pair = Pair().connect()
    pair.host.teardown(0.0)
    pair.settle()

    assert {} == pair.sent("host")[-1]["params"]
    assert [{}] == [event.params for event in pair.seen_by_view(HostRequested)]


def test_closing_fails_all_that_waits_and_all_that_comes() -> None:
    """Each pending request ends for the reason given, and a later one cannot be made. F:X23, F:I9, heddle:H16"""
    pair = Pair().connect()
    first = pair.view.request("tools/call", CALL, now=0.0)
    second = pair.view.request("ping", {}, now=0.0)

    events = pair.view.close("the port ended")

    assert [(first, "the port ended"), (second, "the port ended")] == [
        (event.id, event.reason) for event in events if isinstance(event, Abandoned)
    ]
    with pytest.raises(ConnectionEnded):
        pair.view.request("tools/call", CALL, now=1.0)


def test_an_answer_after_its_time_is_noted_and_does_nothing() -> None:
    """The request timed out by name, the other side is told, and the late answer is only traced. F:X24, heddle:H16"""
    pair = Pair().connect()
    request = _called(pair, timeout=60.0)
    timed_out = pair.view.tick(60.1)
    pair.host.answer(request.id, {"content": []})
    texts = pair.host.drain()
    (cancelled,) = (json.loads(text) for text in pair.view.drain())

    late = [event for text in texts for event in pair.view.receive(text, 61.0)]

    assert [(request.id, "tools/call")] == [(e.id, e.method) for e in timed_out if isinstance(e, TimedOut)]
    assert ("notifications/cancelled", request.id) == (cancelled["method"], cancelled["params"]["requestId"])
    assert [Traced] == [type(event) for event in late]


def test_progress_gives_a_call_its_time_again() -> None:
    """Each report restarts the clock, so the call outlives its limit for as long as reports come. F:X25, extapps:E04"""
    pair = Pair().connect()
    request = _called(pair, timeout=60.0)
    for at in (50.0, 100.0):
        pair.host.progress(request.id, at)
        pair.settle(at)

    quiet = pair.view.tick(159.0)
    ended = pair.view.tick(161.0)

    assert 2 == len(pair.seen_by_view(Progressed))
    assert [] == quiet
    assert [request.id] == [event.id for event in ended if isinstance(event, TimedOut)]


def test_progress_nobody_asked_for_is_dropped() -> None:
    """A token that was never given out, or whose call is over, reports nothing. umbra:U23"""
    pair = Pair().connect()
    request = _called(pair)
    pair.host.answer(request.id, {"content": []})
    pair.settle()

    for token in (request.id, "stranger"):
        events = pair.view.receive(_told("notifications/progress", {"progressToken": token, "progress": 1}), 1.0)
        assert [] == [event for event in events if not isinstance(event, Traced)]


def test_an_answer_nobody_waits_for_is_without_effect() -> None:
    """It is traced on either side, and nothing is sent for it. heddle:H17"""
    pair = Pair().connect()

    for end in (pair.view, pair.host):
        events = end.receive('{"jsonrpc":"2.0","id":99,"result":{}}', 0.0)
        assert [Traced] == [type(event) for event in events]
        assert [] == end.drain()


def test_a_cancellation_of_nothing_is_calm() -> None:
    """An unknown or missing id cancels nothing and is not answered. F:X6"""
    pair = Pair().connect()

    for params in ({"requestId": 99}, {}):
        pair.host.receive(_told("notifications/cancelled", params), 0.0)

    assert [] == pair.host.drain()
    assert "ready" == pair.host.state


@pytest.mark.parametrize("at", ["right after the handshake", "during a call"])
def test_a_view_can_be_wound_up_at_any_moment_after_its_start(at: str) -> None:
    """A teardown reaches it whatever else is going on. R72"""
    pair = Pair().connect()
    if at == "during a call":
        _called(pair)
    pair.host.teardown(0.0)
    pair.settle()

    assert ["ui/resource-teardown"] == [event.method for event in pair.seen_by_view(HostRequested)]


def test_another_handshake_after_initialized_is_another_document() -> None:
    """The mount is over: the newcomer is not answered, and neither is anything after it. heddle:H57, heddle:H71"""
    pair = Pair(host=new_host()).connect()
    params = {"protocolVersion": "2026-01-26", "appInfo": {"name": "b", "version": "1"}, "appCapabilities": {}}
    again = json.dumps({"jsonrpc": "2.0", "id": 5, "method": "ui/initialize", "params": params})
    call = json.dumps({"jsonrpc": "2.0", "id": 6, "method": "tools/call", "params": CALL})

    pair.host.receive(again, 1.0)
    events = pair.host.receive(call, 1.0)

    assert "navigated" == pair.host.state
    assert [] == pair.host.drain()
    assert [] == [event for event in events if not isinstance(event, Traced)]
