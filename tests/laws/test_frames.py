"""Laws of the codec: texts and frames."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.laws.json_values import frames, ids, objects, texts, values
from viewsdk.protocol.host_notifications import HOST_NOTIFICATIONS
from viewsdk.protocol.jsonrpc import Fault, Frame, Notification, Request, Success, decode, encode, numeric_id
from viewsdk.protocol.local_errors import Unencodable
from viewsdk.protocol.methods import Method
from viewsdk.protocol.plain_json import find_unencodable, is_plain
from viewsdk.protocol.view_notifications import VIEW_NOTIFICATIONS
from viewsdk.protocol.view_requests import VIEW_REQUESTS


@given(frames)
def test_every_frame_survives_its_text(frame: Frame) -> None:
    """Whatever its id, its method and its values. heddle:H30"""
    text = encode(frame)

    assert frame == decode(text) == decode(text.encode())
    assert text.isascii()


@given(frames)
def test_writing_and_reading_adds_and_loses_no_null_and_no_key(frame: Frame) -> None:
    """The text of what was read is the text that was read."""
    text = encode(frame)
    again = decode(text)

    assert not isinstance(again, Fault)
    assert json.loads(text) == json.loads(encode(again))


@given(st.binary(max_size=64) | texts)
def test_every_text_is_a_frame_or_a_fault(raw: bytes | str) -> None:
    """No byte string makes the decoder raise."""
    decode(raw)


@given(values)
def test_every_json_value_is_a_frame_or_a_fault(value: Any) -> None:
    """No JSON value makes the decoder raise, and none but an object is a frame."""
    found = decode(json.dumps(value))

    assert isinstance(found, Fault) or isinstance(value, dict)


@given(st.dictionaries(st.sampled_from(["jsonrpc", "id", "method", "params", "result", "error"]), values), values)
def test_every_object_of_the_right_members_is_a_frame_or_a_fault(members: dict[str, Any], extra: Any) -> None:
    """Neither does any mixture of the members a frame has; what is a frame can be written again."""
    for mixture in ({"jsonrpc": "2.0", **members}, {**members, "jsonrpc": "2.0", "more": extra}):
        found = decode(json.dumps(mixture))
        if not isinstance(found, Fault):
            assert found == decode(encode(found))


@given(frames, st.data())
def test_every_mutation_of_a_frame_is_a_frame_or_a_fault(frame: Frame, data: st.DataObject) -> None:
    """Cut, doubled or overwritten anywhere."""
    text = encode(frame)
    at = data.draw(st.integers(0, len(text)))
    to = data.draw(st.integers(at, len(text)))

    decode(text[:at] + text[to:])
    decode(text[:to] + text[at:])
    decode(text[:at] + data.draw(texts) + text[to:])


bad_leaves = st.sampled_from([b"x", float("nan"), float("inf"), 2**53, -(2**53), {1, 2}, object()])
mixed: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.integers(-5, 5) | texts | bad_leaves,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts | st.integers(0, 3), inner, max_size=3),  # type: ignore[arg-type]
    max_leaves=6,
)


@given(mixed)
def test_a_value_is_written_exactly_or_refused_by_path(value: Any) -> None:
    """The quick check never lets pass what the slow one refuses."""
    frame = Notification("x", {"value": value})
    problem = find_unencodable(value, "params.value")

    if is_plain({"value": value}):
        assert problem is None
    if problem is None:
        assert {"value": value} == json.loads(encode(frame))["params"]
        return
    with pytest.raises(Unencodable) as refused:
        encode(frame)
    assert problem == (refused.value.path, refused.value.reason)


@given(ids)
def test_an_id_stands_for_itself(request_id: Any) -> None:
    """An integer for itself, a text at most for the integer it spells."""
    number = numeric_id(request_id)

    assert number is None or int(request_id) == number
    assert Success(request_id) == decode(encode(Success(request_id)))


models = st.sampled_from([*VIEW_REQUESTS.values(), *VIEW_NOTIFICATIONS.values()])


@given(models, values)
def test_reading_parameters_is_total_and_stable(model: Any, raw: Any) -> None:
    """Any JSON value is read or refused; what was read reads the same again, without problems."""
    value, problems = model.read(raw)

    assert value is not None or problems
    if value is not None:
        assert (value, ()) == model.read(value.to_wire())


@given(models, objects, st.data())
def test_no_unknown_member_of_a_message_is_lost(model: Any, extra: dict[str, Any], data: st.DataObject) -> None:
    """A newer peer's members survive decoding and encoding, nulls included. heddle:H09"""
    known = {info.alias or name for name, info in model.model_fields.items()}
    members = {f"x-{name}": value for name, value in extra.items()}
    needed = {info.alias or name: data.draw(values) for name, info in model.model_fields.items() if info.is_required()}
    value, _ = model.read({**needed, **members})

    if value is not None:
        assert members == {name: kept for name, kept in value.to_wire().items() if name not in known}


@given(models, st.data())
def test_reading_likely_parameters_is_total_and_stable(model: Any, data: st.DataObject) -> None:
    """The same with the right members and any values in them."""
    members = {info.alias or name: values for name, info in model.model_fields.items()}
    raw = data.draw(st.fixed_dictionaries({}, optional=members))
    value, problems = model.read(raw)

    assert value is not None or problems
    if value is not None:
        assert (value, ()) == model.read(value.to_wire())


@given(st.sampled_from(sorted(HOST_NOTIFICATIONS)), objects)
def test_every_host_notification_is_read_or_refused(method: str, params: dict[str, Any]) -> None:
    """A refusal is a text that says why."""
    found = HOST_NOTIFICATIONS[method](params)

    assert not isinstance(found, str) or found


@given(ids, st.sampled_from(list(Method)), objects)
def test_metadata_of_a_request_is_an_object_or_the_request_is_refused(
    request_id: Any, method: Method, params: dict[str, Any]
) -> None:
    """`_meta: null` makes the reference drop the message; here it is a fault with the id."""
    text = encode(Request(request_id, method, {**params, "_meta": None}))
    found = decode(text)

    assert isinstance(found, Fault)
    assert (request_id, method.value) == (found.id, found.method)
