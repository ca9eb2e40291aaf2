"""Chromium, by Playwright."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

from playwright.async_api import Page, async_playwright

from hostsim.chromium import started
from tests.engines.engine import ANSWER_LIMIT


class Chromium:
    """The Chromium that the settings name."""

    name = "chromium"

    def __init__(self, page: Page, version: str) -> None:
        self._page = page
        self.version = version

    async def open(self, url: str) -> None:
        """Leave the page for another."""
        await self._page.goto(url)

    async def ask(self, expression: str) -> Any:
        """The value of an expression in the page."""
        return await self._page.evaluate(expression)

    async def ask_view(self, expression: str) -> Any:
        """The value of an expression in the frame."""
        return await self._page.frames[-1].evaluate(expression)

    async def click(self, selector: str) -> None:
        """Press an element in the frame."""
        await self._page.frames[-1].click(selector)


@asynccontextmanager
async def chromium() -> AsyncGenerator[Chromium]:
    """One for as long as it is needed."""
    async with async_playwright() as playwright, started(playwright) as browser:
        page = await browser.new_page()
        page.set_default_timeout(ANSWER_LIMIT * 1000)
        yield Chromium(page, browser.version)
