"""A page: when it draws, what a person's doing sets off, and where errors go."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from viewsdk.browser import Event, Page, Signal, h
from viewsdk.browser.testing import MemoryDocument, Screen


@pytest.fixture
async def screen() -> AsyncIterator[Screen]:
    with MemoryDocument() as document:
        yield Screen(document)


async def test_a_click_changes_what_is_shown(screen: Screen) -> None:
    """A sync handler's effect is there when the click returns. ours"""
    count = Signal(0)
    Page().show(lambda: h.button(f"clicked {count.value}", on_click=lambda: count.update(lambda n: n + 1)))
    screen.get("button").click()
    assert "clicked 1" == screen.text


async def test_many_changes_in_one_turn_are_one_drawing(screen: Screen) -> None:
    """A burst of data costs one drawing. ours"""
    count, drawn = Signal(0), []
    Page().show(lambda: drawn.append(count.value) or h.p(str(count.value)))
    for number in range(100):
        count.value = number
    await screen.see("99")
    assert [0, 99] == drawn


async def test_an_async_handler_may_wait_and_then_change_the_page(screen: Screen) -> None:
    """It runs as a task of the page. ours"""
    answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    said = Signal("waiting")

    async def ask() -> None:
        said.value = await answer

    Page().show(lambda: h.button(said.value, on_click=ask))
    screen.get("button", "waiting").click()
    answer.set_result("answered")
    await screen.see("answered")


async def test_a_handler_gets_the_event_if_it_takes_one(screen: Screen) -> None:
    """And what the person typed with it. ours"""
    typed: list[str] = []

    def note(event: Event) -> None:
        typed.append(event.value)

    Page().show(lambda: h.label("Name", h.input(on_input=note)))
    screen.labelled("Name").fill("Ada")
    assert ["Ada"] == typed


async def test_events_bubble_to_every_handler_above(screen: Screen) -> None:
    """From the inside out, as in a browser; focus stays where it is. ours"""
    heard: list[str] = []
    Page().show(
        lambda: h.div(
            h.button("x", on_click=lambda: heard.append("button"), on_focus=lambda: heard.append("focus")),
            on_click=lambda: heard.append("div"),
            on_focus=lambda: heard.append("never"),
        )
    )
    screen.get("button").click()
    screen.document.fire(screen.get("button").element, Event("focus"))
    assert ["button", "div", "focus"] == heard


async def test_a_form_is_submitted_by_its_button_and_by_enter(screen: Screen) -> None:
    """With the values of its controls by name, a repeated name as a list. ours"""
    forms: list[object] = []
    Page().show(
        lambda: h.form(
            h.label("Name", h.input(name="name")),
            h.label("Tea", h.input(type="checkbox", name="drink", value="tea")),
            h.label("Milk", h.input(type="checkbox", name="drink", value="milk")),
            h.label("Size", h.select(h.option("Small", value="s"), h.option("Large", value="l"), name="size")),
            h.button("Send"),
            on_submit=lambda event: forms.append(event.form),
        )
    )
    screen.labelled("Name").fill("Ada")
    screen.labelled("Size").choose("Large")
    screen.labelled("Tea").click()
    screen.get("button", "Send").click()
    screen.labelled("Milk").click()
    screen.labelled("Name").press("Enter")
    assert [
        {"name": "Ada", "drink": "tea", "size": "l"},
        {"name": "Ada", "drink": ["tea", "milk"], "size": "l"},
    ] == forms


async def test_a_handler_that_fails_is_reported_and_the_page_lives_on(screen: Screen) -> None:
    """Sync, async and drawing: each error once, each named by what it was. ours"""
    broken = Signal(False)

    def fail() -> None:
        raise KeyError("sync")

    async def fail_later() -> None:
        raise KeyError("async")

    def view() -> object:
        if broken.value:
            raise KeyError("draw")
        return h.div(h.button("a", on_click=fail), h.button("b", on_click=fail_later))

    Page().show(view)
    screen.get("button", "a").click()
    screen.get("button", "b").click()
    broken.value = True
    reports = screen.document.errors.reports
    async with asyncio.timeout(5):
        while len(screen.document.errors.reports) < 3:
            await screen.document.changed()
    reports = screen.document.errors.reports
    assert {("handler", "'sync'"), ("handler", "'async'"), ("draw", "'draw'")} == {
        (report.where, report.message) for report in reports
    }
    assert "a b" == screen.text


async def test_what_a_page_started_ends_with_it(screen: Screen) -> None:
    """Teardown unmounts the view and interrupts what its handlers began. heddle:H24"""
    begun, ended = asyncio.Event(), asyncio.Event()

    async def work() -> None:
        begun.set()
        try:
            await asyncio.get_running_loop().create_future()
        finally:
            ended.set()

    page = Page()
    page.show(lambda: h.button("go", on_click=work))
    screen.get("button").click()
    await asyncio.wait_for(begun.wait(), 5)
    page.close()
    await asyncio.wait_for(ended.wait(), 5)
    assert "" == screen.text
    assert [] == screen.document.errors.reports


async def test_a_closed_page_draws_nothing_more(screen: Screen) -> None:
    """A late answer finds nobody. ours"""
    count = Signal(0)
    page = Page()
    page.show(lambda: h.p(str(count.value)))
    page.close()
    before = screen.document.changes
    count.value = 1
    assert (before, "") == (screen.document.changes, screen.text)


def test_a_page_without_a_document_says_where_to_get_one() -> None:
    """On CPython, outside a test's document. ours"""
    with pytest.raises(RuntimeError, match="inside `with MemoryDocument"):
        Page()


async def test_a_person_cannot_do_what_they_could_not(screen: Screen) -> None:
    """A disabled button, a missing one: the screen says so and says what is there. ours"""
    Page().show(lambda: h.fieldset(h.button("Save"), disabled=True))
    with pytest.raises(AssertionError, match="cannot click the button 'Save': it is disabled"):
        screen.get("button", "Save").click()
    with pytest.raises(AssertionError, match=r"there are 0 of button 'Delete', not one; there is: .*button 'Save'"):
        screen.get("button", "Delete")


async def test_names_are_what_a_screen_reader_says(screen: Screen) -> None:
    """Labels, captions, alternative texts, ARIA. ours"""
    Page().show(
        lambda: h.div(
            h.table(h.caption("Stock"), h.tr(h.th("Article", scope="col"))),
            h.img(alt="A cup"),
            h.svg(h.title("Growth"), role="img"),
            h.nav(aria_label="Pages"),
            h.span("Ada", id="who"),
            h.section(role="region", aria_labelledby="who"),
        )
    )
    for role, name in [("table", "Stock"), ("img", "A cup"), ("img", "Growth"), ("navigation", "Pages")]:
        assert [name] == [control.name for control in screen.all(role, name)]
    assert "Ada" == screen.get("region").name
