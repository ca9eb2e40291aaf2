"""WebKitGTK, by Debian's WebKitWebDriver over the WebDriver protocol, on a screen that is not there."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import socket
from asyncio.subprocess import Process
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from http.client import HTTPConnection
from typing import Any

from hostsim.settings import settings
from tests.engines.engine import ANSWER_LIMIT, EngineFailed, MissingEngine, program

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"  # the member WebDriver names an element by
ASKING = """
const done = arguments[arguments.length - 1];
Promise.resolve().then(() => (%s)).then((value) => done({ value }), (error) => done({ error: String(error) }));
"""
ENVIRONMENT = {
    "WEBKIT_DISABLE_COMPOSITING_MODE": "1",
    "LIBGL_ALWAYS_SOFTWARE": "1",
    # WebKit's own sandbox refuses root; anybody else keeps it.
    **({"WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1"} if os.geteuid() == 0 else {}),
}


class WebDriver:
    """A conversation with a WebDriver server, one request at a time."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._session = ""

    async def begin(self) -> dict[str, Any]:
        """Open the browser; what it says of itself."""
        wanted = {"timeouts": {"script": int(ANSWER_LIMIT * 1000), "pageLoad": int(ANSWER_LIMIT * 1000)}}
        opened = await self.request("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})
        self._session = f"/session/{opened['sessionId']}"
        return opened["capabilities"]

    async def end(self) -> None:
        """Close the browser, if it was opened."""
        if self._session:
            await self.request("DELETE", self._session)

    async def post(self, path: str, body: dict[str, Any]) -> Any:
        """One command of the session."""
        return await self.request("POST", self._session + path, body)

    async def request(self, verb: str, path: str, body: dict[str, Any] | None = None) -> Any:
        """One request's value."""
        return await asyncio.to_thread(self._request, verb, path, body)

    def _request(self, verb: str, path: str, body: dict[str, Any] | None) -> Any:
        connection = HTTPConnection("127.0.0.1", self._port, timeout=ANSWER_LIMIT)
        try:
            text = None if body is None else json.dumps(body)
            connection.request(verb, path, text, {"Content-Type": "application/json"})
            response = connection.getresponse()
            value = json.loads(response.read())["value"]
        finally:
            connection.close()
        if response.status != 200:
            raise EngineFailed(f"{path}: {value['error']}: {value['message']}")
        return value


class WebKit:
    """The MiniBrowser that comes with WebKitGTK."""

    name = "webkit"

    def __init__(self, driver: WebDriver, version: str) -> None:
        self._driver = driver
        self.version = version

    async def open(self, url: str) -> None:
        """Leave the page for another."""
        await self._driver.post("/url", {"url": url})

    async def ask(self, expression: str) -> Any:
        """The value of an expression in the page."""
        answer = await self._driver.post("/execute/async", {"script": ASKING % expression, "args": []})
        if "error" in answer:
            raise EngineFailed(answer["error"])
        return answer.get("value")

    async def ask_view(self, expression: str) -> Any:
        """The value of an expression in the frame."""
        async with self._in_view():
            return await self.ask(expression)

    async def click(self, selector: str) -> None:
        """Press an element in the frame."""
        async with self._in_view():
            found = await self._driver.post("/element", {"using": "css selector", "value": selector})
            await self._driver.post(f"/element/{found[ELEMENT]}/click", {})

    @asynccontextmanager
    async def _in_view(self) -> AsyncGenerator[None]:
        await self._driver.post("/frame", {"id": 0})
        try:
            yield
        finally:
            await self._driver.post("/frame", {"id": None})


@asynccontextmanager
async def webkit() -> AsyncGenerator[WebKit]:
    """One for as long as it is needed, with a display and a message bus of its own."""
    async with _serving() as port:
        driver = WebDriver(port)
        try:
            about = await driver.begin()
            yield WebKit(driver, about["browserVersion"])
        finally:
            await driver.end()


@asynccontextmanager
async def _serving() -> AsyncGenerator[int]:
    """A WebDriver server; the port it listens on."""
    driver = program(settings().webkit_driver, "webkit2gtk-driver", "VIEWSDK_WEBKIT_DRIVER")
    port = _free_port()
    command = ("dbus-run-session", "--", "xvfb-run", "-a", driver, f"--port={port}")
    try:
        # A group of its own: the browser and the display are its members, and end with it.
        server = await asyncio.create_subprocess_exec(*command, env=os.environ | ENVIRONMENT, start_new_session=True)
    except FileNotFoundError as error:
        raise MissingEngine(f"{error.filename} is missing: apt-get install dbus xvfb xauth") from error
    try:
        async with asyncio.timeout(settings().launch_limit):
            await _listening(port, server)
        yield port
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(server.pid, signal.SIGTERM)
        await server.wait()


async def _listening(port: int, server: Process) -> None:
    """Wait until the server listens there."""
    while True:
        if server.returncode is not None:
            raise EngineFailed(f"WebKitWebDriver ended with {server.returncode} before it listened")
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            await asyncio.sleep(0.05)
        else:
            writer.close()
            return


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
