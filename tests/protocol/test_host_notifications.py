"""What a host tells its view, as values and as frames."""

import pytest

from viewsdk.protocol.context import HostContext
from viewsdk.protocol.host_notifications import (
    HOST_NOTIFICATIONS,
    ContextPatch,
    HostNotification,
    ListChanged,
    ToolCancelled,
    ToolChunk,
    ToolInput,
    ToolInputPartial,
    ToolResult,
    to_notification,
)
from viewsdk.protocol.implementation import Theme
from viewsdk.protocol.initialize import InitializeResult

EACH: list[HostNotification] = [
    ToolInputPartial({"a": 1}),
    ToolInput({}),
    ToolResult({"content": [], "toolName": "a"}),
    ToolChunk("a", None),
    ToolCancelled(),
    ToolCancelled("user"),
    ContextPatch(HostContext(theme=Theme.DARK)),
    ListChanged("tools"),
    ListChanged("resources"),
    ListChanged("prompts"),
]


@pytest.mark.parametrize("message", EACH, ids=repr)
def test_each_message_survives_the_wire(message: HostNotification) -> None:
    """What is written is read back the same. heddle:H30"""
    frame = to_notification(message)

    assert message == HOST_NOTIFICATIONS[frame.method](frame.params or {})


def test_an_object_is_always_there() -> None:
    """The older major drops a message without parameters. F:X9"""
    assert all(to_notification(message).params is not None for message in EACH)


def test_an_initialize_result_that_is_no_object_is_refused() -> None:
    """There is nothing to read."""
    assert InitializeResult.read([])[0] is None
