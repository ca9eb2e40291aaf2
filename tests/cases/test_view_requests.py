"""Parts F.3 and F.4 of the protocol reference: what a view asks of its host, frame by frame."""

import json
from typing import Any

import pytest

from tests.cases.pair import Pair, new_host
from viewsdk.protocol.events import (
    Answered,
    ListChanged,
    Progressed,
    Rejected,
    RequestCancelled,
    Traced,
    ViewNotified,
    ViewRequested,
)

BLOCK = {"type": "text", "text": "hello"}


def _ask(pair: Pair, method: str, params: dict[str, Any], now: float = 0.0) -> ViewRequested:
    """Send a request from the view and return what the host is asked."""
    pair.view.request(method, params, now=now)
    pair.settle(now)
    return pair.seen_by_host(ViewRequested)[-1]


def _raw(method: str, params: dict[str, Any] | None = None, id: object = "q") -> str:
    frame = {"jsonrpc": "2.0", "id": id, "method": method}
    return json.dumps(frame if params is None else frame | {"params": params})


def _reply(pair: Pair, text: str) -> dict[str, Any]:
    """What the host answers to this text, if it answers by itself."""
    pair.host.receive(text, 0.0)
    (answer,) = pair.host.drain()
    return json.loads(answer)


def test_size_log_and_model_context_arrive_at_the_host() -> None:
    """Each with all it carries; the context in its three forms. F:B11"""
    pair = Pair(host=new_host(logging={})).connect()
    pair.view.notify("ui/notifications/size-changed", {"width": 300.5, "height": 120})
    pair.view.notify("notifications/message", {"level": "warning", "logger": "bill", "data": [1, None]})
    pair.settle()
    contexts = [{"content": [BLOCK]}, {"content": [BLOCK, BLOCK]}, {"structuredContent": {"seats": []}}]
    asked = [_ask(pair, "ui/update-model-context", params) for params in contexts]
    for request in asked:
        pair.host.answer(request.id, {})
    pair.settle()

    assert [
        ("ui/notifications/size-changed", {"width": 300.5, "height": 120}),
        ("notifications/message", {"level": "warning", "logger": "bill", "data": [1, None]}),
    ] == [(event.method, event.params) for event in pair.seen_by_host(ViewNotified)]
    assert contexts == [{k: v for k, v in request.params.items() if k != "_meta"} for request in asked]
    assert [{}, {}, {}] == [event.result for event in pair.seen_by_view(Answered)]


def test_a_hosts_failure_reaches_the_view_in_its_own_words() -> None:
    """The code and message of the refusal are the view's to read. F:B12, heddle:H04, agentgem:A05"""
    pair = Pair().connect()
    request = _ask(pair, "ui/update-model-context", {"content": [BLOCK]})
    pair.host.refuse(request.id, -32000, "the model is asleep", {"reason": "asleep"})
    pair.settle()

    (rejected,) = pair.seen_by_view(Rejected)
    assert (-32000, "the model is asleep", "asleep") == (
        rejected.error.code,
        rejected.error.message,
        rejected.error.reason,
    )


@pytest.mark.parametrize("method", ["ui/message", "ui/open-link", "ui/download-file"])
@pytest.mark.parametrize("result", [{}, {"isError": True}, {"isError": False, "x": 1}])
def test_done_and_turned_down_are_both_results(method: str, result: dict[str, Any]) -> None:
    """Messages, links and downloads answer empty or flagged, other members kept. F:B13"""
    params = {
        "ui/message": {"role": "user", "content": [BLOCK]},
        "ui/open-link": {"url": "https://example.org"},
        "ui/download-file": {"contents": []},
    }[method]
    pair = Pair().connect()
    pair.host.answer(_ask(pair, method, params).id, result)
    pair.settle()

    assert [result] == [event.result for event in pair.seen_by_view(Answered)]


@pytest.mark.parametrize(
    ("method", "params", "field"),
    [
        ("ui/open-link", {"url": 7}, "url"),
        ("ui/open-link", {}, "url"),
        ("ui/message", {"role": "assistant", "content": []}, "role"),
        ("ui/request-display-mode", {"mode": "modal"}, "mode"),
        ("ui/download-file", {"contents": [BLOCK]}, "contents"),
        ("tools/call", {"arguments": {}}, "name"),
        ("tools/call", {"name": "get_show", "arguments": []}, "arguments"),
        ("resources/read", {}, "uri"),
    ],
)
def test_bad_params_are_refused_by_method_and_field(method: str, params: dict[str, Any], field: str) -> None:
    """The answer is -32602, says where, and nothing reaches the host's owner. F:W7, umbra:U14, umbra:U25"""
    pair = Pair().connect()

    answer = _reply(pair, _raw(method, params))

    assert ("q", -32602) == (answer["id"], answer["error"]["code"])
    assert method in answer["error"]["message"]
    assert field in answer["error"]["message"]
    assert [] == pair.seen_by_host(ViewRequested)


def test_an_unknown_request_is_refused_by_name_in_either_direction() -> None:
    """Neither side knows it: -32601 and the method in the message. F:I5, umbra:U11, agentgem:A28, heddle:H13"""
    pair = Pair().connect()
    from_host = _reply(pair, _raw("ui/no-such-thing", {}))
    pair.view.receive(_raw("ui/no-such-thing", {}), 0.0)
    (text,) = pair.view.drain()
    from_view = json.loads(text)

    for answer in (from_host, from_view):
        assert ("q", -32601) == (answer["id"], answer["error"]["code"])
        assert "ui/no-such-thing" in answer["error"]["message"]


def test_ping_is_answered_by_both_sides() -> None:
    """An empty object, by the connection itself. F:B36, umbra:U37, heddle:H13"""
    pair = Pair().connect()
    pair.view.receive(_raw("ping"), 0.0)

    assert {"jsonrpc": "2.0", "id": "q", "result": {}} == _reply(pair, _raw("ping"))
    assert [{"jsonrpc": "2.0", "id": "q", "result": {}}] == [json.loads(text) for text in pair.view.drain()]


@pytest.mark.parametrize(
    ("method", "params"),
    [
        ("ui/open-link", {"url": "not a url at all"}),
        ("ui/message", {"role": "user", "content": []}),
        ("ui/download-file", {"contents": []}),
        ("ui/update-model-context", {}),
    ],
)
def test_well_formed_is_all_the_protocol_asks(method: str, params: dict[str, Any]) -> None:
    """What an address means and whether empty will do is for the host to decide. F:X16"""
    pair = Pair().connect()
    pair.host.receive(_raw(method, params), 0.0)

    assert [] == pair.host.drain()


def test_a_tool_call_goes_through_whole_and_so_does_its_content() -> None:
    """Name and arguments reach the host, and the content comes back, a failed one too. F:A5, F:W10, extapps:E03"""
    pair = Pair().connect()
    failed = {"content": [BLOCK, {"type": "image", "data": "AAAA", "mimeType": "image/png"}], "isError": True}
    request = _ask(pair, "tools/call", {"name": "get_show", "arguments": {"id": 7}})
    pair.host.answer(request.id, failed)
    pair.settle()

    assert ("get_show", {"id": 7}) == (request.params["name"], request.params["arguments"])
    assert [failed] == [event.result for event in pair.seen_by_view(Answered)]
    assert [] == pair.seen_by_view(Rejected)


def test_a_tool_call_carries_a_progress_token_equal_to_its_id() -> None:
    """So the host can keep a slow call alive. F:W9"""
    pair = Pair().connect()
    id = pair.view.request("tools/call", {"name": "get_show", "arguments": {}}, now=0.0)
    pair.settle()

    assert {"progressToken": id} == pair.sent("view")[-1]["params"]["_meta"]


def test_an_error_keeps_its_code_and_message() -> None:
    """A retired code is not rewritten on its way to the view. F:W11, F:I4"""
    pair = Pair().connect()
    request = _ask(pair, "resources/read", {"uri": "ui://a/b"})
    pair.host.refuse(request.id, -32002, "Resource not found", {"uri": "ui://a/b"})
    pair.settle()

    (rejected,) = pair.seen_by_view(Rejected)
    assert (-32002, "Resource not found") == (rejected.error.code, rejected.error.message)


def test_binary_contents_and_all_lists_come_through() -> None:
    """Resources, templates and prompts are listed, and a blob arrives as it was sent. F:B21"""
    results = {
        "resources/read": {"contents": [{"uri": "ui://a/b", "blob": "AAEC/w=="}]},
        "resources/list": {"resources": [{"uri": "ui://a/b", "name": "b"}], "nextCursor": "2"},
        "resources/templates/list": {"resourceTemplates": [{"uriTemplate": "x:{a}", "name": "x"}]},
        "prompts/list": {"prompts": [{"name": "p"}]},
    }
    pair = Pair().connect()
    for method, result in results.items():
        params = {"uri": "ui://a/b"} if method == "resources/read" else {}
        pair.host.answer(_ask(pair, method, params).id, result)
        pair.settle()

    assert list(results.values()) == [event.result for event in pair.seen_by_view(Answered)]


def test_sampling_crosses_with_its_params_and_its_answer() -> None:
    """The host sees what is asked, tools included, and the view gets model and content. F:B22"""
    pair = Pair(host=new_host(sampling={"tools": {}})).connect()
    params = {"messages": [{"role": "user", "content": BLOCK}], "maxTokens": 9, "tools": []}
    request = _ask(pair, "sampling/createMessage", params)
    result = {"model": "m", "role": "assistant", "content": BLOCK}
    pair.host.answer(request.id, result)
    pair.settle()

    assert pair.view.host_capabilities is not None
    assert {"sampling": {"tools": {}}} == pair.view.host_capabilities.to_wire()
    assert params == {k: v for k, v in request.params.items() if k != "_meta"}
    assert [result] == [event.result for event in pair.seen_by_view(Answered)]


def test_a_download_reaches_the_host_unchanged() -> None:
    """Linked and embedded items alike. F:B23"""
    contents = [
        {"type": "resource_link", "uri": "file:///a.txt", "name": "a.txt"},
        {"type": "resource", "resource": {"uri": "file:///b.bin", "blob": "AAEC", "mimeType": "x/y"}},
    ]
    pair = Pair().connect()

    assert contents == _ask(pair, "ui/download-file", {"contents": contents}).params["contents"]


def test_news_of_changed_lists_arrives_in_order() -> None:
    """Tools, resources and prompts, each by its own name. F:B20"""
    pair = Pair(host=new_host(serverTools={"listChanged": True}, serverResources={"listChanged": True})).connect()
    for what in ("tools", "resources", "prompts"):
        pair.host.notify(f"notifications/{what}/list_changed", {})
    pair.settle()

    assert ["tools", "resources", "prompts"] == [event.what for event in pair.seen_by_view(ListChanged)]


def test_progress_is_reported_to_the_call_it_belongs_to() -> None:
    """The host answers the token the view sent, and only while the call is open. F:X25, umbra:U22, extapps:E04"""
    pair = Pair().connect()
    id = pair.view.request("tools/call", {"name": "slow", "arguments": {}}, now=0.0, timeout=60.0)
    pair.settle()
    (request,) = pair.seen_by_host(ViewRequested)
    relayed = pair.host.progress(request.id, 0.5, message="half")
    pair.settle(59.0)

    assert relayed
    assert [(id, 0.5, None, "half")] == [(e.id, e.progress, e.total, e.message) for e in pair.seen_by_view(Progressed)]
    assert [] == pair.view.tick(100.0)


def test_no_token_means_no_progress() -> None:
    """A request that asked for none is told none. umbra:U24"""
    pair = Pair().connect()
    pair.host.receive(_raw("tools/call", {"name": "slow", "arguments": {}}), 0.0)

    assert not pair.host.progress("q", 0.5)
    assert [] == pair.host.drain()


def test_giving_up_stops_the_other_side_with_the_reason_and_is_not_answered() -> None:
    """The host hears of it once, and what it then answers goes nowhere. F:I8, F:X26"""
    pair = Pair().connect()
    request = _ask(pair, "tools/call", {"name": "slow", "arguments": {}})
    pair.view.cancel(request.id, "changed my mind")
    pair.settle()
    pair.host.answer(request.id, {"content": []})

    assert [RequestCancelled(request.id, "changed my mind")] == pair.seen_by_host(RequestCancelled)
    assert [] == pair.host.drain()
    assert [] == pair.seen_by_view(Answered)


@pytest.mark.parametrize("text", ["7", "null", '"text"', "[]", "{}", '{"jsonrpc":"1.0","id":1,"method":"ping"}', "{"])
def test_noise_is_passed_over(text: str) -> None:
    """What does not claim to be JSON-RPC draws no answer and ends nothing. F:M2, umbra:U02, agentgem:A01"""
    pair = Pair().connect()

    events = [*pair.view.receive(text, 0.0), *pair.host.receive(text, 0.0)]

    assert [] == [event for event in events if not isinstance(event, Traced)]
    assert ([], [], "ready") == (pair.view.drain(), pair.host.drain(), pair.view.state)


def test_a_frame_that_only_claims_json_rpc_is_reported_and_harmless() -> None:
    """It is traced on either side, and the conversation goes on. F:M3, extapps:E07"""
    pair = Pair().connect()

    for end in (pair.view, pair.host):
        events = end.receive('{"jsonrpc":"2.0"}', 0.0)
        assert [Traced] == [type(event) for event in events]
        assert [] == end.drain()
    assert "ready" == pair.view.state
