"""The codec between text and frames."""

import json
from enum import StrEnum
from typing import Any

import pytest

from tests.protocol.frames import failure, notification, request, success, text
from viewsdk.protocol.jsonrpc import (
    ErrorData,
    Failure,
    Fault,
    FaultKind,
    Notification,
    Request,
    Success,
    decode,
    encode,
    numeric_id,
    read_id,
)
from viewsdk.protocol.local_errors import Unencodable


def fault(raw: str | bytes) -> Fault:
    found = decode(raw)
    assert isinstance(found, Fault)
    return found


def test_each_kind_of_frame_is_read() -> None:
    """The four kinds of frame are told apart by their members."""
    assert Request(1, "ping", {}) == decode(request(1, "ping", {}))
    assert Notification("ui/notifications/initialized") == decode(notification("ui/notifications/initialized"))
    assert Success("a", {"b": 1}) == decode(success("a", {"b": 1}))
    assert Failure(0, ErrorData(-32601, "no")) == decode(failure(0, -32601, "no"))


def test_bytes_are_read_as_text_is() -> None:
    """A frame may arrive as UTF-8 bytes."""
    assert Request("ü", "ping") == decode(request("ü", "ping").encode())


def test_the_order_of_members_does_not_matter() -> None:
    """Both majors order members differently. F:W6"""
    assert Request(3, "ping") == decode('{"method":"ping","id":3,"jsonrpc":"2.0"}')


@pytest.mark.parametrize("raw", ["", "{", "nonsense", "NaN", '{"jsonrpc":"2.0","id":NaN}', "[" * 100_000, b"\xff\xfe"])
def test_what_is_not_json_is_a_fault(raw: str | bytes) -> None:
    """Broken text, NaN, broken UTF-8 and absurd nesting are values, not exceptions. umbra:U02"""
    assert FaultKind.NOT_JSON is fault(raw).kind


@pytest.mark.parametrize("raw", ["null", "42", '"sched$1"', "[]", "{}", '{"type":"webpackOk"}', '{"jsonrpc":"1.0"}'])
def test_what_never_claimed_to_be_jsonrpc_is_noise(raw: str) -> None:
    """Strings, numbers, batches and foreign objects are other people's traffic. umbra:U02, F:M2"""
    assert FaultKind.NOISE is fault(raw).kind


def test_a_batch_is_noise() -> None:
    """Batches are not part of the protocol, however well-formed what is in them."""
    assert FaultKind.NOISE is fault(f"[{request(1, 'ping')}]").kind


@pytest.mark.parametrize("bad_id", [None, 1.5, True, {}, [], 2**53, -(2**53), 1e300])
def test_an_id_that_is_neither_text_nor_integer_is_a_fault(bad_id: Any) -> None:
    """Null, fractions, booleans and integers JavaScript cannot hold are no ids."""
    assert Fault(FaultKind.BAD_REQUEST, "id is neither a string nor an integer", None, "ping") == decode(
        request(bad_id, "ping")
    )


@pytest.mark.parametrize("good_id", [0, -1, 2**53 - 1, "", "0", "a b"])
def test_every_text_and_every_exact_integer_is_an_id(good_id: Any) -> None:
    """Zero and the empty text are ids like any other."""
    assert Request(good_id, "ping") == decode(request(good_id, "ping"))


def test_an_integer_written_as_a_float_is_that_integer() -> None:
    """JavaScript has one kind of number, so 1.0 is the id 1."""
    assert Request(1, "ping") == decode('{"jsonrpc":"2.0","id":1.0,"method":"ping"}')
    assert isinstance(read_id(1.0), int)


@pytest.mark.parametrize(
    ("members", "code", "reason"),
    [
        ({"params": None}, -32602, "params is null, not an object"),
        ({"params": []}, -32602, "params is not an object"),
        ({"params": {"_meta": None}}, -32602, "params._meta is not an object"),
        (
            {"params": {"_meta": {"progressToken": 1.5}}},
            -32602,
            "params._meta.progressToken is neither a string nor an integer",
        ),
        ({"extra": 1, "another": 2}, -32600, "members JSON-RPC does not know: another, extra"),
    ],
)
def test_a_malformed_request_keeps_its_id_and_method(members: dict[str, Any], code: int, reason: str) -> None:
    """What can be answered with an error can be told from what cannot."""
    assert Fault(FaultKind.BAD_REQUEST, reason, 7, "ping", code) == decode(text(id=7, method="ping", **members))


def test_a_method_that_is_no_text_is_a_fault() -> None:
    """Without a method there is nothing to name in the answer."""
    assert Fault(FaultKind.BAD_REQUEST, "method is not a string", 7, None, -32600) == decode(text(id=7, method=1))
    assert FaultKind.BAD_REQUEST is fault(text(id=None, method=1)).kind


def test_a_malformed_notification_is_never_answerable() -> None:
    """It has no id that an error could carry."""
    assert Fault(FaultKind.BAD_NOTIFICATION, "params is not an object", None, "x", -32602) == decode(
        notification("x", [])
    )


def test_meta_without_a_token_is_fine() -> None:
    """A request may carry metadata and ask for no progress."""
    assert Request(1, "ping", {"_meta": {}}) == decode(request(1, "ping", {"_meta": {}}))


@pytest.mark.parametrize(
    ("members", "reason"),
    [
        ({}, "result is not an object"),
        ({"result": None}, "result is not an object"),
        ({"result": []}, "result is not an object"),
        ({"result": {}, "extra": 1}, "members JSON-RPC does not know: extra"),
        ({"result": {}, "error": {"code": 1, "message": ""}}, "both result and error"),
        ({"error": "no"}, "error is not an object"),
        ({"error": {"code": 1}}, "error needs an integer code and a string message"),
        ({"error": {"code": True, "message": ""}}, "error needs an integer code and a string message"),
        ({"error": {"code": "1", "message": ""}}, "error needs an integer code and a string message"),
    ],
)
def test_a_malformed_answer_keeps_its_id(members: dict[str, Any], reason: str) -> None:
    """Whoever waits for it can be told at once instead of waiting out a time-out."""
    assert Fault(FaultKind.BAD_ANSWER, reason, 7) == decode(text(id=7, **members))


@pytest.mark.parametrize("members", [{"error": {"code": 1, "message": ""}}, {"id": None, "result": {}}])
def test_an_answer_without_an_id_concerns_nobody(members: dict[str, Any]) -> None:
    """Such an answer can be matched to nothing."""
    assert fault(text(**members)).id is None
    assert FaultKind.BAD_ANSWER is fault(text(**members)).kind


def test_extra_members_of_an_error_are_stripped() -> None:
    """The reference tolerates them and hands on code, message and data."""
    assert Failure(1, ErrorData(5, "m", None)) == decode(failure(1, 5, "m", data=None, stack="..."))


def test_a_frame_is_written_with_exactly_what_it_has() -> None:
    """An absent member is absent from the text, never null. umbra:U05, F:W5"""
    assert '{"jsonrpc":"2.0","method":"ping","id":0}' == encode(Request(0, "ping"))
    assert '{"jsonrpc":"2.0","method":"x","params":{"a":null}}' == encode(Notification("x", {"a": None}))
    assert '{"jsonrpc":"2.0","id":"0","result":{}}' == encode(Success("0"))
    assert '{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no"}}' == encode(
        Failure(1, ErrorData(-32601, "no"))
    )
    assert '{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"","data":null}}' == encode(
        Failure(1, ErrorData(1, "", None))
    )


def test_text_that_is_no_unicode_survives() -> None:
    """JavaScript strings may hold half a surrogate pair; the frame stays ASCII and exact."""
    written = encode(Notification("x", {"half": "\ud83d", "whole": "😀"}))

    assert written.isascii()
    assert Notification("x", {"half": "\ud83d", "whole": "😀"}) == decode(written)


class Colour(StrEnum):
    RED = "red"


class Weird(int):
    pass


def test_subclasses_of_json_types_are_written() -> None:
    """An enum's text, a named integer and a tuple mean what they hold."""
    frame = Notification("x", {"colour": Colour.RED, "count": Weird(3), "pair": (1, 2), Colour.RED: True})

    assert {"colour": "red", "count": 3, "pair": [1, 2], "red": True} == json.loads(encode(frame))["params"]


@pytest.mark.parametrize(
    ("value", "path"),
    [
        ({"rows": [0, {"data": b"abc"}]}, "params.rows[1].data"),
        ({"ratio": float("nan")}, "params.ratio"),
        ({"ratio": float("-inf")}, "params.ratio"),
        ({"size": 2**53}, "params.size"),
        ({"size": [-(2**53)]}, "params.size[0]"),
        ({"set": {1}}, "params.set"),
        ({"deep": {1: "one"}}, "params.deep"),
    ],
)
def test_what_json_cannot_carry_is_refused_by_path(value: dict[str, Any], path: str) -> None:
    """Bytes, NaN, big integers, sets and odd keys raise before anything is sent, naming the place. heddle:H19"""
    with pytest.raises(Unencodable) as caught:
        encode(Request(1, "tools/call", value))

    assert path == caught.value.path
    assert str(caught.value).startswith(f"{path}: ")


def test_a_cycle_is_refused() -> None:
    """A value that contains itself has no text."""
    loop: dict[str, Any] = {}
    loop["again"] = [loop]

    with pytest.raises(Unencodable, match="a cycle, or nested deeper than 200 levels"):
        encode(Notification("x", loop))


@pytest.mark.parametrize(
    ("value", "number"),
    [(3, 3), ("3", 3), ("007", 7), ("a", None), ("", None), ("-1", None), ("9" * 17, None), ("٣", None)],
)
def test_an_answer_may_carry_its_id_as_text(value: Any, number: int | None) -> None:
    """Reference peers compare ids as numbers."""
    assert number == numeric_id(value)


@pytest.mark.parametrize("message", ["no", "MCP error -32603: no", "MCP error -32603: MCP error -1: no"])
def test_the_older_majors_prefix_is_not_shown_to_a_person(message: str) -> None:
    """The code is there already, as a number."""
    assert "no" == ErrorData(-32603, message).plain_message


def test_a_refusal_is_told_from_an_sdk_time_out() -> None:
    """-32001 with a reason is a refusal; without one and saying so it is a time-out."""
    assert ErrorData(-32001, "MCP error -32001: Request timed out").says_timed_out
    assert not ErrorData(-32001, "the guard timed out", {"reason": "guard"}).says_timed_out
    assert not ErrorData(-32001, "denied").says_timed_out
    assert not ErrorData(-32000, "timed out").says_timed_out
    assert ErrorData(-32001, "no", {"reason": "guard"}).reason == "guard"
    assert ErrorData(-32001, "no", {"reason": 3}).reason is None
