"""How a tool's outcome is written by a server and read by a view."""

import json
from typing import Any

import pytest

from tests.view.contract import (
    HAMLET,
    LEAR,
    Show,
    ShowNotFound,
    SoldOut,
    count,
    get_show,
    greet,
    list_shows,
    next_show,
    seat_party,
    tail,
    wipe,
)
from tests.view.wire_host import failed, returned
from viewsdk import Tool, ToolFailed, UnreadableResult
from viewsdk.results import collect_items, read_item, read_result, write_declared_error, write_item, write_output

VALUES: list[tuple[Any, Any]] = [
    (get_show, HAMLET),
    (list_shows, [HAMLET, LEAR]),
    (list_shows, []),
    (next_show, None),
    (next_show, HAMLET),
    (count, 0),
    (greet, ""),
    (greet, "7"),
    (wipe, None),
    (Tool("table", output=dict[str, int]), {"a": 1}),
]


@pytest.mark.parametrize(("tool", "value"), VALUES)
def test_what_a_server_writes_a_view_reads(tool: Any, value: Any) -> None:
    """Every output survives the wire. heddle:H03"""
    result = json.loads(json.dumps(write_output(tool, value)))
    assert isinstance(result["structuredContent"], dict)
    assert value == read_result(tool, result)


@pytest.mark.parametrize(("tool", "value"), VALUES)
@pytest.mark.parametrize("structured", [None, {}, "absent"])
def test_an_output_survives_a_host_that_strips_structured_content(tool: Any, value: Any, structured: Any) -> None:
    """JSON in the first text block is the fallback. ours"""
    result = write_output(tool, value) | {"structuredContent": structured}
    if structured == "absent":
        del result["structuredContent"]
    assert value == read_result(tool, result)


def test_structured_content_wins_over_text() -> None:
    """The text is for the model, and may say anything. ours"""
    assert 7 == read_result(count, returned(7, text="8"))


def test_an_unwrapped_output_is_read_as_well() -> None:
    """Protocol 2.x servers put any JSON value into structured content. ours"""
    assert 7 == read_result(count, {"content": [], "structuredContent": 7})


def test_a_text_output_is_read_as_the_mcp_sdk_writes_it() -> None:
    """A plain text block needs no quotes. ours"""
    assert "hello" == read_result(greet, {"content": [{"type": "text", "text": "hello"}]})


def test_a_declared_error_survives_the_wire_in_either_place() -> None:
    """`{"error": NAME, "data": {...}}` is read from structured content and from text. heddle:H03"""
    written = json.loads(json.dumps(write_declared_error(SoldOut(left=2))))
    stripped = {key: value for key, value in written.items() if key != "structuredContent"}
    wordless = written | {"content": []}
    for result in (written, stripped, wordless):
        with pytest.raises(SoldOut) as caught:
            read_result(seat_party, result)
        assert SoldOut(left=2) == caught.value


def test_an_undeclared_failure_keeps_its_text_and_result() -> None:
    """ToolFailed is what no declaration covers. extapps:E03"""
    with pytest.raises(ToolFailed) as caught:
        read_result(get_show, failed("the database is down"))
    assert ("get_show", "the database is down") == (caught.value.tool, caught.value.text)
    assert failed("the database is down") == caught.value.result


def test_an_error_another_tool_declares_is_not_this_tools() -> None:
    """Only declared errors are raised as themselves. ours"""
    with pytest.raises(ToolFailed):
        read_result(count, write_declared_error(ShowNotFound(id=7)))


def test_a_declared_error_with_unreadable_fields_is_a_tool_failure() -> None:
    """The tool did fail, and how cannot be told; the reason is chained. ours"""
    body = json.dumps({"error": "ShowNotFound", "data": {"id": "seven"}})
    with pytest.raises(ToolFailed) as caught:
        read_result(get_show, failed(body))
    assert "id" in str(caught.value.__cause__)


@pytest.mark.parametrize(
    "result",
    [returned({"id": "seven"}), {"content": [{"type": "text", "text": "not JSON"}]}, {"content": "text"}],
)
def test_what_the_types_cannot_read_is_unreadable_and_kept(result: dict[str, Any]) -> None:
    """The payload is there for whoever wants to look. ours"""
    with pytest.raises(UnreadableResult) as caught:
        read_result(get_show, result)
    assert result == caught.value.payload


@pytest.mark.parametrize("result", [{}, {"content": []}, {"content": [], "structuredContent": {}}])
def test_an_emptied_replay_says_that_it_is_empty(result: dict[str, Any]) -> None:
    """A revisited chat may replay a result without its content. ours"""
    with pytest.raises(UnreadableResult) as caught:
        read_result(get_show, result)
    assert caught.value.is_empty


def test_a_result_with_only_a_picture_is_unreadable_but_not_empty() -> None:
    """Content is there, only none that the output could be read from. ours"""
    with pytest.raises(UnreadableResult) as caught:
        read_result(get_show, {"content": [{"type": "image", "data": "", "mimeType": "image/png"}]})
    assert not caught.value.is_empty


def test_stream_items_survive_the_wire_and_add_up() -> None:
    """A list output is the sum of its items, any other the last of them. ours"""
    assert HAMLET == read_item(tail, write_item(tail, HAMLET))
    assert [HAMLET, LEAR] == collect_items(tail, [HAMLET, LEAR])
    assert LEAR == collect_items(get_show, [HAMLET, LEAR])
    with pytest.raises(ValueError, match="ended without an item"):
        collect_items(get_show, [])
    assert Show(id=1, title="x") == read_item(get_show, '{"id": 1, "title": "x"}')
