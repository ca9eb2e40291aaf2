"""One end of a JSON-RPC conversation: the requests it is asked."""

import gc
from typing import Any

import pytest

from tests.protocol.frames import notification, request, text
from tests.protocol.halves import sent
from viewsdk.protocol.endpoint import Endpoint
from viewsdk.protocol.events import (
    RequestCancelled,
    Traced,
    TraceKind,
)
from viewsdk.protocol.jsonrpc import Notification, Request
from viewsdk.protocol.local_errors import LocalProtocolError, Unencodable


def test_the_peer_may_cancel_and_then_gets_no_answer() -> None:
    """The answer given anyway is swallowed once; after that there is nothing to answer. F:X26"""
    endpoint = Endpoint()
    assert [Request("r", "tools/call")] == endpoint.receive(request("r", "tools/call"), 0.0)
    cancelled = notification("notifications/cancelled", {"requestId": "r", "reason": "bored"})

    assert [RequestCancelled("r", "bored")] == endpoint.receive(cancelled, 0.0)
    assert endpoint.answer("r", {}) is False
    assert [] == endpoint.drain()
    with pytest.raises(LocalProtocolError, match="not open"):
        endpoint.answer("r", {})


@pytest.mark.parametrize("params", [None, {}, {"requestId": None}, {"requestId": 3}, {"requestId": True}])
def test_cancelling_nothing_is_only_traced(params: Any) -> None:
    """A cancellation may cross the answer on its way, or be malformed."""
    (event,) = Endpoint().receive(notification("notifications/cancelled", params), 0.0)
    assert isinstance(event, Traced)
    assert TraceKind.IGNORED is event.kind


def test_a_reason_that_is_no_text_is_no_reason() -> None:
    """An optional member of the wrong type is as if it were not there."""
    endpoint = Endpoint()
    endpoint.receive(request(1, "a"), 0.0)

    cancelled = notification("notifications/cancelled", {"requestId": 1, "reason": None})
    assert [RequestCancelled(1)] == endpoint.receive(cancelled, 0.0)


def test_cancelled_requests_that_nobody_answers_are_forgotten() -> None:
    """A peer cannot fill our memory by asking and cancelling."""
    endpoint = Endpoint()
    for number in range(300):
        endpoint.receive(request(number, "a"), 0.0)
        endpoint.receive(notification("notifications/cancelled", {"requestId": number}), 0.0)

    assert endpoint.answer(299, {}) is False
    with pytest.raises(LocalProtocolError):
        endpoint.answer(0, {})


def test_a_cancelled_id_may_be_used_again() -> None:
    """The new request is answered, not the old one's silence."""
    endpoint = Endpoint()
    endpoint.receive(request(1, "a"), 0.0)
    endpoint.receive(notification("notifications/cancelled", {"requestId": 1}), 0.0)
    endpoint.receive(request(1, "b"), 0.0)

    assert endpoint.answer(1, {})
    assert endpoint.answer(1, {}) is False


def test_every_request_gets_exactly_one_reply_with_its_own_id() -> None:
    """Text stays text and a number a number; a second reply raises and sends nothing. umbra:U03"""
    endpoint = Endpoint()
    for request_id in (0, "0", "a"):
        endpoint.receive(request(request_id, "tools/call"), 0.0)

    endpoint.answer(0, {"n": 0})
    endpoint.refuse("0", -32601, "no")
    endpoint.refuse("a", -32001, "denied", {"reason": "policy"})
    assert [
        {"jsonrpc": "2.0", "id": 0, "result": {"n": 0}},
        {"jsonrpc": "2.0", "id": "0", "error": {"code": -32601, "message": "no"}},
        {"jsonrpc": "2.0", "id": "a", "error": {"code": -32001, "message": "denied", "data": {"reason": "policy"}}},
    ] == sent(endpoint)
    with pytest.raises(LocalProtocolError):
        endpoint.answer(0, {})
    assert [] == endpoint.drain()


def test_two_requests_with_one_id_are_both_answered() -> None:
    """Peers do reuse an id in flight; the reference executes and answers both."""
    endpoint = Endpoint()
    token = {"_meta": {"progressToken": 1}}
    endpoint.receive(request(1, "a", token), 0.0)
    endpoint.receive(request(1, "b"), 0.0)

    assert endpoint.answer(1, {"a": 1})
    assert endpoint.progress(1, 0.5)
    assert endpoint.answer(1, {"b": 1})
    assert not endpoint.progress(1, 0.6)
    with pytest.raises(LocalProtocolError):
        endpoint.answer(1, {})


def test_an_answer_that_cannot_be_written_leaves_the_request_open() -> None:
    """The failure is ours, and the peer still gets its one reply."""
    endpoint = Endpoint()
    endpoint.receive(request(1, "a"), 0.0)

    with pytest.raises(Unencodable):
        endpoint.answer(1, {"data": b"x"})
    assert endpoint.refuse(1, -32603, "the result cannot be sent")


@pytest.mark.parametrize("params", [None, {}])
def test_ping_is_answered_without_asking_anyone(params: Any) -> None:
    """A sign of life needs no handler. umbra:U37, F:B36"""
    endpoint = Endpoint()

    assert [] == endpoint.receive(request("p1", "ping", params), 0.0)
    assert [{"jsonrpc": "2.0", "id": "p1", "result": {}}] == sent(endpoint)


def test_a_notification_is_handed_out_and_never_answered() -> None:
    """Whatever its method. umbra:U04"""
    endpoint = Endpoint()

    assert [Notification("tools/call", {"name": "a"})] == endpoint.receive(
        notification("tools/call", {"name": "a"}), 0.0
    )
    assert [] == endpoint.drain()


@pytest.mark.parametrize(
    ("frame", "error"),
    [
        (text(id=1, method="ping", params=[]), {"code": -32602, "message": "ping: params is not an object"}),
        (text(id=1, method=2), {"code": -32600, "message": "request: method is not a string"}),
        (
            text(id=1, method="ping", extra=1),
            {"code": -32600, "message": "ping: members JSON-RPC does not know: extra"},
        ),
    ],
)
def test_a_malformed_request_that_can_be_answered_is(frame: str, error: dict[str, Any]) -> None:
    """The reference drops it and the caller hangs."""
    endpoint = Endpoint()

    (event,) = endpoint.receive(frame, 0.0)
    assert isinstance(event, Traced)
    assert TraceKind.FAULT is event.kind
    assert [{"jsonrpc": "2.0", "id": 1, "error": error}] == sent(endpoint)


@pytest.mark.parametrize(
    "frame", [text(), text(id=None, method="ping"), text(method="a", params=[]), text(id={}, result={})]
)
def test_a_malformed_frame_without_an_id_is_dropped_and_traced(frame: str) -> None:
    """There is nobody to answer. F:M3"""
    endpoint = Endpoint()

    (event,) = endpoint.receive(frame, 0.0)
    assert isinstance(event, Traced)
    assert TraceKind.FAULT is event.kind
    assert [] == endpoint.drain()


@pytest.mark.parametrize("noise", ["hello", "null", "{}", '{"jsonrpc":"1.0","id":1,"method":"ping"}'])
def test_noise_is_noise(noise: str) -> None:
    """Other people's traffic is never answered. F:M2"""
    endpoint = Endpoint()

    (event,) = endpoint.receive(noise, 0.0)
    assert isinstance(event, Traced)
    assert TraceKind.NOISE is event.kind
    assert [] == endpoint.drain()


def test_progress_goes_out_under_the_peers_token_and_leaves_out_what_is_absent() -> None:
    """Total and message are absent when they are. umbra:U24"""
    endpoint = Endpoint()
    endpoint.receive(request(1, "tools/call", {"_meta": {"progressToken": 0}}), 0.0)
    endpoint.receive(request(2, "tools/call", {"_meta": {}}), 0.0)

    assert endpoint.progress(1, 0.5)
    assert endpoint.progress(1, 1, 2, "half")
    assert not endpoint.progress(2, 1)
    assert [
        {"progressToken": 0, "progress": 0.5},
        {"progressToken": 0, "progress": 1, "total": 2, "message": "half"},
    ] == [frame["params"] for frame in sent(endpoint)]


def test_a_thousand_round_trips_leave_nothing_behind() -> None:
    """No request stays pending or open, and no object of ours piles up."""
    ours, theirs = Endpoint(), Endpoint()

    def round_trip(now: float) -> None:
        ours.request("tools/call", {"name": "a"}, now=now)
        for line in ours.drain():
            for event in theirs.receive(line, now):
                assert isinstance(event, Request)
                theirs.answer(event.id, {})
        for line in theirs.drain():
            ours.receive(line, now)

    for count in range(10):
        round_trip(count)
    gc.collect()
    before = len(gc.get_objects())
    for count in range(1000):
        round_trip(count)
    gc.collect()
    assert 0 == ours.pending_count
    assert len(gc.get_objects()) <= before + 5
