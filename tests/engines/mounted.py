"""A view in a scripted host in an engine: what the smoke tests do with it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from typing import Any

from tests.engines.engine import ANSWER_LIMIT, Engine
from tests.engines.site import Site
from viewsdk.bundle.bridge import AssetReader

GREETING = "good evening"
TOLD = [
    {"method": "ui/notifications/tool-input", "params": {"arguments": {}}},
    {"method": "ui/notifications/tool-result", "params": {"content": [], "structuredContent": {"text": GREETING}}},
]
SCRIPT = {"then": [{"jsonrpc": "2.0", **frame} for frame in TOLD], "assets": {}}
UNTIL = """new Promise((done) => {
  const look = () => { const value = (%s); if (value) done(value); else setTimeout(look, 50); };
  look();
})"""
MOUNT = """(async () => {
  window.readChunk = async (uri) => (await fetch("/chunk?uri=" + encodeURIComponent(uri))).text();
  mount(await (await fetch("/view")).text(), %s, %s);
})()"""


class Mounted:
    """One view, from its mount to its teardown."""

    def __init__(self, engine: Engine, site: Site, report: Callable[[str], None]) -> None:
        self.engine = engine
        self._site = site
        self._report = report

    async def mount(self, html: str, csp: str, reader: AssetReader | None = None) -> None:
        """Frame the page, and wait for its first word: from then on the frame's document is the view's."""
        self._site.view, self._site.reader = html, reader
        await self.engine.open(self._site.url)
        await self.engine.ask(MOUNT % (json.dumps(csp), json.dumps(SCRIPT)))
        await self.heard("ui/initialize")

    async def heard(self, method: str) -> dict[str, Any]:
        """The first message of a method, now or later."""
        return await self._until(f"heard.map((entry) => entry.frame).find((frame) => frame.method === {method!r})")

    async def answered(self, id: str) -> dict[str, Any]:
        """The view's answer to a request, now or later."""
        found = f"heard.map((entry) => entry.frame).find((frame) => frame.id === {id!r} && !frame.method)"
        return await self._until(found)

    async def shows(self, words: str) -> None:
        """Wait until the page has these words."""
        async with asyncio.timeout(ANSWER_LIMIT):
            await self.engine.ask_view(UNTIL % f"document.body.innerText.includes({json.dumps(words)})")

    async def reaches(self, stage: str) -> None:
        """Wait until the page has reached a stage."""
        async with asyncio.timeout(ANSWER_LIMIT):
            await self.engine.ask_view(
                UNTIL % f"viewsdk.boot.stages.some(({{ name }}) => name === {json.dumps(stage)})"
            )

    async def post(self, frame: Mapping[str, Any]) -> None:
        """Send the view a message."""
        await self.engine.ask(f"post({json.dumps({'jsonrpc': '2.0', **frame})})")

    async def rung(self) -> str:
        """The way Python was started; how long that took is part of the report."""
        config, rung, stages = await self.engine.ask_view("[viewsdk.config, viewsdk.boot.rung, viewsdk.boot.stages]")
        running = [round(stage["at"]) for stage in stages if stage["name"] == "running"]
        took = f"main runs after {running[0]} ms" if running else "Python does not run"
        self._report(f"{self.engine.name} {self.engine.version}, {config['delivery']}, rung {rung}: {took}")
        return rung

    async def notes(self) -> list[str]:
        """What the boot report says beyond its stages."""
        return await self.engine.ask_view("viewsdk.boot.notes.map((note) => note.text)")

    async def _until(self, condition: str) -> Any:
        async with asyncio.timeout(ANSWER_LIMIT):
            return await self.engine.ask(UNTIL % condition)
