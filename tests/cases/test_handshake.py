"""Part F.1 of the protocol reference: how a view and a host meet."""

import json

import pytest

from tests.cases.pair import Pair, new_host, new_view
from viewsdk.protocol.events import HandshakeCompleted, HandshakeGaveUp, ToolInput, Traced, ViewInitialized, ViewReady
from viewsdk.protocol.local_errors import LocalProtocolError

INITIALIZE = {
    "protocolVersion": "2026-01-26",
    "appInfo": {"name": "bill", "version": "1"},
    "appCapabilities": {},
}


def _request(params: dict[str, object], id: object = 0, method: str = "ui/initialize") -> str:
    return json.dumps({"jsonrpc": "2.0", "id": id, "method": method, "params": params})


def _answers(texts: list[str]) -> list[dict[str, object]]:
    return [json.loads(text) for text in texts]


def test_a_view_opens_with_two_ui_frames_and_never_the_core_handshake() -> None:
    """The opening is ui/initialize, then initialized after its answer. F:A1, heddle:H01, F:V4, F:V6"""
    pair = Pair()
    pair.view.start(0.0)
    first = pair.view.drain()
    pair.host.receive(first[0], 0.0)
    before_the_answer = pair.view.drain()
    (answer,) = pair.host.drain()
    pair.view.receive(answer, 0.0)

    methods = [json.loads(text)["method"] for text in [*first, *pair.view.drain()]]
    assert [] == before_the_answer
    assert ["ui/initialize", "ui/notifications/initialized"] == methods


def test_the_first_frame_of_a_view_has_id_0_and_three_params() -> None:
    """Version, app and capabilities, and nothing besides, in a whole JSON-RPC frame. F:W4, R33, F:W5"""
    view = new_view()
    view.start(0.0)

    (text,) = view.drain()

    assert {"jsonrpc": "2.0", "id": 0, "method": "ui/initialize", "params": INITIALIZE} == json.loads(text)


def test_what_a_view_knows_of_its_host_comes_from_the_answer() -> None:
    """Nothing is known before it; identity, capabilities and context are its members. F:A2, F:B4, heddle:H02"""
    pair = Pair(host=new_host({"theme": "dark", "x-seat": [1, None]}, openLinks={}))
    before = (pair.view.host_info, pair.view.host_capabilities, pair.view.context.raw)

    pair.connect()

    assert (None, None, {}) == before
    assert pair.view.host_info is not None
    assert pair.view.host_capabilities is not None
    assert {"name": "box", "version": "2"} == pair.view.host_info.to_wire()
    assert {"openLinks": {}} == pair.view.host_capabilities.to_wire()
    assert {"theme": "dark", "x-seat": [1, None]} == pair.view.context.raw


def test_capabilities_of_both_sides_arrive_as_they_were_declared() -> None:
    """Experimental maps included. F:B3"""
    mine, theirs = {"x/one": {"deep": [1]}}, {"x/two": {}}
    pair = Pair(new_view(experimental=mine, tools={"listChanged": True}), new_host(experimental=theirs)).connect()

    (initialized,) = pair.seen_by_host(ViewInitialized)
    assert {"experimental": mine, "tools": {"listChanged": True}} == initialized.app_capabilities.to_wire()
    assert pair.view.host_capabilities is not None
    assert {"experimental": theirs} == pair.view.host_capabilities.to_wire()


def test_a_host_says_nothing_until_it_is_spoken_to() -> None:
    """A fresh host connection has nothing to send. F:W1"""
    assert [] == new_host().drain()


def test_the_handshake_answer_has_the_same_id_and_four_members() -> None:
    """Version, host, capabilities and a context that is empty when there is none. F:W2, R34, R35, umbra:U06"""
    host = new_host(openLinks={})
    host.receive(_request(INITIALIZE), 0.0)

    (answer,) = _answers(host.drain())

    result = {
        "protocolVersion": "2026-01-26",
        "hostInfo": {"name": "box", "version": "2"},
        "hostCapabilities": {"openLinks": {}},
        "hostContext": {},
    }
    assert {"jsonrpc": "2.0", "id": 0, "result": result} == answer


def test_a_host_is_ready_when_initialized_arrives_and_not_before() -> None:
    """The app is known from the first frame, and ready comes with the second. F:B1, F:B2"""
    pair = Pair()
    pair.view.start(0.0)
    first = pair.host.receive(pair.view.drain()[0], 0.0)
    known = pair.host.app_info
    pair.view.receive(pair.host.drain()[0], 0.0)
    (second,) = pair.view.drain()
    ready = pair.host.receive(second, 0.0)

    assert known is not None
    assert "bill" == known.name
    assert [ViewInitialized] == [type(event) for event in first]
    assert [ViewReady()] == [event for event in ready if isinstance(event, ViewReady)]


def test_initialized_without_params_is_taken_and_not_answered() -> None:
    """Reference views leave the params out. F:W3, umbra:U04"""
    host = new_host()
    host.receive(_request(INITIALIZE), 0.0)
    host.drain()

    events = host.receive('{"jsonrpc":"2.0","method":"ui/notifications/initialized"}', 0.0)

    assert ViewReady() in events
    assert [] == host.drain()


def test_any_version_a_host_answers_with_is_taken() -> None:
    """The view goes on and keeps what it was told. F:X1"""
    view = new_view()
    view.start(0.0)
    view.drain()
    answer = {"protocolVersion": "1999-12-31", "hostInfo": {"name": "b", "version": "2"}}
    result = answer | {"hostCapabilities": {}, "hostContext": {}}

    events = view.receive(json.dumps({"jsonrpc": "2.0", "id": 0, "result": result}), 0.0)

    assert [HandshakeCompleted] == [type(event) for event in events if not isinstance(event, Traced)]
    assert "1999-12-31" == view.protocol_version


def test_a_version_the_host_does_not_know_is_answered_with_its_latest() -> None:
    """Asking for another version is no error. F:X2"""
    host = new_host()
    host.receive(_request(INITIALIZE | {"protocolVersion": "2031-01-01"}), 0.0)

    (answer,) = _answers(host.drain())

    assert isinstance(answer["result"], dict)
    assert "2026-01-26" == answer["result"]["protocolVersion"]


@pytest.mark.parametrize("lacking", sorted(INITIALIZE))
def test_a_handshake_that_lacks_a_param_is_an_error_and_leaves_nothing(lacking: str) -> None:
    """The refusal names the field, and the host has stored nobody. F:X3"""
    host = new_host()
    events = host.receive(_request({name: value for name, value in INITIALIZE.items() if name != lacking}), 0.0)

    (answer,) = _answers(host.drain())

    assert isinstance(answer["error"], dict)
    assert -32602 == answer["error"]["code"]
    assert lacking in str(answer["error"]["message"])
    assert (None, []) == (host.app_info, [event for event in events if isinstance(event, ViewInitialized)])


def test_string_ids_come_back_and_core_handshakes_are_refused() -> None:
    """The id keeps its type, core params are -32602 and the core method is -32601. F:X4, umbra:U03"""
    host = new_host()
    core = {"protocolVersion": "2026-01-26", "clientInfo": {"name": "b", "version": "1"}, "capabilities": {}}
    host.receive(_request(core, id="a"), 0.0)
    host.receive(_request(core, id="b", method="initialize"), 0.0)
    host.receive(_request(INITIALIZE, id="7"), 0.0)

    refused, unknown, answered = _answers(host.drain())

    assert isinstance(refused["error"], dict)
    assert isinstance(unknown["error"], dict)
    assert ("a", -32602) == (refused["id"], refused["error"]["code"])
    assert ("b", -32601) == (unknown["id"], unknown["error"]["code"])
    assert "7" == answered["id"]
    assert "result" in answered


@pytest.mark.parametrize(
    "member",
    [{"error": {"code": -32603, "message": "no"}}, {"result": {"protocolVersion": "2026-01-26"}}],
    ids=["an error", "an unusable result"],
)
def test_a_handshake_that_goes_wrong_ends_without_another_word(member: dict[str, object]) -> None:
    """Neither initialized nor a complaint is sent, and the view has failed. F:X5"""
    view = new_view()
    view.start(0.0)
    view.drain()

    events = view.receive(json.dumps({"jsonrpc": "2.0", "id": 0, **member}), 0.0)

    assert [HandshakeGaveUp] == [type(event) for event in events if not isinstance(event, Traced)]
    assert ("failed", [], None) == (view.state, view.drain(), view.next_deadline())


def test_a_host_takes_the_cancellation_of_a_handshake_calmly() -> None:
    """A reference view that ran out of time cancels id 0; nothing is answered and a later try is served. F:X6"""
    host = new_host()
    cancelled = {"method": "notifications/cancelled", "params": {"requestId": 0, "reason": "Request timed out"}}
    host.receive(_request(INITIALIZE), 0.0)
    host.drain()

    host.receive(json.dumps({"jsonrpc": "2.0", **cancelled}), 1.0)
    quiet = host.drain()
    host.receive(_request(INITIALIZE, id=1), 2.0)

    assert [] == quiet
    assert [1] == [answer["id"] for answer in _answers(host.drain())]


def test_a_view_that_connects_again_goes_on_counting() -> None:
    """The second handshake has the next id, and the new host's identity is what the view then knows. F:X7, F:A3"""
    pair = Pair().connect()
    pair.view.close("moved")
    again = Pair(pair.view, new_host({"theme": "light"}))

    again.connect()

    assert [1] == [frame["id"] for frame in again.sent("view") if "id" in frame]
    assert {"theme": "light"} == again.view.context.raw


def test_connecting_what_is_connected_is_an_error_that_changes_nothing() -> None:
    """A second start raises, sends nothing and leaves the view as it was. F:B6"""
    pair = Pair().connect()

    with pytest.raises(LocalProtocolError):
        pair.view.start(1.0)

    assert ("ready", []) == (pair.view.state, pair.view.drain())


def test_what_comes_ahead_of_the_answer_is_delivered_and_the_answer_wins() -> None:
    """Tool data is reported at once; an early context is replaced by the answer's. F:X8"""
    pair = Pair(host=new_host({"theme": "light"}))
    pair.view.start(0.0)
    early = {"method": "ui/notifications/tool-input", "params": {"arguments": {"id": 7}}}
    context = {"method": "ui/notifications/host-context-changed", "params": {"theme": "dark", "locale": "de"}}

    events = pair.view.receive(json.dumps({"jsonrpc": "2.0", **early}), 0.0)
    pair.view.receive(json.dumps({"jsonrpc": "2.0", **context}), 0.0)
    pair.settle()

    assert ToolInput({"id": 7}) in events
    assert {"theme": "light"} == pair.view.context.raw
