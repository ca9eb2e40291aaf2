"""What a host makes of what its view asks and tells."""

from typing import Any

import pytest

from tests.protocol.frames import (
    notification,
    request,
    text,
)
from tests.protocol.halves import kinds, ready_host, sent
from viewsdk.protocol.events import (
    RequestCancelled,
    Traced,
    TraceKind,
    ViewNotified,
    ViewRequested,
)
from viewsdk.protocol.local_errors import LocalProtocolError
from viewsdk.protocol.view_notifications import SizeChanged
from viewsdk.protocol.view_requests import CallTool


def test_a_known_request_arrives_typed() -> None:
    """With its parameters as sent beside it."""
    host = ready_host()
    params = {"name": "get_show", "arguments": {"id": 7}, "_meta": {"progressToken": 1}, "new": None}

    (asked,) = host.receive(request(1, "tools/call", params), 0.0)
    assert isinstance(asked, ViewRequested)
    assert (1, "tools/call", params) == (asked.id, asked.method, asked.params)
    assert isinstance(asked.request, CallTool)
    assert ("get_show", {"id": 7}) == (asked.request.name, asked.request.arguments)


@pytest.mark.parametrize("params", [None, {}])
def test_listings_need_no_parameters(params: Any) -> None:
    """Real peers leave them out."""
    host = ready_host()
    for number, method in enumerate(("tools/list", "resources/list", "resources/templates/list", "prompts/list")):
        (asked,) = host.receive(request(number, method, params), 0.0)
        assert isinstance(asked, ViewRequested)


@pytest.mark.parametrize(
    ("method", "params", "field"),
    [
        ("tools/call", {}, "name is missing"),
        ("tools/call", {"name": "a b"}, "name"),
        ("tools/call", {"name": "a", "arguments": []}, "arguments"),
        ("ui/open-link", {"url": 7}, "url"),
        ("ui/message", {"role": "assistant", "content": []}, "role"),
        ("ui/message", {"role": "user"}, "content is missing"),
        ("ui/message", {"role": "user", "content": [{"type": "tool_use"}]}, "content[0]"),
        ("ui/download-file", {"contents": [{"type": "text", "text": "a"}]}, "contents[0]"),
        ("ui/request-display-mode", {"mode": "modal"}, "mode"),
        ("ui/update-model-context", {"content": [{"type": "text"}]}, "content[0]"),
        ("ui/update-model-context", {"structuredContent": []}, "structuredContent"),
        ("resources/read", {}, "uri is missing"),
        ("sampling/createMessage", {"messages": []}, "maxTokens is missing"),
    ],
)
def test_parameters_that_are_wrong_are_refused_by_method_and_field(
    method: str, params: dict[str, Any], field: str
) -> None:
    """Nobody has to guess what the host minded. heddle:H31, umbra:U14, F:B14, F:W7"""
    host = ready_host()

    events = host.receive(request(1, method, params), 0.0)
    assert not any(isinstance(event, ViewRequested) for event in events)
    (refused,) = sent(host)
    assert -32602 == refused["error"]["code"]
    assert refused["error"]["message"].startswith(f"{method}: ")
    assert field in refused["error"]["message"]


def test_a_missing_argument_object_is_an_empty_one() -> None:
    """A tool without parameters is called without them. umbra:U14"""
    (asked,) = ready_host().receive(request(1, "tools/call", {"name": "a"}), 0.0)

    assert isinstance(asked, ViewRequested)
    assert isinstance(asked.request, CallTool)
    assert {} == asked.request.arguments


def test_an_unknown_method_is_named_in_its_refusal() -> None:
    """With the nearest known one. umbra:U11, agentgem:A28, F:I5"""
    host = ready_host()
    host.receive(request(1, "ui/openlink", {}), 0.0)

    assert [{"code": -32601, "message": "Method not found: ui/openlink; did you mean ui/open-link?"}] == [
        frame["error"] for frame in sent(host)
    ]


def test_a_malformed_request_with_an_id_is_refused() -> None:
    """The reference drops it, and the caller waits for its time-out."""
    host = ready_host()
    host.receive(text(id=3, method="tools/call", params=[1]), 0.0)

    assert [(3, -32602)] == [(frame["id"], frame["error"]["code"]) for frame in sent(host)]


def test_a_known_notification_arrives_typed() -> None:
    """Fractions of pixels are accepted."""
    (told,) = ready_host().receive(notification("ui/notifications/size-changed", {"width": 3.5, "height": 4}), 0.0)

    assert isinstance(told, ViewNotified)
    assert SizeChanged(width=3.5, height=4) == told.notification


@pytest.mark.parametrize(
    ("method", "params"),
    [
        ("notifications/message", {"level": "loud", "data": 1}),
        ("notifications/message", {"level": "info"}),
        ("notifications/message", None),
    ],
)
def test_a_notification_that_lacks_what_it_needs_is_dropped_and_traced(method: str, params: Any) -> None:
    """It is never answered. umbra:U04"""
    host = ready_host()

    assert [TraceKind.FAULT] == kinds(host.receive(notification(method, params), 0.0))
    assert [] == host.drain()


def test_a_wrong_side_of_a_size_is_dropped_and_the_other_kept() -> None:
    """Null is wrong, and so is less than nothing."""
    traced, told = ready_host().receive(notification("ui/notifications/size-changed", {"width": -1, "height": 4}), 0.0)

    assert isinstance(traced, Traced)
    assert isinstance(told, ViewNotified)
    assert SizeChanged(height=4) == told.notification


def test_an_unknown_notification_is_reported_with_the_nearest_name() -> None:
    """The commonest drift of all."""
    (traced,) = ready_host().receive(notification("ui/notifications/size-change", {"height": 100}), 0.0)

    assert isinstance(traced, Traced)
    assert TraceKind.UNKNOWN_NOTIFICATION is traced.kind
    assert "did you mean ui/notifications/size-changed?" in traced.note


def test_a_view_cannot_speak_for_the_sandbox() -> None:
    """The reserved prefix means nothing from a view. heddle:H32"""
    host = ready_host()
    spoofed = notification("ui/notifications/sandbox-resource-ready", {"html": "<script>"})

    assert [TraceKind.UNKNOWN_NOTIFICATION] == kinds(host.receive(spoofed, 0.0))
    with pytest.raises(LocalProtocolError, match="sandbox proxy"):
        host.notify("ui/notifications/sandbox-resource-ready", {})


def test_a_cancelled_view_request_is_reported_and_not_answered() -> None:
    """Progress stops with it. F:X26"""
    host = ready_host()
    host.receive(request(1, "tools/call", {"name": "a", "_meta": {"progressToken": 1}}), 0.0)
    assert host.progress(1, 1, 2, "half")

    cancelled = notification("notifications/cancelled", {"requestId": 1, "reason": "bored"})
    assert [RequestCancelled(1, "bored")] == host.receive(cancelled, 0.0)
    host.drain()
    assert not host.progress(1, 2)
    assert not host.answer(1, {})
    assert [] == host.drain()


def test_every_request_of_the_views_is_answered_once() -> None:
    """A refusal carries its data. umbra:U03"""
    host = ready_host()
    host.receive(request(1, "tools/call", {"name": "a"}), 0.0)
    host.refuse(1, -32001, "no", {"reason": "not_granted"})

    assert [{"code": -32001, "message": "no", "data": {"reason": "not_granted"}}] == [f["error"] for f in sent(host)]
    with pytest.raises(LocalProtocolError):
        host.answer(1, {})
