"""The start of a mount: the handshake, and what may be said before and after it."""

import json

import pytest

from hostsim.effects import CallTool, Effect, End, Ending, Send
from hostsim.inventory import Inventory
from hostsim.offers import Offers
from tests.hostsim.scene import Scene, frames, introduction
from viewsdk.protocol.context import HostContext
from viewsdk.protocol.local_errors import LocalProtocolError

RESULT = {"content": [{"type": "text", "text": "two shows"}], "structuredContent": {"result": []}, "_meta": {"x": 1}}


def test_the_core_takes_text_and_returns_effects() -> None:
    """It performs no I/O: all it does is in the list it returns. umbra:U01"""
    effects = Scene().request(1, "ping")
    assert [Send('{"jsonrpc":"2.0","id":1,"result":{}}')] == effects


NOISE = ["", "nonsense", "[]", "42", "null", '"sched$1"', '{"type":"webpackOk"}', '{"jsonrpc":"1.0"}']


@pytest.mark.parametrize("text", NOISE)
def test_what_is_no_json_rpc_draws_nothing(text: str) -> None:
    """No reply, no exception, and the next frame is served. umbra:U02"""
    scene = Scene().ready()
    scene.send(text)
    assert [] == scene.said
    scene.request(5, "ping")
    assert [{"jsonrpc": "2.0", "id": 5, "result": {}}] == scene.said


def test_the_answer_to_the_handshake_has_its_four_members() -> None:
    """Version, host, capabilities and context, which is an object even when it is empty.

    umbra:U06, umbra:U07, R34, R35
    """
    scene = Scene()
    scene.request(0, "ui/initialize", introduction())
    (answer,) = scene.said
    assert {"protocolVersion", "hostInfo", "hostCapabilities", "hostContext"} == set(answer["result"])
    assert ("2026-01-26", {}) == (answer["result"]["protocolVersion"], answer["result"]["hostContext"])
    assert {"serverTools", "serverResources"} <= set(answer["result"]["hostCapabilities"])


@pytest.mark.parametrize(
    ("switch", "capability"),
    [
        ("links", "openLinks"),
        ("downloads", "downloadFile"),
        ("messages", "message"),
        ("model_context", "updateModelContext"),
        ("logging", "logging"),
        ("sampling", "sampling"),
    ],
)
def test_a_capability_is_declared_exactly_if_it_is_wired(switch: str, capability: str) -> None:
    """Each switch has its capability and no other effect on them. umbra:U08, umbra:U45"""
    declared = {}
    for on in (True, False):
        scene = Scene(offers=Offers(**{switch: on}))
        scene.request(0, "ui/initialize", introduction())
        declared[on] = set(scene.said[0]["result"]["hostCapabilities"])
    assert {capability} == declared[True] - declared[False]


def test_tool_data_waits_for_initialized_and_comes_in_order_once() -> None:
    """Partials, the input, the result; nothing but answers before.

    umbra:U09, umbra:U38, umbra:U39, heddle:H56, R30, R57, R58
    """
    scene = Scene()
    scene.took(scene.host.launch_partial({"d": 1}, 0))
    scene.took(scene.host.launch_input({"day": 1}, 0))
    scene.took(scene.host.launch_result(RESULT, 0))
    scene.request(0, "ui/initialize", introduction())
    assert [0] == [frame.get("id") for frame in scene.said]
    scene.notify("ui/notifications/initialized")
    scene.notify("ui/notifications/initialized")
    assert [
        ("ui/notifications/tool-input-partial", {"arguments": {"d": 1}}),
        ("ui/notifications/tool-input", {"arguments": {"day": 1}}),
        ("ui/notifications/tool-result", RESULT),
    ] == [(frame["method"], frame["params"]) for frame in scene.said[1:]]


def test_without_a_result_none_is_sent() -> None:
    """A launch that has not ended, and one that was cancelled. umbra:U10, R63, R64"""
    scene = Scene()
    scene.took(scene.host.launch_input({}, 0))
    scene.request(0, "ui/initialize", introduction())
    scene.notify("ui/notifications/initialized")
    assert ["ui/notifications/tool-input"] == [frame["method"] for frame in scene.said[1:]]
    scene.took(scene.host.launch_cancelled("the person stopped it", 1))
    assert {"reason": "the person stopped it"} == scene.said[-1]["params"]
    with pytest.raises(LocalProtocolError):
        scene.host.launch_result(RESULT, 2)


def test_a_result_that_json_cannot_carry_is_told_as_a_failure() -> None:
    """The view gets a tool failure in words, not silence. ours"""
    scene = Scene().ready()
    scene.took(scene.host.launch_input({}, 0))
    scene.took(scene.host.launch_result({"content": [], "structuredContent": {"n": 2**60}}, 0))
    result = scene.said[-1]["params"]
    assert (True, True) == (result["isError"], "structuredContent.n" in result["content"][0]["text"])


def test_requests_before_the_handshake_are_refused_and_seen() -> None:
    """A call that comes too early reaches no server and is in the audit. umbra:U40"""
    scene = Scene('call = ["get_show"]')
    scene.call(1, "get_show", {"id": 1})
    assert (-32600, []) == (scene.said[0]["error"]["code"], scene.done(CallTool))
    assert {"unexpected"} == set(scene.audit)


def test_a_lenient_host_serves_early_requests() -> None:
    """The switch that real hosts have on. umbra:U40"""
    scene = Scene('call = ["get_show"]', offers=Offers(lenient=True))
    scene.call(1, "get_show", {"id": 1})
    assert ["get_show"] == [effect.name for effect in scene.done(CallTool)]


def test_a_handshake_without_an_id_gets_nothing_and_one_with_bad_params_its_error() -> None:
    """Notifications are never answered, requests always. umbra:U04, umbra:U41"""
    scene = Scene()
    scene.notify("ui/initialize", introduction())
    assert [] == scene.said
    scene.request(3, "ui/initialize", {"appInfo": 1})
    assert [(3, -32602)] == [(frame["id"], frame["error"]["code"]) for frame in scene.said]


def test_a_handshake_repeated_before_initialized_is_answered_again() -> None:
    """A retry is not a new document. ours"""
    scene = Scene()
    scene.request(0, "ui/initialize", introduction())
    scene.request(1, "ui/initialize", introduction())
    assert [0, 1] == [frame["id"] for frame in scene.said]
    assert None is scene.host.ended


def test_a_handshake_after_initialized_ends_the_mount_and_is_not_answered() -> None:
    """Another document speaks: the mount is over, and nothing of it is handled. heddle:H57, heddle:H71, agentgem:A16"""
    scene = Scene('call = ["get_show"]').ready()
    scene.call(1, "get_show", {"id": 1})
    (call,) = scene.done(CallTool)
    scene.effects.clear()
    scene.request(0, "ui/initialize", introduction())
    assert [] == scene.said
    assert [Ending.NAVIGATED] == [end.ending for end in scene.done(End)]
    after: list[Effect] = []
    after += scene.host.tool_answered(call.key, {"content": []}, 1)
    after += scene.host.launch_input({}, 1)
    after += scene.call(2, "get_show", {"id": 2})
    after += scene.host.tick(99)
    assert [] == after
    assert None is scene.host.next_deadline()


def test_a_frame_that_loads_again_ends_the_mount() -> None:
    """The page saw another document in the frame before it spoke. heddle:H71"""
    scene = Scene().ready()
    scene.took(scene.host.frame_loaded_again(1))
    assert [Ending.NAVIGATED] == [end.ending for end in scene.done(End)]
    assert [] == scene.request(1, "ping")


@pytest.mark.parametrize("request_id", [0, 7, "7", "", -1, 2**53 - 1])
def test_a_request_gets_one_answer_under_its_own_id(request_id: int | str) -> None:
    """Whatever the id, whatever the outcome: one reply, the id as it came. umbra:U03, umbra:U05, umbra:U37"""
    scene = Scene('call = ["get_show"]').ready()
    asked = ["ping", "tools/list", "tools/call", "ui/nonsense", "resources/list", "ui/message", "ui/open-link"]
    for method in asked:
        scene.request(request_id, method, {})
    for answer in scene.said:
        assert (request_id, type(request_id)) == (answer["id"], type(answer["id"]))
        assert {"jsonrpc", "id"} < set(answer)
        assert 1 == len({"result", "error", "method"} & set(answer))
    assert len(asked) - 1 == len(scene.said)  # the listing waits for the server


def test_an_unknown_request_is_named_in_its_error_and_the_core_handshake_is_unknown() -> None:
    """-32601 with the method's name; so is the handshake of core MCP. umbra:U11, F:X4"""
    scene = Scene().ready()
    scene.request(1, "ui/sendMessage", {})
    scene.request(2, "initialize", {})
    assert [-32601, -32601] == [frame["error"]["code"] for frame in scene.said]
    assert "ui/sendMessage" in scene.said[0]["error"]["message"]


@pytest.mark.parametrize("method", ["ui/notifications/size-changed", "ui/notifications/nothing", "tools/call"])
def test_a_notification_is_never_answered(method: str) -> None:
    """Known, unknown, or a request that lacks its id. umbra:U04"""
    scene = Scene('call = ["get_show"]').ready()
    scene.notify(method, {"name": "get_show", "arguments": {"id": 1}})
    assert ([], []) == (scene.said, scene.done(CallTool))


def test_frames_leave_out_what_they_have_nothing_to_say_about() -> None:
    """No null and no empty member in any frame of a busy minute. umbra:U05"""
    scene = Scene('call = ["get_show"]\nopen = ["."]', context=HostContext(locale="de"))
    scene.request(0, "ui/initialize", introduction())
    scene.notify("ui/notifications/initialized")
    scene.took(scene.host.launch_input({}, 0))
    scene.call(1, "wipe")
    scene.request(2, "ui/open-link", {"url": "https://a.example"})
    assert all("null" not in json.dumps(frame) for frame in frames(scene.effects))


def test_a_context_change_carries_only_what_changed() -> None:
    """And nothing at all when nothing did. umbra:U45, R66"""
    scene = Scene(context=HostContext(locale="de", user_agent="x")).ready()
    scene.took(scene.host.change_context(HostContext(locale="en", user_agent="x"), 1))
    scene.took(scene.host.change_context(HostContext(locale="en"), 2))
    assert [("ui/notifications/host-context-changed", {"locale": "en"})] == [
        (frame["method"], frame["params"]) for frame in scene.said
    ]


def test_the_view_is_told_when_the_servers_lists_change() -> None:
    """And the next call is judged by the new list. F:B20"""
    scene = Scene('call = ["get_show"]').ready()
    empty = Inventory()
    scene.took(scene.host.inventory_changed(empty, 1))
    scene.took(scene.host.resources_changed(1))
    scene.call(1, "get_show", {"id": 1})
    methods = [frame.get("method") for frame in scene.said[:2]]
    assert ["notifications/tools/list_changed", "notifications/resources/list_changed"] == methods
    assert "unknown_tool" == scene.said[2]["error"]["data"]["reason"]
