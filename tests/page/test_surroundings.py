"""What a page's style learns of the host, and that the stylesheet can do without it."""

import re
from datetime import date, datetime

import pytest

from viewsdk.browser import Locale, stylesheet
from viewsdk.browser.surroundings import is_written_right_to_left, surroundings_of
from viewsdk.protocol.context import HostContext
from viewsdk.protocol.theme import ThemeVariable


def test_insets_locale_and_mode_reach_the_root_element() -> None:
    """As variables and attributes a stylesheet can use. ours"""
    context, _ = HostContext.of(
        {
            "safeAreaInsets": {"top": 0, "right": 4, "bottom": 138, "left": 4.5},
            "locale": "ar-EG",
            "displayMode": "fullscreen",
        }
    )
    surroundings = surroundings_of(context)
    assert {
        "--view-inset-top": "0px",
        "--view-inset-right": "4px",
        "--view-inset-bottom": "138px",
        "--view-inset-left": "4.5px",
    } == surroundings.variables
    assert {"lang": "ar-EG", "dir": "rtl", "data-display-mode": "fullscreen"} == surroundings.attributes


@pytest.mark.parametrize(
    ("locale", "expected"),
    [("en-GB", False), ("he", True), ("az-Arab-IR", True), ("ar-Latn", False), ("fa_IR", True), ("", False)],
)
def test_the_script_of_a_tag_decides_the_direction(locale: str, expected: bool) -> None:
    """A named script beats the language's usual one. ours"""
    assert expected == is_written_right_to_left(locale)


def test_outside_a_browser_everything_is_written_plainly() -> None:
    """One form for every tag, so that a test reads what it wrote. ours"""
    locale = Locale.of(HostContext.of({"locale": "ar-EG", "timeZone": "Africa/Cairo"})[0])
    assert (True, "Africa/Cairo") == (locale.is_right_to_left, locale.time_zone)
    assert ("1,234.5", "1,234.50") == (locale.number(1234.5), locale.number(1234.5, digits=2))
    assert "2026-11-30" == locale.day(date(2026, 11, 30))
    assert "2026-11-30 20:30" == locale.moment(datetime(2026, 11, 30, 20, 30))


def test_every_host_variable_the_stylesheet_uses_has_a_fallback() -> None:
    """A host may send any subset of them, or none. R91 R90"""
    css = re.sub(r"/\*.*?\*/", "", stylesheet.text(), flags=re.DOTALL)
    used = set(re.findall(r"var\((--(?!view-)[\w-]+)\s*([,)])", css))
    assert used
    assert set() == {name for name, follows in used if follows != ","}


def test_the_stylesheet_uses_only_variables_a_host_can_set() -> None:
    """The 76 standard names. heddle:H11"""
    css = stylesheet.text()
    used = set(re.findall(r"var\((--(?!view-)[\w-]+)", css))
    assert used <= {variable.value for variable in ThemeVariable}


def test_both_themes_define_the_same_colours() -> None:
    """Nothing of the light theme shows through in the dark one. ours"""
    light, dark = (
        set(re.findall(r"(--view-[\w-]+):[^;]*#", block))
        for block in re.findall(r":root(?:\[data-theme=\"dark\"\])? \{(.*?)\}", stylesheet.text(), re.DOTALL)[:2]
    )
    assert light == dark
