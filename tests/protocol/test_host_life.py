"""What a host says to a view it has taken in, until the mount ends."""

from typing import Any

import pytest

from tests.protocol.frames import (
    failure,
    hello,
    initialized,
    notification,
    request,
    success,
    text,
)
from tests.protocol.halves import kinds, methods, new_host, ready_host, sent
from viewsdk.protocol.context import HostContext
from viewsdk.protocol.dimensions import ContainerDimensions
from viewsdk.protocol.display import DisplayMode
from viewsdk.protocol.events import (
    Abandoned,
    Answered,
    Garbled,
    Progressed,
    Rejected,
    TimedOut,
    TraceKind,
    ViewRequested,
)
from viewsdk.protocol.implementation import Theme
from viewsdk.protocol.local_errors import ConnectionEnded, LocalProtocolError, Unencodable
from viewsdk.protocol.states import HostState, LaunchState, ViewState


@pytest.mark.parametrize(
    ("steps", "illegal"),
    [
        ([], "tool_result"),
        (["tool_input"], "tool_input"),
        (["tool_input"], "tool_input_partial"),
        (["tool_input", "tool_result"], "tool_result"),
        (["tool_input", "tool_result"], "tool_cancelled"),
        (["tool_input", "tool_cancelled"], "tool_result"),
        (["tool_cancelled"], "tool_input"),
    ],
)
@pytest.mark.parametrize("is_ready", [True, False])
def test_launch_data_out_of_order_raises_and_sends_nothing(steps: list[str], illegal: str, is_ready: bool) -> None:
    """Input once and before the result, no partial after it, result or cancellation and never both. R58, R60, R64"""
    host = ready_host() if is_ready else new_host()
    arguments: dict[str, tuple[Any, ...]] = {"tool_cancelled": ()}
    for step in steps:
        getattr(host, step)(*arguments.get(step, ({},)))
    host.drain()
    state = host.launch

    with pytest.raises(LocalProtocolError, match="cannot follow launch state"):
        getattr(host, illegal)(*arguments.get(illegal, ({},)))
    assert state is host.launch
    assert [] == host.drain()


def test_launch_data_that_cannot_be_written_moves_nothing() -> None:
    """The host may send something else instead."""
    host = ready_host()

    with pytest.raises(Unencodable):
        host.tool_input({"a": b"x"})
    assert LaunchState.WAITING is host.launch
    host.tool_input({})


def test_launch_data_is_sent_as_the_reference_expects_it() -> None:
    """Objects where objects are expected, absent members absent. R63, R59, R62"""
    host = ready_host()
    host.tool_input_partial({"a": "x"})
    host.tool_input({})
    host.tool_cancelled()
    other = ready_host()
    other.tool_cancelled("user")

    assert [{"arguments": {"a": "x"}}, {"arguments": {}}, {}] == [frame["params"] for frame in sent(host)]
    assert [{"reason": "user"}] == [frame["params"] for frame in sent(other)]


def test_of_drafts_made_before_initialized_only_the_newest_is_kept() -> None:
    """A model writes thousands while a view loads, and each holds all that the one before it said. R30, R60"""
    host = new_host()
    host.receive(hello(), 0.0)
    host.drain()
    for length in range(1, 1000):
        host.tool_input_partial({"text": "x" * length})
    host.tool_input({})
    host.receive(initialized(), 0.0)

    said = [(frame["method"].rpartition("/")[2], frame["params"]["arguments"]) for frame in sent(host)]
    assert [("tool-input-partial", {"text": "x" * 999}), ("tool-input", {})] == said


def test_a_context_change_carries_what_differs() -> None:
    """Setting what is set already sends nothing. R66, F:B8"""
    host = ready_host(theme=Theme.DARK, locale="de")

    assert ("theme",) == host.change_context(HostContext(theme=Theme.LIGHT, locale="de"))
    assert () == host.change_context(HostContext(theme=Theme.LIGHT))
    assert ("containerDimensions",) == host.change_context(
        HostContext(container_dimensions=ContainerDimensions(max_height=600))
    )
    assert [{"theme": "light"}, {"containerDimensions": {"maxHeight": 600.0}}] == [
        frame["params"] for frame in sent(host)
    ]
    assert Theme.LIGHT is host.context.theme
    assert "de" == host.context.locale


def test_a_context_change_before_the_introduction_is_part_of_its_answer() -> None:
    """There is nobody to tell yet; after the answer it waits for `initialized`."""
    host = new_host()
    host.change_context(HostContext(theme=Theme.DARK))
    host.receive(hello(), 0.0)
    host.change_context(HostContext(locale="de"))

    assert [{"theme": "dark"}] == [frame["result"]["hostContext"] for frame in sent(host)]
    host.receive(initialized(), 0.0)
    assert [{"locale": "de"}] == [frame["params"] for frame in sent(host)]


def test_a_view_is_not_put_into_a_mode_it_left_out() -> None:
    """If it gave a list, the list counts; without one, any mode may come. R44, R48"""
    host = ready_host(app_capabilities={"availableDisplayModes": ["inline", "fullscreen"]})

    with pytest.raises(LocalProtocolError, match="does not support pip; it lists inline, fullscreen"):
        host.change_context(HostContext(display_mode=DisplayMode.PIP))
    assert [] == host.drain()
    assert ("displayMode",) == host.change_context(HostContext(display_mode=DisplayMode.FULLSCREEN))
    assert ("displayMode",) == ready_host().change_context(HostContext(display_mode=DisplayMode.PIP))


def test_teardown_asks_waits_and_ends() -> None:
    """The view is served until it has answered. R68, R69, heddle:H69"""
    host = ready_host()
    asked = host.teardown(0.0, "closing")
    assert asked == host.teardown(0.0, "another reason")
    assert [{"jsonrpc": "2.0", "id": asked, "method": "ui/resource-teardown", "params": {"reason": "closing"}}] == sent(
        host
    )

    assert HostState.TEARING_DOWN is host.state
    (saving,) = host.receive(request(1, "tools/call", {"name": "save"}), 0.5)
    assert isinstance(saving, ViewRequested)
    assert [Answered(asked, "ui/resource-teardown", {"any": 1})] == host.receive(success(asked, {"any": 1}), 1.0)
    assert (HostState.ENDED, ViewState.TORN_DOWN) == (host.state, host.view_state)
    assert [TraceKind.IGNORED] == kinds(host.receive(request(2, "ping"), 1.0))


@pytest.mark.parametrize("answer", [failure(0, -32601, "Method not found"), text(id=0, result=None)])
def test_any_answer_ends_the_teardown(answer: str) -> None:
    """A view without a handler has nothing to save. F:X21"""
    host = ready_host()
    host.teardown(0.0)

    (outcome,) = host.receive(answer, 1.0)
    assert isinstance(outcome, Rejected | Garbled)
    assert HostState.ENDED is host.state


def test_a_view_that_never_answers_its_teardown_is_not_waited_for_longer() -> None:
    """Two seconds by default. heddle:H70, heddle:H69"""
    host = ready_host()
    asked = host.teardown(0.0)

    assert {} == sent(host)[0]["params"]
    assert 2.0 == host.next_deadline()
    assert [TimedOut(asked, "ui/resource-teardown", 2.0)] == host.tick(2.0)
    assert HostState.ENDED is host.state


@pytest.mark.parametrize("introduced", [True, False])
def test_a_view_torn_down_before_initialized_is_sent_nothing(introduced: bool) -> None:
    """It ends at once; what was waiting for it never goes out. heddle:H70, R30"""
    host = new_host()
    waiting = host.request("tools/list", {}, now=0.0)
    host.tool_input({})
    if introduced:
        host.receive(hello(), 0.0)
        host.drain()

    assert host.teardown(0.0) is None
    assert HostState.ENDED is host.state
    assert [] == host.drain()
    assert [TraceKind.IGNORED] == kinds(host.receive(initialized(), 0.0))
    assert [Abandoned(waiting, "tools/list", "unmounted")] == host.close("unmounted")


def test_teardown_has_its_own_verb() -> None:
    """As a plain request it would skip the states."""
    with pytest.raises(LocalProtocolError, match="teardown"):
        ready_host().request("ui/resource-teardown", {}, now=0.0)


def test_closing_abandons_what_waits() -> None:
    """Closing again is nothing; what is said afterwards says why it cannot be. R79"""
    host = ready_host()
    call = host.request("tools/call", {"name": "a"}, now=0.0)

    assert [Abandoned(call, "tools/call", "the tab was closed")] == host.close("the tab was closed")
    assert [] == host.close()
    with pytest.raises(ConnectionEnded, match="the tab was closed"):
        host.request("tools/call", {"name": "a"}, now=0.0)


def test_host_calls_end_like_any_request() -> None:
    """Answered, rejected, garbled, in progress, cancelled."""
    host = ready_host()
    first, second, third = (host.request("tools/list", {}, now=0.0) for _ in range(3))

    assert [Answered(first, "tools/list", {"tools": []})] == host.receive(success(first, {"tools": []}), 0.0)
    assert [Garbled(second, "tools/list", "tools is missing")] == host.receive(success(second), 0.0)
    progress = notification("notifications/progress", {"progressToken": third, "progress": 1})
    assert [Progressed(third, 1)] == host.receive(progress, 0.0)
    assert 1 == host.pending_count
    host.drain()
    assert host.cancel(third, "enough")
    assert ["notifications/cancelled"] == methods(host)


def test_a_waiting_call_can_be_withdrawn() -> None:
    """It was never sent."""
    host = new_host()
    call = host.request("tools/list", {}, now=0.0)

    assert host.cancel(call)
    host.receive(hello(), 0.0)
    host.receive(initialized(), 0.0)
    assert [None] == [frame.get("method") for frame in sent(host)]
