"""The host page as a person meets it: what it shows, asks and does around the view's frame."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.async_api import expect

from hostsim.headless import Spectator
from tests.shell.conftest import Scripted, Show
from tests.shell.view_script import page_of

pytestmark = pytest.mark.browser

VIEW = '[views."ui://scripted/page"]\n'
ASKED = f'{VIEW}call = ["echo"]\nconsent = ["echo"]\n'


def said(spectator: Spectator) -> Any:
    return expect(spectator.view.locator("#said"))


def wants_fullscreen(modes: str) -> str:
    """A page that lists some display modes, asks for fullscreen and says what it got."""
    return page_of(f"""
      await shakeHands({{ availableDisplayModes: [{modes}] }});
      const {{ result }} = await ask("ui/request-display-mode", {{ mode: "fullscreen" }});
      say(result.mode);
    """)


async def test_a_view_is_hidden_until_it_has_initialized(scripted: Scripted, show: Show) -> None:
    """Before that there is a line that says what is waited for. R30 heddle:H56"""
    page = page_of("window.go = () => post({ method: 'ui/notifications/initialized' }); await introduce();")
    async with show(scripted(page=page)) as spectator:
        frame = spectator.page.locator("#slot iframe")
        await expect(spectator.page.locator("#waiting")).to_have_text(re.compile("ui/notifications/initialized"))
        await expect(frame).to_have_css("opacity", "0")
        await spectator.view.locator("body").evaluate("() => go()")
        await expect(frame).to_have_css("opacity", "1")
        await expect(spectator.page.locator("#waiting")).to_be_hidden()


async def test_the_frame_follows_the_reported_height_within_bounds(scripted: Scripted, show: Show) -> None:
    """Small until it reports, then as tall as it says, never beyond the host's bounds. heddle:H67 R38"""
    script = """
      window.tall = (height) => post({ method: "ui/notifications/size-changed", params: { height } });
      await shakeHands();
    """
    async with show(scripted(page=page_of(script))) as spectator:
        slot, body = spectator.page.locator("#slot"), spectator.view.locator("body")
        await expect(spectator.page.locator("#status")).to_have_text("ready")
        await expect(slot).to_have_css("height", "180px")
        for reported, applied, is_cut in ((333, "333px", False), (9999, "720px", True), (1, "96px", False)):
            await body.evaluate("(_, height) => tall(height)", reported)
            await expect(slot).to_have_css("height", applied)
            await expect(spectator.page.locator("#cut")).to_be_visible(visible=is_cut)


async def test_a_view_that_is_cut_can_be_scrolled_and_the_page_says_so(scripted: Scripted, show: Show) -> None:
    """On a narrow page as on any: what is below the frame can be reached, and in full the hint goes. ours"""
    script = """
      await shakeHands({ availableDisplayModes: ["inline", "fullscreen"] });
      post({ method: "ui/notifications/size-changed", params: { height: document.documentElement.scrollHeight } });
    """
    tall = page_of(script, '<div style="height: 900px">above</div><button>Buy</button>')
    async with show(scripted(page=tall)) as spectator:
        await spectator.page.set_viewport_size({"width": 360, "height": 800})
        hint, button = spectator.page.locator("#cut"), spectator.view.locator("button")
        await expect(hint).to_be_visible()
        await spectator.page.locator("#slot").hover()
        await spectator.page.mouse.wheel(0, 2000)
        await expect(button).to_be_in_viewport(ratio=1)
        await spectator.page.get_by_role("button", name="Fullscreen").click()
        await expect(hint).to_be_hidden()


@pytest.mark.parametrize(
    ("chosen", "before", "after"), [(None, "light", "dark"), ("light", "light", "light"), ("dark", "dark", "dark")]
)
async def test_page_and_view_have_the_theme_of_the_browser_unless_one_was_chosen(
    scripted: Scripted, show: Show, chosen: str | None, before: str, after: str
) -> None:
    """Told at the start and when it changes; a button counts as a choice. ours"""
    script = """
      window.onFrame = ({ method, params }) => { if (params?.theme) say(params.theme); };
      say((await shakeHands()).hostContext.theme);
    """
    async with show(scripted(page=page_of(script), theme=chosen)) as spectator:
        page, root = spectator.page, spectator.page.locator("html")
        for prefers, drawn in (("light", before), ("dark", after)):
            await page.emulate_media(color_scheme=prefers)
            await expect(root).to_have_attribute("data-theme", drawn)
            await said(spectator).to_have_text(drawn)
        await page.get_by_role("button", name="Light").click()
        await page.emulate_media(color_scheme="light")
        await page.emulate_media(color_scheme="dark")
        await expect(root).to_have_attribute("data-theme", "light")
        await said(spectator).to_have_text("light")


async def test_a_mode_both_sides_have_is_granted_and_the_view_is_told(scripted: Scripted, show: Show) -> None:
    """The frame fills the window, the context carries mode and room, and Escape leads back. R45 R48 heddle:H66"""
    async with show(scripted(page=wants_fullscreen("'inline', 'fullscreen'"))) as spectator:
        await said(spectator).to_have_text("fullscreen")
        card = spectator.page.locator("#card")
        await expect(card).to_have_attribute("data-display", "fullscreen")
        await expect(spectator.page.get_by_role("button", name="Back to inline")).to_be_visible()
        await spectator.view.locator("body").evaluate(
            "() => new Promise((told) => { if (frames.some((f) => f.params?.containerDimensions?.height > 800)) told();"
            " else window.onFrame = (f) => { if (f.params?.containerDimensions?.height > 800) told(); }; })"
        )
        await spectator.page.locator("#leave").focus()
        await spectator.page.keyboard.press("Escape")
        await expect(card).to_have_attribute("data-display", "inline")


async def test_a_mode_the_view_lacks_is_not_forced_upon_it(scripted: Scripted, show: Show) -> None:
    """The button is off and says why, and a request for it is answered with the mode that holds. R44 R46"""
    async with show(scripted(page=wants_fullscreen("'inline'"))) as spectator:
        await said(spectator).to_have_text("inline")
        button = spectator.page.get_by_role("button", name="Fullscreen")
        await expect(button).to_be_disabled()
        await expect(button).to_have_attribute("title", "The view lists inline")


async def test_the_views_room_is_told_when_the_page_is_narrowed(scripted: Scripted, show: Show) -> None:
    """The width of the frame is the host's to decide, and a change of it is announced once. R66"""
    script = """
      await shakeHands();
      window.onFrame = ({ params }) => { if (params?.containerDimensions) say(params.containerDimensions.width); };
    """
    async with show(scripted(page=page_of(script))) as spectator:
        await expect(spectator.page.locator("#status")).to_have_text("ready")
        await spectator.page.get_by_role("button", name="360").click()
        await said(spectator).to_have_text("360")


@pytest.mark.parametrize(
    ("button", "outcome"),
    [("Allow once", "echo"), ("Deny", "consent_rejected"), ("Escape", "consent_cancelled")],
)
async def test_a_person_is_asked_before_the_server_is(
    scripted: Scripted, show: Show, called: Callable[[], list[dict[str, Any]]], button: str, outcome: str
) -> None:
    """Only a yes lets the call through; the dialog shows what is asked for. heddle:H59 heddle:H60"""
    script = """
      await shakeHands();
      const { result, error } = await ask("tools/call", { name: "echo" });
      say(result ? result.structuredContent.tool : error.data.reason);
    """
    async with show(scripted(page=page_of(script), policy=ASKED)) as spectator:
        dialog = spectator.page.get_by_role("dialog")
        await expect(dialog).to_contain_text("Allow the call of echo?")
        if button == "Escape":
            await spectator.page.keyboard.press("Escape")
        else:
            await dialog.get_by_role("button", name=button).click()
        await said(spectator).to_have_text(outcome)
        assert (outcome == "echo") is ("echo" in [call["tool"] for call in called()])


async def test_allowed_for_the_session_is_not_asked_again(scripted: Scripted, show: Show) -> None:
    """The answer holds for the tool whatever the arguments, also after a reload of the view. heddle:H72"""
    script = """
      await shakeHands();
      window.call = async (name) => {
        const { result } = await ask("tools/call", { name: "echo", arguments: { name } });
        say(result.structuredContent.arguments.name);
      };
      await call("first");
    """
    async with show(scripted(page=page_of(script), policy=ASKED)) as spectator:
        await spectator.page.get_by_role("button", name="Allow for this session").click()
        await said(spectator).to_have_text("first")
        await spectator.view.locator("body").evaluate("() => call('second')")
        await said(spectator).to_have_text("second")
        await spectator.reload()
        await said(spectator).to_have_text("first")
        await expect(spectator.page.get_by_role("dialog")).to_be_hidden()


async def test_two_questions_wait_for_one_another_and_for_nobody_else(scripted: Scripted, show: Show) -> None:
    """Each call is asked for itself, and a ping is answered meanwhile. heddle:H61"""
    script = """
      await shakeHands();
      const calls = [1, 2].map((name) => ask("tools/call", { name: "echo", arguments: { name } }));
      await ask("ping", {});
      say("pinged");
      const answers = await Promise.all(calls);
      say(answers.map(({ result }) => (result ? "yes" : "no")).join(" "));
    """
    async with show(scripted(page=page_of(script), policy=ASKED)) as spectator:
        await said(spectator).to_have_text("pinged")
        await spectator.page.get_by_role("button", name="Allow once").click()
        await expect(spectator.page.get_by_role("dialog")).to_contain_text('"name": 2')
        await spectator.page.get_by_role("button", name="Deny").click()
        await said(spectator).to_have_text("yes no")


async def test_what_the_view_says_outside_its_frame_is_shown(scripted: Scripted, show: Show) -> None:
    """A message is added, a model context replaced, a link opened, a file saved. heddle:H14 R49 R53 R54"""
    script = """
      const uri = "file:///notes/../seats.csv";
      const resource = { uri, mimeType: "text/csv", text: "row,seat" };
      window.save = () => ask("ui/download-file", { contents: [{ type: "resource", resource }] });
      window.open_ = (url) => ask("ui/open-link", { url }).then(({ result }) => say(JSON.stringify(result)));
      await shakeHands();
      const text = (words) => [{ type: "text", text: words }];
      await ask("ui/message", { role: "user", content: text("a message") });
      for (const words of ["old news", "new news"]) await ask("ui/update-model-context", { content: text(words) });
    """
    policy = f'{VIEW}messages = true\ncontext = true\nopen = ["^http://127.0.0.1"]\nsave = ["seats"]\n'
    async with show(scripted(page=page_of(script), policy=policy)) as spectator:
        page, body = spectator.page, spectator.view.locator("body")
        await expect(page.locator("#said")).to_contain_text("a message")
        await expect(page.locator("#said")).to_contain_text("new news")
        await expect(page.locator("#said")).not_to_contain_text("old news")
        async with page.expect_download() as download:
            await body.evaluate("() => { save(); }")
        assert "seats.csv" == (await download.value).suggested_filename
        await body.evaluate("() => { open_('http://127.0.0.1:9/elsewhere'); }")
        await expect(page.get_by_role("link", name="http://127.0.0.1:9/elsewhere")).to_be_visible()
        await body.evaluate("() => { open_('file:///etc/passwd'); }")
        await said(spectator).to_contain_text('"isError":true')


async def test_a_view_that_asks_to_go_is_asked_to_clean_up_first(scripted: Scripted, show: Show) -> None:
    """A request for teardown goes through the same question and answer as any other end. R70 R71"""
    page = page_of("await shakeHands(); post({ method: 'ui/notifications/request-teardown' });")
    async with show(scripted(page=page)) as spectator:
        assert "torn-down" == (await spectator.host.gone).ending.value
        assert 1 == len(spectator.host.trace.frames("ui/resource-teardown", direction="host-to-view"))


async def test_a_view_that_does_not_answer_its_teardown_is_removed_all_the_same(scripted: Scripted, show: Show) -> None:
    """Patience is two seconds; the ending says that nobody answered. heddle:H69 R69"""
    page = page_of("window.isSilent = true; await shakeHands();")
    async with show(scripted(page=page)) as spectator:
        await expect(spectator.page.locator("#status")).to_have_text("ready")
        await spectator.page.get_by_role("button", name="Teardown").click()
        assert "unanswered" == (await spectator.host.gone).ending.value
        await expect(spectator.page.locator("#slot iframe")).to_have_count(0)


async def test_a_page_that_opens_later_takes_over_and_shows_what_happened(scripted: Scripted, show: Show) -> None:
    """One page at a time: the view is mounted again on the newer one, with the trace so far. heddle:H20"""
    async with show(scripted()) as spectator:
        await spectator.see()
        later = await spectator.page.context.new_page()
        await later.goto(spectator.host.url)
        await expect(later.locator("#status")).to_have_text("ready")
        await expect(later.locator("#stages li[data-state=done]")).to_have_count(len(spectator.host.trace.stages))
        await expect(spectator.page.locator("#status")).to_have_text("another page took over")


async def test_the_trace_can_be_filtered_by_text_and_by_kind(scripted: Scripted, show: Show) -> None:
    """Rows that do not match are hidden, and a row opens to the whole frame."""
    async with show(scripted()) as spectator:
        await spectator.see()
        page = spectator.page
        await page.get_by_role("searchbox").fill("tool-input")
        row = page.locator("#trace-list > li:visible")
        await expect(row).to_have_count(1)
        await row.locator("summary").click()
        await expect(row.locator("pre")).to_contain_text('"method": "ui/notifications/tool-input"')
        await page.get_by_role("button", name="frame", exact=True).click()
        await expect(row).to_have_count(0)
