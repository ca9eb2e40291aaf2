"""A run without a person: a browser of our own opens the host page, waits until the view is settled, takes its picture.

It clicks nothing. What stops a run is raised as `Stopped` with its stage; the picture is taken either way.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Coroutine
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any, TypeVar

from playwright.async_api import Browser, ConsoleMessage, Error, FrameLocator, Page, async_playwright

from hostsim.chromium import started
from hostsim.host import Host
from hostsim.recorder import Recorder
from hostsim.settings import Settings
from hostsim.settle import Settled, Watch, settle, watch, watching_view
from hostsim.stages import Stage

__all__ = ["BrowserLost", "Spectator", "browsing", "spectate"]

Result = TypeVar("Result")

VIEWPORT = (1280, 960)
WATCH_LIMIT = 10.0  # seconds until the view's frame answers its first look; a busy machine takes one
LAST_LOOK = 2.0  # seconds until the picture of a view whose call failed; one that polls is never at rest
_MISSING = {
    Stage.FRAME: "the host page did not come up",
    Stage.INITIALIZE: "the view did not send ui/initialize",
    Stage.INITIALIZED: "the view did not send ui/notifications/initialized",
    Stage.PYTHON_UP: "the view's Python did not come up",
}


class BrowserLost(Exception):
    """The browser failed under the run; the message says how."""


@dataclass(slots=True)
class Spectator:
    """A browser page on which the host shows its view."""

    page: Page
    host: Host
    recorder: Recorder
    watching: Watch
    limits: Settings

    @property
    def view(self) -> FrameLocator:
        """The inside of the view's frame, for locators."""
        return self.page.frame_locator("#slot iframe").frame_locator("iframe")

    async def see(self) -> Settled:
        """Waits for each stage in turn, then until the view is settled; raises Stopped."""
        for stage in _MISSING:
            if stage in self.host.production.stages:
                await self._reach(stage)
        return await self.settle()

    async def settle(self) -> Settled:
        """Waits for the launch call, then until the view is settled.

        Raises Stopped when the call failed, or the view never changed or reported an error.
        """
        progress, limit = self.recorder.progress, self.limits.settle_limit
        await self._unless_gone(self._returned())
        since = self.recorder.running_since
        outcome = await self._unless_gone(settle(self.watching, since=since, limit=limit))
        if self.recorder.errors:
            raise progress.stop(Stage.RESULT_RENDERED, str(self.recorder.errors[0]))
        if outcome is Settled.UNCHANGED:
            why = f"the view did not change its page within {limit:g} s after its result"
            raise progress.stop(Stage.RESULT_RENDERED, why)
        self._note(outcome)
        progress.passed(Stage.RESULT_RENDERED)
        return outcome

    async def _returned(self) -> None:
        """Waits for the result of the launch call: without one there is nothing to render."""
        progress, limit, call = self.recorder.progress, self.limits.settle_limit, self.host.production.call
        try:
            async with asyncio.timeout(limit):
                outcome = await call.returned()
        except TimeoutError:
            why = f"{call.tool} did not return within {limit:g} s{self.host.production.upstream.noise}"
            raise progress.stop(Stage.RESULT_RENDERED, why) from None
        if isinstance(outcome, str):
            with suppress(TimeoutError):  # the view may say so too, and the picture should show it
                async with asyncio.timeout(LAST_LOOK):
                    await self.watching.pending.quiet()
            raise progress.stop(Stage.RESULT_RENDERED, f"{call.tool} failed: {outcome}")

    async def reload(self) -> None:
        """Presses Reload and returns when the new mount's frame is on the page.

        A locator that looks into the old frame while it goes fails with "browser has been closed" (Playwright counts
        the end of a frame's process as the end of the page), so look into the view only after this.
        """
        before = self.host.mount.number if self.host.mount is not None else 0
        await self.page.get_by_role("button", name="Reload").click()
        newer = self.page.locator(f'#slot iframe[data-mount="{before + 1}"]')
        await newer.wait_for(state="attached", timeout=self.limits.page_limit * 1000)

    async def picture(self) -> bytes:
        """The view as it looks, PNG; the whole host page when there is no view to see."""
        view = self.page.locator('#slot iframe[data-hidden="false"]')
        try:
            if await view.count() == 1:
                return await view.screenshot(timeout=self.limits.page_limit * 1000)
            return await self.page.screenshot()
        except Error as error:
            raise BrowserLost(f"no picture could be taken: {_first_line(error)}") from error

    @property
    def busy_note(self) -> str:
        """What is said of a view that had not come to rest when the wait for it ended."""
        limit = self.limits.settle_limit
        return f"it counts as settled although its requests went on for {limit:g} s; does the view poll?"

    def _note(self, outcome: Settled) -> None:
        number = self.host.mount.number if self.host.mount is not None else 0
        is_busy = outcome is Settled.BUSY
        self.recorder.trace.settled(number, bounded=is_busy, detail=self.busy_note if is_busy else "")

    async def _reach(self, stage: Stage) -> None:
        progress, limit = self.recorder.progress, self.limits.page_limit
        try:
            async with asyncio.timeout(limit):
                await self._unless_gone(progress.reached(stage))
        except TimeoutError:
            raise progress.stop(stage, f"{_MISSING[stage]} within {limit:g} s") from None

    async def _unless_gone(self, work: Coroutine[Any, Any, Result]) -> Result:
        """Does the work, unless the mount ends first: then nothing it waits for can come any more."""
        task = asyncio.create_task(work)
        try:
            await asyncio.wait({task, self.host.gone}, return_when=asyncio.FIRST_COMPLETED)
            if task.done():
                return task.result()
            end = self.host.gone.result()
            raise self.recorder.progress.stop_next(f"the view is gone ({end.ending.value}): {end.reason}")
        finally:
            task.cancel()


@asynccontextmanager
async def browsing() -> AsyncGenerator[Browser]:
    """A browser as the settings name it; raises NoBrowser."""
    async with async_playwright() as playwright, started(playwright) as browser:
        yield browser


@asynccontextmanager
async def spectate(browser: Browser, host: Host, limits: Settings) -> AsyncGenerator[Spectator]:
    """Opens the host page in a browser context of its own; what the browser says about the view goes into the trace."""
    theme = host.surface.around.theme
    width, height = VIEWPORT
    context = await browser.new_context(
        viewport={"width": width, "height": height}, color_scheme="dark" if theme == "dark" else "light"
    )
    try:
        page = await context.new_page()
        watching = watch(page)
        host.mounts.before_result = lambda: _watched(host, page)
        host.follow(watching.hear)
        _listen(page, host)
        try:
            await page.goto(host.url, timeout=limits.page_limit * 1000)
        except Error as error:
            raise BrowserLost(f"the host page did not open: {_first_line(error)}") from error
        yield Spectator(page, host, host.recorder, watching, limits)
        await host.mounts.take_down("the run is over")
    finally:
        await context.close()


async def _watched(host: Host, page: Page) -> None:
    """Returns when the view is watched; one that cannot be is told its result all the same."""
    await host.recorder.progress.reached(Stage.INITIALIZED)
    with suppress(TimeoutError):
        async with asyncio.timeout(WATCH_LIMIT):
            await watching_view(page)


def _listen(page: Page, host: Host) -> None:
    def on_console(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            host.recorder.trace.note(f"console {message.type}: {message.text}", _mount_of(page, host, message))

    page.on("console", on_console)
    page.on("pageerror", lambda error: host.recorder.trace.error(f"uncaught in the browser: {error}", where="browser"))


def _mount_of(page: Page, host: Host, message: ConsoleMessage) -> int:
    # Messages of the host page itself belong to no mount.
    own = str(message.location.get("url", "")).startswith(host.url)
    return host.mount.number if host.mount is not None and not own else 0


def _first_line(error: Error) -> str:
    return str(error).splitlines()[0]
