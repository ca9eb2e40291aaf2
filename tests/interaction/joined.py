"""The axis of ports: the same conversation in one process, and over a transport that really leaves it.

On CPython `remote` is a socket; inside Pyodide it is a JavaScript MessageChannel with the page's own port at the
view's end, as in a browser.
"""

import asyncio
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

import pytest

from viewsdk import Port, memory_pair

LIMIT = 2**24  # bytes of one line; asyncio's own 64 KiB is less than a result may be

Joined = AbstractAsyncContextManager[tuple[Port, Port]]


@asynccontextmanager
async def by_memory() -> AsyncIterator[tuple[Port, Port]]:
    near, far = memory_pair()
    try:
        yield near, far
    finally:
        await near.close()


@asynccontextmanager
async def by_socket() -> AsyncIterator[tuple[Port, Port]]:
    from viewsdk.ports.stream import StreamPort

    accepted: asyncio.Future[Port] = asyncio.get_running_loop().create_future()

    async def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        accepted.set_result(StreamPort(reader, writer))

    server = await asyncio.start_server(accept, "127.0.0.1", 0, limit=LIMIT)
    host, port = server.sockets[0].getsockname()[:2]
    near = StreamPort(*await asyncio.open_connection(host, port, limit=LIMIT))
    far = await accepted
    try:
        yield near, far
    finally:
        await near.close()
        await far.close()
        server.close()
        await server.wait_closed()


CHANNEL = """() => {
    const { port1, port2 } = new MessageChannel();
    let hear = null;
    const waiting = [];
    const end = (port, take) => { port.onmessage = (event) => take(JSON.stringify(event.data)); };
    end(port1, (text) => hear ? hear(text) : waiting.push(text));
    return {
        shim: {
            post: (text) => port1.postMessage(JSON.parse(text)),
            everyPartial: () => {},
            attach: (listener) => { hear = listener; return '{"frames":[],"partials":0,"boot":{}}'; },
        },
        far: { post: (text) => port2.postMessage(JSON.parse(text)), listen: (listener) => end(port2, listener) },
        close: () => { port1.close(); port2.close(); },
    };
}"""


class ChannelPort:
    """The host's end of a MessageChannel, which has no shim."""

    def __init__(self, end: Any) -> None:
        from pyodide.ffi import create_proxy

        from viewsdk.ports.inbox import Inbox

        self._end = end
        self._inbox = Inbox()
        self.proxy = create_proxy(self._inbox.put)
        end.listen(self.proxy)

    async def send(self, text: str) -> None:
        if self._inbox.has_ended:
            raise ConnectionError("the port is closed")
        self._end.post(text)

    async def receive(self) -> str | None:
        return await self._inbox.take()

    async def close(self) -> None:
        self._inbox.end()


@asynccontextmanager
async def by_channel() -> AsyncIterator[tuple[Port, Port]]:
    from pyodide.code import run_js

    from viewsdk.ports.postmessage import ShimPort

    channel = run_js(CHANNEL)()
    near, far = ShimPort(channel.shim), ChannelPort(channel.far)
    try:
        yield near, far
    finally:
        await near.close()
        await far.close()
        channel.close()


JOINS: dict[str, Callable[[], Joined]] = {
    "memory": by_memory,
    "remote": by_channel if sys.platform == "emscripten" else by_socket,
}

on_each_port = pytest.mark.parametrize("join", list(JOINS))
