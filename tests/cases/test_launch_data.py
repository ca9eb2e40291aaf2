"""Part F.2 of the protocol reference: what a host tells a view about its launch and its surroundings."""

import json
from typing import Any

import pytest

from tests.cases.pair import Pair, new_host, new_view
from viewsdk.protocol.content import decode_tool_result
from viewsdk.protocol.context import HostContext
from viewsdk.protocol.events import ContextChanged, ToolCancelled, ToolInput, ToolInputPartial, ToolResult, Traced
from viewsdk.protocol.local_errors import LocalProtocolError

RESULT = {
    "content": [{"type": "text", "text": "Two shows", "x": 1}],
    "structuredContent": {"result": []},
    "_meta": {"viewUUID": "u"},
    "x-more": None,
}


def _told(method: str, params: dict[str, Any] | None = None) -> str:
    frame = {"jsonrpc": "2.0", "method": f"ui/notifications/{method}"}
    return json.dumps(frame if params is None else frame | {"params": params})


def _data(pair: Pair) -> list[Any]:
    return [
        event for event in pair.at_view if isinstance(event, ToolInputPartial | ToolInput | ToolResult | ToolCancelled)
    ]


def _patch(**fields: Any) -> HostContext:
    patch, problems = HostContext.read(fields)
    assert patch is not None
    assert not problems
    return patch


def test_drafts_arguments_and_result_arrive_in_order_and_unchanged() -> None:
    """Each draft by itself, then the arguments once, then the whole result. F:B7, R57, R58, R59, R62, R65, F:I2"""
    pair = Pair().connect()
    pair.host.tool_input_partial({"i": 0})
    pair.host.tool_input_partial({"id": 7})
    pair.host.tool_input({"id": 7, "deep": [{}]})
    pair.host.tool_result(RESULT)
    pair.settle()

    assert [
        ToolInputPartial({"i": 0}),
        ToolInputPartial({"id": 7}),
        ToolInput({"id": 7, "deep": [{}]}),
        ToolResult(RESULT),
    ] == _data(pair)


@pytest.mark.parametrize("reason", ["the user pressed stop", None])
def test_a_cancellation_arrives_with_and_without_a_reason(reason: str | None) -> None:
    """The view hears that there will be no result. R63, F:B7, heddle:H05"""
    pair = Pair().connect()
    pair.host.tool_input({})
    pair.host.tool_cancelled(reason)
    pair.settle()

    assert [ToolInput({}), ToolCancelled(reason)] == _data(pair)


def test_launch_data_made_early_waits_for_initialized_and_keeps_its_order() -> None:
    """Nothing but the answer leaves before it; then drafts, arguments and result. R30, R57, heddle:H56, umbra:U38"""
    pair = Pair()
    pair.host.tool_input_partial({"i": 0})
    pair.host.tool_input({"id": 7})
    pair.host.tool_result(RESULT)
    early = pair.host.drain()

    pair.connect()

    methods = [frame.get("method", "an answer").rpartition("/")[2] for frame in pair.sent("host")]
    assert [] == early
    assert ["an answer", "tool-input-partial", "tool-input", "tool-result"] == methods


@pytest.mark.parametrize("twice", ["tool_input", "tool_input_partial"])
def test_no_arguments_and_no_drafts_follow_the_arguments(twice: str) -> None:
    """Both are an error of the caller, and nothing is sent for them. R58, R60"""
    pair = Pair().connect()
    pair.host.tool_input({"id": 7})
    pair.settle()

    with pytest.raises(LocalProtocolError):
        getattr(pair.host, twice)({"id": 8})

    assert [] == pair.host.drain()


def test_a_result_before_the_arguments_is_not_sent() -> None:
    """The order is arguments, then result. R58"""
    pair = Pair().connect()

    with pytest.raises(LocalProtocolError):
        pair.host.tool_result(RESULT)

    assert [] == pair.host.drain()


@pytest.mark.parametrize("ended_by", ["result", "cancellation"])
def test_a_run_ends_once(ended_by: str) -> None:
    """After a result no cancellation follows, nor the other way about, nor the same again. R64, umbra:U39"""
    pair = Pair().connect()
    pair.host.tool_input({})
    if ended_by == "result":
        pair.host.tool_result(RESULT)
    else:
        pair.host.tool_cancelled("stop")
    pair.settle()

    with pytest.raises(LocalProtocolError):
        pair.host.tool_result(RESULT)
    with pytest.raises(LocalProtocolError):
        pair.host.tool_cancelled("stop")

    assert [] == pair.host.drain()


def test_initialized_again_brings_no_second_result() -> None:
    """The view that repeats itself is sent nothing. umbra:U39"""
    pair = Pair()
    pair.host.tool_input({})
    pair.host.tool_result(RESULT)
    pair.connect()

    pair.host.receive('{"jsonrpc":"2.0","method":"ui/notifications/initialized"}', 1.0)

    assert [] == pair.host.drain()


def test_the_order_of_members_does_not_matter() -> None:
    """A frame read backwards is the same frame. F:W6"""
    pair = Pair().connect()
    frame = {"params": {"reason": "stop"}, "method": "ui/notifications/tool-cancelled", "jsonrpc": "2.0"}

    (event,) = (event for event in pair.view.receive(json.dumps(frame), 0.0) if not isinstance(event, Traced))

    assert ToolCancelled("stop") == event


def test_only_context_fields_that_differ_are_sent() -> None:
    """The same again sends nothing, and one changed field travels alone. F:B8, R66"""
    pair = Pair(host=new_host({"theme": "light", "locale": "en"})).connect()

    unchanged = pair.host.change_context(_patch(theme="light", locale="en"))
    quiet = pair.host.drain()
    changed = pair.host.change_context(_patch(theme="dark", locale="en"))
    (text,) = pair.host.drain()

    assert ((), [], ("theme",)) == (unchanged, quiet, changed)
    assert {"theme": "dark"} == json.loads(text)["params"]


def test_a_views_context_gathers_changes_and_is_up_to_date_when_told() -> None:
    """Fields not named stay, and the event already has the merged context. F:B9, R67, extapps:E06, heddle:H08"""
    pair = Pair(host=new_host({"theme": "light", "locale": "en", "styles": {"css": {"fonts": "f"}}})).connect()
    pair.host.change_context(_patch(theme="dark"))
    pair.host.change_context(_patch(styles={"variables": {}}, novel={"kept": None}))
    pair.settle()

    first, second = pair.seen_by_view(ContextChanged)
    expected = {"theme": "dark", "locale": "en", "styles": {"variables": {}}, "novel": {"kept": None}}
    assert ("dark", ("theme",)) == (first.context.theme, first.changed)
    assert expected == second.context.raw == pair.view.context.raw


def test_nothing_is_delivered_to_a_closed_view() -> None:
    """Frames that arrive after the close report nothing. F:B10"""
    pair = Pair().connect()
    pair.view.close("done")

    events = pair.view.receive(_told("tool-input", {"arguments": {}}), 1.0)

    assert [] == [event for event in events if not isinstance(event, Traced)]


def test_missing_params_count_as_an_empty_object() -> None:
    """Arguments, drafts, results and cancellations without params are read. F:X9, F:X10"""
    pair = Pair().connect()
    for method in ("tool-input-partial", "tool-input", "tool-result"):
        pair.at_view += pair.view.receive(_told(method), 0.0)
    other = Pair().connect()
    other.at_view += other.view.receive(_told("tool-cancelled"), 0.0)

    partial, arguments, result = _data(pair)
    assert (ToolInputPartial({}), ToolInput({})) == (partial, arguments)
    assert [] == decode_tool_result(result.result)[0].content
    assert [ToolCancelled(None)] == _data(other)


def test_a_bad_block_or_a_null_flag_costs_neither_the_result_nor_the_view() -> None:
    """What can be read is read, and what could not is listed. F:X11"""
    pair = Pair().connect()
    pair.at_view += pair.view.receive(_told("tool-input", {"arguments": {}}), 0.0)
    bad = {"content": [{"type": "text", "text": "kept"}, {"type": "text"}], "isError": None}
    pair.at_view += pair.view.receive(_told("tool-result", bad), 0.0)

    result, problems = decode_tool_result(_data(pair)[-1].result)

    assert ["kept"] == [block.text for block in result.content if block.type == "text"]
    assert problems


def test_unknown_members_go_from_arguments_and_stay_in_results_and_context() -> None:
    """What is beside the arguments is not part of them; results and contexts stay whole. F:X12, heddle:H09"""
    pair = Pair().connect()
    pair.at_view += pair.view.receive(_told("tool-input", {"arguments": {"id": 7}, "x": 1}), 0.0)
    pair.at_view += pair.view.receive(_told("tool-result", RESULT), 0.0)
    pair.at_view += pair.view.receive(_told("host-context-changed", {"x": {"y": None}}), 0.0)

    assert [ToolInput({"id": 7}), ToolResult(RESULT)] == _data(pair)
    assert {"x": {"y": None}} == pair.view.context.to_wire()


def test_an_unknown_style_variable_costs_only_itself() -> None:
    """The standard ones beside it are read. F:X13, heddle:H11, R90"""
    pair = Pair().connect()
    styles = {"variables": {"--color-text-primary": "black", "--border-radius-small": "2px"}}

    pair.at_view += pair.view.receive(_told("host-context-changed", {"theme": "dark", "styles": styles}), 0.0)

    (changed,) = pair.seen_by_view(ContextChanged)
    assert "dark" == changed.context.theme
    assert changed.context.styles is not None
    assert changed.context.styles.variables is not None
    assert {"--color-text-primary": "black"} == dict(changed.context.styles.variables)


def test_a_view_is_not_put_into_a_mode_outside_its_list() -> None:
    """With a list the host keeps to it; without one it is free. R44, R48"""
    listed = Pair(new_view(availableDisplayModes=["inline"]), new_host({"displayMode": "inline"})).connect()
    silent = Pair(new_view(), new_host({"displayMode": "inline"})).connect()

    with pytest.raises(LocalProtocolError):
        listed.host.change_context(_patch(displayMode="fullscreen"))
    silent.host.change_context(_patch(displayMode="fullscreen"))
    silent.settle()

    assert [] == listed.host.drain()
    assert ["fullscreen"] == [event.context.display_mode for event in silent.seen_by_view(ContextChanged)]
