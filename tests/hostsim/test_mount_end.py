"""How a mount ends: asked for, waited for within bounds, or over at once; once, with the first reason."""

from typing import Any

import pytest

from hostsim.effects import CallTool, CancelErrand, End, Ending
from hostsim.offers import Offers
from tests.hostsim.scene import Scene, introduction

GRANT = 'call = ["get_show"]'


def answer(scene: Scene, **members: Any) -> None:
    (asked,) = [frame for frame in scene.said if frame.get("method") == "ui/resource-teardown"]
    scene.send({"jsonrpc": "2.0", "id": asked["id"], **members})


def test_teardown_asks_the_view_and_ends_with_its_answer() -> None:
    """The reason goes along; the mount lasts until the view is done. heddle:H69, R68, R69, F:B34"""
    scene = Scene().ready()
    scene.took(scene.host.teardown("the chat was closed", 0))
    assert [("ui/resource-teardown", {"reason": "the chat was closed"})] == [
        (frame["method"], frame["params"]) for frame in scene.said
    ]
    assert [] == scene.done(End)
    answer(scene, result={})
    assert [End(Ending.TORN_DOWN, "the chat was closed")] == scene.done(End)


def test_a_view_without_a_handler_has_answered_too() -> None:
    """An error says that there was nothing to save. F:X21"""
    scene = Scene().ready()
    scene.took(scene.host.teardown("bye", 0))
    answer(scene, error={"code": -32601, "message": "Method not found"})
    assert [Ending.TORN_DOWN] == [end.ending for end in scene.done(End)]


def test_a_view_that_never_answers_is_ended_when_patience_runs_out() -> None:
    """Two seconds by default, and the profile's own otherwise. heddle:H69, heddle:H70"""
    for patience in (2.0, 0.25):
        scene = Scene(offers=Offers(teardown_timeout=patience)).ready()
        scene.took(scene.host.teardown("bye", 10))
        assert 10 + patience == scene.host.next_deadline()
        scene.took(scene.host.tick(10 + patience - 0.01))
        assert [] == scene.done(End)
        scene.took(scene.host.tick(10 + patience))
        assert [End(Ending.UNANSWERED, "bye")] == scene.done(End)


def test_a_second_teardown_changes_nothing() -> None:
    """One request, and the first reason. heddle:H69"""
    scene = Scene().ready()
    scene.took(scene.host.teardown("first", 0))
    scene.took(scene.host.teardown("second", 1))
    assert 1 == len(scene.said)
    answer(scene, result={})
    assert ["first"] == [end.reason for end in scene.done(End)]


@pytest.mark.parametrize("introduced", [False, True])
def test_a_view_that_is_not_initialized_is_sent_nothing_and_ends_at_once(introduced: bool) -> None:
    """Before the handshake and between its two halves. heddle:H70, R30"""
    scene = Scene()
    if introduced:
        scene.request(0, "ui/initialize", introduction())
    scene.effects.clear()
    scene.took(scene.host.teardown("bye", 0))
    assert ([], [End(Ending.NEVER_READY, "bye")]) == (scene.said, scene.done(End))


def test_a_view_may_ask_to_be_closed() -> None:
    """The host goes through teardown for it; the hook may still call tools. F:B35, R70, R71, heddle:H25"""
    scene = Scene(GRANT).ready()
    scene.notify("ui/notifications/request-teardown")
    scene.call(1, "get_show", {"id": 1})
    (call,) = scene.done(CallTool)
    scene.took(scene.host.tool_answered(call.key, {"content": []}, 1))
    answer(scene, result={})
    assert [1] == [frame["id"] for frame in scene.said if "result" in frame]
    assert [Ending.TORN_DOWN] == [end.ending for end in scene.done(End)]


def test_a_host_may_ignore_that_wish() -> None:
    """The switch is off: nothing happens. R71"""
    scene = Scene(offers=Offers(view_may_close=False)).ready()
    scene.notify("ui/notifications/request-teardown")
    assert [] == scene.effects


def test_what_runs_when_the_mount_ends_is_stopped_and_not_answered() -> None:
    """Calls are cancelled upstream; their results go nowhere. heddle:H62"""
    scene = Scene(GRANT).ready()
    scene.call(1, "get_show", {"id": 1})
    (call,) = scene.done(CallTool)
    scene.took(scene.host.close("the page was closed", 1))
    assert [CancelErrand(call.key)] == scene.done(CancelErrand)
    assert [End(Ending.CLOSED, "the page was closed")] == scene.done(End)
    assert [] == scene.host.tool_answered(call.key, {"content": []}, 2)
    assert [] == scene.said


def test_after_the_end_every_verb_returns_nothing() -> None:
    """The first ending stays the one. heddle:H71"""
    scene = Scene(GRANT).ready()
    scene.took(scene.host.close("gone", 1))
    later = [
        *scene.host.close("again", 2),
        *scene.host.teardown("again", 2),
        *scene.host.frame_loaded_again(2),
        *scene.host.resources_changed(2),
        *scene.host.list_app_tools(2),
        *scene.host.launch_input({}, 2),
        *scene.host.receive('{"jsonrpc":"2.0","id":1,"method":"ping"}', 2),
        *scene.host.tick(99),
    ]
    assert ([], End(Ending.CLOSED, "gone")) == (later, scene.host.ended)
    assert "ended" == scene.audit[-1]
