"""A host page that is nobody's: it frames a page, writes down what it is sent, and answers only as told.

Its listener for answering is attached when the test says so; another one counts from the start, as no host's would. It
is served from loopback: Chromium keeps a page that comes from anywhere else from reaching loopback assets.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from playwright.async_api import FrameLocator, Page

_PAGE = """<!doctype html><meta charset="utf-8"><title>scripted host</title><body><script>
  window.frames_ = [];
  window.addEventListener("message", ({ source, data }) => {
    const view = document.querySelector("iframe")?.contentWindow;
    if (source === view) frames_.push({ at: performance.now(), frame: data });
  });
  window.mount = (html) => {
    const frame = Object.assign(document.createElement("iframe"), { width: 720, height: 480, srcdoc: html });
    frame.setAttribute("sandbox", "allow-scripts");
    document.body.append(frame);
  };
  window.answer = (result, told) => addEventListener("message", ({ source, data }) => {
    const say = (frame) => source.postMessage({ jsonrpc: "2.0", ...frame }, "*");
    if (data?.method === "ui/initialize") say({ id: data.id, result });
    if (data?.method === "ui/notifications/initialized") for (const frame of told) say(frame);
  });
</script>"""

CONTEXT: dict[str, Any] = {
    "protocolVersion": "2026-01-26",
    "hostInfo": {"name": "scripted", "version": "1"},
    "hostCapabilities": {"logging": {}},
    "hostContext": {"theme": "light"},
}


@dataclass(frozen=True)
class ScriptedHost:
    """One page of the browser, as such a host."""

    page: Page
    origin: str

    @classmethod
    @asynccontextmanager
    async def open(cls, page: Page, slow_seconds: float = 0.0) -> AsyncGenerator[ScriptedHost]:
        """Serves and opens the page; a script at `slow_script` takes that long to arrive."""

        async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            is_slow = b"/slow.js" in await reader.readline()
            await asyncio.sleep(slow_seconds if is_slow else 0)
            kind, body = ("javascript", "") if is_slow else ("html", _PAGE)
            fields = f"Content-Type: text/{kind}\r\nContent-Length: {len(body)}\r\nConnection: close"
            writer.write(f"HTTP/1.1 200 OK\r\n{fields}\r\n\r\n{body}".encode())
            await writer.drain()
            writer.close()

        async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
            origin = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
            await page.goto(f"{origin}/")
            yield cls(page, origin)

    @property
    def slow_script(self) -> str:
        """An element that holds the load event back."""
        return f'<script src="{self.origin}/slow.js"></script>'

    @property
    def view(self) -> FrameLocator:
        """The inside of the frame."""
        return self.page.frame_locator("iframe")

    async def mount(self, html: str) -> None:
        """Frames a page."""
        await self.page.evaluate("(html) => mount(html)", html)

    async def answer_after(self, seconds: float, told: list[dict[str, Any]]) -> None:
        """Listens from now plus `seconds` on: answers the handshake, then says what it was told to."""
        arguments = [CONTEXT, told, seconds * 1000]
        await self.page.evaluate(
            "([result, told, ms]) => new Promise((done) => setTimeout(() => done(answer(result, told)), ms))", arguments
        )

    async def wait_for(self, method: str, count: int = 1) -> None:
        """Waits until so many frames of one method have come."""
        arrived = "([method, count]) => frames_.filter(({ frame }) => frame.method === method).length >= count"
        await self.page.wait_for_function(arrived, arg=[method, count])

    async def heard(self, method: str) -> list[dict[str, Any]]:
        """The frames of one method with their times in ms, heard by whoever listened from the start."""
        frames: list[dict[str, Any]] = await self.page.evaluate("() => frames_")
        return [entry for entry in frames if entry["frame"].get("method") == method]
