"""Laws of a launch run, over every order of events."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.view.test_run import RESULT, life
from tests.view.wire_host import failed
from viewsdk.protocol.events import ToolCancelled, ToolInput, ToolInputPartial, ToolResult
from viewsdk.run import Overdue, is_end

EVENTS = st.sampled_from(
    [
        ToolInputPartial({"id": 7}),
        ToolInput({"id": 7}),
        ToolInput({"id": "seven"}),
        RESULT,
        ToolResult(failed("down")),
        ToolResult({}),
        ToolCancelled("the user"),
        Overdue(),
    ]
)


@given(st.lists(EVENTS))
def test_an_end_state_stays(events: list[Any]) -> None:
    """Whatever comes after the first end, in whatever order, changes nothing. heddle:H05"""
    states = life(*events)
    ends = [state for state in states if is_end(state)]
    assert all(state is ends[0] for state in ends)
    assert len(ends) in (0, len(states) - states.index(ends[0]) if ends else 0)
