"""One end of a JSON-RPC conversation: the requests it makes."""

from typing import Any

import pytest

from tests.protocol.frames import failure, notification, request, success, text
from tests.protocol.halves import sent
from viewsdk.protocol.endpoint import Endpoint
from viewsdk.protocol.events import (
    Abandoned,
    Answered,
    Garbled,
    Progressed,
    Rejected,
    TimedOut,
    Traced,
    TraceKind,
)
from viewsdk.protocol.jsonrpc import ErrorData
from viewsdk.protocol.local_errors import LocalProtocolError, Unencodable


def test_ids_start_at_zero_and_go_up_by_one() -> None:
    """The first request has id 0, which is an id like any other."""
    endpoint = Endpoint()

    assert [0, 1, 2] == [endpoint.request("tools/call", now=0.0) for _ in range(3)]
    assert [0, 1, 2] == [frame["id"] for frame in sent(endpoint)]


def test_a_request_asks_for_progress_under_its_own_id() -> None:
    """The token is there whether or not anyone listens, and what the caller put into `_meta` stays. F:W9"""
    endpoint = Endpoint()
    params = {"name": "a", "_meta": {"x": 1}}
    endpoint.request("tools/call", params, now=0.0)
    endpoint.request("resources/list", now=0.0)
    endpoint.request("ping", now=0.0, progress=False)

    assert [
        {"name": "a", "_meta": {"x": 1, "progressToken": 0}},
        {"_meta": {"progressToken": 1}},
        None,
    ] == [frame.get("params") for frame in sent(endpoint)]
    assert params == {"name": "a", "_meta": {"x": 1}}


@pytest.mark.parametrize("answer_id", [0, "0"])
def test_an_answer_is_matched_as_a_number(answer_id: Any) -> None:
    """Request 0 is answered by 0 and by "0", and the event names the id we used."""
    endpoint = Endpoint()
    endpoint.request("tools/call", now=0.0)

    assert [Answered(0, "tools/call", {"a": 1})] == endpoint.receive(success(answer_id, {"a": 1}), 1.0)
    assert 0 == endpoint.pending_count


def test_an_error_is_reported_with_its_code_and_data() -> None:
    """What the peer said about the failure arrives unchanged. F:W11"""
    endpoint = Endpoint()
    endpoint.request("tools/call", now=0.0)

    assert [Rejected(0, "tools/call", ErrorData(-32002, "gone", {"uri": "x"}))] == endpoint.receive(
        failure(0, -32002, "gone", data={"uri": "x"}), 1.0
    )


@pytest.mark.parametrize("answer", [success(0), failure(0), success("0")])
def test_a_second_answer_is_only_traced(answer: str) -> None:
    """One request ends once, whatever a peer sends twice. heddle:H17"""
    endpoint = Endpoint()
    endpoint.request("tools/call", now=0.0)
    endpoint.receive(success(0), 1.0)

    (event,) = endpoint.receive(answer, 2.0)
    assert isinstance(event, Traced)
    assert TraceKind.LATE_ANSWER is event.kind
    assert "late or second answer" in event.note


@pytest.mark.parametrize("unknown", [5, "five", -1, "7"])
def test_an_answer_to_nothing_is_only_traced(unknown: Any) -> None:
    """An id we never used matches nothing. heddle:H17"""
    assert [Traced(f"no request {unknown!r}", TraceKind.LATE_ANSWER)] == Endpoint().receive(success(unknown), 0.0)


def test_an_unreadable_answer_ends_the_request_at_once() -> None:
    """The reference lets the caller wait out its time-out; here it hears what was wrong."""
    endpoint = Endpoint()
    endpoint.request("tools/call", now=0.0)

    assert [Garbled(0, "tools/call", "result is not an object")] == endpoint.receive(text(id=0, result=None), 1.0)
    (stray,) = endpoint.receive(text(id=0, result=None), 1.0)
    assert isinstance(stray, Traced)
    (nobody,) = endpoint.receive(text(result=None), 1.0)
    assert isinstance(nobody, Traced)


def test_a_request_times_out_and_the_peer_is_told() -> None:
    """The event names the method and the time; the peer gets a cancellation with the reason."""
    endpoint = Endpoint()
    endpoint.request("tools/call", now=10.0, timeout=5.0)
    endpoint.drain()

    assert 15.0 == endpoint.next_deadline()
    assert [] == endpoint.expire(14.9)
    assert [TimedOut(0, "tools/call", 5.0)] == endpoint.expire(15.0)
    assert [{"requestId": 0, "reason": "tools/call timed out after 5 s"}] == [f["params"] for f in sent(endpoint)]
    assert endpoint.next_deadline() is None


def test_an_answer_after_the_time_out_is_only_traced() -> None:
    """The request has ended already. F:X24"""
    endpoint = Endpoint()
    endpoint.request("tools/call", now=0.0, timeout=1.0)
    endpoint.expire(1.0)

    (event,) = endpoint.receive(success(0), 2.0)
    assert isinstance(event, Traced)


def test_progress_starts_the_clock_again() -> None:
    """A call that waits for a person lives as long as it is said to. F:X25, extapps:E04"""
    endpoint = Endpoint()
    endpoint.request("tools/call", now=0.0, timeout=60.0)

    for at in (20.0, 40.0, 60.0, 80.0):
        note = notification("notifications/progress", {"progressToken": 0, "progress": at})
        assert [Progressed(0, at)] == endpoint.receive(note, at)
        assert [] == endpoint.expire(at + 59.0)
    assert [TimedOut(0, "tools/call", 60.0)] == endpoint.expire(140.0)


def test_progress_cannot_exceed_the_total() -> None:
    """A caller may bound the whole wait."""
    endpoint = Endpoint()
    endpoint.request("tools/call", now=0.0, timeout=60.0, max_total=70.0)
    endpoint.receive(notification("notifications/progress", {"progressToken": 0, "progress": 1}), 50.0)

    assert [] == endpoint.expire(69.0)
    assert [TimedOut(0, "tools/call", 60.0)] == endpoint.expire(70.0)


def test_the_deadline_may_be_early_and_never_late() -> None:
    """Answering the request that was due first leaves its deadline standing until it has passed."""
    endpoint = Endpoint()
    endpoint.request("a", now=0.0, timeout=1.0)
    endpoint.request("b", now=0.0, timeout=9.0)
    endpoint.receive(success(0), 0.5)

    assert 1.0 == endpoint.next_deadline()
    assert [] == endpoint.expire(1.0)
    assert 9.0 == endpoint.next_deadline()


def test_progress_carries_total_and_message_when_they_are_readable() -> None:
    """A number and a text are taken; anything else is as if it were not there."""
    endpoint = Endpoint()
    endpoint.request("a", now=0.0)
    full = {"progressToken": "0", "progress": 1, "total": 4, "message": "reading"}
    odd = {"progressToken": 0, "progress": 2, "total": "4", "message": 7}

    assert [Progressed(0, 1, 4, "reading")] == endpoint.receive(notification("notifications/progress", full), 1.0)
    assert [Progressed(0, 2)] == endpoint.receive(notification("notifications/progress", odd), 1.0)


@pytest.mark.parametrize(
    ("params", "kind"),
    [
        (None, TraceKind.FAULT),
        ({"progressToken": 0}, TraceKind.FAULT),
        ({"progressToken": None, "progress": 1}, TraceKind.FAULT),
        ({"progressToken": 0, "progress": True}, TraceKind.FAULT),
        ({"progressToken": True, "progress": 1}, TraceKind.FAULT),
        ({"progressToken": 9, "progress": 1}, TraceKind.IGNORED),
        ({"progressToken": "x", "progress": 1}, TraceKind.IGNORED),
    ],
)
def test_progress_for_nothing_is_only_traced(params: Any, kind: TraceKind) -> None:
    """An unknown token or a malformed notice changes nothing."""
    endpoint = Endpoint()
    endpoint.request("a", now=0.0, timeout=1.0)

    (event,) = endpoint.receive(notification("notifications/progress", params), 0.9)
    assert isinstance(event, Traced)
    assert kind is event.kind
    assert [TimedOut(0, "a", 1.0)] == endpoint.expire(1.0)


def test_cancelling_tells_the_peer_and_no_event_follows() -> None:
    """Whoever cancels knows it; the answer that may still come is only traced."""
    endpoint = Endpoint()
    endpoint.request("a", now=0.0)
    endpoint.request("b", now=0.0)
    endpoint.drain()

    assert endpoint.cancel(0, "changed my mind")
    assert endpoint.cancel(1)
    assert not endpoint.cancel(1)
    assert not endpoint.cancel("nothing")
    assert [{"requestId": 0, "reason": "changed my mind"}, {"requestId": 1}] == [f["params"] for f in sent(endpoint)]
    assert [] == endpoint.expire(1000.0)


def test_a_request_that_cannot_be_written_uses_no_id() -> None:
    """Nothing was sent, so nothing is waited for."""
    endpoint = Endpoint()

    with pytest.raises(Unencodable):
        endpoint.request("a", {"data": b"x"}, now=0.0)
    assert 0 == endpoint.pending_count
    assert 0 == endpoint.request("a", now=0.0)


def test_closing_abandons_what_waits_and_forgets_what_was_asked() -> None:
    """Every request of ours ends; ids go on, because answers to the old ones may still come. F:X23"""
    endpoint = Endpoint()
    endpoint.request("a", now=0.0)
    endpoint.receive(request(1, "b"), 0.0)

    assert [Abandoned(0, "a", "Connection closed")] == endpoint.close("Connection closed")
    assert [] == endpoint.close("again")
    with pytest.raises(LocalProtocolError):
        endpoint.answer(1, {})
    assert 1 == endpoint.request("a", now=0.0)


def test_ids_used_in_our_name_are_not_used_again() -> None:
    """Whoever sent them before may still be answered."""
    endpoint = Endpoint()
    endpoint.reserve_beyond(4)
    endpoint.reserve_beyond("2")
    endpoint.reserve_beyond("x")

    assert 5 == endpoint.reserve()
