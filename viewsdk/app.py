"""`App[V]`: the live view, typed by its grants: calls, streams and the launch run.

What a host offers besides tools is in viewsdk.host_offers, what happens to a view in viewsdk.app_core. An app works the
same over `memory_pair()` and in the browser.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any, Generic, Self, TypeVar, Unpack, overload

from viewsdk.app_core import AppCore
from viewsdk.calls import check_grant
from viewsdk.errors import LaunchCancelled, PortClosed, UnreadableResult
from viewsdk.grant import BoundGrant, BoundLaunch, V
from viewsdk.ports import Port
from viewsdk.run import Cancelled, Failed, Returned, Run, Unreadable
from viewsdk.session import ProgressListener
from viewsdk.settings import Settings
from viewsdk.stream import Stream
from viewsdk.tool import Err, In, NoInput, Out
from viewsdk.view import View

__all__ = ["App"]

Item = TypeVar("Item")
AnyView = TypeVar("AnyView", bound=View)


class App(AppCore, Generic[V]):
    """One view in its frame. Made by `connect` or `open`; the `async with` block is its life."""

    def __init__(self, view: type[V], port: Port, settings: Settings) -> None:
        super().__init__(view, port, settings)
        self.view = view

    @staticmethod
    def connect(
        view: type[AnyView], port: Port, **settings: Unpack[Settings]
    ) -> AbstractAsyncContextManager[App[AnyView]]:
        """The view on that port, once the handshake is complete; raises HandshakeFailed or PortClosed if it fails."""
        return App(view, port, settings)._connected()

    @staticmethod
    def open(
        view: type[AnyView], port: Port, **settings: Unpack[Settings]
    ) -> AbstractAsyncContextManager[App[AnyView]]:
        """The view on that port at once; whatever it asks waits for the handshake, in order. See `ready`."""
        return App(view, port, settings)._opened()

    @overload
    async def call(
        self,
        grant: BoundGrant[V, NoInput, Out, Any],
        /,
        *,
        timeout: float | None = ...,
        max_total: float | None = ...,
        on_progress: ProgressListener | None = ...,
    ) -> Out: ...
    @overload
    async def call(
        self,
        grant: BoundGrant[V, In, Out, Any],
        input: In,
        /,
        *,
        timeout: float | None = ...,
        max_total: float | None = ...,
        on_progress: ProgressListener | None = ...,
    ) -> Out: ...
    async def call(
        self,
        grant: BoundGrant[V, Any, Any, Any],
        input: Any = None,
        /,
        *,
        timeout: float | None = None,
        max_total: float | None = None,
        on_progress: ProgressListener | None = None,
    ) -> Any:
        """Call a granted tool: its output, typed by the grant.

        `timeout` is in seconds and starts again with each progress; `max_total` bounds the whole. Cancelling the task
        cancels the call at the host.

        Raises:
            MisusedGrant: not a grant of this view, or not its input; nothing was sent.
            DeclaredError: one the tool declares.
            ToolFailed: the tool failed otherwise.
            Refused, RequestTimeout, PortClosed, UnreadableResult, RequestError: as viewsdk.errors says.
        """
        return await self._call(grant, input, timeout, max_total, on_progress)

    @overload
    def stream(
        self, grant: BoundGrant[V, NoInput, list[Item], Any], /, *, timeout: float | None = ...
    ) -> Stream[Item]: ...
    @overload
    def stream(
        self, grant: BoundGrant[V, In, list[Item], Any], input: In, /, *, timeout: float | None = ...
    ) -> Stream[Item]: ...
    @overload
    def stream(self, grant: BoundGrant[V, NoInput, Out, Any], /, *, timeout: float | None = ...) -> Stream[Out]: ...
    @overload
    def stream(
        self, grant: BoundGrant[V, In, Out, Any], input: In, /, *, timeout: float | None = ...
    ) -> Stream[Out]: ...
    def stream(
        self, grant: BoundGrant[V, Any, Any, Any], input: Any = None, /, *, timeout: float | None = None
    ) -> Stream[Any]:
        """Call a granted tool whose handler sends items on the way, and iterate them; see viewsdk.stream.

        The items of a `list` output are its elements; those of any other output are whole outputs, the last one the
        result. Iterating raises what `call` raises.
        """
        return self._stream(grant, input, timeout)

    def watch(
        self, launch: BoundLaunch[V, In, Out, Err], /, *, every_partial: bool = False
    ) -> AsyncIterator[Run[In, Out, Err]]:
        """The launch tool's life from where it stands, ending at its first end state.

        A slow consumer sees only the newest partial input, unless it asks for `every_partial`. Iterating raises
        PortClosed or HandshakeFailed if the conversation ends before the run does.
        """
        check_grant(self.view, launch)
        if every_partial:
            self._session.want_every_partial()
        return self._launch.watch(every_partial)

    async def result(self, launch: BoundLaunch[V, In, Out, Err], /) -> Out:
        """The launch tool's output, once it is there.

        Raises:
            DeclaredError, ToolFailed: the tool failed.
            LaunchCancelled: the call was cancelled.
            UnreadableResult: the declared types cannot read it.
            PortClosed, HandshakeFailed: the conversation ended first.
        """
        last: Run[In, Out, Err] | None = None
        async for run in self.watch(launch):
            last = run
        match last:
            case Returned(output=output):
                return output
            case Failed(error=error):
                raise error
            case Cancelled(reason=reason):
                raise LaunchCancelled(reason)
            case Unreadable(detail=detail, payload=payload, is_empty=is_empty):
                raise UnreadableResult(detail, payload, is_empty)
            case _:
                raise PortClosed(self._session.end_reason or "the run ended without an end")

    @asynccontextmanager
    async def _opened(self) -> AsyncGenerator[Self, None]:
        try:
            await self._session.start(self._transcript)
            yield self
        finally:
            await self._session.close("the view closed")

    @asynccontextmanager
    async def _connected(self) -> AsyncGenerator[Self, None]:
        async with self._opened():
            await self.ready()
            yield self
