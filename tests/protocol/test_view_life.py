"""A view's connection from start to end."""

from typing import Any

import pytest

from tests.protocol.frames import failure, notification, request, success, welcome
from tests.protocol.halves import kinds, new_view, ready_view, sent
from viewsdk.protocol.events import (
    Abandoned,
    Answered,
    Garbled,
    HostRequested,
    Rejected,
    Traced,
    TraceKind,
)
from viewsdk.protocol.host_requests import ResourceTeardown
from viewsdk.protocol.jsonrpc import ErrorData
from viewsdk.protocol.local_errors import ConnectionEnded, LocalProtocolError
from viewsdk.protocol.states import HostState, LaunchState, ViewState


def test_connecting_twice_raises_and_sends_nothing() -> None:
    """One conversation per connection. F:B6"""
    view = ready_view()

    with pytest.raises(LocalProtocolError, match="connected already"):
        view.start(1.0)
    assert [] == view.drain()
    assert ViewState.READY is view.state


def test_a_closed_view_can_connect_anew_and_its_ids_go_on() -> None:
    """What is known of the old host stays readable until the new one answers. F:A3, F:X7"""
    view = ready_view()
    view.receive(notification("ui/notifications/tool-input", {"arguments": {}}), 0.0)
    view.request("tools/call", now=0.0)
    view.drain()
    assert [Abandoned(1, "tools/call", "Connection closed")] == view.close()
    assert view.host_info is not None

    view.start(9.0)
    assert [2] == [frame["id"] for frame in sent(view)]
    assert LaunchState.WAITING is view.launch
    view.receive(welcome(2, hostInfo={"name": "second", "version": "2"}, hostContext={"locale": "de"}), 9.1)
    assert "second" == view.host_info.name
    assert {"locale": "de"} == view.context.raw


def test_a_closed_view_delivers_nothing_and_sends_nothing() -> None:
    """Closing again is nothing; a call says why it cannot be made. F:B10"""
    view = ready_view()
    view.receive(request("r", "ui/resource-teardown", {}), 0.0)
    view.close("the frame is gone")

    assert [] == view.close()
    assert [TraceKind.IGNORED] == kinds(view.receive(notification("ui/notifications/tool-input", {}), 1.0))
    assert [TraceKind.IGNORED] == kinds(view.receive(request(1, "ping"), 1.0))
    assert view.answer("r", {}) is False
    assert view.refuse("r", -32603, "no") is False
    with pytest.raises(ConnectionEnded, match="the frame is gone"):
        view.request("tools/call", now=1.0)
    assert [] == view.drain()


def test_a_view_hears_nothing_before_it_starts() -> None:
    """There is no conversation yet."""
    assert [TraceKind.IGNORED] == kinds(new_view().receive(welcome(), 0.0))


def test_closing_during_the_handshake_ends_it() -> None:
    """No more sends, no giving up."""
    view = new_view()
    view.start(0.0)
    view.drain()
    call = view.request("tools/call", now=0.0)

    assert [Abandoned(call, "tools/call", "gone")] == view.close("gone")
    assert [] == view.tick(100.0)
    assert [] == view.drain()


@pytest.mark.parametrize("method", ["ui/initialize", "ui/notifications/initialized", "ui/notifications/sandbox-x"])
def test_the_handshake_and_the_sandbox_are_not_the_authors_to_speak(method: str) -> None:
    """Local mistakes raise before anything is sent."""
    view = ready_view()

    with pytest.raises(LocalProtocolError, match="not the author's"):
        view.notify(method)
    with pytest.raises(LocalProtocolError, match="not the author's"):
        view.request(method, now=0.0)
    assert [] == view.drain()


@pytest.mark.parametrize("params", [None, {}, {"reason": "bye"}])
def test_teardown_is_handed_to_the_author_and_waits_for_the_answer(params: Any) -> None:
    """A hook may still call tools before the view answers. R72"""
    view = ready_view()

    (asked,) = view.receive(request("t", "ui/resource-teardown", params), 0.0)
    reason = (params or {}).get("reason")
    assert HostRequested("t", "ui/resource-teardown", params or {}, ResourceTeardown.read(params or {})[0]) == asked  # type: ignore[arg-type]
    assert isinstance(asked, HostRequested)
    assert isinstance(asked.request, ResourceTeardown)
    assert reason == asked.request.reason
    assert ViewState.TEARING_DOWN is view.state
    view.request("tools/call", {"name": "save"}, now=0.0)
    assert ["tools/call"] == [frame["method"] for frame in sent(view)]
    view.answer("t", {})
    assert ViewState.TORN_DOWN is view.state
    assert HostState.ENDED is view.host_state


def test_a_teardown_that_is_refused_is_over_as_well() -> None:
    """The host has its answer and will not wait."""
    view = ready_view()
    view.receive(request("t", "ui/resource-teardown", {}), 0.0)
    view.refuse("t", -32603, "the hook broke")

    assert ViewState.TORN_DOWN is view.state


def test_a_teardown_before_initialized_is_the_hosts_mistake_and_is_answered_all_the_same() -> None:
    """It is handed on with a trace and moves nothing; the handshake can still come to its end. R30"""
    view = new_view()
    view.start(0.0)

    traced, asked = view.receive(request("t", "ui/resource-teardown", {}), 0.0)
    assert isinstance(traced, Traced)
    assert TraceKind.VIOLATION is traced.kind
    assert isinstance(asked, HostRequested)
    assert (ViewState.INITIALIZING, HostState.LISTENING) == (view.state, view.host_state)
    assert view.answer("t", {})
    view.receive(welcome(), 0.1)
    assert ViewState.READY is view.state


def test_an_unreadable_reason_is_dropped() -> None:
    """The request is served without it."""
    traced, asked = ready_view().receive(request(1, "ui/resource-teardown", {"reason": 7}), 0.0)

    assert isinstance(traced, Traced)
    assert "reason" in traced.note
    assert isinstance(asked, HostRequested)
    assert ResourceTeardown() == asked.request


def test_a_request_ends_as_answered_rejected_or_garbled() -> None:
    """An answer that lacks what its method's answer must have is no answer. heddle:H15, F:B14"""
    view = ready_view()
    calls = [view.request("ui/request-display-mode", {"mode": "pip"}, now=0.0) for _ in range(3)]

    assert [Answered(calls[0], "ui/request-display-mode", {"mode": "inline", "x": 1})] == view.receive(
        success(calls[0], {"mode": "inline", "x": 1}), 0.0
    )
    assert [Rejected(calls[1], "ui/request-display-mode", ErrorData(-32601, "no"))] == view.receive(
        failure(calls[1], -32601, "no"), 0.0
    )
    assert [Garbled(calls[2], "ui/request-display-mode", "mode is missing")] == view.receive(success(calls[2]), 0.0)


def test_deadlines_of_calls_and_handshake_are_one_deadline() -> None:
    """A shell needs one timer."""
    view = ready_view()
    assert view.next_deadline() is None
    view.request("tools/call", now=0.0, timeout=5.0)

    assert 5.0 == view.next_deadline()
    assert 1 == view.pending_count


def test_a_notification_of_a_ready_view_goes_out_at_once() -> None:
    """With its parameters as given, and without any when there are none."""
    view = ready_view()
    view.notify("ui/notifications/size-changed", {"width": 1.5, "height": 2})
    view.notify("ui/notifications/request-teardown")

    assert [
        {"jsonrpc": "2.0", "method": "ui/notifications/size-changed", "params": {"width": 1.5, "height": 2}},
        {"jsonrpc": "2.0", "method": "ui/notifications/request-teardown"},
    ] == sent(view)
