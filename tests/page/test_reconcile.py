"""Drawing over what is drawn: what stays, what moves, what is touched."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from viewsdk.browser.builder import h
from viewsdk.browser.memory import MemoryDocument, MemoryElement
from viewsdk.browser.nodes import Node, Text, flatten
from viewsdk.browser.reconcile import Reconciler


def drawn(*stages: Sequence[Node]) -> tuple[MemoryDocument, Reconciler]:
    document = MemoryDocument()
    reconciler = Reconciler(document, document.root)
    for nodes in stages:
        reconciler.draw(nodes)
    return document, reconciler


def listing(keys: Sequence[int]) -> list[Node]:
    return [h.ul([h.li(str(key), key=key) for key in keys])]


def items(document: MemoryDocument) -> dict[str, MemoryElement]:
    return {element.text: element for element in document.root.elements() if element.tag == "li"}


def test_the_same_nodes_again_touch_nothing() -> None:
    """A redraw without a difference leaves the document alone. ours"""
    document, reconciler = drawn([h.p("a", class_="x"), h.input(value="1", on_input=print)])
    before = document.changes
    reconciler.draw([h.p("a", class_="x"), h.input(value="1", on_input=print)])
    assert before == document.changes


def test_a_changed_word_changes_that_text_alone() -> None:
    """One text, one change. ours"""
    document, reconciler = drawn([h.p("count: ", h.b("1"))])
    before = document.changes
    reconciler.draw([h.p("count: ", h.b("2"))])
    assert (1, "count: 2") == (document.changes - before, document.root.text)


def test_a_reordered_list_keeps_its_elements_and_moves_only_one() -> None:
    """The last to the front is one move, whatever the length. ours"""
    document, reconciler = drawn(listing(range(100)))
    before, old = document.changes, items(document)
    reconciler.draw(listing([99, *range(99)]))
    assert 1 == document.changes - before
    assert old == items(document)
    assert ["99", *map(str, range(99))] == list(items(document))


@given(st.permutations(list(range(8))), st.permutations(list(range(8))), st.integers(0, 8), st.integers(0, 8))
def test_any_list_becomes_any_other_and_what_is_in_both_stays(
    old: list[int], new: list[int], drop: int, keep: int
) -> None:
    """Order and content are always the new ones; shared keys keep their elements. ours"""
    old, new = old[drop:], new[:keep]
    document, reconciler = drawn(listing(old))
    before = items(document)
    reconciler.draw(listing(new))
    after = items(document)
    assert list(map(str, new)) == list(after)
    assert all(before[key] is after[key] for key in before.keys() & after.keys())


def test_an_element_of_another_tag_or_key_is_a_new_one() -> None:
    """What is another thing must not inherit focus or state. ours"""
    document, reconciler = drawn([h.input(key="a")])
    first = document.root.children[0]
    reconciler.draw([h.input(key="b")])
    assert document.root.children[0] is not first


def test_two_siblings_with_one_key_are_refused_by_name() -> None:
    """A key names one of them. ours"""
    with pytest.raises(ValueError, match="two <li> side by side have the key 1"):
        drawn(listing([1, 1]))


def test_an_attribute_that_is_gone_is_removed() -> None:
    """disabled=False means not disabled. ours"""
    document, reconciler = drawn([h.button("x", disabled=True, class_="a")])
    reconciler.draw([h.button("x", disabled=False, class_="a")])
    assert {"class": "a"} == items_of(document, "button").attributes


def test_a_value_the_person_typed_is_not_written_again() -> None:
    """Writing an equal value moves the caret; not writing keeps it. ours"""
    document, reconciler = drawn([h.input(value="ab", on_input=print)])
    field = items_of(document, "input")
    field.properties["value"] = "abc"
    before = document.changes
    reconciler.draw([h.input(value="abc", on_input=print)])
    assert before == document.changes
    reconciler.draw([h.input(value="", on_input=print)])
    assert "" == field.properties["value"]


def test_an_initial_value_nobody_follows_is_left_to_the_person() -> None:
    """Without a handler for input, the value is a start and no command. ours"""
    document, reconciler = drawn([h.input(value="start")])
    field = items_of(document, "input")
    field.properties["value"] = "typed"
    reconciler.draw([h.input(value="start")])
    assert "typed" == field.properties["value"]


def test_what_is_drawn_inside_svg_is_svg() -> None:
    """And HTML again inside a foreignObject. ours"""
    document, _ = drawn([h.div(h.svg(h.g(h.path()), h.foreignObject(h.p("x"))))])
    spaces = {element.tag: element.namespace for element in document.root.elements()}
    svg = "http://www.w3.org/2000/svg"
    expected = {"main": None, "div": None, "svg": svg, "g": svg, "path": svg, "foreignObject": svg, "p": None}
    assert expected == spaces


def test_handlers_of_what_is_gone_are_forgotten() -> None:
    """Nothing is kept for an element that is not shown. ours"""
    document, reconciler = drawn([h.div(h.button("x", on_click=print))])
    number = items_of(document, "button").number
    assert number is not None
    assert reconciler.handler(number, "click") is print
    reconciler.draw([Text("gone")])
    assert reconciler.handler(number, "click") is None


def test_markup_is_written_once_and_only_when_it_changes() -> None:
    """unsafe_html is not parsed again for an equal text. ours"""
    document, reconciler = drawn([h.div(unsafe_html="<b>1</b>")])
    before = document.changes
    reconciler.draw([h.div(unsafe_html="<b>1</b>")])
    assert before == document.changes
    reconciler.draw([h.div("plain")])
    assert "plain" == document.root.text


def test_autofocus_is_kept_from_the_first_drawing() -> None:
    """A view that appears must not take the keyboard from the chat; what the person opens may have it. ours"""
    document, reconciler = drawn([h.input(autofocus=True, key="a")])
    assert document.focused is None
    reconciler.draw([h.input(autofocus=True, key="b")])
    assert document.focused is document.root.children[0]


def test_a_generator_of_children_is_drawn_whole() -> None:
    """Any iterable of children will do. ours"""
    document, _ = drawn(flatten(h.p(str(number)) for number in range(3)))
    assert "0 1 2" == document.root.text


def items_of(document: MemoryDocument, tag: str) -> MemoryElement:
    return next(element for element in document.root.elements() if element.tag == tag)
