"""The sandbox page itself, in a real browser: where it runs and where it refuses to."""

import pytest
from playwright.async_api import Browser, Page, expect

from hostsim.pages import sandbox_page
from hostsim.run import hosting
from hostsim.settings import settings
from tests.shell.conftest import Scripted, Show

pytestmark = pytest.mark.browser


async def test_a_sandbox_does_not_run_unframed(scripted: Scripted, show: Show) -> None:
    """Opened as a page of its own it takes nothing in and says why. heddle:H84"""
    async with show(scripted()) as spectator:
        await spectator.see()
        url = await spectator.page.locator("#slot iframe").get_attribute("src")
        alone = await spectator.page.context.new_page()
        await alone.goto(str(url))
        await expect(alone.locator("body")).to_have_text("The sandbox does not run here: it is not framed.")


async def test_a_sandbox_does_not_run_where_it_can_read_its_top_page(scripted: Scripted, show: Show) -> None:
    """Framed by its own origin it would share everything with the page above, so it refuses. heddle:H84 R24"""
    async with show(scripted()) as spectator:
        await spectator.see()
        url = str(await spectator.page.locator("#slot iframe").get_attribute("src"))
        body = sandbox_page(spectator.host.url.rstrip("/"))
        other = await spectator.page.context.new_page()
        # Without the header that forbids any other page to frame it: the script's own check is what is tested.
        await other.route("**/sandbox/**", lambda route: route.fulfill(body=body, content_type="text/html"))
        top, framing = url.replace("/sandbox/", "/top/"), f'<iframe src="{url}"></iframe>'
        await other.route("**/top/**", lambda route: route.fulfill(body=framing, content_type="text/html"))
        await other.goto(top)
        expected = "The sandbox does not run here: it can read the page at the top"
        await expect(other.frame_locator("iframe").locator("body")).to_contain_text(expected)


async def test_a_sandbox_that_never_answers_is_a_failure_with_a_name(
    scripted: Scripted, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is framed on hope: the stage and the reason are named. heddle:H80"""
    monkeypatch.setattr("hostsim.mounts.READY_SECONDS", 0.5)
    async with hosting(scripted(), settings()) as host:
        context = await browser.new_context()
        page: Page = await context.new_page()
        await page.route("**/sandbox/**", lambda route: route.fulfill(body="<p>empty</p>", content_type="text/html"))
        await page.goto(host.url)
        await expect(page.locator("#waiting")).to_contain_text("did not announce itself within 0.5 s")
        stopped = host.recorder.progress.ledger.stopped
        assert stopped is not None
        assert "frame" == stopped.stage.value
        await context.close()


async def test_the_frames_have_their_flags_and_what_was_granted(scripted: Scripted, show: Show) -> None:
    """Outer scripts and its own origin, inner scripts alone; what was granted is allowed on both. heddle:H87 R25 R28"""
    asked = "--permissions", '{"clipboardWrite": {}}'
    async with show(scripted(*asked)) as spectator:
        await spectator.see()
        outer = spectator.page.locator("#slot iframe")
        inner = spectator.page.frame_locator("#slot iframe").locator("iframe")
        assert "allow-scripts allow-same-origin" == await outer.get_attribute("sandbox")
        assert "allow-scripts" == await inner.get_attribute("sandbox")
        granted = spectator.host.production.plan.allow
        assert [granted or None] * 2 == [await frame.get_attribute("allow") for frame in (outer, inner)]
