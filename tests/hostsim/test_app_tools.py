"""The tools a view offers: listed, called, bounded, and gone with it."""

from typing import Any

from hostsim.app_tools import MAX_TOOLS
from hostsim.effects import AppToolAnswered, AppToolsListed, Key
from tests.hostsim.scene import Scene, tool

OFFERS = {"tools": {"listChanged": True}}


def listed(scene: Scene, tools: list[Any]) -> None:
    """Lets the host ask and the view answer."""
    scene.took(scene.host.list_app_tools(0))
    asked = scene.said[-1]
    assert "tools/list" == asked["method"]
    scene.send({"jsonrpc": "2.0", "id": asked["id"], "result": {"tools": tools}})


def called(scene: Scene, name: str, now: float = 1.0) -> Key:
    key, effects = scene.host.call_app_tool(name, {"x": 1}, now)
    scene.took(effects)
    return key


def test_a_view_that_declared_none_is_not_asked() -> None:
    """There is nothing to list. ours"""
    scene = Scene().ready()
    assert [] == scene.host.list_app_tools(0)


def test_declared_tools_are_listed_and_called() -> None:
    """Name and arguments go over, the result comes back. extapps:E09, F:W12, R73"""
    scene = Scene().ready(OFFERS)
    listed(scene, [tool("get_board")])
    (effect,) = scene.done(AppToolsListed)
    assert ["get_board"] == [offered["name"] for offered in effect.tools]
    key = called(scene, "get_board")
    asked = scene.said[-1]
    assert {"name": "get_board", "arguments": {"x": 1}} == {
        name: asked["params"][name] for name in ("name", "arguments")
    }
    result = {"content": [{"type": "text", "text": "8x8"}]}
    scene.send({"jsonrpc": "2.0", "id": asked["id"], "result": result})
    assert [AppToolAnswered(key, result)] == scene.done(AppToolAnswered)


def test_a_failure_of_the_views_tool_is_told_in_its_words() -> None:
    """The reference view answers errors; a silent one is given up after its time. F:X19"""
    scene = Scene().ready(OFFERS)
    listed(scene, [tool("get_board")])
    broken, silent = called(scene, "get_board"), called(scene, "get_board")
    asked = scene.said[-2]
    scene.send(
        {"jsonrpc": "2.0", "id": asked["id"], "error": {"code": -32603, "message": "Tool get_board is disabled"}}
    )
    scene.took(scene.host.tick(31.0))
    assert [
        AppToolAnswered(broken, None, "Tool get_board is disabled"),
        AppToolAnswered(silent, None, "no answer within 30 s"),
    ] == scene.done(AppToolAnswered)


def test_names_of_the_server_are_not_the_views_to_take() -> None:
    """A clash is refused, the rest stays; more than the limit is cut off. ours"""
    scene = Scene().ready(OFFERS)
    listed(scene, [tool("wipe"), 3, {"title": "nameless"}, *(tool(f"t{n}") for n in range(MAX_TOOLS + 5))])
    (effect,) = scene.done(AppToolsListed)
    names = [offered["name"] for offered in effect.tools]
    assert (MAX_TOOLS, "t0", "refused") == (len(names), names[0], scene.audit[0])
    assert "wipe" not in names


def test_a_tool_that_was_not_listed_is_not_called() -> None:
    """The failure comes at once and the view hears nothing. R77"""
    scene = Scene().ready(OFFERS)
    key = called(scene, "get_board")
    assert [AppToolAnswered(key, None, 'the view has not listed a tool "get_board"')] == scene.effects


def test_a_change_of_the_views_tools_is_listed_again() -> None:
    """The view says so, the host looks. ours"""
    scene = Scene().ready(OFFERS)
    scene.notify("notifications/tools/list_changed")
    assert ["tools/list"] == [frame["method"] for frame in scene.said]


def test_tools_are_gone_with_their_view() -> None:
    """A call under way fails, and a later one too. R77, R78, R79"""
    scene = Scene().ready(OFFERS)
    listed(scene, [tool("get_board")])
    open_call = called(scene, "get_board")
    scene.took(scene.host.close("gone", 2))
    late = called(scene, "get_board", 3)
    assert [(open_call, "the view has closed"), (late, 'the view has not listed a tool "get_board"')] == [
        (effect.key, effect.failure) for effect in scene.done(AppToolAnswered)
    ]


def test_a_view_that_cannot_list_its_tools_offers_none() -> None:
    """Its error is on record. ours"""
    scene = Scene().ready(OFFERS)
    scene.took(scene.host.list_app_tools(0))
    scene.send({"jsonrpc": "2.0", "id": scene.said[-1]["id"], "error": {"code": -32601, "message": "no"}})
    assert ([], ["unexpected"]) == (scene.done(AppToolsListed), scene.audit)
