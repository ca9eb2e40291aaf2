"""The host's context, its dimensions and its theme."""

from typing import Any

import pytest

from viewsdk.protocol.context import HostContext, Platform, SafeAreaInsets
from viewsdk.protocol.dimensions import Bounded, ContainerDimensions, Fixed, Free, Side
from viewsdk.protocol.display import DisplayMode
from viewsdk.protocol.implementation import Theme
from viewsdk.protocol.theme import Styles, ThemeVariable

SAMPLE = {
    "toolInfo": {"id": 7, "tool": {"name": "get_weather", "inputSchema": {"type": "object"}}},
    "theme": "dark",
    "styles": {
        "variables": {"--color-background-primary": "light-dark(#fff, #171717)", "--font-sans": "Inter, sans-serif"},
        "css": {"fonts": "@font-face { font-family: Inter; }"},
    },
    "displayMode": "inline",
    "availableDisplayModes": ["inline", "fullscreen"],
    "containerDimensions": {"width": 400, "maxHeight": 600},
    "locale": "en-US",
    "timeZone": "America/New_York",
    "userAgent": "host/1.0",
    "platform": "desktop",
    "deviceCapabilities": {"touch": False, "hover": True},
    "safeAreaInsets": {"top": 0, "right": 1.5, "bottom": 2, "left": 3},
    "vendor": {"kept": None},
}


def read(raw: dict[str, Any]) -> HostContext:
    return HostContext.of(raw)[0]


def test_a_whole_context_says_what_it_says() -> None:
    """Every field of the type, read to the letter and written back the same. heddle:H33"""
    context, problems = HostContext.of(SAMPLE)

    assert () == problems
    assert context.tool_info is not None
    assert context.styles is not None
    assert context.device_capabilities is not None
    assert (7, "get_weather") == (context.tool_info.id, context.tool_info.tool.name)
    assert (Theme.DARK, DisplayMode.INLINE, Platform.DESKTOP) == (context.theme, context.display_mode, context.platform)
    assert [DisplayMode.INLINE, DisplayMode.FULLSCREEN] == context.available_display_modes
    assert ContainerDimensions(width=400, max_height=600) == context.container_dimensions
    assert ("en-US", "America/New_York", "host/1.0") == (context.locale, context.time_zone, context.user_agent)
    assert (False, True) == (context.device_capabilities.touch, context.device_capabilities.hover)
    assert SafeAreaInsets(top=0, right=1.5, bottom=2, left=3) == context.safe_area_insets
    assert SAMPLE == context.to_wire() == context.raw


@pytest.mark.parametrize(
    "patch",
    [{"theme": "sepia"}, {"platform": "ios"}, {"displayMode": "modal"}, {"toolInfo": {"tool": {"name": "a"}}}],
)
def test_an_unknown_value_in_a_known_field_costs_that_field_only(patch: dict[str, Any]) -> None:
    """The raw value stays, the rest is read. heddle:H26"""
    context, problems = HostContext.of({"locale": "de", **patch})

    assert problems
    assert "de" == context.locale
    assert {"locale": "de", **patch} == context.to_wire()
    (field,) = patch
    assert None is getattr(context, {"displayMode": "display_mode", "toolInfo": "tool_info"}.get(field, field))


def test_an_unknown_mode_on_offer_is_dropped_from_the_list() -> None:
    """The modes that are known can still be asked for."""
    assert [DisplayMode.PIP] == read({"availableDisplayModes": ["modal", "pip"]}).available_display_modes


def test_merging_replaces_the_named_fields_whole() -> None:
    """Nested objects are not merged; unknown fields and nulls are merged like any other. heddle:H08, heddle:H09, R67"""
    before = read({"theme": "dark", "styles": {"css": {"fonts": "x"}}, "vendor": 1, "other": 2})
    after = before.merge(read({"styles": {"variables": {}}, "vendor": None, "new": [1]}))

    assert {"theme": "dark", "styles": {"variables": {}}, "vendor": None, "other": 2, "new": [1]} == after.raw
    assert after.styles == Styles(variables={})
    assert before.merge(HostContext()) == before == HostContext().merge(before)


def test_a_field_can_be_cleared_with_null() -> None:
    """A host that sends null means "no longer"; our own hosts never send one for a known field."""
    cleared = read({"theme": "dark", "a": 1}).merge(read({"theme": None}))

    assert cleared.theme is None
    assert {"a": 1} == cleared.to_wire()


def test_changes_are_what_differs() -> None:
    """Equal fields and nulls of known fields are no change. F:B8"""
    before = read({"theme": "dark", "vendor": 1})

    assert {"vendor": 2} == before.changes(read({"theme": "dark", "vendor": 2, "locale": None})).raw
    assert {} == before.changes(HostContext(theme=Theme.DARK)).raw


def test_contexts_made_here_and_read_from_the_wire_are_equal() -> None:
    """Equality is what they say, and a context is not a key."""
    assert HostContext(theme=Theme.DARK, locale="de") == read({"locale": "de", "theme": "dark"})
    assert HostContext() != read({"theme": None})
    assert HostContext() != {}
    with pytest.raises(TypeError):
        hash(HostContext())


@pytest.mark.parametrize(
    ("raw", "horizontal", "vertical"),
    [
        ({}, Free(), Free()),
        ({"width": 400}, Fixed(400), Free()),
        ({"maxWidth": 400, "height": 300}, Bounded(400), Fixed(300)),
        ({"height": 0, "maxHeight": 10}, Free(), Fixed(0)),
        ({"height": None, "maxHeight": 10}, Free(), Bounded(10)),
        ({"height": "10px", "maxHeight": 10}, Free(), Bounded(10)),
        ({"height": -1}, Free(), Free()),
    ],
)
def test_each_side_is_fixed_bounded_or_free_by_itself(raw: dict[str, Any], horizontal: Side, vertical: Side) -> None:
    """A fixed side wins over a bound; what is no size is no size. heddle:H10"""
    dimensions = read({"containerDimensions": raw}).container_dimensions

    assert dimensions is not None
    assert (horizontal, vertical) == (dimensions.horizontal, dimensions.vertical)


def test_there_are_76_theme_variables() -> None:
    """By group, as the specification lists them. heddle:H11"""
    groups = {
        "--color-background-": 10,
        "--color-text-": 10,
        "--color-border-": 10,
        "--color-ring-": 7,
        "--font-": 2 + 4 + 4 + 7 + 4 + 7,
        "--border-radius-": 6,
        "--border-width-": 1,
        "--shadow-": 4,
    }

    assert 76 == len(ThemeVariable) == sum(groups.values())
    assert groups == {prefix: sum(v.startswith(prefix) for v in ThemeVariable) for prefix in groups}
    assert not {"--border-radius-small", "--spacing-sm", "--color-ring-ghost"} & set(ThemeVariable)


@pytest.mark.parametrize("value", [None, 3, {}])
def test_variables_that_are_not_standard_or_have_no_text_are_dropped(value: Any) -> None:
    """One of them costs a reference view its handshake; ours keeps the others. heddle:H11"""
    styles = {"variables": {"--border-radius-small": "4px", "--font-sans": "serif", "--font-mono": value}}
    context, problems = HostContext.of({"styles": styles})

    assert context.styles is not None
    assert {ThemeVariable.FONT_SANS: "serif"} == context.styles.variables
    assert {"styles.variables.--border-radius-small", "styles.variables.--font-mono"} == {p.path for p in problems}
