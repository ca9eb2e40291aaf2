"""The two loopback origins: the host page on one, the sandbox on the other, served in the loop that runs the host.

It serves what it is given and knows no policy: the CSP of a sandbox page arrives as text and leaves as an HTTP header
(R24, R28). Only this module and `hostsim.remote` import a web library.
"""

from __future__ import annotations

import asyncio
import secrets
import socket
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from hostsim.pages import MEDIA_TYPES, host_file, sandbox_page
from hostsim.remote import RemotePage

__all__ = ["MAX_REPORT_BYTES", "PortTaken", "Site"]

LOOPBACK = "127.0.0.1"
# Another name for the same address: another site for the browser, hence another process beside another origin.
SANDBOX_NAME = "localhost"
MAX_MESSAGE_BYTES = 64 * 1024 * 1024  # above the frame cap twice over: a frame inside a message is escaped once more
MAX_REPORT_BYTES = 64 * 1024  # a violation report is below 4 kB; a view can send its own

Serve = Callable[[RemotePage], Awaitable[None]]
Report = Callable[[str, bytes], None]


class PortTaken(OSError):
    """A port is already in use; the message says which and what to do."""


class Site:
    """Holds both ports from the start and serves within `serving`; a sandbox page exists from `publish` to `withdraw`.

    Raises PortTaken.
    """

    def __init__(self, *, host_port: int = 0, sandbox_port: int = 0) -> None:
        self._sockets = _bind_both(host_port, sandbox_port)
        host, sandbox = (listener.getsockname()[1] for listener in self._sockets)
        self.host_origin = f"http://{LOOPBACK}:{host}"
        self.sandbox_origin = f"http://{SANDBOX_NAME}:{sandbox}"
        self._policies: dict[str, str] = {}
        self._serve: Serve | None = None
        self._report: Report | None = None

    def publish(self, csp: Callable[[str], str]) -> str:
        """Puts one sandbox page up and returns its address; `csp` makes the policy from the address for reports."""
        token = secrets.token_urlsafe(16)
        ancestors = f"frame-ancestors {self.host_origin}"
        self._policies[token] = f"{csp(f'{self.sandbox_origin}/report/{token}')}; {ancestors}"
        return f"{self.sandbox_origin}/sandbox/{token}"

    def withdraw(self, url: str) -> None:
        """Takes a sandbox page down; reports that still arrive for it are refused."""
        self._policies.pop(url.rsplit("/", 1)[-1], None)

    @asynccontextmanager
    async def serving(self, serve: Serve, report: Report) -> AsyncGenerator[None]:
        """Serves for the length of the block: `serve` is given each page, `report` each violation report."""
        self._serve, self._report = serve, report
        servers = [_Server(self._host_app()), _Server(self._sandbox_app())]
        pairs = zip(servers, self._sockets, strict=True)
        tasks = [asyncio.create_task(server.serve([listener])) for server, listener in pairs]
        try:
            for server, task in zip(servers, tasks, strict=True):
                await _up(server, task)
            yield
        finally:
            for server in servers:
                server.should_exit = True
            await asyncio.gather(*tasks, return_exceptions=True)

    def close(self) -> None:
        """Lets both ports go."""
        for listener in self._sockets:
            listener.close()

    # The host page

    def _host_app(self) -> ASGIApp:
        routes = [
            Route("/", self._index),
            Route("/page/{name}", self._file),
            WebSocketRoute("/socket", self._socket),
        ]
        return _only_for(self.host_origin, Starlette(routes=routes))

    async def _index(self, _: Request) -> Response:
        return self._page("index.html")

    async def _file(self, request: Request) -> Response:
        return self._page(request.path_params["name"])

    def _page(self, name: str) -> Response:
        content = host_file(name)
        if content is None:
            return PlainTextResponse("hostsim has no such page", status_code=404)
        media_type = MEDIA_TYPES[name[name.rindex(".") :]]
        headers = _SAFE_HEADERS | {"Content-Security-Policy": self._own_csp()}
        return Response(content, media_type=media_type, headers=headers)

    def _own_csp(self) -> str:
        line = self.host_origin.replace("http://", "ws://")
        return (
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
            f"connect-src 'self' {line}; frame-src {self.sandbox_origin}; "
            "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        )

    async def _socket(self, websocket: WebSocket) -> None:
        # A page of any other origin could open this socket; only the browser's Origin header tells them apart.
        if websocket.headers.get("origin") != self.host_origin:
            await websocket.close(code=1008)
            return
        await websocket.accept()
        if self._serve is not None:
            await self._serve(RemotePage(websocket))

    # The sandbox

    def _sandbox_app(self) -> ASGIApp:
        routes = [
            Route("/sandbox/{token}", self._sandbox),
            Route("/report/{token}", self._violation, methods=["POST"]),
        ]
        return _only_for(self.sandbox_origin, Starlette(routes=routes))

    async def _sandbox(self, request: Request) -> Response:
        csp = self._policies.get(request.path_params["token"])
        if csp is None:
            return PlainTextResponse("no view is mounted here", status_code=400, headers=_SAFE_HEADERS)
        headers = _SAFE_HEADERS | {"Content-Security-Policy": csp}
        return Response(sandbox_page(self.host_origin), media_type=MEDIA_TYPES[".html"], headers=headers)

    async def _violation(self, request: Request) -> Response:
        token = request.path_params["token"]
        body = b""
        async for chunk in request.stream():
            body += chunk
            if len(body) > MAX_REPORT_BYTES:
                return Response(status_code=413)
        if token not in self._policies or self._report is None:
            return Response(status_code=404)
        self._report(f"{self.sandbox_origin}/sandbox/{token}", body)
        return Response(status_code=204)


_SAFE_HEADERS = {"Cache-Control": "no-store", "Referrer-Policy": "no-referrer", "X-Content-Type-Options": "nosniff"}


class _Server(uvicorn.Server):
    """A uvicorn server that leaves signals alone and says when it listens."""

    def __init__(self, app: ASGIApp) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                lifespan="off",
                log_config=None,
                access_log=False,
                ws="websockets-sansio",
                ws_max_size=MAX_MESSAGE_BYTES,
                # Loopback: compressing costs more than it saves, and a ping would cut off a page stopped in a debugger.
                ws_per_message_deflate=False,
                ws_ping_interval=None,
                timeout_graceful_shutdown=1,
            )
        )
        self.ready = asyncio.Event()

    @contextmanager
    def capture_signals(self) -> Generator[None]:
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.ready.set()


async def _up(server: _Server, task: asyncio.Task[None]) -> None:
    """Returns once a server listens; one that cannot ends the wait with its own exception."""
    listening = asyncio.create_task(server.ready.wait())
    try:
        await asyncio.wait({listening, task}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        listening.cancel()
    if not server.ready.is_set():
        await task


def _bind_both(host_port: int, sandbox_port: int) -> list[socket.socket]:
    first = _bind(host_port, "--port")
    try:
        return [first, _bind(sandbox_port, "VIEWSDK_SANDBOX_PORT")]
    except OSError:
        first.close()
        raise


def _bind(port: int, setting: str) -> socket.socket:
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((LOOPBACK, port))
        listener.listen(64)
    except (OSError, OverflowError) as error:
        listener.close()
        raise PortTaken(f"port {port} cannot be used ({_why(error)}); choose another with {setting}") from error
    listener.setblocking(False)
    return listener


def _why(error: Exception) -> str:
    return (error.strerror or str(error)).lower() if isinstance(error, OSError) else str(error)


def _only_for(origin: str, app: ASGIApp) -> ASGIApp:
    """Refuses requests under another name: a name someone else points at loopback must reach nothing."""
    expected = origin.removeprefix("http://").encode()

    async def guarded(scope: Scope, receive: Receive, send: Send) -> None:
        headers: list[tuple[bytes, bytes]] = scope.get("headers", [])
        if dict(headers).get(b"host") == expected:
            await app(scope, receive, send)
            return
        await _refuse(scope, receive, send)

    return guarded


async def _refuse(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        close: dict[str, Any] = {"type": "websocket.close", "code": 1008}
        await receive()
        await send(close)
        return
    await PlainTextResponse("hostsim answers to its own name only", status_code=421)(scope, receive, send)
