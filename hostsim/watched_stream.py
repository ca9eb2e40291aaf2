"""An MCP transport that tells when the server's end of it is gone.

The SDK fails pending requests by itself when that happens, but announces it to nobody. Only `hostsim.upstream` uses it.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from types import TracebackType
from typing import Any, Protocol, Self

__all__ = ["watched"]


class _ReadStream(Protocol):
    async def receive(self) -> Any: ...
    async def aclose(self) -> None: ...
    async def __anext__(self) -> Any: ...


@asynccontextmanager
async def watched(
    transport: AbstractAsyncContextManager[tuple[Any, Any]], on_end: Callable[[], None]
) -> AsyncGenerator[tuple[Any, Any]]:
    """Opens a transport whose read stream calls `on_end` when nothing more will come from it."""
    async with transport as (read, write):
        yield _WatchedStream(read, on_end), write


class _WatchedStream:
    """The read stream of a transport, unchanged but for the call at its end."""

    def __init__(self, stream: _ReadStream, on_end: Callable[[], None]) -> None:
        self._stream = stream
        self._on_end = on_end

    async def receive(self) -> Any:
        return await self._stream.receive()

    async def aclose(self) -> None:
        await self._stream.aclose()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Any:
        try:
            return await self._stream.__anext__()
        except StopAsyncIteration:
            self._on_end()
            raise

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._stream.aclose()
