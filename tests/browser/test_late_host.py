"""The shim's handshake with hosts that listen late, never, or are not there; the page is the box office's own."""

from collections.abc import AsyncGenerator
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from playwright.async_api import Browser, Page, expect

from hostsim.host import Host
from hostsim.run import Wanted
from hostsim.upstream_target import Command
from tests.browser.scripted_host import ScriptedHost

SHOWS = [{"id": 7, "title": "Hamlet", "starts": "Tonight", "capacity": 6, "seats": ["A1"]}]
TOLD: list[dict[str, Any]] = [
    {"method": "ui/notifications/tool-input", "params": {"arguments": {}}},
    {"method": "ui/notifications/tool-result", "params": {"content": [], "structuredContent": {"result": SHOWS}}},
]


@pytest.fixture
async def page(browser: Browser) -> AsyncGenerator[Page]:
    context = await browser.new_context()
    yield await context.new_page()
    await context.close()


@pytest.fixture
def wanted(wanted: Wanted) -> Wanted:
    """Linked: the scripted host answers no reads."""
    assert isinstance(wanted.target, Command)
    return replace(wanted, target=replace(wanted.target, variables={"VIEWSDK_DELIVERY": "linked"}))


@pytest.fixture
def html(host: Host) -> str:
    return host.production.plan.html


def slowed(html: str, scripted: ScriptedHost) -> str:
    return html.replace("</body>", f"{scripted.slow_script}</body>")


async def test_a_host_that_listens_after_two_seconds_is_reached_by_the_fourth_send(page: Page, html: str) -> None:
    """Silence is answered by further sends with fresh ids, until the first answer. agentgem:A03 agentgem:A26"""
    async with ScriptedHost.open(page, slow_seconds=0.8) as scripted:
        await scripted.mount(slowed(html, scripted))
        await scripted.answer_after(2.0, TOLD)
        await scripted.wait_for("ui/notifications/initialized")
        await expect(scripted.view.get_by_role("heading", name="Hamlet")).to_be_visible(timeout=60_000)
        sends = await scripted.heard("ui/initialize")
        # At 0, 0.8 and 1.6 s nobody listens; the next one is heard. A busy page sends later, and then needs one fewer.
        assert [0, 1, 2, 3][: len(sends)] == [send["frame"]["id"] for send in sends]
        assert len(sends) in (3, 4)
        assert 1 == len(await scripted.heard("ui/notifications/initialized"))
        assert [] == await scripted.heard("notifications/cancelled")


async def test_a_host_that_listens_on_load_misses_the_first_send_and_hears_the_second(page: Page, html: str) -> None:
    """A listener attached when a slow page has loaded loses what was sent before; the retry saves it. agentgem:A03"""
    async with ScriptedHost.open(page, slow_seconds=0.8) as scripted:
        await scripted.mount(slowed(html, scripted))
        await page.locator("iframe").evaluate("(frame) => new Promise((done) => frame.addEventListener('load', done))")
        await scripted.answer_after(0, TOLD)
        await scripted.wait_for("ui/notifications/initialized")
        assert len(await scripted.heard("ui/initialize")) >= 2


async def test_a_host_that_never_answers_is_asked_five_times_and_the_page_says_so(page: Page, html: str) -> None:
    """Five sends, 800 ms apart, fresh ids, no cancellation; then the page says why. agentgem:A27 agentgem:A03"""
    async with ScriptedHost.open(page) as scripted:
        await scripted.mount(html)
        await expect(scripted.view.get_by_role("note")).to_contain_text("the host never answered", timeout=20_000)
        sends = await scripted.heard("ui/initialize")
        assert [0, 1, 2, 3, 4] == [send["frame"]["id"] for send in sends]
        gaps = [later["at"] - earlier["at"] for earlier, later in pairwise(sends)]
        assert all(gap >= 700 for gap in gaps)
        assert [] == await scripted.heard("notifications/cancelled")
        assert [] == await scripted.heard("ui/notifications/initialized")


async def test_a_page_opened_by_itself_says_that_there_is_no_host(page: Page, html: str) -> None:
    """Without a parent there is nobody to ask, and the page is not blank. agentgem:A27"""
    await page.set_content(html)
    await expect(page.get_by_role("note")).to_contain_text("not connected to a host")
    await expect(page.get_by_role("heading", level=1)).to_be_visible()
