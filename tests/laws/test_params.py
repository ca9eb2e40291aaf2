"""What a call sends as its params: written as text where that is sure to be right."""

import json
from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, field_serializer
from typing_extensions import TypeAliasType

from viewsdk import Tool
from viewsdk.calls import params_of
from viewsdk.protocol.jsonrpc import EncodedParams

Json = TypeAliasType("Json", "bool | int | float | str | list[Json] | dict[str, Json] | None")


class Box(BaseModel):
    value: Json


class Rows(BaseModel):
    rows: Iterable[int | None]


class Anything(BaseModel):
    value: Any


OPEN = Tool("open", input=Box, output=int)
JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


def arguments_in(params: Any) -> Any:
    """The arguments, whichever form the params have."""
    return json.loads(f"{{{params}}}")["arguments"] if isinstance(params, EncodedParams) else params["arguments"]


@given(JSON_VALUES)
def test_arguments_as_text_are_the_arguments_as_values(value: Any) -> None:
    """Neither form of the same call says anything else, and the text is ASCII. ours"""
    params = params_of(OPEN, Box(value=value))
    assert OPEN.write_input(Box(value=value)) == arguments_in(params)
    assert not isinstance(params, EncodedParams) or params.isascii()


@pytest.mark.parametrize("value", [float("nan"), 2**53, -(2**60), "\ud800", [None, 1], {"n": float("-inf")}])
def test_what_text_might_change_is_left_to_the_protocol_to_examine(value: Any) -> None:
    """NaN would become null and a large integer another number, without a word. heddle:H19"""
    assert not isinstance(params_of(OPEN, Box(value=value)), EncodedParams)


def test_an_ordinary_input_goes_out_as_text() -> None:
    """It is never made into a dict, which would cost as much as the rest of the call. ours"""
    assert EncodedParams('"name":"open","arguments":{"value":"\\u017c"}') == params_of(OPEN, Box(value="ż"))


class Counted(BaseModel):
    value: int

    @field_serializer("value")
    def write(self, value: int) -> int:
        return value


@pytest.mark.parametrize(
    ("model", "value", "sent"),
    [
        (Rows, Rows(rows=[1, None]), {"rows": [1, None]}),
        (Rows, Rows(rows=[10**15]), {"rows": [10**15]}),
        (Anything, Anything(value=(n for n in [1, None])), {"value": [1, None]}),
        (Counted, Counted(value=10**15), {"value": 10**15}),
    ],
)
def test_an_input_that_can_be_written_only_once_is_written_once(model: Any, value: Any, sent: Any) -> None:
    """What has been read to its end would be empty the second time; an author's serializer may do more. ours"""
    assert {"name": "open", "arguments": sent} == params_of(Tool("open", input=model, output=int), value)


@pytest.mark.parametrize("depth", [150, 250])
def test_text_is_as_deep_as_values_may_be(depth: int) -> None:
    """Both forms of a call have the same limit. heddle:H19"""
    value: Any = 1
    for _ in range(depth):
        value = [value]
    assert (depth < 200) is isinstance(params_of(OPEN, Box(value=value)), EncodedParams)
