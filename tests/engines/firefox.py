"""Firefox, by puppeteer-core over WebDriver BiDi: a Node process that is told what to do line by line."""

from __future__ import annotations

import asyncio
import json
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from hostsim.settings import settings
from tests.engines.engine import ANSWER_LIMIT, EngineFailed, program

DRIVER = Path(__file__).resolve().parents[2] / "web" / "engines" / "firefox.mjs"
LONGEST_LINE = 1 << 24  # bytes


class Firefox:
    """The Firefox that the settings name."""

    name = "firefox"
    version = ""

    def __init__(self, driver: Process) -> None:
        self._driver = driver

    async def open(self, url: str) -> None:
        """Leave the page for another."""
        await self.told("open", url)

    async def ask(self, expression: str) -> Any:
        """The value of an expression in the page."""
        return await self.told("ask", expression)

    async def ask_view(self, expression: str) -> Any:
        """The value of an expression in the frame."""
        return await self.told("askView", expression)

    async def click(self, selector: str) -> None:
        """Press an element in the frame."""
        await self.told("click", selector)

    async def told(self, verb: str, text: str) -> Any:
        """Have the driver do one thing; verbs are those of web/engines/firefox.mjs."""
        assert self._driver.stdin
        self._driver.stdin.write(json.dumps([verb, text]).encode() + b"\n")
        return await self.heard()

    async def heard(self) -> Any:
        """The driver's next answer."""
        assert self._driver.stdout
        async with asyncio.timeout(ANSWER_LIMIT):
            line = await self._driver.stdout.readline()
        if not line:
            raise EngineFailed("the driver of Firefox has ended")
        answer = json.loads(line)
        if "error" in answer:
            raise EngineFailed(answer["error"])
        return answer.get("value")


@asynccontextmanager
async def firefox() -> AsyncGenerator[Firefox]:
    """One for as long as it is needed; the driver closes it when its own input ends."""
    path = program(settings().firefox, "firefox-esr", "VIEWSDK_FIREFOX")
    driver = await asyncio.create_subprocess_exec("node", DRIVER, path, stdin=PIPE, stdout=PIPE, limit=LONGEST_LINE)
    engine = Firefox(driver)
    try:
        engine.version = str(await engine.heard()).removeprefix("firefox/")
        yield engine
    finally:
        assert driver.stdin
        driver.stdin.close()
        await driver.wait()
