"""The one table of method names."""

import pytest

from viewsdk.protocol.host_notifications import HOST_NOTIFICATIONS
from viewsdk.protocol.host_requests import HOST_REQUESTS
from viewsdk.protocol.methods import (
    METHODS,
    SANDBOX_PREFIX,
    Direction,
    Method,
    MethodKind,
    asks_progress,
    names_of,
    nearest_known,
    unknown_name,
)
from viewsdk.protocol.results import HOST_RESULTS, VIEW_RESULTS
from viewsdk.protocol.view_notifications import VIEW_NOTIFICATIONS
from viewsdk.protocol.view_requests import VIEW_REQUESTS

CORE = {Method.CANCELLED, Method.PROGRESS}  # the endpoint's own, in either direction
UP, DOWN = Direction.VIEW_TO_HOST, Direction.HOST_TO_VIEW


def test_the_table_has_every_method() -> None:
    """A name without an entry would be a message nobody can place."""
    assert set(Method) == set(METHODS)


def test_every_request_has_parameters_and_a_result_in_each_direction() -> None:
    """The closed unions and the table say the same. ours"""
    assert names_of(UP, MethodKind.REQUEST) == set(VIEW_REQUESTS) == set(VIEW_RESULTS)
    assert names_of(DOWN, MethodKind.REQUEST) == set(HOST_REQUESTS) == set(HOST_RESULTS)


def test_every_notification_has_parameters_in_each_direction() -> None:
    """Cancellation and progress belong to the endpoint, everything else to a union."""
    assert names_of(UP, MethodKind.NOTIFICATION) == set(VIEW_NOTIFICATIONS) | CORE
    assert names_of(DOWN, MethodKind.NOTIFICATION) == set(HOST_NOTIFICATIONS) | CORE


def test_only_sandbox_messages_carry_the_reserved_prefix() -> None:
    """The proxy can therefore tell what is its own from the name alone. heddle:H32"""
    reserved = {method for method in Method if method.startswith(SANDBOX_PREFIX)}

    assert {Method.SANDBOX_PROXY_READY, Method.SANDBOX_RESOURCE_READY} == reserved
    assert not any(METHODS[method].directions & {UP, DOWN} for method in reserved)


def test_the_cores_own_handshake_is_no_method_here() -> None:
    """A view never sends `initialize`, and an abandoned design's names do not exist."""
    assert {"initialize", "notifications/initialized", "ui/log", "ui/call-view-tool"} & set(METHODS) == set()


@pytest.mark.parametrize(
    ("name", "nearest"),
    [
        ("ui/notifications/size-change", Method.SIZE_CHANGED),
        ("ui/size-change", Method.SIZE_CHANGED),
        ("ui/tool-cancelled", Method.TOOL_CANCELLED),
        ("ui/notifications/sandbox-ready", Method.SANDBOX_PROXY_READY),
        ("ui/sendMessage", Method.MESSAGE),
        ("ui/open_link", Method.OPEN_LINK),
        ("tool/call", Method.TOOLS_CALL),
        ("x" * 100_000, None),
        ("", None),
    ],
)
def test_an_unknown_name_is_explained_by_the_nearest(name: str, nearest: Method | None) -> None:
    """Drift in names is the commonest mistake of hand-written peers."""
    assert nearest is nearest_known(name)


def test_a_sentence_about_an_unknown_name_has_a_hint_when_there_is_one() -> None:
    """Nothing close means nothing to suggest."""
    assert "ui/open-lin; did you mean ui/open-link?" == unknown_name("ui/open-lin")
    assert "quux" == unknown_name("quux")
    assert 121 == len(unknown_name("x" * 1_000_000))


def test_every_call_that_may_wait_asks_for_progress() -> None:
    """The token is on each of them, unknown ones too, but not where nobody waits for a server or a person."""
    without = {method for method in names_of(UP, MethodKind.REQUEST) if not asks_progress(method)}

    assert {Method.INITIALIZE, Method.PING} == without
    assert not asks_progress("ui/resource-teardown")
    assert asks_progress("vendor/thing")
