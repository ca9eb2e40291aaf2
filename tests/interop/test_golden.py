"""Frames recorded from the reference classes, read back without Node: nothing in them is foreign to us."""

import json
from pathlib import Path
from typing import Any

import pytest

from viewsdk.protocol.host_notifications import HOST_NOTIFICATIONS, to_notification
from viewsdk.protocol.host_requests import HOST_REQUESTS
from viewsdk.protocol.jsonrpc import Fault, Notification, Request, decode, encode
from viewsdk.protocol.methods import METHODS, Direction, Method
from viewsdk.protocol.view_notifications import VIEW_NOTIFICATIONS
from viewsdk.protocol.view_requests import VIEW_REQUESTS

GOLDEN = Path(__file__).parent / "golden"
RECORDINGS = pytest.mark.parametrize("name", ["app-1", "app-2", "bridge-1", "bridge-2"])
BOTH_WAYS = {Method.CANCELLED, Method.PROGRESS}  # read by the endpoint, not by a table


def frames(name: str) -> list[str]:
    """One recording, a frame a line."""
    return (GOLDEN / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()


@RECORDINGS
def test_every_recorded_frame_survives_decoding_and_encoding(name: str) -> None:
    """No member and no null is added or lost, on 1.7.5 and 2.0.4. F:W5, F:W6, heddle:H30"""
    for text in frames(name):
        frame = decode(text)
        assert not isinstance(frame, Fault), text
        assert json.loads(text) == json.loads(encode(frame))


@RECORDINGS
def test_every_recorded_message_is_read_by_its_type(name: str) -> None:
    """Each message of the reference is read whole by our model of it, and written as it was."""
    for text in frames(name):
        match decode(text):
            case Request(_, method, params) if name.startswith("app"):
                assert written_again(VIEW_REQUESTS[method], params) == without_meta(params)
            case Request(_, method, params):
                assert written_again(HOST_REQUESTS[method], params) == without_meta(params)
            case Notification(method) if method in BOTH_WAYS:
                pass
            case Notification(method, params) if name.startswith("app"):
                assert written_again(VIEW_NOTIFICATIONS[method], params) == without_meta(params)
            case Notification(method, params):
                message = HOST_NOTIFICATIONS[method](params or {})
                assert not isinstance(message, str)
                assert (to_notification(message).params or {}) == (params or {})
            case _:
                pass


@RECORDINGS
def test_the_recordings_hold_every_method_their_side_sends(name: str) -> None:
    """A method that the recording misses would be read by nothing here."""
    direction = Direction.VIEW_TO_HOST if name.startswith("app") else Direction.HOST_TO_VIEW
    recorded = {Method(json.loads(text)["method"]) for text in frames(name) if "method" in json.loads(text)}
    assert recorded <= {method for method, spec in METHODS.items() if direction in spec.directions}
    assert len(recorded) >= 12


def written_again(model: Any, params: Any) -> Any:
    message, problems = model.read(params or {})
    assert message is not None
    assert not problems
    return without_meta(message.to_wire())


def without_meta(params: Any) -> Any:
    """Progress tokens are the endpoint's, not the message's."""
    return {key: value for key, value in (params or {}).items() if key != "_meta"}
