"""What a view makes of what its host says once they know each other."""

from typing import Any

import pytest

from tests.protocol.frames import notification, request, welcome
from tests.protocol.halves import kinds, new_view, ready_view, sent
from viewsdk.protocol.capabilities import ListChanges
from viewsdk.protocol.events import (
    ContextChanged,
    HostRequested,
    ListChanged,
    ToolCancelled,
    ToolChunk,
    ToolInput,
    ToolInputPartial,
    ToolResult,
    Traced,
    TraceKind,
)
from viewsdk.protocol.host_requests import CallTool
from viewsdk.protocol.states import LaunchState


def test_launch_data_arrives_in_order_with_its_values() -> None:
    """Partials, input, result: each is an event with exactly what the host sent. F:B7, agentgem:A10"""
    view = ready_view()
    events = [
        *view.receive(notification("ui/notifications/tool-input-partial", {"arguments": {"a": 1}}), 0.0),
        *view.receive(notification("ui/notifications/tool-input-partial", {"arguments": {"a": 12}}), 0.0),
        *view.receive(notification("ui/notifications/tool-input", {"arguments": {"a": 123}, "new": 1}), 0.0),
        *view.receive(notification("ui/notifications/tool-result", {"content": [], "new": None}), 0.0),
    ]

    assert [
        ToolInputPartial({"a": 1}),
        ToolInputPartial({"a": 12}),
        ToolInput({"a": 123}),
        ToolResult({"content": [], "new": None}),
    ] == events
    assert LaunchState.ENDED is view.launch


@pytest.mark.parametrize("params", [None, {}])
def test_absent_arguments_are_no_arguments(params: Any) -> None:
    """Hosts leave them out for a tool without parameters. F:X9"""
    assert [ToolInput({})] == ready_view().receive(notification("ui/notifications/tool-input", params), 0.0)
    assert [ToolInputPartial({})] == ready_view().receive(
        notification("ui/notifications/tool-input-partial", params), 0.0
    )
    assert [ToolCancelled(None)] == ready_view().receive(notification("ui/notifications/tool-cancelled", params), 0.0)


@pytest.mark.parametrize("method", ["tool-input", "tool-input-partial"])
def test_arguments_that_are_no_object_are_dropped_and_traced(method: str) -> None:
    """The reference drops the message as well."""
    view = ready_view()

    events = view.receive(notification(f"ui/notifications/{method}", {"arguments": None}), 0.0)
    assert [Traced(f"ui/notifications/{method}: arguments is not an object", TraceKind.FAULT)] == events
    assert LaunchState.WAITING is view.launch


def test_a_cancellation_may_have_a_reason() -> None:
    """A text is a reason; anything else is none."""
    assert [ToolCancelled("user")] == ready_view().receive(
        notification("ui/notifications/tool-cancelled", {"reason": "user"}), 0.0
    )
    assert [ToolCancelled()] == ready_view().receive(
        notification("ui/notifications/tool-cancelled", {"reason": None}), 0.0
    )


@pytest.mark.parametrize(
    ("frames", "last"),
    [
        (["tool-input", "tool-input-partial"], ToolInputPartial({})),
        (["tool-input", "tool-input"], ToolInput({})),
        (["tool-result"], ToolResult({})),
        (["tool-input", "tool-result", "tool-cancelled"], ToolCancelled()),
        (["tool-cancelled", "tool-result"], ToolResult({})),
    ],
)
def test_launch_data_out_of_order_is_delivered_with_a_trace_before_it(frames: list[str], last: Any) -> None:
    """What it means is the run's affair; that it broke the rules is said."""
    view = ready_view()
    events = [view.receive(notification(f"ui/notifications/{name}", {}), 0.0) for name in frames]

    assert [TraceKind.VIOLATION] == kinds(events[-1])
    assert last == events[-1][-1]


def test_a_streamed_chunk_is_not_the_launch_result() -> None:
    """One host family streams under the result's name; the launch state does not move."""
    view = ready_view()

    assert [ToolChunk("search", {"n": 1})] == view.receive(
        notification("ui/notifications/tool-result", {"toolName": "search", "chunk": {"n": 1}}), 0.0
    )
    assert LaunchState.WAITING is view.launch


def test_what_comes_before_the_answer_is_delivered_and_traced() -> None:
    """Real hosts speak early; the context of the answer then replaces what was merged. F:X8, R30"""
    view = new_view()
    view.start(0.0)
    early = view.receive(notification("ui/notifications/host-context-changed", {"theme": "dark", "a": 1}), 0.1)
    data = view.receive(notification("ui/notifications/tool-input", {"arguments": {"b": 2}}), 0.1)

    assert [TraceKind.VIOLATION] == kinds(early)
    assert ToolInput({"b": 2}) == data[-1]
    assert {"theme": "dark", "a": 1} == view.context.raw
    view.receive(welcome(hostContext={"theme": "light"}), 0.2)
    assert {"theme": "light"} == view.context.raw


def test_context_changes_merge_by_field() -> None:
    """Only what is named changes; the event has the whole context and what was named. R67, F:B9, extapps:E06"""
    view = new_view()
    view.start(0.0)
    view.receive(welcome(hostContext={"theme": "dark", "locale": "de", "styles": {"css": {"fonts": "x"}}}), 0.0)

    (changed,) = view.receive(
        notification("ui/notifications/host-context-changed", {"theme": "light", "styles": {"variables": {}}}), 1.0
    )
    assert isinstance(changed, ContextChanged)
    assert ("theme", "styles") == changed.changed
    assert {"theme": "light", "locale": "de", "styles": {"variables": {}}} == changed.context.raw
    assert changed.context == view.context


def test_an_empty_context_change_is_nothing() -> None:
    """It names no field."""
    assert [] == ready_view().receive(notification("ui/notifications/host-context-changed", {}), 0.0)
    assert [] == ready_view().receive(notification("ui/notifications/host-context-changed"), 0.0)


def test_an_unreadable_part_of_a_context_change_is_traced() -> None:
    """The rest of it is merged. heddle:H26"""
    view = ready_view()
    patch = {"theme": "sepia", "locale": "fr", "styles": {"variables": {"--spacing": "1px", "--font-sans": "serif"}}}

    traced, changed = view.receive(notification("ui/notifications/host-context-changed", patch), 0.0)
    assert isinstance(traced, Traced)
    assert TraceKind.PROBLEM is traced.kind
    assert isinstance(changed, ContextChanged)
    assert (None, "fr") == (view.context.theme, view.context.locale)
    assert patch == view.context.raw
    assert view.context.styles is not None
    assert {"--font-sans": "serif"} == view.context.styles.variables


@pytest.mark.parametrize("what", ["tools", "resources", "prompts"])
def test_changed_lists_are_reported(what: str) -> None:
    """The server's three lists have a notice each, with or without parameters."""
    assert [ListChanged(what)] == ready_view().receive(notification(f"notifications/{what}/list_changed"), 0.0)  # type: ignore[arg-type]


def test_an_unknown_notification_is_traced_with_the_nearest_name() -> None:
    """It is ignored otherwise. heddle:H13"""
    (traced,) = ready_view().receive(notification("ui/notifications/tool-inputs", {}), 0.0)

    assert isinstance(traced, Traced)
    assert TraceKind.UNKNOWN_NOTIFICATION is traced.kind
    assert "did you mean ui/notifications/tool-input?" in traced.note


@pytest.mark.parametrize("request_id", [0, "t-1"])
def test_an_unknown_request_is_method_not_found(request_id: Any) -> None:
    """The answer carries the id as it came, zero included. heddle:H13, F:I5"""
    view = ready_view()

    assert [TraceKind.IGNORED] == kinds(view.receive(request(request_id, "x/unknown"), 0.0))
    assert [
        {"jsonrpc": "2.0", "id": request_id, "error": {"code": -32601, "message": "Method not found: x/unknown"}}
    ] == sent(view)


def test_ping_is_answered_before_and_after_the_handshake() -> None:
    """A ping before `initialized` is answered all the same, and traced as the host's mistake. R30"""
    view = new_view()
    view.start(0.0)
    view.drain()

    assert [TraceKind.VIOLATION] == kinds(view.receive(request("p1", "ping"), 0.0))
    assert [{"jsonrpc": "2.0", "id": "p1", "result": {}}] == sent(view)
    assert [] == ready_view().receive(request("p2", "ping"), 0.0)


@pytest.mark.parametrize("method", ["tools/call", "tools/list"])
def test_app_tools_need_the_capability(method: str) -> None:
    """A view that declared no tools has none to list or call. extapps:E09"""
    view = ready_view()
    view.receive(request(1, method, {"name": "a"}), 0.0)

    assert [-32601] == [frame["error"]["code"] for frame in sent(view)]


def test_calls_of_app_tools_are_handed_to_the_author() -> None:
    """With the capability, the typed request arrives. extapps:E09"""
    view = ready_view(tools=ListChanges())

    (listed,) = view.receive(request(1, "tools/list"), 0.0)
    (called,) = view.receive(request(2, "tools/call", {"name": "a", "arguments": {"b": 1}}), 0.0)
    assert isinstance(listed, HostRequested)
    assert isinstance(called, HostRequested)
    assert CallTool(name="a", arguments={"b": 1}) == called.request


@pytest.mark.parametrize(
    "params", [None, {}, {"name": 3}, {"name": "a b"}, {"name": "a", "arguments": []}, {"name": "x" * 129}]
)
def test_a_malformed_call_of_an_app_tool_is_refused(params: Any) -> None:
    """The refusal names the method and the field."""
    view = ready_view(tools=ListChanges())

    view.receive(request(1, "tools/call", params), 0.0)
    (refused,) = sent(view)
    assert -32602 == refused["error"]["code"]
    assert refused["error"]["message"].startswith("tools/call: ")


def test_a_cancelled_host_request_is_reported() -> None:
    """The author's code may stop; its answer is swallowed."""
    view = ready_view(tools=ListChanges())
    view.receive(request(5, "tools/call", {"name": "a"}), 0.0)
    (cancelled,) = view.receive(notification("notifications/cancelled", {"requestId": 5}), 0.0)

    assert 5 == cancelled.id  # type: ignore[union-attr]
    assert view.answer(5, {}) is False
