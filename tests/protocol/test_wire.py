"""The tolerant reader under every typed value."""

from typing import Any, ClassVar

import pytest
from pydantic import ValidationError

from viewsdk.protocol.capabilities import AppCapabilities, HostCapabilities
from viewsdk.protocol.context import HostContext
from viewsdk.protocol.display import DisplayMode
from viewsdk.protocol.implementation import Icon, Implementation
from viewsdk.protocol.view_requests import CallTool
from viewsdk.protocol.wire import Problem, WireModel, described

NAMED = {"name": "a", "version": "1"}


def test_unknown_members_are_kept_and_known_ones_get_python_names() -> None:
    """What a newer peer says survives, nulls and all."""
    value, problems = Implementation.read({**NAMED, "websiteUrl": "https://a", "vendor": {"x": None}, "flag": None})

    assert value is not None
    assert () == problems
    assert "https://a" == value.website_url
    assert {**NAMED, "websiteUrl": "https://a", "vendor": {"x": None}, "flag": None} == value.to_wire()


def test_only_the_wire_name_of_a_member_counts() -> None:
    """A peer that writes `website_url` has written a member nobody knows."""
    value, _ = Implementation.read({**NAMED, "website_url": "https://a"})

    assert value is not None
    assert value.website_url is None


@pytest.mark.parametrize("raw", [None, [], "text", 3, True])
def test_what_is_no_object_is_refused(raw: Any) -> None:
    """There is nothing to read."""
    assert (None, (Problem("", "not an object"),)) == Implementation.read(raw)


@pytest.mark.parametrize(
    ("raw", "first"),
    [
        ({}, "name is missing"),
        ({"name": "a"}, "version is missing"),
        ({"name": 3, "version": "1"}, "name: Input should be a valid string"),
        ({"name": None, "version": "1"}, "name: Input should be a valid string"),
    ],
)
def test_a_needed_part_that_is_wrong_refuses_the_whole(raw: dict[str, Any], first: str) -> None:
    """The first problem names the member."""
    value, problems = Implementation.read(raw)

    assert value is None
    assert first == str(problems[0])


def test_an_optional_part_that_is_wrong_is_dropped_and_listed() -> None:
    """As little as possible is dropped: an entry of a list, not the list."""
    icons = [{"src": "a"}, {"src": 3}, {"theme": "dark"}, {"src": "b", "theme": "sepia", "sizes": ["1x1", 2]}]
    value, problems = Implementation.read({**NAMED, "title": 7, "icons": icons})

    assert value is not None
    assert [Icon(src="a"), Icon(src="b", sizes=["1x1"])] == value.icons
    assert value.title is None
    assert {"title", "icons[1].src", "icons[1]", "icons[2]", "icons[3].theme", "icons[3].sizes[1]"} == {
        problem.path for problem in problems
    }


def test_an_object_that_lacks_a_member_it_needs_is_dropped_whole() -> None:
    """Insets without a left side are no insets."""
    context, problems = HostContext.read({"safeAreaInsets": {"top": 1, "right": 1, "bottom": 1}, "locale": "de"})

    assert context is not None
    assert (None, "de") == (context.safe_area_insets, context.locale)
    assert ["safeAreaInsets: left is missing"] == [str(problem) for problem in problems]


def test_null_in_an_optional_member_is_read_as_absent_and_listed() -> None:
    """The reference rejects the message; a view would rather go on."""
    value, problems = Implementation.read({**NAMED, "title": None})

    assert value is not None
    assert value.title is None
    assert (Problem("title", "null, read as absent"),) == problems
    assert NAMED == value.to_wire()


def test_nested_nulls_are_listed_too() -> None:
    """By their whole path."""
    _, problems = HostCapabilities.read({"serverTools": {"listChanged": None}})

    assert "serverTools.listChanged: null, read as absent" == described(problems)


def test_a_capability_that_is_true_instead_of_an_object_is_not_offered() -> None:
    """Reading may not widen what a peer said."""
    value, problems = HostCapabilities.read({"openLinks": True, "logging": {}, "experimental": {"a": True, "b": {}}})

    assert value is not None
    assert value.open_links is None
    assert value.logging is not None
    assert {"b": {}} == value.experimental
    assert {"openLinks", "experimental.a"} == {problem.path for problem in problems}


def test_numbers_are_not_read_from_text() -> None:
    """`"10px"` and `"10"` are no numbers."""
    context, _ = HostContext.read({"containerDimensions": {"height": "10", "maxHeight": 5}})

    assert context is not None
    assert context.container_dimensions is not None
    assert (None, 5) == (context.container_dimensions.height, context.container_dimensions.max_height)


class Parcel(WireModel):
    all_or_nothing: ClassVar[frozenset[str]] = frozenset({"items"})

    items: list[str]
    note: str | None = None


def test_a_list_that_means_something_as_a_whole_is_refused_as_a_whole() -> None:
    """Dropping one entry would change what was asked."""
    assert Parcel.read({"items": ["a", 3]})[0] is None
    assert Parcel(items=["a"]) == Parcel.read({"items": ["a"], "note": 3})[0]


def test_absent_members_are_left_out_and_never_null() -> None:
    """A value made here with None says nothing about that member. umbra:U05"""
    assert {"name": "a", "version": "1"} == Implementation(name="a", version="1", title=None).to_wire()
    assert {} == AppCapabilities().to_wire()
    assert {"availableDisplayModes": ["pip"]} == AppCapabilities(available_display_modes=[DisplayMode.PIP]).to_wire()


def test_values_cannot_be_changed() -> None:
    """What was said was said."""
    with pytest.raises(ValidationError):
        Implementation(**NAMED).name = "b"  # type: ignore[misc]


def test_a_deeply_nested_unknown_member_does_no_harm() -> None:
    """Depth is a peer's to choose."""
    deep: Any = {}
    for _ in range(150):
        deep = {"a": deep}
    value, _ = Implementation.read({**NAMED, "deep": deep})

    assert value is not None
    assert deep == value.to_wire()["deep"]


def test_a_name_that_is_no_unicode_text_costs_only_itself() -> None:
    """JavaScript can name a member by half a surrogate pair; one such member may not spoil the rest."""
    half = "\ud800"
    context, problems = HostContext.read(
        {half: 1, "locale": half, "styles": {half: 2, "variables": {half: "3", "--font-sans": "serif"}}, "a": {half: 4}}
    )

    assert context is not None
    assert context.styles is not None
    assert {"--font-sans": "serif"} == context.styles.variables
    assert half == context.locale
    assert {half, f"styles.{half}", f"styles.variables.{half}"} == {problem.path for problem in problems}
    assert half in context.to_wire()
    assert (None, (Problem("name", "no Unicode text"), Problem("", "name is missing"))) == CallTool.read({"name": half})
