"""Sizes and display modes: what a view reports or asks for, and what the host makes of it."""

from typing import Any

import pytest

from hostsim.effects import Resize, SetDisplayMode
from hostsim.offers import Offers
from hostsim.sizes import SizeBounds
from tests.hostsim.scene import Scene
from viewsdk.protocol.context import HostContext
from viewsdk.protocol.local_errors import LocalProtocolError

BOTH = {"availableDisplayModes": ["inline", "fullscreen"]}


def context(**members: Any) -> HostContext:
    read, problems = HostContext.read(members)
    assert read is not None
    assert () == problems
    return read


def sizes(scene: Scene) -> list[tuple[float | None, float | None]]:
    return [(resize.width, resize.height) for resize in scene.done(Resize)]


@pytest.mark.parametrize(("reported", "applied"), [(50, 96), (96, 96), (300.5, 300.5), (720, 720), (10**9, 720)])
def test_a_reported_height_is_clamped_before_the_page_follows(reported: float, applied: float) -> None:
    """96 to 720 by default. heddle:H67, R38"""
    scene = Scene().ready()
    scene.notify("ui/notifications/size-changed", {"height": reported})
    assert [(None, applied)] == sizes(scene)


def test_a_view_that_is_taller_than_it_may_be_is_said_to_be_cut() -> None:
    """Also when its frame is as tall as before; until it fits again. ours"""
    scene = Scene().ready()
    for height in (720, 721, 5000, 300):
        scene.notify("ui/notifications/size-changed", {"height": height})
    cut = [(resize.height, resize.is_cut) for resize in scene.done(Resize)]
    assert [(720, False), (720, True), (300, False)] == cut


def test_bounds_are_the_hosts_to_set() -> None:
    """Both axes have their own. heddle:H67"""
    bounds = SizeBounds(min_height=10, max_height=20, min_width=30, max_width=40)
    scene = Scene(offers=Offers(bounds=bounds)).ready()
    scene.notify("ui/notifications/size-changed", {"width": 500, "height": 1})
    assert [(40, 10)] == sizes(scene)


def test_a_side_the_host_fixed_is_not_the_views_to_change() -> None:
    """A fixed side is ignored, a bounded one is capped. R38, heddle:H10"""
    scene = Scene(context=context(containerDimensions={"width": 400, "maxHeight": 200})).ready()
    scene.notify("ui/notifications/size-changed", {"width": 900, "height": 900})
    assert [(None, 200)] == sizes(scene)


def test_a_report_that_changes_nothing_does_nothing() -> None:
    """Repeats, reports without a side, and broken ones. ours"""
    scene = Scene().ready()
    for params in ({"height": 300}, {"height": 300}, {}, {"height": -5}, {"height": "tall"}, {"height": None}):
        scene.notify("ui/notifications/size-changed", params)
    assert [(None, 300)] == sizes(scene)


def test_a_mode_is_granted_when_both_sides_offer_it() -> None:
    """The frame follows, the view hears the change, and the answer is the mode. heddle:H66, R45, R48"""
    scene = Scene(context=context(**BOTH)).ready(BOTH)
    scene.request(1, "ui/request-display-mode", {"mode": "fullscreen"})
    assert [SetDisplayMode("fullscreen")] == scene.done(SetDisplayMode)
    changed, answer = scene.said
    assert {"displayMode": "fullscreen"} == changed["params"]
    assert {"jsonrpc": "2.0", "id": 1, "result": {"mode": "fullscreen"}} == answer
    scene.request(2, "ui/request-display-mode", {"mode": "fullscreen"})
    assert (1, "fullscreen") == (len(scene.done(SetDisplayMode)), scene.said[-1]["result"]["mode"])


@pytest.mark.parametrize(
    ("host", "view", "mode"),
    [
        ({"availableDisplayModes": ["inline"]}, BOTH, "fullscreen"),
        ({}, BOTH, "fullscreen"),
        (BOTH, {"availableDisplayModes": ["inline"]}, "fullscreen"),
        (BOTH, {}, "fullscreen"),
        (BOTH, BOTH, "pip"),
    ],
)
def test_otherwise_the_present_mode_is_the_answer(host: Any, view: Any, mode: str) -> None:
    """Whichever side lacks it, also a view that declared none. heddle:H66, R44, R46, R47"""
    scene = Scene(context=context(**host)).ready(view)
    scene.request(1, "ui/request-display-mode", {"mode": mode})
    assert ([{"mode": "inline"}], []) == ([frame["result"] for frame in scene.said], scene.done(SetDisplayMode))


def test_a_host_may_grant_modes_to_a_view_that_declared_none() -> None:
    """The switch for views that forget to. R47"""
    scene = Scene(context=context(**BOTH), offers=Offers(undeclared_modes=True)).ready()
    scene.request(1, "ui/request-display-mode", {"mode": "fullscreen"})
    assert [SetDisplayMode("fullscreen")] == scene.done(SetDisplayMode)


def test_the_host_may_not_force_a_mode_the_view_lacks() -> None:
    """It is the host's own mistake, so it raises, and nothing is sent. R44"""
    scene = Scene(context=context(**BOTH)).ready({"availableDisplayModes": ["inline"]})
    with pytest.raises(LocalProtocolError):
        scene.host.change_context(context(displayMode="fullscreen"), 1)
    assert [] == scene.host.tick(1)


def test_a_mode_nobody_knows_is_invalid() -> None:
    """-32602, not a guess. ours"""
    scene = Scene(context=context(**BOTH)).ready(BOTH)
    scene.request(1, "ui/request-display-mode", {"mode": "modal"})
    assert [-32602] == [frame["error"]["code"] for frame in scene.said]
