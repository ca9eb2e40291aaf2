"""The axis of ports: the same conversation in one process, through a page's port, and over a transport that leaves it.

`page` is the page's own port with a shim of a few lines of Python, which writes into the mailbox as the real one does.
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


class Shim:
    """What a page's port needs of `web/shim.js`: the host's texts go through the mailbox, each in a turn of its own."""

    def __init__(self, to_host: Callable[[str], None]) -> None:
        self.post = to_host

    def everyPartial(self) -> None:
        """Here nothing is held back."""

    def attach(self, handler: Callable[[int | str], None], mailbox: bytearray) -> str:
        self._handler, self._mailbox = handler, mailbox
        return '{"frames":[],"partials":0,"boot":{}}'

    def tell(self, text: str) -> None:
        asyncio.get_running_loop().call_soon(self._hand_over, text)

    def _hand_over(self, text: str) -> None:
        data = text.encode()
        if len(data) > len(self._mailbox):
            self._handler(text)
        else:
            self._mailbox[: len(data)] = data
            self._handler(len(data))


@asynccontextmanager
async def by_page() -> AsyncIterator[tuple[Port, Port]]:
    from viewsdk.ports.inbox import Inbox
    from viewsdk.ports.memory import MemoryPort
    from viewsdk.ports.postmessage import ShimPort

    def to_host(text: str) -> None:
        if not far_in.has_ended:
            far_in.put(text)

    far_in, far_out = Inbox[str](), Inbox[str]()
    shim = Shim(to_host)
    far_out.put = shim.tell  # type: ignore[method-assign]
    near, far = ShimPort(shim, proxy_of=lambda value: value), MemoryPort(far_in, far_out)
    try:
        yield near, far
    finally:
        await near.close()
        await far.close()


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
            attach: (listener, memory) => {
                const encoder = new TextEncoder();
                hear = (text) => {
                    const buffer = memory.getBuffer("u8"); // a fresh one each time: Python's memory may have grown
                    const fits = text.length * 3 <= buffer.data.length;
                    const { written } = fits ? encoder.encodeInto(text, buffer.data) : { written: 0 };
                    buffer.release();
                    listener(fits ? written : text);
                };
                return '{"frames":[],"partials":0,"boot":{}}';
            },
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
    "page": by_page,
    "remote": by_channel if sys.platform == "emscripten" else by_socket,
}

on_each_port = pytest.mark.parametrize("join", list(JOINS))
