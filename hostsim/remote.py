"""The host page at the other end of a WebSocket: messages in, messages out, in order.

It frames nothing and decides nothing; `hostsim.host` reads and writes it, `hostsim.site` accepts the sockets.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator

from starlette.websockets import WebSocket, WebSocketDisconnect

from hostsim.page_messages import BadPageMessage, FromPage, ToPage, read_from_page, write_to_page

__all__ = ["TAKEN_OVER", "RemotePage"]

NORMAL = 1000
TAKEN_OVER = 4001
"""The code of a connection that ends because another page shows the view now."""

_log = logging.getLogger(__name__)


class RemotePage:
    """One host page in a browser, from its connection to its end."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket
        self._outgoing: asyncio.Queue[str | None] = asyncio.Queue()
        self._is_gone = False
        self._code = NORMAL

    def show(self, message: ToPage) -> None:
        """Queues one message for the page; nothing happens when the page has gone."""
        if not self._is_gone:
            self._outgoing.put_nowait(write_to_page(message))

    def leave(self, code: int = NORMAL) -> None:
        """Ends the connection after what is queued, with a code that tells the page why."""
        self._is_gone = True
        self._code = code
        self._outgoing.put_nowait(None)

    async def messages(self) -> AsyncIterator[FromPage]:
        """What the page says until it goes away; a message nobody knows is logged and passed over."""
        writer = asyncio.create_task(self._write())
        try:
            async for message in self._read():
                yield message
        finally:
            self._is_gone = True
            writer.cancel()
            await asyncio.gather(writer, return_exceptions=True)

    async def _read(self) -> AsyncIterator[FromPage]:
        while True:
            try:
                text = await self._socket.receive_text()
            except (WebSocketDisconnect, RuntimeError, KeyError):
                # RuntimeError: closed from our side; KeyError: a binary message, which no page of ours sends.
                return
            try:
                yield read_from_page(text)
            except BadPageMessage as complaint:
                _log.warning("the host page sent what this version does not know: %s", complaint)

    async def _write(self) -> None:
        while (text := await self._outgoing.get()) is not None:
            try:
                await self._socket.send_text(text)
            except (WebSocketDisconnect, RuntimeError):
                return
        await self._socket.close(self._code)
