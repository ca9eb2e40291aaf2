"""What cannot be served is said when it is made, by the name of each tool."""

import pytest

from tests.server.contract import Shop, count, order
from tests.server.shop import ASSETS, handlers
from viewsdk import Tool, View
from viewsdk.grant import APP_ONLY, LaunchGrant
from viewsdk.server import CannotServe, Handlers, serve_view


def test_a_granted_tool_without_a_handler_is_named() -> None:
    """Every one of them at once. heddle:H43"""
    with pytest.raises(CannotServe, match="cannot serve Shop: the tool 'count' has no handler; the tool 'order'"):
        serve_view(Shop, handlers={}, assets_url=ASSETS)


def test_a_handler_without_a_grant_is_named() -> None:
    """A misspelt name would otherwise never be called. ours"""
    with pytest.raises(CannotServe, match="a handler for 'cuont', but no grant"):
        serve_view(Shop, handlers={**handlers(), "cuont": lambda: 1}, assets_url=ASSETS)


def test_a_launch_tool_the_model_cannot_call_is_refused() -> None:
    """Nothing would ever open the view. heddle:H43"""

    class Hidden(View, uri="ui://shop/hidden", title="Hidden"):
        launch = LaunchGrant(Tool("hidden", output=int), APP_ONLY)

    with pytest.raises(CannotServe, match="the model cannot call the launch tool 'hidden'"):
        serve_view(Hidden, handlers={"hidden": lambda: 1}, assets_url=ASSETS)


def test_a_name_no_tool_can_have_is_refused_where_the_tool_is_made() -> None:
    """Long before a server. heddle:H43"""
    with pytest.raises(ValueError, match="'no spaces' is not a tool name"):
        Tool("no spaces", output=int)


@pytest.mark.parametrize("handler", [lambda: 1, lambda a, b, c: 1, 3])
def test_a_handler_that_cannot_take_its_input_is_named(handler: object) -> None:
    """Found when it is made, not when it is called. ours"""
    with pytest.raises(CannotServe, match="the handler of 'order'"):
        serve_view(Shop, handlers={**handlers(), order: handler}, assets_url=ASSETS)


def test_a_tool_is_given_one_handler() -> None:
    """The second would silently win. ours"""
    made = Handlers()
    made.on(count)(lambda: 1)
    with pytest.raises(ValueError, match="'count' has a handler already"):
        made.on(count)
