"""How a view finds its host, and what it does when there is none."""

from typing import Any

import pytest

from tests.protocol.frames import APP_INFO, failure, notification, request, success, text, welcome
from tests.protocol.halves import deadline, kinds, new_view, ready_view, sent
from viewsdk.protocol.context import HostContext
from viewsdk.protocol.events import (
    Abandoned,
    HandshakeCompleted,
    HandshakeGaveUp,
    TimedOut,
    Traced,
    TraceKind,
)
from viewsdk.protocol.handshake import HandshakePolicy
from viewsdk.protocol.implementation import Implementation
from viewsdk.protocol.local_errors import HandshakeFailed, Unencodable
from viewsdk.protocol.states import HostState, ViewState
from viewsdk.protocol.view_connection import ViewConnection


def test_the_first_frame_is_the_introduction_and_nothing_else() -> None:
    """Id 0 and exactly three members, capabilities among them even when empty. heddle:H01, R33, F:W4"""
    view = new_view()
    view.start(0.0)

    params = {"appInfo": APP_INFO, "appCapabilities": {}, "protocolVersion": "2026-01-26"}
    assert [{"jsonrpc": "2.0", "id": 0, "method": "ui/initialize", "params": params}] == sent(view)
    assert ViewState.INITIALIZING is view.state


def test_initialized_follows_the_answer_and_then_what_waited() -> None:
    """Calls made early wait and go out in order; nothing precedes `initialized`. agentgem:A02, F:A1, F:V6"""
    view = new_view()
    assert 0 == view.request("tools/call", {"name": "early"}, now=0.0)
    view.start(0.0)
    view.notify("ui/notifications/size-changed", {"height": 1})
    assert 2 == view.request("ui/open-link", {"url": "https://a"}, now=0.1)
    assert ["ui/initialize"] == [frame["method"] for frame in sent(view)]

    (completed,) = view.receive(welcome(1), 0.2)
    assert isinstance(completed, HandshakeCompleted)
    frames = sent(view)
    assert ["ui/notifications/initialized", "tools/call", "ui/notifications/size-changed", "ui/open-link"] == [
        frame["method"] for frame in frames
    ]
    assert {"jsonrpc": "2.0", "method": "ui/notifications/initialized"} == frames[0]
    assert [0, 2] == [frame["id"] for frame in frames if "id" in frame]


def test_the_clock_of_a_waiting_call_starts_when_it_is_sent() -> None:
    """The handshake has its own bounds; a call is not charged for it."""
    view = new_view()
    view.request("tools/call", now=0.0, timeout=1.0)
    view.start(0.0)
    view.receive(welcome(1), 0.7)

    assert [] == view.tick(1.6)
    assert [TimedOut(0, "tools/call", 1.0)] == view.tick(1.7)


def test_a_waiting_call_can_be_withdrawn() -> None:
    """It is then never sent, and nobody need be told."""
    view = new_view()
    view.notify("ui/notifications/size-changed", {})
    first = view.request("tools/call", now=0.0)
    view.start(0.0)

    assert view.cancel(first, "no longer")
    assert not view.cancel(first)
    view.receive(welcome(1), 0.0)
    assert ["ui/initialize", "ui/notifications/initialized", "ui/notifications/size-changed"] == [
        frame["method"] for frame in sent(view)
    ]


def test_a_call_in_flight_can_be_withdrawn() -> None:
    """The host is told which and why."""
    view = ready_view()
    call = view.request("tools/call", now=0.0)
    view.drain()

    assert view.cancel(call, "bored")
    assert [{"requestId": call, "reason": "bored"}] == [frame["params"] for frame in sent(view)]


def test_what_cannot_be_written_does_not_wait_either() -> None:
    """The author hears at once, not when the handshake is over."""
    view = new_view()

    with pytest.raises(Unencodable):
        view.request("tools/call", {"data": b"x"}, now=0.0)
    with pytest.raises(Unencodable):
        view.notify("ui/notifications/size-changed", {"width": float("nan")})
    view.start(0.0)
    view.receive(welcome(1), 0.0)
    assert 2 == len(sent(view))


def test_the_host_is_known_once_it_has_answered() -> None:
    """Info, capabilities, version and context come from that answer and from nowhere else. F:A2"""
    view = new_view()
    view.start(0.0)
    assert (None, None, None) == (view.host_info, view.host_capabilities, view.protocol_version)
    assert HostContext() == view.context

    view.receive(welcome(hostCapabilities={"serverTools": {}}, hostContext={"theme": "dark", "x": None}), 0.0)
    assert view.host_info is not None
    assert view.host_capabilities is not None
    assert "host" == view.host_info.name
    assert view.host_capabilities.server_tools is not None
    assert "2026-01-26" == view.protocol_version
    assert {"theme": "dark", "x": None} == view.context.raw
    assert HostState.READY is view.host_state


@pytest.mark.parametrize("version", ["2025-11-21", "0.1", ""])
def test_any_version_is_taken_and_an_unexpected_one_is_traced(version: str) -> None:
    """A host of another revision is still a host. F:X1"""
    view = new_view()
    view.start(0.0)

    traced, completed = view.receive(welcome(protocolVersion=version), 0.0)
    assert Traced(f"the host speaks {version}", TraceKind.PROBLEM) == traced
    assert isinstance(completed, HandshakeCompleted)
    assert version == view.protocol_version


def test_a_missing_context_is_an_empty_one_and_wrong_parts_are_dropped() -> None:
    """A view starts with what it could read and the trace says what it could not. heddle:H26"""
    view = new_view()
    view.start(0.0)
    answer = success(0, {"protocolVersion": "2026-01-26", "hostInfo": {"name": "h", "version": "1", "title": 3}})
    (gave_up,) = view.receive(answer, 0.0)
    assert isinstance(gave_up, HandshakeGaveUp)
    assert "hostCapabilities is missing" in gave_up.why

    view = new_view()
    view.start(0.0)
    traced, _ = view.receive(welcome(hostContext=None), 0.0)
    assert isinstance(traced, Traced)
    assert "ui/initialize: hostContext: not an object" == traced.note
    assert HostContext() == view.context


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (failure(0, -32603, "busy"), "the host refused ui/initialize: -32603 busy"),
        (
            success(0, {"host": {"name": "x"}, "capabilities": {}}),
            "the answer to ui/initialize cannot be used: protocolVersion is missing; hostInfo is missing; "
            "hostCapabilities is missing; it has capabilities, host",
        ),
        (success(0), "it has nothing"),
        (text(id=0, result=[]), "the answer to ui/initialize cannot be read: result is not an object"),
    ],
)
def test_an_error_or_a_useless_answer_ends_the_handshake(answer: str, why: str) -> None:
    """No `initialized` is sent, the host is told nothing, and the reason says what was received. F:X5"""
    view = new_view()
    call = view.request("tools/call", now=0.0)
    view.start(0.0)
    view.drain()

    gave_up, abandoned = view.receive(answer.replace('"id": 0', '"id": 1'), 0.1)
    assert isinstance(gave_up, HandshakeGaveUp)
    assert why in gave_up.why
    assert 1 == gave_up.tries
    assert isinstance(abandoned, Abandoned)
    assert (call, "tools/call") == (abandoned.id, abandoned.method)
    assert ViewState.FAILED is view.state
    assert [] == view.drain()
    assert view.next_deadline() is None


def test_the_introduction_is_repeated_into_silence_five_times() -> None:
    """Five sends, 800 ms apart, each under a fresh id; then the view gives up. agentgem:A03, agentgem:A26"""
    view = new_view()
    view.start(10.0)
    due: list[float] = []
    for _ in range(4):
        due.append(deadline(view))
        assert [] == view.tick(due[-1] - 0.01)
        assert [] == view.tick(due[-1])

    assert [10.8, 11.6, 12.4, 13.2] == pytest.approx(due)
    assert [HandshakeGaveUp("nobody answered ui/initialize", 5, ())] == view.tick(deadline(view))
    frames = sent(view)
    assert [0, 1, 2, 3, 4] == [frame["id"] for frame in frames]
    assert {"ui/initialize"} == {frame["method"] for frame in frames}
    assert [] == view.tick(100.0)


@pytest.mark.parametrize("winner", [0, 1, 2, "1"])
def test_the_first_answer_wins_and_later_ones_are_ignored(winner: Any) -> None:
    """A slow host may answer every send; the view is initialized once. agentgem:A03, agentgem:A26"""
    view = new_view()
    view.start(0.0)
    view.tick(0.8)
    view.tick(1.6)
    view.drain()

    view.receive(welcome(winner), 1.7)
    late = [view.receive(welcome(number, hostInfo={"name": "other", "version": "2"}), 1.8) for number in (0, 1, 2)]
    assert [[TraceKind.LATE_ANSWER]] * 3 == [kinds(events) for events in late]
    assert ["ui/notifications/initialized"] == [frame["method"] for frame in sent(view)]
    assert view.host_info is not None
    assert "host" == view.host_info.name
    assert [TraceKind.FAULT] == kinds(view.receive(text(id=0, result=None), 2.0))


def test_nothing_is_repeated_once_anything_has_been_heard() -> None:
    """A host that has spoken would take another introduction for a new document. agentgem:A26, heddle:H57"""
    view = new_view()
    view.start(0.0)
    view.receive(request("p", "ping"), 0.5)

    assert [] == view.tick(0.8)
    assert [] == view.tick(60.4)
    (gave_up,) = view.tick(60.5)
    assert isinstance(gave_up, HandshakeGaveUp)
    assert ("ping",) == gave_up.heard
    assert "the host spoke (ping) but did not answer ui/initialize" == gave_up.why
    assert 1 == len([frame for frame in sent(view) if frame.get("method") == "ui/initialize"])


@pytest.mark.parametrize(
    "frame", [success("zz"), text(id=9, result=None), text(method="x", params=[]), text(method=7), notification("x/y")]
)
def test_any_frame_of_the_hosts_counts_as_heard(frame: str) -> None:
    """Even a stray answer or a broken frame shows that somebody is there."""
    view = new_view()
    view.start(0.0)
    view.receive(frame, 0.5)

    assert 60.5 == view.next_deadline()


@pytest.mark.parametrize("noise", ["{}", "null", "not json"])
def test_noise_does_not_count_as_heard(noise: str) -> None:
    """Dev tools and extensions post to every window."""
    view = new_view()
    view.start(0.0)
    view.receive(noise, 0.5)

    assert 0.8 == view.next_deadline()


def test_a_talkative_host_does_not_buy_more_time() -> None:
    """The wait runs from the first thing heard."""
    view = new_view()
    view.start(0.0)
    for second in range(1, 60):
        view.receive(notification("x/y"), float(second))

    (gave_up,) = view.tick(61.0)
    assert isinstance(gave_up, HandshakeGaveUp)
    assert 21 >= len(gave_up.heard)


def test_the_bounds_of_the_handshake_can_be_set() -> None:
    """One send, with a patience of its own."""
    view = new_view(HandshakePolicy(sends=1, patience=30.0))
    view.start(0.0)

    assert 30.0 == view.next_deadline()
    assert [HandshakeGaveUp("nobody answered ui/initialize", 1, ())] == view.tick(30.0)


def test_no_cancellation_is_sent_for_the_introduction() -> None:
    """The core forbids it for its own handshake, and hosts have no use for it."""
    view = new_view(HandshakePolicy(sends=1))
    view.start(0.0)
    view.tick(0.8)

    assert ["ui/initialize"] == [frame["method"] for frame in sent(view)]


def test_after_giving_up_every_call_fails_at_once_with_the_same_reason() -> None:
    """Nothing waits for a host that is not there. agentgem:A04, agentgem:A25"""
    view = new_view()
    waiting = view.request("tools/call", now=0.0)
    view.notify("ui/notifications/size-changed", {})
    view.start(0.0)
    for _ in range(4):
        view.tick(deadline(view))

    gave_up, abandoned = view.tick(deadline(view))
    assert isinstance(gave_up, HandshakeGaveUp)
    assert Abandoned(waiting, "tools/call", "no host: nobody answered ui/initialize (5 tries)") == abandoned
    with pytest.raises(HandshakeFailed, match="no host: nobody answered") as caught:
        view.request("tools/call", now=5.0)
    assert (5, ()) == (caught.value.tries, caught.value.heard)
    with pytest.raises(HandshakeFailed):
        view.notify("ui/notifications/size-changed", {})


def test_an_answer_after_giving_up_is_traced_and_ignored() -> None:
    """The view has already told its person that there is no host. agentgem:A26"""
    view = new_view(HandshakePolicy(sends=1))
    view.start(0.0)
    view.tick(0.8)
    view.drain()

    assert [TraceKind.LATE_ANSWER] == kinds(view.receive(welcome(), 1.0))
    assert [TraceKind.VIOLATION, TraceKind.IGNORED] == kinds(
        view.receive(notification("ui/notifications/tool-input", {"arguments": {}}), 1.0)
    )
    assert ViewState.FAILED is view.state
    assert [] == view.drain()


def test_even_a_view_without_a_host_answers_a_ping() -> None:
    """Every request gets its reply."""
    view = new_view(HandshakePolicy(sends=1))
    view.start(0.0)
    view.tick(0.8)
    view.drain()
    view.receive(request(1, "ping"), 1.0)

    assert [{"jsonrpc": "2.0", "id": 1, "result": {}}] == sent(view)


def test_an_app_that_cannot_say_who_it_is_has_not_started() -> None:
    """The mistake is the author's, and the state is as it was."""
    odd, _ = Implementation.read({**APP_INFO, "vendor": 2**53})
    assert odd is not None
    view = ViewConnection(odd)

    with pytest.raises(Unencodable, match=r"appInfo\.vendor"):
        view.start(0.0)
    assert ViewState.CREATED is view.state
    assert [] == view.drain()


def test_a_single_try_is_spoken_of_as_one() -> None:
    """The sentence is for a person."""
    assert "no host: silence (1 try)" == str(HandshakeFailed("silence", 1))
