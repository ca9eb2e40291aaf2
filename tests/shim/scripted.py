"""A scripted host page around a view, driven through Playwright: what the shim and boot tests mount views in."""

import asyncio
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, Frame, Page, async_playwright

from hostsim.chromium import started
from viewsdk.bundle.serve import serving

HERE = Path(__file__).parent


def policy(origin: str, *, wasm: bool = True, connect: bool = True) -> str:
    """The Content-Security-Policy a strict host computes for a linked page."""
    keyword = " 'wasm-unsafe-eval'" if wasm else ""
    return (
        f"default-src 'none'; script-src 'unsafe-inline'{keyword}; style-src 'unsafe-inline'; img-src data:; "
        f"connect-src {origin if connect else chr(39) + 'none' + chr(39)}"
    )


class ScriptedHost:
    """The host page; `mount` frames a view in it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.console: list[str] = []
        page.on("console", lambda message: self.console.append(message.text))

    async def mount(self, html: str, csp: str | None, script: Mapping[str, Any] | None = None) -> None:
        """Put the view into a fresh opaque frame."""
        await self.page.evaluate("([html, csp, script]) => mount(html, csp, script)", [html, csp, dict(script or {})])

    @property
    def frame(self) -> Frame:
        """The view's frame."""
        return self.page.frames[-1]

    async def heard(self) -> list[dict[str, Any]]:
        """Every message of the view's so far, with the time in ms since the mount."""
        return await self.page.evaluate("heard")

    async def wait_for(self, condition: str, limit: float = 30.0) -> None:
        """Wait for a JavaScript condition over `heard`, `count(method)` and so on, in seconds."""
        await self.page.wait_for_function(condition, timeout=limit * 1000)

    async def post(self, message: Mapping[str, Any]) -> None:
        """Send the view a message."""
        await self.page.evaluate("post", dict(message))

    async def notes(self) -> list[str]:
        """What the shim has noted in its boot report."""
        return [note["text"] for note in await self.frame.evaluate("viewsdk.boot.notes")]

    async def noted(self, words: str) -> None:
        """Wait until the shim has noted something with these words."""
        # Asked from here: a frame whose policy forbids eval cannot poll a condition itself.
        async with asyncio.timeout(10):
            while not any(words in note for note in await self.notes()):
                await self.page.evaluate("new Promise((next) => requestAnimationFrame(next))")

    async def rung(self) -> str | None:
        """The rung that came up."""
        return await self.frame.evaluate("viewsdk.boot.rung")


@asynccontextmanager
async def browser() -> AsyncGenerator[Browser]:
    """The browser the settings name."""
    async with async_playwright() as playwright, started(playwright) as running:
        yield running


@asynccontextmanager
async def scripted_host(running: Browser, **context: str) -> AsyncGenerator[ScriptedHost]:
    """A fresh context (Playwright's own settings for one) with the host page open, on an origin of its own."""
    with serving(HERE) as server:
        fresh = await running.new_context(**context)
        try:
            page = await fresh.new_page()
            host = ScriptedHost(page)
            await page.goto(server.url + "host.html")
            yield host
        finally:
            await fresh.close()
