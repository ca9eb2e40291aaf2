"""The page library where it counts: Python in the sandboxed frame of a real browser."""

import asyncio
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import FrameLocator, expect

from hostsim.headless import Spectator
from hostsim.host import Host
from hostsim.run import Wanted
from hostsim.trace_reader import TraceReader
from hostsim.upstream_target import target_of
from viewsdk.protocol.context import HostContext

pytestmark = pytest.mark.browser

GALLERY = Path(__file__).resolve().parent / "gallery"


@pytest.fixture
def wanted() -> Wanted:
    return Wanted(target=target_of([str(GALLERY)]))


async def until(condition: Callable[[], Any]) -> Any:
    """The condition's value, once it is true; the trace has no event of its own to wait for."""
    async with asyncio.timeout(10):
        while not (value := condition()):
            await asyncio.sleep(0.02)
    return value


def errors(trace: TraceReader) -> list[tuple[str, int | None]]:
    return [(entry.message, entry.line) for entry in trace.entries if entry.kind == "error"]


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


async def test_every_error_reaches_the_person_the_host_and_the_trace_once(
    view: FrameLocator, spectator: Spectator, trace: TraceReader
) -> None:
    """Handler, async handler, forgotten task, drawing, teardown: with the author's own line. ours"""
    source = (GALLERY / "view.py").read_text().splitlines()

    def line_of(text: str) -> int:
        return next(number for number, line in enumerate(source, 1) if text in line)

    expected = [
        ("KeyError: 'handler'", line_of('KeyError("handler")')),
        ("KeyError: 'async handler'", line_of('KeyError("async handler")')),
        ("KeyError: 'async handler'", line_of('KeyError("async handler")')),
        ("KeyError: 'drawing'", line_of('KeyError("drawing")')),
    ]
    for number, name in enumerate(("Fail", "Fail later", "Forget", "Break"), 1):
        await view.get_by_role("button", name=name, exact=True).click()
        await until(lambda number=number: len(errors(trace)) >= number)
    assert expected == errors(trace)
    card = view.locator("#viewsdk-boot")
    await expect(card).to_contain_text(f"view.py, line {expected[3][1]}")
    await expect(card).to_contain_text('raise KeyError("drawing")')
    await expect(view.get_by_role("heading", name="Gallery")).to_be_visible()
    await spectator.page.get_by_role("button", name="Teardown").click()
    await until(lambda: len(errors(trace)) == 5)
    assert ("KeyError: 'teardown'", line_of('KeyError("teardown")')) == errors(trace)[4]


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


class TestAViewThatCannotStart:
    """An error before anything is drawn still ends on a card. ours"""

    @pytest.fixture(params=["import", "syntax", "main"])
    def fault(self, request: pytest.FixtureRequest) -> str:
        return str(request.param)

    @pytest.fixture
    def wanted(self, tmp_path: Path, fault: str) -> Wanted:
        folder = shutil.copytree(GALLERY, tmp_path / "gallery")
        sources = {
            "import": "import json\n\njson.loads('{')\n",
            "syntax": "async def main(app):\n    retrun 1\n",
            "main": "async def main(app):\n    raise KeyError('main')\n",
        }
        (folder / "view.py").write_text(sources[fault])
        return Wanted(target=target_of([str(folder)]))

    async def test_its_error_is_on_the_card_with_file_line_and_source(
        self, fault: str, spectator: Spectator, trace: TraceReader
    ) -> None:
        """At import, in the syntax, in main: on the card and in the host's log. ours"""
        places = {"import": (3, "json.loads('{')"), "syntax": (2, "retrun 1"), "main": (2, "raise KeyError")}
        line, source = places[fault]
        card = spectator.view.locator("#viewsdk-boot")
        await expect(card).to_contain_text(f"view.py, line {line}", timeout=spectator.limits.page_limit * 1000)
        await expect(card).to_contain_text(source)
        await until(lambda: errors(trace))
        assert [line] == [number for _, number in errors(trace)]
