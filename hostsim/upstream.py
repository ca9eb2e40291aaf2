"""The MCP server behind a view: started or reached, asked, watched, and gone with its client.

The only module that imports `mcp`. Results are passed on as the server sent them, error codes too. What a view may ask
for is not decided here. Spec: Client-Server negotiation (R83).
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any, NoReturn, Protocol, cast

import anyio
from mcp import Client, StdioServerParameters
from mcp.client.extension import advertise
from mcp.client.session import IncomingMessage
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError
from mcp_types import (
    CONNECTION_CLOSED,
    HEADER_MISMATCH,
    CallToolRequest,
    CallToolRequestParams,
    ClientRequest,
    Implementation,
    ListResourcesRequest,
    ListToolsRequest,
    PaginatedRequestParams,
    ReadResourceRequest,
    ReadResourceRequestParams,
)
from pydantic import RootModel, ValidationError

from hostsim.stderr_tail import StderrTail
from hostsim.upstream_error import UpstreamError
from hostsim.upstream_target import Command, Target
from hostsim.watched_stream import watched
from viewsdk.protocol.jsonrpc import ABSENT, INTERNAL_ERROR, INVALID_PARAMS
from viewsdk.protocol.ui_meta import EXTENSION_ID, UI_MIME_TYPE

__all__ = ["ListChange", "ProgressHandler", "Upstream", "UpstreamError", "UpstreamFailed", "connect"]

START_TIMEOUT = 30.0  # seconds; an import-heavy server takes a few, and the SDK's own probe alone may take ten
MAX_WORDS = 200  # characters of a server's last line in a sentence
MAX_PAGES = 100  # pages of one listing; a server whose cursor never ends may not hang the host
_ENVELOPE = ("resultType", "ttlMs", "cacheScope")  # belong to the connection, not to the result

ListChange = Callable[[str], None]


class ProgressHandler(Protocol):
    """Hears the progress of one call, in the server's own numbers."""

    async def __call__(self, progress: float, total: float | None, message: str | None) -> None: ...


for _name in ("mcp", "client"):  # the SDK logs what we report in one sentence, with a traceback
    logging.getLogger(_name).addHandler(logging.NullHandler())


class UpstreamFailed(Exception):
    """The server could not be started, reached or understood; the text is one sentence for a person."""


class _Raw(RootModel[dict[str, Any]]):
    """A result as it came, whatever it holds."""


class Upstream:
    """A live connection to one server; its methods may be called from any task."""

    def __init__(self, client: Client, connection: _Connection) -> None:
        self._client = client
        self._connection = connection
        self._target = connection.target
        self._tail = connection.tail
        self._ended = connection.ended

    @property
    def server_name(self) -> str:
        """What the server calls itself, else what it was started as."""
        info = self._client.server_info
        return info.name if info is not None else str(self._target)

    @property
    def capabilities(self) -> dict[str, Any]:
        """The server's capabilities as it declared them."""
        return self._client.server_capabilities.model_dump(mode="json", by_alias=True, exclude_none=True)

    @property
    def noise(self) -> str:
        """What a sentence about an answer that did not come ends with: empty, or how much was no MCP message."""
        return self._connection.noise

    async def ended(self) -> str:
        """Waits until the server's end of the connection is gone; returns the sentence that says so."""
        await self._ended.wait()
        return self._obituary()

    async def list_tools(self) -> list[dict[str, Any]]:
        """Returns all tools the server lists. Raises UpstreamError."""
        tools: list[dict[str, Any]] = []
        cursor: str | None = None
        for _ in range(MAX_PAGES):
            page = await self._request(ListToolsRequest(params=PaginatedRequestParams(cursor=cursor)))
            tools += page.get("tools", [])
            cursor = page.get("nextCursor")
            if cursor is None:
                break
        return tools

    async def list_resources(self, cursor: str | None = None) -> dict[str, Any]:
        """Returns one page of the server's resources. Raises UpstreamError."""
        _check_sendable(cursor)
        return await self._request(ListResourcesRequest(params=PaginatedRequestParams(cursor=cursor)))

    async def read_resource(self, uri: str) -> dict[str, Any]:
        """Returns what the server sends for a resource. Raises UpstreamError."""
        _check_sendable(uri)
        return await self._request(ReadResourceRequest(params=ReadResourceRequestParams(uri=uri)))

    async def call_tool(
        self,
        name: str,
        arguments: Mapping[str, Any],
        *,
        meta: Mapping[str, Any] | None = None,
        on_progress: ProgressHandler | None = None,
    ) -> dict[str, Any]:
        """Calls a tool; cancelling the waiting task cancels the call at the server. Raises UpstreamError."""
        members = {"name": name, "arguments": dict(arguments)} | ({"_meta": dict(meta)} if meta else {})
        _check_sendable(members)
        params = CallToolRequestParams.model_validate(members)
        request = CallToolRequest(params=params)
        try:
            return await self._request(request, on_progress)
        except UpstreamError as error:
            if error.code != HEADER_MISMATCH:
                raise
        # Its HTTP transport wants arguments mirrored in headers, which the SDK learns from a listing of its own.
        await self._client.list_tools(cache_mode="bypass")
        return await self._request(request, on_progress)

    async def _request(self, request: ClientRequest, on_progress: ProgressHandler | None = None) -> dict[str, Any]:
        try:
            raw = await self._client.session.send_request(request, _Raw, progress_callback=on_progress)
        except MCPError as error:
            self._reraise(error)
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False)[0]
            where = ".".join(str(step) for step in first["loc"])
            raise UpstreamError(INTERNAL_ERROR, f"the server's answer is not MCP: {where}: {first['msg']}") from error
        if raw.root.get("resultType") == "input_required":
            raise UpstreamError(INTERNAL_ERROR, "the server asks for input in the middle of a call; hostsim has none")
        return {name: value for name, value in raw.root.items() if name not in _ENVELOPE}

    def _reraise(self, error: MCPError) -> NoReturn:
        if _is_closed(error) or (error.code == CONNECTION_CLOSED and self._ended.is_set()):
            raise UpstreamError(CONNECTION_CLOSED, self._obituary(), {"reason": "upstream_ended"}) from error
        data = ABSENT if error.data is None else error.data
        raise UpstreamError(error.code, error.message, data) from error

    def _obituary(self) -> str:
        return f"the server ({self._target}) ended{_saying(self._tail.last_words)}"


@asynccontextmanager
async def connect(
    target: Target,
    *,
    start_timeout: float = START_TIMEOUT,
    on_list_change: ListChange | None = None,
    on_stderr: Callable[[str], None] | None = None,
) -> AsyncGenerator[Upstream]:
    """Connects to a server for the length of the block; a started server gets this process's environment.

    `on_list_change` hears "tools", "resources" or "prompts". Raises UpstreamFailed when it cannot be done in
    `start_timeout` seconds.
    """
    with StderrTail(on_stderr) as tail:
        connection = _Connection(target, tail, on_list_change)
        owner = asyncio.create_task(connection.run(), name=f"upstream {target}")
        try:
            yield await connection.opened(start_timeout)
        finally:
            connection.close()
            await asyncio.wait([owner])


class _Connection:
    """Owns the SDK's client, whose cancel scopes must be entered and left in one task."""

    def __init__(self, target: Target, tail: StderrTail, on_list_change: ListChange | None) -> None:
        self.target = target
        self.tail = tail
        self.ended = asyncio.Event()
        self._on_list_change = on_list_change
        self._client: asyncio.Future[Client] = asyncio.get_running_loop().create_future()
        self._closing = asyncio.Event()
        self._scope = anyio.CancelScope()
        self._noises = 0

    @property
    def noise(self) -> str:
        """How much of the server's output was no MCP message, as the end of a sentence."""
        if self._noises == 0:
            return ""
        if self._noises == 1:
            return "; 1 line of its output was no MCP message"
        return f"; {self._noises} lines of its output were no MCP messages"

    async def opened(self, timeout: float) -> Upstream:
        """Waits for the handshake. Raises UpstreamFailed."""
        done, _ = await asyncio.wait([self._client], timeout=timeout)
        if not done:
            self._scope.cancel()
            said = _saying(self.tail.last_words)
            raise UpstreamFailed(f"the server ({self.target}) did not answer within {timeout:g} s{self.noise}{said}")
        return Upstream(self._client.result(), self)

    async def run(self) -> None:
        """Opens the client and holds it open until `close`."""
        with self._scope:
            try:
                async with self._make_client() as client:
                    self.tail.started()
                    self._client.set_result(client)
                    await self._closing.wait()
            except Exception as error:
                # A failure after the start is reported by the requests it ends, and there is nobody else to tell.
                if not self._client.done():
                    self._client.set_exception(UpstreamFailed(self._why(_first(error))))
        self.ended.set()

    def close(self) -> None:
        """Lets `run` end, whether or not the client ever opened."""
        self._closing.set()
        if not self._client.done():
            self._scope.cancel()
            self._client.cancel()

    def _make_client(self) -> Client:
        return Client(
            watched(self._transport(), self.ended.set),
            client_info=Implementation(name="hostsim", version="0.1.0"),
            extensions=[advertise(EXTENSION_ID, {"mimeTypes": [UI_MIME_TYPE]})],
            cache=None,  # a simulator shows what the server says now
            message_handler=self._hear,
        )

    def _transport(self) -> Any:
        if isinstance(self.target, Command):
            command, *args = self.target.argv
            # The whole environment: this is a tool for developers, who set variables for their server.
            environment = {**os.environ, **self.target.variables}
            parameters = StdioServerParameters(command=command, args=args, env=environment)
            return stdio_client(parameters, errlog=self.tail.writer)
        return streamable_http_client(self.target.url)

    async def _hear(self, message: IncomingMessage) -> None:
        if isinstance(message, Exception):
            self._noises += 1
        elif self._on_list_change is not None:
            what = _CHANGED_LISTS.get(message.method)
            if what is not None:
                self._on_list_change(what)

    def _why(self, error: BaseException) -> str:
        why = str(error) or type(error).__name__
        if not isinstance(self.target, Command):
            return f"no MCP server answers at {self.target}: {why}"
        if isinstance(error, OSError):
            return f"the server cannot be started: {self.target.argv[0]}: {error.strerror or why}"
        said = _saying(self.tail.last_words)
        if isinstance(error, MCPError) and _is_closed(error):
            return f"the server ({self.target}) ended before it answered{said}"
        if isinstance(error, MCPError):
            return f"the server ({self.target}) refused the session: {why}{said}"
        return f"the server ({self.target}) could not be understood: {why}{said}"


_CHANGED_LISTS = {
    "notifications/tools/list_changed": "tools",
    "notifications/resources/list_changed": "resources",
    "notifications/prompts/list_changed": "prompts",
}


def _is_closed(error: MCPError) -> bool:
    # The SDK's own error has the code that servers use for any error of theirs.
    return error.code == CONNECTION_CLOSED and error.message == "Connection closed"


def _first(error: BaseException) -> BaseException:
    while isinstance(error, BaseExceptionGroup):
        error = cast("BaseExceptionGroup[BaseException]", error).exceptions[0]
    return error


def _check_sendable(*values: object) -> None:
    """Raises UpstreamError for half a surrogate pair: the SDK's writer would fail at it, and the connection with it."""
    try:
        json.dumps(values, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        why = "the request holds half a surrogate pair, which is no Unicode text and cannot be sent to a server"
        raise UpstreamError(INVALID_PARAMS, why) from error


def _saying(last_words: str) -> str:
    return f"; it last said: {last_words[:MAX_WORDS]}" if last_words else ""
