"""What a call sends as its params: written as text where that is sure to be right."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from viewsdk import Tool
from viewsdk.calls import params_of
from viewsdk.protocol.jsonrpc import EncodedParams


class Box(BaseModel):
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
