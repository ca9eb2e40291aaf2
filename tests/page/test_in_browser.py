"""The page library where it counts: Python in the sandboxed frame of a real browser."""

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
from playwright.async_api import Browser, FrameLocator, expect

from hostsim.headless import Spectator, spectate
from hostsim.host import Host
from hostsim.run import Wanted, hosting
from hostsim.settings import settings
from hostsim.trace_reader import TraceReader
from hostsim.upstream_target import target_of
from tests.page.waiting import until
from viewsdk.protocol.context import HostContext

pytestmark = pytest.mark.browser

GALLERY = Path(__file__).resolve().parent / "gallery"


@pytest.fixture(scope="module")
async def spectator(browser: Browser) -> AsyncGenerator[Spectator]:
    """One gallery for all: each test leaves it as it found it, and starting one takes longer than all of them."""
    wanted = Wanted(target=target_of([str(GALLERY)]), is_watched=True)
    async with hosting(wanted, settings()) as host, spectate(browser, host, settings()) as looking:
        await looking.see()
        yield looking


@pytest.fixture
def view(spectator: Spectator) -> FrameLocator:
    return spectator.view


@pytest.fixture
def host(spectator: Spectator) -> Host:
    return spectator.host


@pytest.fixture
def trace(host: Host) -> TraceReader:
    return host.trace


async def test_a_reordered_list_keeps_focus_caret_typed_text_and_scroll(view: FrameLocator) -> None:
    """What the person is in the middle of survives a drawing that moves it. ours"""
    field = view.get_by_label("Row c")
    await field.fill("hello")
    await field.evaluate("(field) => field.setSelectionRange(1, 3)")
    rows = view.locator("#rows")
    await rows.evaluate("(rows) => { rows.scrollTop = 40; }")
    await view.get_by_role("button", name="Rotate later").evaluate("(button) => button.click()")
    await expect(view.locator("#rows > div").first).to_have_text("Row b")
    await expect(field).to_be_focused()
    assert ["hello", 1, 3] == await field.evaluate("(field) => [field.value, field.selectionStart, field.selectionEnd]")
    assert 40 == await rows.evaluate("(rows) => rows.scrollTop")


async def test_a_value_the_view_rewrites_is_shown_as_rewritten(view: FrameLocator, spectator: Spectator) -> None:
    """Typed letter by letter, each answered by a drawing. ours"""
    field = view.get_by_label("Typed")
    await field.press_sequentially("abc")
    await expect(field).to_have_value("ABC")
    await expect(view.locator("output")).to_have_text("ABC")


async def test_forms_are_submitted_in_a_frame_that_may_not_submit_forms(view: FrameLocator) -> None:
    """By button and by Enter, with and without a button, and not while a required field is empty. ours"""
    status = view.get_by_role("status").last
    await view.get_by_role("button", name="Send").click()
    await expect(status).to_have_text("")
    await view.get_by_label("Required").fill("yes")
    await view.get_by_label("Note").fill("two\nlines")
    await view.get_by_role("button", name="Send").click()
    await expect(status).to_have_text("{'required': 'yes', 'note': 'two\\nlines'}")
    await view.get_by_label("Alone").fill("x")
    await view.get_by_label("Alone").press("Enter")
    await expect(status).to_have_text("{'alone': 'x'}")
    await view.get_by_label("Required").press("Enter")
    await expect(status).to_contain_text("'required': 'yes'")


async def test_links_go_to_the_host_and_nothing_else_happens(
    view: FrameLocator, spectator: Spectator, trace: TraceReader
) -> None:
    """One open-link per click; a script scheme has no address at all; a handler may keep a click to itself. ours"""
    await view.get_by_role("link", name="Outside").click()
    await until(lambda: trace.frames("ui/open-link"))
    assert await view.get_by_text("Scripted").get_attribute("href") is None
    await view.get_by_text("Scripted").click()
    await view.get_by_role("link", name="Kept").click()
    await expect(view.get_by_role("status").last).to_have_text("kept")
    assert ["https://example.com/page"] == [frame["params"]["url"] for frame in trace.frames("ui/open-link")]
    await expect(view.get_by_role("heading", name="Gallery")).to_be_visible()


async def test_text_is_never_parsed_unless_it_is_asked_for(view: FrameLocator) -> None:
    """The same characters as text and as markup. ours"""
    await expect(view.locator("#text")).to_have_text("<b>not bold</b>")
    await expect(view.locator("#markup b")).to_have_text("bold")


async def test_reported_sizes_converge_whatever_the_layout(view: FrameLocator, trace: TraceReader) -> None:
    """At most three reports for a layout, and back to the first size after it. extapps:E05 heddle:H22"""

    def heights() -> list[int]:
        return [frame["params"]["height"] for frame in trace.frames("ui/notifications/size-changed")]

    start = heights()[-1]
    for name in ("viewport", "tall"):
        before = len(heights())
        await view.get_by_role("button", name=name, exact=True).click()
        await until(lambda before=before: len(heights()) > before)
        await view.get_by_role("button", name="plain", exact=True).click()
        await until(lambda: heights()[-1] == start)
        assert 4 >= len(heights()) - before


async def test_the_hosts_surroundings_reach_the_page(view: FrameLocator, host: Host) -> None:
    """Insets pad the body, the locale sets language and direction, on every change. ours"""
    mount = host.mount
    assert mount is not None
    context, _ = HostContext.of({"locale": "he", "safeAreaInsets": {"top": 0, "right": 0, "bottom": 50, "left": 0}})
    mount.perform(mount.conversation.change_context(context, mount.now))
    await expect(view.locator("html")).to_have_attribute("dir", "rtl")
    await expect(view.locator("html")).to_have_attribute("lang", "he")
    await expect(view.locator("body")).to_have_css("padding-bottom", "66px")


async def test_a_view_scrolled_out_of_sight_knows_it(view: FrameLocator, spectator: Spectator) -> None:
    """And learns when it is back. ours"""
    page = spectator.page
    await expect(view.locator("#seen")).to_have_text("seen")
    await page.evaluate("document.querySelector('#slot').style.marginTop = '20000px'")
    await expect(view.locator("#seen")).to_have_text("unseen")
    await page.evaluate("document.querySelector('#slot').style.marginTop = ''")
    await expect(view.locator("#seen")).to_have_text("seen")


async def test_numbers_and_dates_are_written_the_persons_way(view: FrameLocator) -> None:
    """By the browser's own Intl; a tag or zone it does not know is written plainly. ours"""
    await expect(view.locator("#german")).to_have_text("1.234,50 | 30.11.2026 | 01.12.26, 05:30")
    await expect(view.locator("#unknown")).to_contain_text("1,234.50 | Nov 30, 2026 | 11/30/26")


async def test_a_wish_for_less_motion_is_known(view: FrameLocator, spectator: Spectator) -> None:
    """As it is and as it changes. ours"""
    await expect(view.locator("#motion")).to_have_text("moving")
    await spectator.page.emulate_media(reduced_motion="reduce")
    await expect(view.locator("#motion")).to_have_text("still")
    await spectator.page.emulate_media(reduced_motion="no-preference")
    await expect(view.locator("#motion")).to_have_text("moving")
