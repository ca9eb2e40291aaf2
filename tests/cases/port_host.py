"""The host's end of a port, speaking plain JSON objects."""

import asyncio
import itertools
import json
from typing import Any

from viewsdk.ports import Port

BOUND = 5.0  # seconds; no wait is longer


class PortHost:
    """What a host says and hears; `hear` takes the view's frames one by one."""

    def __init__(self, port: Port) -> None:
        self._port = port
        self._ids = itertools.count()
        self.app_capabilities: dict[str, Any] = {}

    async def send(self, frame: dict[str, Any]) -> None:
        """Send a frame as it is."""
        await self._port.send(json.dumps(frame))

    async def hear(self) -> dict[str, Any]:
        """The view's next frame."""
        async with asyncio.timeout(BOUND):
            text = await self._port.receive()
        assert text is not None, "the view ended the port"
        return json.loads(text)

    async def shake_hands(
        self, capabilities: dict[str, Any] | None = None, context: dict[str, Any] | None = None
    ) -> None:
        """Answer the handshake and hear initialized."""
        opening = await self.hear()
        self.app_capabilities = opening["params"]["appCapabilities"]
        result = {
            "protocolVersion": "2026-01-26",
            "hostInfo": {"name": "port", "version": "1"},
            "hostCapabilities": capabilities or {},
            "hostContext": context or {},
        }
        await self.send({"jsonrpc": "2.0", "id": opening["id"], "result": result})
        assert "ui/notifications/initialized" == (await self.hear())["method"]

    async def ask(self, method: str, params: dict[str, Any] | None = None) -> dict[str, Any]:
        """Send a request and return the view's answer to it, stepping over news of changed tools."""
        id = f"h{next(self._ids)}"
        frame: dict[str, Any] = {"jsonrpc": "2.0", "id": id, "method": method}
        await self.send(frame if params is None else frame | {"params": params})
        while (answer := await self.hear()).get("id") != id:
            assert "notifications/tools/list_changed" == answer["method"]
        return answer

    async def call(self, name: str, arguments: dict[str, Any] | None = None) -> dict[str, Any]:
        """Call a tool of the view; its result."""
        return (await self.ask("tools/call", {"name": name, "arguments": arguments or {}}))["result"]

    def answering(self, members: dict[str, Any]) -> asyncio.Task[dict[str, Any]]:
        """Answer the view's next request with these members, beside the test; the request."""
        return asyncio.ensure_future(self._answer(members))

    async def _answer(self, members: dict[str, Any]) -> dict[str, Any]:
        request = await self.hear()
        await self.send({"jsonrpc": "2.0", "id": request["id"], **members})
        return request
