"""Requests whose params are text already, and answers nobody has a model for."""

import json

import pytest

from viewsdk.protocol.endpoint import Endpoint, request_text
from viewsdk.protocol.events import Answered
from viewsdk.protocol.jsonrpc import EncodedParams
from viewsdk.protocol.results import VIEW_RESULTS, checked


@pytest.mark.parametrize("progress", [True, False])
def test_params_as_text_say_what_the_same_params_say_as_values(progress: bool) -> None:
    """With the token where one is asked for, and in one frame. ours"""
    values = {"name": "show", "arguments": {"id": 7, "title": 'a "b"'}}
    text = EncodedParams(json.dumps(values)[1:-1])
    by_text, by_values = (request_text(3, "tools/call", params, progress) for params in (text, values))
    assert json.loads(by_values) == json.loads(by_text)


def test_a_request_with_encoded_params_is_answered_like_any_other() -> None:
    """It has an id, a deadline and an answer. ours"""
    endpoint = Endpoint()
    number = endpoint.request("tools/call", EncodedParams('"name":"show","arguments":{}'), now=0.0)
    [text] = endpoint.drain()
    assert {"name": "show", "arguments": {}, "_meta": {"progressToken": number}} == json.loads(text)["params"]
    assert [Answered(number, "tools/call", {})] == endpoint.receive(
        json.dumps({"jsonrpc": "2.0", "id": number, "result": {}}), 0.0
    )


@pytest.mark.parametrize("method", ["vendor/extra", "tools/call"])
def test_an_answer_in_which_nothing_is_needed_is_taken_as_it_is(method: str) -> None:
    """A host may offer what no specification knows, and a tool may return nothing at all. ours"""
    answered = Answered(1, method, {"any": "thing"})
    assert answered is checked(answered, VIEW_RESULTS)
