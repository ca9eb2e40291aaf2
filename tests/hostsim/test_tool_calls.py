"""What a view can do with its server's tools, from the request to the one answer."""

import pytest

from hostsim.audit import digest
from hostsim.effects import CallTool, CancelErrand, Effect, Key
from hostsim.offers import Offers
from hostsim.profiles import Refusals
from tests.hostsim.scene import Scene, frames
from viewsdk.protocol.jsonrpc import ErrorData

GRANT = 'call = ["get_show", "seat_the_party"]'


def only_call(scene: Scene) -> CallTool:
    (call,) = scene.done(CallTool)
    assert isinstance(call, CallTool)
    return call


def test_a_permitted_call_reaches_the_server_and_its_result_comes_back_untouched() -> None:
    """Content blocks, structured content, error flag and metadata arrive as sent.

    umbra:U20, umbra:U42, heddle:H59, F:W10
    """
    scene = Scene(GRANT).ready()
    scene.call(1, "get_show", {"id": 7})
    call = only_call(scene)
    assert ("get_show", {"id": 7}) == (call.name, call.arguments)
    assert [] == scene.said
    result = {
        "content": [{"type": "text", "text": "x", "annotations": {"priority": 0.5}}, {"type": "future", "blob": None}],
        "structuredContent": {"title": "Hamlet", "n": None},
        "isError": True,
        "_meta": {"vendor/x": [1]},
        "extra": 1,
    }
    scene.took(scene.host.tool_answered(call.key, result, 1))
    assert [{"jsonrpc": "2.0", "id": 1, "result": result}] == scene.said


def test_a_call_without_arguments_is_passed_on_with_none() -> None:
    """Missing arguments become an empty object; params without a name are -32602. umbra:U14"""
    scene = Scene('call = ["list_shows"]').ready()
    scene.request(1, "tools/call", {"name": "list_shows"})
    assert {} == only_call(scene).arguments
    for request_id, params in enumerate([{}, {"name": 3}, {"name": "list_shows", "arguments": [1]}], start=2):
        scene.request(request_id, "tools/call", params)
    assert [(2, -32602), (3, -32602), (4, -32602)] == [(f["id"], f["error"]["code"]) for f in scene.said]
    assert 1 == len(scene.done(CallTool))


@pytest.mark.parametrize(
    ("body", "name", "reason"),
    [
        (None, "get_show", "no_widget_policy"),
        ("", "get_show", "not_granted"),
        (GRANT + '\nnever = ["wipe"]', "wipe", "never"),
        ('call = ["audit_house"]', "audit_house", "not_visible_to_apps"),
        (GRANT + "\nguards.get_show.id = ['^9']", "get_show", "guarded_argument"),
    ],
)
def test_a_refused_call_is_answered_and_nothing_moves(body: str | None, name: str, reason: str) -> None:
    """-32001 with a reason, one denial in the audit, no effect at all.

    umbra:U15, umbra:U16, umbra:U17, umbra:U43, umbra:U44, heddle:H58, R21
    """
    scene = Scene(body).ready()
    scene.call("a", name, {"id": 1})
    (answer,) = scene.said
    assert ("a", -32001, reason) == (answer["id"], answer["error"]["code"], answer["error"]["data"]["reason"])
    assert name in answer["error"]["message"]
    assert (["refused"], 2) == (scene.audit, len(scene.effects))


def test_without_the_guard_the_same_call_goes_through() -> None:
    """The control: the guard is what refused it. umbra:U17"""
    scene = Scene(GRANT).ready()
    scene.call("a", "get_show", {"id": 1})
    assert "get_show" == only_call(scene).name


def test_the_list_of_tools_is_the_grant() -> None:
    """Not the server's list: only what a call would be admitted for, with schema and metadata. umbra:U12, umbra:U13"""
    scene = Scene('call = ["get_show", "audit_house", "wipe"]').ready()
    scene.request(1, "tools/list")
    tools = scene.said[0]["result"]["tools"]
    assert ["get_show", "wipe"] == [tool["name"] for tool in tools]
    assert ({"visibility": ["app"]}, ["id"]) == (tools[0]["_meta"]["ui"], tools[0]["inputSchema"]["required"])
    nothing = Scene(None).ready()
    nothing.request(1, "tools/list")
    assert [{"tools": []}] == [frame["result"] for frame in nothing.said]


def test_an_upstream_failure_is_an_error_answer() -> None:
    """The server's own code, message and data are passed on. umbra:U19, agentgem:A18, F:W11"""
    scene = Scene(GRANT).ready()
    scene.call(1, "get_show", {"id": 1})
    scene.took(scene.host.tool_answered(only_call(scene).key, ErrorData(-32602, "no such show", {"id": 1}), 1))
    assert [{"code": -32602, "message": "no such show", "data": {"id": 1}}] == [frame["error"] for frame in scene.said]


def test_an_upstreams_time_out_does_not_look_like_a_refusal() -> None:
    """-32001 from the server becomes -32000 with the original beside it. umbra:U43"""
    scene = Scene(GRANT).ready()
    scene.call(1, "get_show", {"id": 1})
    scene.took(scene.host.tool_answered(only_call(scene).key, ErrorData(-32001, "Request timed out"), 1))
    original = {"code": -32001, "message": "Request timed out"}
    assert [{"code": -32000, "message": "Request timed out", "data": {"upstream": original}}] == [
        frame["error"] for frame in scene.said
    ]


def test_a_result_that_json_cannot_carry_is_an_error_that_says_where() -> None:
    """Never silence: the call is answered -32603 with the path. umbra:U03"""
    scene = Scene(GRANT).ready()
    scene.call(1, "get_show", {"id": 1})
    scene.took(scene.host.tool_answered(only_call(scene).key, {"structuredContent": {"n": 2**60}}, 1))
    (answer,) = scene.said
    assert (1, -32603, True) == (
        answer["id"],
        answer["error"]["code"],
        "structuredContent.n" in answer["error"]["message"],
    )


def test_progress_is_relayed_under_the_views_own_token() -> None:
    """The view's token stays here; zero totals and empty messages are left out. umbra:U21, umbra:U22"""
    scene = Scene(GRANT).ready()
    scene.call(1, "get_show", {"id": 1}, _meta={"progressToken": "mine", "vendor/x": 1, "io.modelcontextprotocol/y": 2})
    call = only_call(scene)
    assert {"vendor/x": 1} == call.meta
    scene.took(scene.host.progressed(call.key, 1, 0, "", 1))
    scene.took(scene.host.progressed(call.key, 2, 4, "half", 1))
    scene.took(scene.host.progressed(call.key, float("nan"), None, None, 1))
    assert [
        {"progressToken": "mine", "progress": 1},
        {"progressToken": "mine", "progress": 2, "total": 4, "message": "half"},
    ] == [frame["params"] for frame in scene.said]


def test_progress_nobody_asked_for_or_that_comes_late_is_dropped() -> None:
    """No token of the view, a key that was never given out, a call that is over. umbra:U23, umbra:U24"""
    scene = Scene(GRANT).ready()
    scene.call(1, "get_show", {"id": 1})
    scene.call(2, "get_show", {"id": 2}, _meta={"progressToken": 2})
    silent, asking = scene.done(CallTool)
    late: list[Effect] = [*scene.host.progressed(silent.key, 1, None, None, 1)]
    late += scene.host.progressed(Key(99), 1, None, None, 1)
    scene.host.tool_answered(asking.key, {"content": []}, 1)
    late += scene.host.progressed(asking.key, 2, None, None, 2)
    assert [] == late


def test_a_cancelled_call_is_stopped_and_never_answered() -> None:
    """The server hears of it, the late result goes nowhere. F:X26, F:B19, umbra:U45"""
    scene = Scene(GRANT).ready()
    scene.call(1, "get_show", {"id": 1})
    call = only_call(scene)
    scene.notify("notifications/cancelled", {"requestId": 1, "reason": "changed my mind"})
    assert [CancelErrand(call.key)] == scene.done(CancelErrand)
    assert [] == scene.host.tool_answered(call.key, {"content": []}, 2)
    assert [] == scene.said


def test_cancelling_another_id_stops_nothing() -> None:
    """Ids keep their type: "1" is not 1. ours"""
    scene = Scene(GRANT).ready()
    scene.call(1, "get_show", {"id": 1})
    scene.notify("notifications/cancelled", {"requestId": "1"})
    scene.notify("notifications/cancelled", {"requestId": 2})
    assert [] == scene.done(CancelErrand)
    scene.took(scene.host.tool_answered(only_call(scene).key, {"content": []}, 2))
    assert [1] == [frame["id"] for frame in scene.said]


def test_two_calls_under_one_id_are_both_answered() -> None:
    """As the reference does: nobody is left hanging. ours"""
    scene = Scene(GRANT).ready()
    scene.call(1, "get_show", {"id": 1})
    scene.call(1, "get_show", {"id": 2})
    for call in scene.done(CallTool):
        scene.took(scene.host.tool_answered(call.key, {"content": []}, 1))
    assert [1, 1] == [frame["id"] for frame in scene.said]


def test_an_answer_given_twice_is_sent_once() -> None:
    """The second one has no request left. umbra:U03"""
    scene = Scene(GRANT).ready()
    scene.call(1, "get_show", {"id": 1})
    key = only_call(scene).key
    assert 1 == len(frames(scene.host.tool_answered(key, {"content": []}, 1)))
    assert [] == scene.host.tool_answered(key, {"content": []}, 1)


def test_arguments_are_in_the_audit_only_as_a_digest() -> None:
    """Equal for equal arguments in any order, and no argument in any entry. heddle:H75"""
    scene = Scene(GRANT).ready()
    scene.call(1, "seat_the_party", {"id": 1, "names": ["secret-name"]})
    entries = [effect.entry for effect in scene.effects if hasattr(effect, "entry")]
    assert digest({"names": ["secret-name"], "id": 1}) == entries[0].details["arguments"]
    assert "secret-name" not in repr(entries)
    assert digest({"id": 2}) != digest({"id": "2"})


def test_a_host_without_tools_says_so() -> None:
    """The switch is off: -32601 for calls and lists. umbra:U45, agentgem:A12"""
    scene = Scene(GRANT, offers=Offers(tools=False)).ready()
    scene.call(1, "get_show", {"id": 1})
    scene.request(2, "tools/list")
    listless = Scene(GRANT, offers=Offers(tool_list=False)).ready()
    listless.request(1, "tools/list")
    assert [-32601] * 3 == [frame["error"]["code"] for frame in scene.said + listless.said]
    assert [] == scene.done(CallTool)


def test_a_host_of_the_other_habit_refuses_with_the_specs_code() -> None:
    """A profile that refuses links by error uses -32000; the reason is the same. ours"""
    scene = Scene("", offers=Offers(refusals=Refusals.ERROR)).ready()
    scene.call(1, "wipe")
    error = scene.said[0]["error"]
    assert (-32000, "not_granted") == (error["code"], error["data"]["reason"])
