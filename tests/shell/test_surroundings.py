"""What the host tells a view about its place, and the words it puts around a conversation. Pure."""

import pytest

from hostsim.consent import Outcome, Question
from hostsim.effects import SaveItem
from hostsim.palette import PALETTES, THEMES
from hostsim.questions import OUTCOMES, as_question, as_saved_file, as_text
from hostsim.sizes import SizeBounds
from hostsim.surroundings import Surroundings
from hostsim.trace_log import TraceLog, for_page
from viewsdk.protocol.theme import ThemeVariable

BOUNDS = SizeBounds(max_height=500)


@pytest.mark.parametrize("theme", THEMES)
def test_each_theme_has_a_value_for_every_standard_variable_and_no_other(theme: str) -> None:
    """Some variables without others clash, and an unknown one breaks a strict view's handshake. R90"""
    assert {variable.value for variable in ThemeVariable} == set(PALETTES[theme])


def test_inline_the_host_decides_the_width_and_bounds_the_height() -> None:
    """One side fixed, the other up to a limit. heddle:H10"""
    tool = {"name": "t", "inputSchema": {"type": "object"}}
    said = Surroundings(width=640).context(["inline"], BOUNDS, tool).to_wire()
    assert {"width": 640, "maxHeight": 500} == said["containerDimensions"]
    assert ("inline", ["inline"]) == (said["displayMode"], said["availableDisplayModes"])
    assert "t" == said["toolInfo"]["tool"]["name"]


@pytest.mark.parametrize("mode", ["fullscreen", "pip"])
def test_in_any_other_mode_the_host_decides_both_sides(mode: str) -> None:
    """The view fills what it is given. heddle:H10"""
    said = Surroundings(display=mode, width=400, height=300).room_patch(BOUNDS).to_wire()
    assert {"displayMode": mode, "containerDimensions": {"width": 400, "height": 300}} == said


def test_a_change_of_theme_says_the_theme_and_its_variables_and_nothing_else() -> None:
    """A patch carries what changed. R66"""
    assert {"theme", "styles"} == set(Surroundings(theme="dark").theme_patch().to_wire())


def test_a_question_names_who_asks_for_what_and_shows_the_details() -> None:
    """The person sees the view, its server, the method and the arguments."""
    asked = as_question("1:2", Question("box-office", "ui://bill", "tools/call", "wipe", {"really": True}, True))
    assert ("1:2", "Allow the call of wipe?", True) == (asked.key, asked.title, asked.remembers)
    assert "ui://bill of box-office asks for tools/call: wipe" == asked.detail
    assert '"really": true' in asked.body


def test_closing_the_dialog_is_no_answer_and_every_button_is_one() -> None:
    """Only two of the four outcomes are a yes. heddle:H60"""
    yes = [outcome for outcome in OUTCOMES.values() if outcome.is_yes]
    assert [Outcome.ALLOWED, Outcome.ALLOWED_FOR_SESSION] == yes


def test_an_embedded_resource_is_saved_and_a_link_is_not() -> None:
    """A link has no content to save; text comes before a blob."""
    embedded = {"type": "resource", "resource": {"uri": "x", "text": "a", "blob": "Yg=="}}
    saved = as_saved_file(SaveItem("x", "x.txt", None, embedded))
    assert saved is not None
    assert ("x.txt", "application/octet-stream", "a", None) == (saved.name, saved.mime_type, saved.text, saved.blob)
    assert as_saved_file(SaveItem("x", "x", None, {"type": "resource_link", "uri": "x"})) is None


def test_content_is_shown_as_text_and_what_is_not_text_by_its_type() -> None:
    """One line for each block, then the structured content."""
    blocks = [{"type": "text", "text": "hello"}, {"type": "image", "data": "…"}, {"type": "resource_link", "uri": "u"}]
    assert 'hello\n[image]\n[resource_link] u\n{\n  "a": 1\n}' == as_text(blocks, {"a": 1})


def test_a_trace_keeps_its_last_lines_and_tells_its_followers_each() -> None:
    """A page that opens late sees the end; who stops following hears no more."""
    log = TraceLog(keep=2)
    heard: list[str] = []
    log.follow(heard.append)
    for text in ("a", "b", "c"):
        log.write(text)
    log.unfollow(heard.append)
    log.write("d")
    assert (("c", "d"), ["a", "b", "c"]) == (log.lines, heard)


def test_an_entry_too_large_for_the_page_keeps_its_head() -> None:
    """The file has the whole frame, the panel its id and method."""
    large = '{"kind": "frame", "frame": {"id": 1, "method": "m", "params": {"x": "' + "y" * 70_000 + '"}}}'
    shown = for_page(large)["frame"]
    assert (1, "m") == (shown["id"], shown["method"])
    assert "params" not in shown
