"""`step`: the life of a launch call as a pure function."""

from typing import Any

import pytest

from tests.view.contract import HAMLET, ShowId, ShowNotFound, find_show, list_shows
from tests.view.wire_host import failed, returned
from viewsdk import Called, Cancelled, Failed, NoInput, Partial, Returned, ToolFailed, Unreadable, Waiting, step
from viewsdk.protocol.events import ToolCancelled, ToolInput, ToolInputPartial, ToolResult
from viewsdk.results import write_declared_error, write_output
from viewsdk.run import Overdue

WAITING: Any = Waiting()
RESULT = ToolResult(write_output(find_show, HAMLET))


def life(*events: Any) -> list[Any]:
    run, seen = WAITING, []
    for event in events:
        run = step(find_show, run, event)
        seen.append(run)
    return seen


def test_a_run_goes_from_partial_to_called_to_returned() -> None:
    """The ordinary life, typed by the tool. heddle:H05"""
    expected = [Partial({}), Partial({"id": 7}), Called(ShowId(id=7)), Returned(HAMLET)]
    assert expected == life(ToolInputPartial({}), ToolInputPartial({"id": 7}), ToolInput({"id": 7}), RESULT)


def test_a_declared_failure_is_that_error_and_another_is_tool_failed() -> None:
    """Failed holds a typed error where the tool declares it. heddle:H05"""
    declared = life(ToolInput({"id": 7}), ToolResult(write_declared_error(ShowNotFound(id=7))))
    assert Failed(ShowNotFound(id=7)) == declared[-1]
    other = life(ToolInput({"id": 7}), ToolResult(failed("down")))[-1]
    assert isinstance(other.error, ToolFailed)
    assert "down" == other.error.text


@pytest.mark.parametrize("before", [[], [ToolInputPartial({"id": 7})], [ToolInput({"id": 7})]])
def test_a_run_can_be_cancelled_from_anywhere_before_its_end(before: list[Any]) -> None:
    """The reason is kept, and may be missing. heddle:H05"""
    assert Cancelled("the user") == life(*before, ToolCancelled("the user"))[-1]
    assert Cancelled(None) == life(*before, ToolCancelled())[-1]


def test_a_partial_after_the_input_changes_nothing() -> None:
    """The very same state comes back. heddle:H06"""
    called = step(find_show, WAITING, ToolInput({"id": 7}))
    assert step(find_show, called, ToolInputPartial({"id": 8})) is called


def test_a_repeated_input_changes_nothing() -> None:
    """Hosts send it once; a repeat is no news. ours"""
    called = step(find_show, WAITING, ToolInput({"id": 7}))
    assert step(find_show, called, ToolInput({"id": 8})) is called


@pytest.mark.parametrize("before", [[], [ToolInputPartial({"id": 7})]])
def test_a_result_before_its_input_is_unreadable(before: list[Any]) -> None:
    """The seed's own words. heddle:H07"""
    run = life(*before, RESULT)[-1]
    assert "a tool result arrived before its input" == run.detail
    assert RESULT.result == run.payload


def test_an_input_the_type_cannot_read_is_unreadable_with_the_payload() -> None:
    """Not a crash, and the payload is kept. heddle:H07"""
    run = life(ToolInput({"id": "seven"}))[-1]
    assert isinstance(run, Unreadable)
    assert {"id": "seven"} == run.payload


def test_a_result_the_type_cannot_read_is_unreadable_with_the_payload() -> None:
    """An emptied replay says so. ours"""
    wrong = life(ToolInput({"id": 7}), ToolResult(returned({"id": "seven"})))[-1]
    assert (False, returned({"id": "seven"})) == (wrong.is_empty, wrong.payload)
    assert life(ToolInput({"id": 7}), ToolResult({}))[-1].is_empty


def test_silence_makes_it_overdue_and_any_word_ends_that() -> None:
    """Overdue is a state on the way, not an end. ours"""
    overdue = step(find_show, WAITING, Overdue())
    assert Waiting(overdue=True) == overdue
    assert Partial({}) == step(find_show, overdue, ToolInputPartial({}))
    called = step(find_show, WAITING, ToolInput({"id": 7}))
    assert step(find_show, called, Overdue()) is called


def test_the_result_carries_its_meta_to_the_view() -> None:
    """`_meta` is for the view and never for the model. ours"""
    run: Any = step(list_shows, Called(NoInput()), ToolResult(returned([]) | {"_meta": {"viewUUID": "u"}}))
    assert {"viewUUID": "u"} == run.meta
