"""How a host takes a view in, and what it lets out before that."""

from typing import Any

import pytest

from tests.protocol.frames import (
    APP_INFO,
    HOST_INFO,
    hello,
    initialized,
    notification,
    request,
)
from tests.protocol.halves import kinds, methods, new_host, ready_host, sent
from viewsdk.protocol.context import HostContext
from viewsdk.protocol.display import DisplayMode
from viewsdk.protocol.events import (
    Abandoned,
    Navigated,
    Traced,
    TraceKind,
    ViewInitialized,
    ViewNotified,
    ViewReady,
    ViewRequested,
)
from viewsdk.protocol.host_connection import HostConnection
from viewsdk.protocol.implementation import Implementation
from viewsdk.protocol.local_errors import ConnectionEnded, Unencodable
from viewsdk.protocol.states import HostState, LaunchState, ViewState


def test_a_host_says_nothing_by_itself() -> None:
    """It listens, and does not begin. F:W1"""
    assert [] == new_host().drain()
    assert new_host().next_deadline() is None


@pytest.mark.parametrize("request_id", [0, "zero"])
def test_the_introduction_is_answered_with_four_members(request_id: Any) -> None:
    """Version, host, capabilities and context, the last perhaps `{}`. umbra:U06, R34, R35, F:W2, F:X4"""
    host = new_host()

    (introduced,) = host.receive(hello(request_id), 0.0)
    assert isinstance(introduced, ViewInitialized)
    assert ("app", "2026-01-26") == (introduced.app_info.name, introduced.protocol_version)
    result = {
        "protocolVersion": "2026-01-26",
        "hostInfo": HOST_INFO,
        "hostCapabilities": {"serverTools": {}},
        "hostContext": {},
    }
    assert [{"jsonrpc": "2.0", "id": request_id, "result": result}] == sent(host)
    assert (HostState.ANSWERED, ViewState.ANSWERED) == (host.state, host.view_state)


def test_a_version_nobody_knows_is_answered_with_ours() -> None:
    """The view decides whether it can live with that. F:X2"""
    host = new_host()
    host.receive(hello(protocolVersion="1999-12-31"), 0.0)

    assert "2026-01-26" == sent(host)[0]["result"]["protocolVersion"]


@pytest.mark.parametrize("missing", ["appInfo", "appCapabilities", "protocolVersion"])
def test_an_introduction_that_lacks_something_is_refused_by_name(missing: str) -> None:
    """Nothing of it is stored. F:X3"""
    host = new_host()
    said = {"appInfo": APP_INFO, "appCapabilities": {}, "protocolVersion": "2026-01-26"}
    del said[missing]
    host.receive(request(0, "ui/initialize", said), 0.0)

    (refused,) = sent(host)
    assert -32602 == refused["error"]["code"]
    assert f"ui/initialize: {missing} is missing" == refused["error"]["message"]
    assert (None, None, HostState.LISTENING) == (host.app_info, host.app_capabilities, host.state)


def test_the_cores_own_handshake_is_refused() -> None:
    """`initialize` is no method here, and its parameters are not those of `ui/initialize`. F:X4"""
    host = new_host()
    core = {"clientInfo": APP_INFO, "capabilities": {}, "protocolVersion": "2026-01-26"}
    host.receive(request(0, "initialize", core), 0.0)
    host.receive(request(1, "ui/initialize", core), 0.0)

    assert [-32601, -32602] == [frame["error"]["code"] for frame in sent(host)]


def test_an_introduction_without_an_id_is_not_one() -> None:
    """A notification is never answered. umbra:U41"""
    host = new_host()

    assert [TraceKind.UNKNOWN_NOTIFICATION] == kinds(
        host.receive(notification("ui/initialize", {"appInfo": APP_INFO}), 0.0)
    )
    assert [] == host.drain()


def test_an_unreadable_optional_part_of_the_introduction_is_traced() -> None:
    """The rest of it counts."""
    host = new_host()

    traced, introduced = host.receive(hello(appCapabilities={"availableDisplayModes": ["pip", "modal"]}), 0.0)
    assert isinstance(traced, Traced)
    assert "availableDisplayModes[1]" in traced.note
    assert isinstance(introduced, ViewInitialized)
    assert [DisplayMode.PIP] == introduced.app_capabilities.available_display_modes


def test_a_retry_before_initialized_is_answered_again() -> None:
    """A view whose first introduction seemed lost sends another; the latest counts."""
    host = new_host()
    host.receive(hello(0), 0.0)
    host.receive(hello(1, appInfo={"name": "second", "version": "1"}), 0.0)

    assert [0, 1] == [frame["id"] for frame in sent(host)]
    assert host.app_info is not None
    assert "second" == host.app_info.name
    host.receive(initialized(), 0.0)
    assert HostState.READY is host.state


def test_nothing_but_answers_leaves_before_initialized() -> None:
    """The newest draft, launch data, context, calls wait and go out in order. R30, R57, heddle:H56, umbra:U38"""
    host = new_host()
    host.tool_input_partial({"a": 1})
    host.tool_input_partial({"a": 12})
    host.tool_input({"a": 123})
    host.receive(hello(), 0.0)
    host.tool_result({"content": []})
    host.notify("notifications/tools/list_changed", {})
    host.request("tools/list", {}, now=0.0)
    host.receive(request(1, "ping"), 0.0)
    assert [None, None] == [frame.get("method") for frame in sent(host)]

    assert [ViewReady()] == host.receive(initialized(), 0.0)
    assert [
        "ui/notifications/tool-input-partial",
        "ui/notifications/tool-input",
        "ui/notifications/tool-result",
        "notifications/tools/list_changed",
        "tools/list",
    ] == methods(host)


def test_what_a_host_cannot_say_is_found_before_a_view_asks() -> None:
    """`receive` never raises, so the mistake has to show earlier."""
    odd = HostContext.of({"vendor": 2**53})[0]
    with pytest.raises(Unencodable, match=r"hostContext\.vendor"):
        HostConnection(Implementation(name="host", version="1"), context=odd)
    host = new_host()
    with pytest.raises(Unencodable):
        host.change_context(odd)
    assert HostContext() == host.context


def test_initialized_twice_is_nothing() -> None:
    """Nothing is sent a second time. umbra:U39"""
    host = ready_host()
    host.tool_input({})
    host.drain()

    assert [TraceKind.VIOLATION] == kinds(host.receive(initialized(), 0.0))
    assert [] == host.drain()


def test_initialized_without_an_introduction_is_nothing() -> None:
    """A view that skips the handshake is not ready, with or without parameters. F:W3"""
    host = new_host()

    assert [TraceKind.VIOLATION] == kinds(host.receive(initialized(), 0.0))
    assert HostState.LISTENING is host.state
    host.receive(hello(), 0.0)
    assert [ViewReady()] == host.receive(notification("ui/notifications/initialized", {}), 0.0)


@pytest.mark.parametrize("method", ["tools/call", "ui/open-link", "resources/read"])
def test_a_call_before_initialized_is_refused_and_traced(method: str) -> None:
    """It is not served, and the refusal says why. umbra:U40"""
    host = new_host()
    events = [*host.receive(request(1, method, {"name": "a", "url": "https://a", "uri": "ui://a"}), 0.0)]

    assert TraceKind.VIOLATION in kinds(events)
    assert not any(isinstance(event, ViewRequested) for event in events)
    assert [{"code": -32600, "message": f"{method} came before initialized"}] == [
        frame["error"] for frame in sent(host)
    ]


def test_a_notification_before_initialized_is_traced_and_ignored() -> None:
    """A size means nothing of a view that is not shown."""
    host = new_host()

    assert [TraceKind.VIOLATION] == kinds(host.receive(notification("ui/notifications/size-changed", {}), 0.0))


def test_a_lenient_host_serves_a_view_that_skipped_the_handshake_and_says_so_once() -> None:
    """As the reference does: one warning, however many requests; none after the handshake. F:B39"""
    host = new_host(lenient=True)
    first = host.receive(request(1, "tools/call", {"name": "a"}), 0.0)
    second = host.receive(request(2, "tools/call", {"name": "a"}), 0.0)
    third = host.receive(notification("ui/notifications/size-changed", {}), 0.0)

    assert [[TraceKind.VIOLATION], [], []] == [kinds(first), kinds(second), kinds(third)]
    assert isinstance(second[0], ViewRequested)
    assert isinstance(third[0], ViewNotified)
    assert host.answer(2, {})


def test_a_second_introduction_after_initialized_ends_the_mount() -> None:
    """Another document speaks in the frame: no answer, and nothing of it is heard again. heddle:H57, heddle:H71"""
    host = ready_host()
    host.receive(request("c", "tools/call", {"name": "a"}), 0.0)
    call = host.request("tools/call", {"name": "b"}, now=0.0)
    host.drain()

    abandoned, navigated = host.receive(hello(9), 1.0)
    assert Abandoned(call, "tools/call", "another document speaks in the view's frame") == abandoned
    assert Navigated() == navigated
    assert HostState.NAVIGATED is host.state
    assert [TraceKind.IGNORED] == kinds(host.receive(request(2, "ping"), 1.0))
    assert host.answer("c", {}) is False
    assert host.refuse("c", -32603, "late") is False
    assert host.progress("c", 1) is False
    assert [] == host.drain()
    with pytest.raises(ConnectionEnded):
        host.tool_input({})
    with pytest.raises(ConnectionEnded):
        host.teardown(1.0)


def test_a_lenient_host_takes_a_second_introduction_for_a_new_start() -> None:
    """One-shot data starts over, so that the new document gets it too."""
    host = ready_host(lenient=True)
    host.tool_input({})
    host.tool_result({"content": []})
    host.drain()

    (introduced,) = host.receive(hello(9), 1.0)
    assert isinstance(introduced, ViewInitialized)
    assert (HostState.ANSWERED, LaunchState.WAITING) == (host.state, host.launch)
    host.tool_input({"again": True})
    assert [9] == [frame["id"] for frame in sent(host)]
    host.receive(initialized(), 1.0)
    assert ["ui/notifications/tool-input"] == methods(host)


def test_even_a_lenient_host_lets_nobody_start_over_while_it_tears_down() -> None:
    """There is nothing left to show."""
    host = ready_host(lenient=True)
    host.teardown(0.0)

    assert Navigated() == host.receive(hello(9), 1.0)[-1]
