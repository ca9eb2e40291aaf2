"""The reference host in Chromium around the view of a real MCP server, with nothing of hostsim taking part.

The resource is read as any MCP client reads it, its policy is built from its own metadata in the way the reference host
builds it, and its frame is `sandbox="allow-scripts"`. Only the browser's path and arguments come from our settings.
"""

import asyncio
import json
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import mcp
import uvicorn
from mcp import StdioServerParameters, stdio_client
from playwright.async_api import Frame, Page, async_playwright
from starlette.applications import Starlette
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from hostsim.chromium import started

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "web" / "interop" / "reference_host.mjs"
ESBUILD = ROOT / "web" / "node_modules" / ".bin" / "esbuild"
BUNDLE = ROOT / ".cache" / "interop" / "reference_host.js"
PAGE = '<!doctype html><meta charset="utf-8"><title>reference host</title><body><script src="/host.js"></script>'
ORIGINS = ("connectDomains", "resourceDomains", "frameDomains")

Json = Any


@dataclass(frozen=True)
class Delivered:
    """What an MCP client reads of a view: its page, and the metadata beside it."""

    html: str
    meta: Mapping[str, Json]


@dataclass(frozen=True)
class Opened:
    """A view inside the reference host."""

    page: Page
    view: Frame

    async def frames(self) -> list[dict[str, Json]]:
        return await self.page.evaluate("() => globalThis.referenceHost.frames")

    async def methods(self, direction: str) -> list[str]:
        return [
            f["frame"]["method"] for f in await self.frames() if f["direction"] == direction and "method" in f["frame"]
        ]

    async def teardown(self) -> Json:
        return await self.page.evaluate("() => globalThis.referenceHost.teardown()")


def bundled() -> str:
    """The host page's script with ext-apps inside, built by esbuild when it is missing or older than its source."""
    if not BUNDLE.exists() or BUNDLE.stat().st_mtime < SOURCE.stat().st_mtime:
        BUNDLE.parent.mkdir(parents=True, exist_ok=True)
        command = [str(ESBUILD), str(SOURCE), "--bundle", "--format=iife", f"--outfile={BUNDLE}", "--log-level=error"]
        subprocess.run(command, check=True, cwd=ROOT / "web")
    return BUNDLE.read_text()


def reference_csp(meta: Mapping[str, Json]) -> str:
    """The header the reference host sends for a resource with this metadata. protocol D.3"""
    csp = meta.get("ui", {}).get("csp", {})
    connect, resources, frames = (" ".join(clean(csp.get(key, ()))) for key in ORIGINS)
    return "; ".join(
        (
            "default-src 'self' 'unsafe-inline'",
            f"script-src 'self' 'unsafe-inline' 'unsafe-eval' blob: data: {resources}",
            f"style-src 'self' 'unsafe-inline' blob: data: {resources}",
            f"img-src 'self' data: blob: {resources}",
            f"font-src 'self' data: blob: {resources}",
            f"connect-src 'self' {connect}",
            f"worker-src 'self' blob: {resources}",
            f"frame-src {frames or chr(39) + 'none' + chr(39)}",
            "object-src 'none'",
            "base-uri 'none'",
        )
    )


def clean(origins: tuple[str, ...]) -> list[str]:
    """The reference host drops entries that could end a directive, quoted keywords among them."""
    return [origin for origin in origins if not set(origin) & set(";'\"\r\n ")]


async def read_view(client: mcp.Client, uri: str) -> Delivered:
    [content] = (await client.read_resource(uri)).contents
    return Delivered(html=content.text, meta=content.meta or {})  # type: ignore[union-attr]


@asynccontextmanager
async def box_office(environment: Mapping[str, str] | None = None) -> AsyncIterator[mcp.Client]:
    """The example's server over stdio, as any MCP client starts it."""
    server = ROOT / "examples" / "box_office" / "server.py"
    parameters = StdioServerParameters(command=sys.executable, args=[str(server)], env=dict(environment or {}))
    async with mcp.Client(stdio_client(parameters), cache=None) as client:
        yield client


@asynccontextmanager
async def opened(client: mcp.Client, delivered: Delivered, launch: Mapping[str, Json]) -> AsyncIterator[Opened]:
    """The view, initialized and sent its launch; `launch` is {"arguments", "result"}."""
    host = Starlette(routes=[Route("/", lambda _: HTMLResponse(PAGE)), Route("/host.js", _script)])
    headers = {"Content-Security-Policy": reference_csp(delivered.meta)}
    sandbox = Starlette(routes=[Route("/view", lambda _: HTMLResponse(delivered.html, headers=headers))])
    async with (
        _served(host) as host_url,
        _served(sandbox) as sandbox_url,
        async_playwright() as playwright,
        started(playwright) as browser,
    ):
        page = await browser.new_page()
        await page.expose_function("callTool", lambda params: _call(client, params))
        await page.expose_function("readResource", lambda params: _read(client, params))
        await page.goto(host_url)
        plan = {"url": sandbox_url + "/view", "context": {"theme": "light", "platform": "web"}, **launch}
        await page.evaluate("plan => globalThis.referenceHost.mount(plan)", plan)
        [view] = [frame for frame in page.frames if frame.url.startswith(sandbox_url)]
        yield Opened(page, view)


async def _script(_: object) -> Response:
    return Response(bundled(), media_type="text/javascript")


async def _call(client: mcp.Client, params: Mapping[str, Json]) -> Json:
    return plain(await client.call_tool(params["name"], params.get("arguments") or {}))


async def _read(client: mcp.Client, params: Mapping[str, Json]) -> Json:
    return plain(await client.read_resource(params["uri"]))


def plain(result: Any) -> Json:
    return json.loads(result.model_dump_json(by_alias=True, exclude_none=True))


@asynccontextmanager
async def _served(app: Starlette) -> AsyncIterator[str]:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        server = uvicorn.Server(uvicorn.Config(app, log_level="error", lifespan="off"))
        task = asyncio.create_task(server.serve(sockets=[listener]))
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            server.should_exit = True
            await task
