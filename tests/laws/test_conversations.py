"""Laws of the two connections: whatever arrives, in whatever order."""

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.laws.json_values import frames, objects, texts
from viewsdk.protocol.capabilities import AppCapabilities, HostCapabilities, ListChanges
from viewsdk.protocol.events import Abandoned, Answered, Garbled, Rejected, TimedOut
from viewsdk.protocol.host_connection import HostConnection
from viewsdk.protocol.implementation import Implementation
from viewsdk.protocol.jsonrpc import Fault, Request, decode, encode
from viewsdk.protocol.local_errors import ConnectionEnded, LocalProtocolError
from viewsdk.protocol.methods import METHODS, Direction, Method
from viewsdk.protocol.states import (
    HOST_TABLE,
    LAUNCH_TABLE,
    VIEW_TABLE,
    HostState,
    LaunchState,
    LaunchStep,
    Machine,
    ViewState,
)
from viewsdk.protocol.transcript import Transcript, TranscriptFrame
from viewsdk.protocol.view_connection import ViewConnection

INFO = Implementation(name="a", version="1")
HELLO = {"appInfo": {"name": "a", "version": "1"}, "appCapabilities": {}, "protocolVersion": "2026-01-26"}
WELCOME = {"protocolVersion": "2026-01-26", "hostInfo": {"name": "h", "version": "1"}, "hostCapabilities": {}}
PREFIX = "ui/notifications/"
FEW = settings(max_examples=60)

likely_ids = st.integers(0, 4) | st.sampled_from(["0", "1", "a"])
likely_params = st.sampled_from(
    [
        HELLO,
        {"name": "a", "arguments": {}},
        {"arguments": {"a": 1}},
        {"content": []},
        {"requestId": 0},
        {"requestId": "a"},
        {"progressToken": 0, "progress": 1},
        {"mode": "pip"},
        {"theme": "dark"},
        {},
    ]
)
methods = st.sampled_from([method.value for method in Method])


def _likely(request_id: Any, method: str, params: Any, shape: int) -> str:
    envelope: dict[str, Any] = {"jsonrpc": "2.0"}
    if shape == 0:
        return json.dumps(envelope | {"id": request_id, "method": method, "params": params})
    if shape == 1:
        return json.dumps(envelope | {"method": method, "params": params})
    if shape == 2:
        return json.dumps(envelope | {"id": request_id, "result": {**WELCOME, **params}})
    return json.dumps(envelope | {"id": request_id, "error": {"code": -32601, "message": "no"}})


likely = st.builds(_likely, likely_ids, methods, likely_params, st.integers(0, 3))
inputs = st.lists(likely | frames.map(encode) | texts, max_size=12)


def replies(texts_sent: list[str]) -> list[Any]:
    """The ids of the answers among these frames."""
    return [frame["id"] for frame in map(json.loads, texts_sent) if "method" not in frame]


@FEW
@given(inputs, st.booleans())
def test_a_view_survives_whatever_its_host_sends(arriving: list[str], starts: bool) -> None:
    """`receive` never raises, its state stays one of the table's, and no request gets two replies. umbra:U03"""
    view = ViewConnection(INFO, AppCapabilities(tools=ListChanges()))
    if starts:
        view.start(0.0)
    asked = 0
    for now, text in enumerate(arriving):
        frame = decode(text)
        asked += isinstance(frame, Request | Fault) and frame.id is not None
        view.receive(text, float(now))
        view.tick(float(now))

    assert view.state in VIEW_TABLE
    assert view.host_state in HOST_TABLE
    assert len(replies(view.drain())) <= asked


@FEW
@given(inputs, st.booleans())
def test_a_host_survives_whatever_its_view_sends(arriving: list[str], lenient: bool) -> None:
    """`receive` never raises, and until the view said `initialized` nothing but answers goes out. R30, heddle:H56"""
    host = HostConnection(INFO, HostCapabilities(), lenient=lenient)
    host.tool_input({})
    host.notify("notifications/tools/list_changed", {})
    host.request("tools/list", {}, now=0.0)
    for now, text in enumerate(arriving):
        host.receive(text, float(now))
        host.tick(float(now))
        out = host.drain()
        if host.state in (HostState.LISTENING, HostState.ANSWERED) and not lenient:
            assert len(out) == len(replies(out))

    assert host.state in HOST_TABLE


@FEW
@given(st.lists(st.tuples(st.sampled_from(["in", "out"]), likely | texts), max_size=12), inputs)
def test_a_view_survives_whatever_its_shim_did(done: list[tuple[Any, str]], arriving: list[str]) -> None:
    """Any transcript can be adopted, and the conversation goes on by the tables."""
    view = ViewConnection(INFO, AppCapabilities(tools=ListChanges()))
    view.adopt(Transcript(tuple(TranscriptFrame(direction, text) for direction, text in done)), 0.0)
    for now, text in enumerate(arriving):
        view.receive(text, float(now))
        view.tick(float(now))

    assert view.state in VIEW_TABLE
    assert view.state is not ViewState.CREATED
    assert all(not isinstance(decode(text), Fault) for text in view.drain())


@FEW
@given(inputs)
def test_each_request_ends_at_most_once_and_closing_ends_the_rest(arriving: list[str]) -> None:
    """Answered, rejected, garbled, timed out or abandoned: exactly one of them in the end."""
    view = ViewConnection(INFO)
    made = {view.request("tools/call", {"name": "a"}, now=0.0, timeout=3.0)}
    view.start(0.0)
    ended: list[Any] = []

    def watch(events: list[Any]) -> None:
        ended.extend(
            event.id for event in events if isinstance(event, Answered | Rejected | Garbled | TimedOut | Abandoned)
        )

    for now, text in enumerate(arriving):
        watch([*view.receive(text, float(now))])
        watch([*view.tick(float(now))])
        if view.state is ViewState.READY:
            made.add(view.request("ui/open-link", {"url": "https://a"}, now=float(now), timeout=2.0))
    watch([*view.close("over")])

    assert sorted(made) == sorted(ended)
    assert 0 == view.pending_count


steps = st.lists(st.sampled_from(["partial", "input", "result", "cancelled", "ready"]), max_size=8)


@FEW
@given(steps)
def test_launch_data_always_leaves_in_its_order(wanted: list[str]) -> None:
    """Partials, one input, one end: whatever the caller tries, and whenever the view gets ready. R57, R58, R60, R64"""
    host = HostConnection(INFO)
    verbs = {
        "partial": lambda: host.tool_input_partial({}),
        "input": lambda: host.tool_input({}),
        "result": lambda: host.tool_result({}),
        "cancelled": host.tool_cancelled,
    }
    for step in [*wanted, "ready"]:
        if step == "ready":
            host.receive(_likely(0, "ui/initialize", HELLO, 0), 0.0)
            host.receive(_likely(0, "ui/notifications/initialized", {}, 1), 0.0)
            continue
        try:
            verbs[step]()
        except (LocalProtocolError, ConnectionEnded):
            continue

    machine = Machine(LAUNCH_TABLE, LaunchState.WAITING)
    sent = [json.loads(text).get("method", "") for text in host.drain()]
    told = [LaunchStep(name.removeprefix(PREFIX)) for name in sent if name.startswith(f"{PREFIX}tool-")]
    assert all(machine.follow(step) for step in told)
    assert machine.state is host.launch


@FEW
@given(st.sampled_from(sorted(METHODS)), objects)
def test_every_request_of_a_known_method_is_answered_or_handed_on(method: Method, params: dict[str, Any]) -> None:
    """Nothing a ready host is asked is lost. umbra:U03"""
    host = HostConnection(INFO)
    host.receive(_likely(0, "ui/initialize", HELLO, 0), 0.0)
    host.receive(_likely(0, "ui/notifications/initialized", {}, 1), 0.0)
    host.drain()
    if method == Method.INITIALIZE:
        return
    events = host.receive(encode(Request("r", method, {k: v for k, v in params.items() if k != "_meta"})), 1.0)

    handed_on = [event for event in events if getattr(event, "id", None) == "r"]
    assert 1 == len(handed_on) + len(replies(host.drain()))
    assert not handed_on or Direction.VIEW_TO_HOST in METHODS[method].directions
