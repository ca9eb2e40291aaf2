"""Elements as values: what an author may write and what comes of it."""

import pytest

from viewsdk.browser.builder import h
from viewsdk.browser.nodes import Element, Text


def test_text_stays_text_whatever_it_looks_like() -> None:
    """Markup in a string is characters. ours"""
    assert (Text("<b>bold</b>"),) == h.p("<b>bold</b>").children


def test_nothing_and_truth_values_show_nothing_while_zero_shows() -> None:
    """`cond and node` leaves no "False" behind. ours"""
    assert (Text("0"), Text("a"), Text("b")) == h.p(None, False, True, 0, ["a", ("b",)]).children


def test_python_names_become_attribute_names() -> None:
    """class_, for_, aria_label, data_x; booleans are there or not, except in ARIA where they are words. ours"""
    made = h.p("x", class_=["a", None, "b"], for_="i", aria_busy=False, hidden=True, disabled=False, data_row=3)
    expected = {"class": "a b", "for": "i", "aria-busy": "false", "hidden": "", "data-row": "3"}
    assert expected == dict(made.attributes)


def test_a_style_may_be_a_mapping() -> None:
    """Keys are CSS names in Python spelling; None leaves one out. ours"""
    made = h.p(style={"font_size": "2em", "margin": 0, "color": None})
    assert "font-size: 2em; margin: 0" == made.attributes["style"]


@pytest.mark.parametrize("address", ["javascript:alert(1)", " JaVa\tScript:alert(1)", "\x01vbscript:x"])
def test_an_address_that_would_run_a_script_is_shown_as_refused_and_not_set(address: str) -> None:
    """Bad data in a link neither runs nor takes the view down. ours"""
    assert {"data-refused-href": address} == dict(h.a("x", href=address).attributes)


def test_an_ordinary_address_is_set() -> None:
    """The control: the same attribute with a harmless scheme. ours"""
    assert {"href": "https://example.com/?q=javascript:"} == dict(
        h.a(href="https://example.com/?q=javascript:").attributes
    )


@pytest.mark.parametrize("name", ["onclick", "ONLOAD"])
def test_code_in_an_attribute_is_refused(name: str) -> None:
    """A handler is a function, never text. ours"""
    with pytest.raises(ValueError, match="would be code in text"):
        h.p(**{name: "alert(1)"})


def test_a_handler_that_cannot_be_called_is_refused_by_name() -> None:
    """`on_click=save()` is the usual slip. ours"""
    with pytest.raises(ValueError, match="on_click of <button> is int"):
        h.button(on_click=3)


@pytest.mark.parametrize("tag", ["p onload", "1p", ""])
def test_a_tag_that_is_no_name_is_refused(tag: str) -> None:
    """Tags never come from data unnoticed. ours"""
    with pytest.raises(ValueError, match="not the name of an element"):
        h(tag)


def test_markup_is_parsed_only_where_it_is_asked_for_and_then_alone() -> None:
    """unsafe_html and children exclude each other. ours"""
    assert "<b>x</b>" == h.div(unsafe_html="<b>x</b>").unsafe_html
    with pytest.raises(ValueError, match="unsafe_html and children"):
        h.div("x", unsafe_html="<b>x</b>")


@pytest.mark.parametrize("child", [b"x", {"a": 1}, object()])
def test_what_is_neither_text_nor_a_node_is_refused(child: object) -> None:
    """A mapping or bytes would show as something nobody meant. ours"""
    with pytest.raises(TypeError, match="cannot show a"):
        h.p(child)  # pyright: ignore[reportArgumentType]


def test_a_tag_python_cannot_spell_is_a_call() -> None:
    """`h("my-chart")` and `h.my_chart` are one element. ours"""
    assert Element("my-chart") == h("my-chart") == h.my_chart()
