"""A host written out frame by frame, so that a test decides what the view hears and sees exactly what it says."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Unpack

from tests.view.contract import Bill
from viewsdk import App, Port, Settings, View, memory_pair
from viewsdk.protocol.jsonrpc import (
    ABSENT,
    ErrorData,
    Failure,
    Fault,
    Frame,
    Notification,
    Request,
    Success,
    decode,
    encode,
)

BOUND = 5.0  # seconds; no wait of a test is longer

EVERYTHING: dict[str, Any] = {
    "openLinks": {},
    "downloadFile": {},
    "serverTools": {},
    "serverResources": {},
    "logging": {},
    "sampling": {"tools": {}},
}


class WireHost:
    """The far end of a view's port; `said` keeps every frame of the view, in order."""

    def __init__(self, port: Port) -> None:
        self.port = port
        self.said: list[Frame] = []

    async def hear(self) -> Frame:
        """The view's next frame."""
        async with asyncio.timeout(BOUND):
            text = await self.port.receive()
        assert text is not None, "the view ended the port"
        frame = decode(text)
        assert not isinstance(frame, Fault), frame
        self.said.append(frame)
        return frame

    async def hear_request(self, method: str) -> Request:
        frame = await self.hear()
        assert isinstance(frame, Request), frame
        assert method == frame.method
        return frame

    async def hear_notification(self, method: str) -> Notification:
        frame = await self.hear()
        assert isinstance(frame, Notification), frame
        assert method == frame.method
        return frame

    async def hears_nothing_more(self) -> bool:
        """Whether the view has nothing to say: it answers a ping before it says anything else."""
        await self.ask("quiet?", "ping")
        return Success("quiet?", {}) == await self.hear()

    async def say(self, frame: Frame) -> None:
        await self.port.send(encode(frame))

    async def tell(self, method: str, params: dict[str, Any] | None = None) -> None:
        await self.say(Notification(method, params))

    async def ask(self, request_id: int | str, method: str, params: dict[str, Any] | None = None) -> None:
        await self.say(Request(request_id, method, params))

    async def answer(self, request: Request, result: dict[str, Any]) -> None:
        await self.say(Success(request.id, result))

    async def fail(self, request: Request, code: int, message: str, data: Any = ABSENT) -> None:
        await self.say(Failure(request.id, ErrorData(code, message, data)))

    async def shake_hands(
        self, capabilities: dict[str, Any] | None = None, context: dict[str, Any] | None = None
    ) -> Request:
        """Answer `ui/initialize` and hear `initialized`."""
        opening = await self.hear_request("ui/initialize")
        await self.answer(opening, initialize_result(capabilities, context))
        await self.hear_notification("ui/notifications/initialized")
        return opening

    async def launch(self, arguments: dict[str, Any], result: dict[str, Any] | None = None) -> None:
        """Send the complete input and, if there is one, the result."""
        await self.tell("ui/notifications/tool-input", {"arguments": arguments})
        if result is not None:
            await self.tell("ui/notifications/tool-result", result)


def initialize_result(
    capabilities: dict[str, Any] | None = None, context: dict[str, Any] | None = None
) -> dict[str, Any]:
    return {
        "protocolVersion": "2026-01-26",
        "hostInfo": {"name": "wire", "version": "1"},
        "hostCapabilities": EVERYTHING if capabilities is None else capabilities,
        "hostContext": {"theme": "light"} if context is None else context,
    }


@asynccontextmanager
async def running(
    view: type[Any] = Bill,
    *,
    capabilities: dict[str, Any] | None = None,
    context: dict[str, Any] | None = None,
    **settings: Unpack[Settings],
) -> AsyncIterator[tuple[App[Any], WireHost]]:
    """A view that has shaken hands with a wire host."""
    near, far = memory_pair()
    host = WireHost(far)
    shaking = asyncio.ensure_future(host.shake_hands(capabilities, context))
    async with App.connect(view, near, **settings) as app:
        await shaking
        yield app, host


def returned(value: Any, text: str | None = None) -> dict[str, Any]:
    """A tool result holding structured content and, as hosts show it, text."""
    structured = value if isinstance(value, dict) else {"result": value}
    return {"content": [{"type": "text", "text": text or "see the view"}], "structuredContent": structured}


def failed(text: str) -> dict[str, Any]:
    """A tool result that only says in words that it failed."""
    return {"content": [{"type": "text", "text": text}], "isError": True}


__all__ = ["BOUND", "EVERYTHING", "View", "WireHost", "failed", "initialize_result", "returned", "running"]
