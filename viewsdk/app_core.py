"""`AppCore`: what happens to a view: its host's events, routed to launch, streams, hooks and app tools.

The typed calls an author makes are in viewsdk.app; what a host offers is in viewsdk.host_offers.
"""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, TypeVar

from viewsdk.app_tools import AppToolRefused, AppTools
from viewsdk.calls import check_call, params_of
from viewsdk.errors import HandshakeFailed, PortClosed, Unencodable, UnsupportedByHost
from viewsdk.feeds import Feed
from viewsdk.host_offers import HostOffers
from viewsdk.launch import Launch
from viewsdk.model_context import ModelContext
from viewsdk.ports import Port
from viewsdk.protocol.capabilities import AppCapabilities
from viewsdk.protocol.context import HostContext
from viewsdk.protocol.events import (
    ContextChanged,
    HandshakeCompleted,
    HandshakeGaveUp,
    HostRequested,
    ListChanged,
    RequestCancelled,
    ToolCancelled,
    ToolChunk,
    ToolInput,
    ToolInputPartial,
    ToolResult,
    Traced,
    TraceKind,
    ViewEvent,
)
from viewsdk.protocol.handshake import HandshakePolicy
from viewsdk.protocol.host_requests import CallTool, ResourceTeardown
from viewsdk.protocol.implementation import Implementation
from viewsdk.protocol.jsonrpc import JsonObject, RequestId
from viewsdk.protocol.methods import Method
from viewsdk.protocol.view_connection import ViewConnection
from viewsdk.results import read_result
from viewsdk.run import Overdue, RunEvent
from viewsdk.session import ProgressListener, Session
from viewsdk.settings import PATIENCE, TEARDOWN_LIMIT, TIMEOUT, Settings, log_error, log_trace
from viewsdk.state import StateReply, StateRequest, ViewState
from viewsdk.stream import Flow, Stream
from viewsdk.view import AnyBoundGrant, View, declaration

__all__ = ["AppCore"]

Hook = TypeVar("Hook", bound=Callable[[], Any])


class AppCore(HostOffers):
    """The live view without its types."""

    def __init__(self, view: type[View], port: Port, settings: Settings) -> None:
        self._declaration = declaration(view)
        self._timeout = settings.get("timeout", TIMEOUT)
        self._patience = settings.get("patience", PATIENCE)
        self._teardown_limit = settings.get("teardown_limit", TEARDOWN_LIMIT)
        self._transcript = settings.get("transcript")
        self._on_error = settings.get("on_error", log_error)
        self._on_trace = settings.get("on_trace", log_trace)
        self._session = Session(self._connection(settings), port, self._take, self._over, self.report)
        self._launch = Launch(self._declaration.launch.tool)
        self._overdue: asyncio.Handle | None = None
        self._contexts: Feed[HostContext] = Feed()
        self._list_changes: Feed[str] = Feed()
        self._flows: list[Flow] = []
        self._may_call = False
        self._hooks: list[Callable[[], Any]] = []
        self._teardown: asyncio.Task[None] | None = None
        self._serving: dict[RequestId, asyncio.Task[None]] = {}
        self.tools = AppTools(self._declaration.provides_tools, self._tools_changed, self.report)
        """Tools the view offers the host: `@app.tools.add` makes one of a function."""
        self.model_context = ModelContext(self._send_slots, self._session.begin)
        """What the model should know of the view: `app.model_context["selection"] = seat`."""
        self.state = ViewState(settings.get("storage"), self._state_asker(), self._launch_meta)
        """What survives a rebuilt frame: `await app.state.load(Model)`, `await app.state.save(model)`."""

    async def ready(self) -> None:
        """Wait until the handshake is complete; raises HandshakeFailed or PortClosed."""
        await self._session.ready()

    async def closed(self) -> str:
        """Wait until the conversation is over, for whatever reason; the reason."""
        return await self._session.ended()

    def contexts(self) -> AsyncIterator[HostContext]:
        """The host's surroundings now and after each change, until the conversation ends."""
        return self._contexts.subscribe([self.context])

    def list_changes(self) -> AsyncIterator[str]:
        """`"tools"`, `"resources"` or `"prompts"`, each time that list of the server's changes from now on."""
        return self._list_changes.subscribe()

    def on_teardown(self, hook: Hook) -> Hook:
        """Run a function, sync or async, when the host removes the view; it may still call tools. A decorator."""
        self._hooks.append(hook)
        return hook

    def report(self, error: BaseException, where: str) -> None:
        """Send an exception that nobody will catch to the one sink; a sink that raises costs only the report."""
        try:
            self._on_error(error, where)
        except Exception as problem:
            log_error(error, where)
            log_error(problem, "on_error")

    def _connection(self, settings: Settings) -> ViewConnection:
        info = settings.get("app_info") or Implementation(name=self._declaration.title, version="0")
        capabilities, _ = AppCapabilities.read(self._declaration.app_capabilities)
        assert capabilities is not None  # made by us, and any object is one
        return ViewConnection(info, capabilities, settings.get("handshake") or HandshakePolicy())

    # What the host says

    def _take(self, event: ViewEvent) -> None:
        match event:
            case ToolInputPartial() | ToolInput() | ToolResult() | ToolCancelled():
                self._take_launch(event)
            case ToolChunk(tool_name=tool_name, chunk=chunk):
                self._take_chunk(tool_name, chunk)
            case ContextChanged(context=context):
                self._contexts.push(context)
            case ListChanged(what=what):
                self._list_changes.push(what)
            case HandshakeCompleted():
                self._contexts.push(self.context)
                self._overdue = asyncio.get_running_loop().call_later(self._patience, self._take_overdue)
            case HandshakeGaveUp(why=why, tries=tries, heard=heard):
                self._launch.abandon(HandshakeFailed(why, tries, heard))
            case HostRequested():
                self._take_request(event)
            case RequestCancelled(id=request_id):
                if request_id in self._serving:
                    self._serving[request_id].cancel()
            case Traced():
                self._on_trace(event)
            case _:
                pass  # outcomes and progress are the session's

    def _take_launch(self, event: RunEvent) -> None:
        if self._overdue is not None:
            self._overdue.cancel()
            self._overdue = None
        if not self._launch.take(event):
            self._on_trace(Traced(f"{type(event).__name__} changes nothing: {self._launch.run!r}", TraceKind.IGNORED))

    def _take_overdue(self) -> None:
        self._overdue = None
        self._launch.take(Overdue())

    def _take_chunk(self, tool_name: str, chunk: Any) -> None:
        taken = [flow.take_chunk(chunk) for flow in self._flows if flow.tool.name == tool_name]
        if not any(taken):
            self._on_trace(Traced(f"a chunk of {tool_name!r} that no stream awaits", TraceKind.IGNORED))

    def _over(self, reason: str) -> None:
        if self._overdue is not None:
            self._overdue.cancel()
        self._launch.abandon(PortClosed(reason))
        self._contexts.end()
        self._list_changes.end()

    # What the host asks

    def _take_request(self, event: HostRequested) -> None:
        match event.request:
            case ResourceTeardown():
                self._begin_teardown(event.id)
            case CallTool(name=name, arguments=arguments):
                serving = self._session.begin(self._serve(event.id, name, arguments), f"the app tool {name}")
                self._serving[event.id] = serving
                serving.add_done_callback(lambda _: self._serving.pop(event.id, None))
            case _:
                self._session.begin(self._session.answer(event.id, self.tools.listing()), "listing the app's tools")

    async def _serve(self, request_id: RequestId, name: str, arguments: JsonObject) -> None:
        try:
            await self._session.answer(request_id, await self.tools.call(name, arguments))
        except AppToolRefused as refused:
            await self._session.refuse(request_id, refused.code, refused.message)
        except Unencodable as problem:
            await self._session.answer(request_id, self.tools.failure(name, problem))

    def _begin_teardown(self, request_id: RequestId) -> None:
        earlier = self._teardown
        self._teardown = self._session.begin(self._tear_down(request_id, earlier), "teardown")

    async def _tear_down(self, request_id: RequestId, earlier: asyncio.Task[None] | None) -> None:
        if earlier is None:
            await self._run_hooks()
        else:
            await asyncio.wait([earlier])
        await self._session.answer(request_id, {})
        await self._session.close("the host tore the view down")

    async def _run_hooks(self) -> None:
        try:
            async with asyncio.timeout(self._teardown_limit):
                for hook in self._hooks:
                    await self._run_hook(hook)
        except TimeoutError as late:
            late.add_note(f"the teardown hooks took longer than {self._teardown_limit:g} s and were stopped")
            self.report(late, "teardown")

    async def _run_hook(self, hook: Callable[[], Any]) -> None:
        try:
            done = hook()
            if inspect.isawaitable(done):
                await done
        except Exception as problem:
            self.report(problem, f"the teardown hook {getattr(hook, '__name__', hook)!s}")

    def _tools_changed(self) -> None:
        if self._session.is_ready:
            self._session.begin(self._tell(Method.TOOLS_LIST_CHANGED, {}), "telling the host of the app's tools")

    # State

    def _state_asker(self) -> Callable[[StateRequest], Awaitable[StateReply]] | None:
        grant = next((grant for grant in self._declaration.grants if _keeps_state(grant)), None)
        if grant is None:
            return None

        async def ask(request: StateRequest) -> StateReply:
            return await self._call(grant, request)

        return ask

    async def _launch_meta(self) -> JsonObject:
        async for _ in self._launch.watch(every_partial=False):
            pass
        if self._launch.meta is None:
            raise UnsupportedByHost("state", "the launch ended without a result that could name the view")
        return self._launch.meta

    # Calls

    async def _call(
        self,
        grant: AnyBoundGrant,
        value: Any,
        timeout: float | None = None,
        max_total: float | None = None,
        on_progress: ProgressListener | None = None,
    ) -> Any:
        check_call(self._declaration.view, grant, value)
        params = params_of(grant.tool, value)
        if not self._may_call:
            await self._offered("server_tools", "calling tools")
            self._may_call = True  # what a host offers does not change
        result = await self._session.request(
            Method.TOOLS_CALL,
            params,
            timeout=self._timeout if timeout is None else timeout,
            max_total=max_total,
            on_progress=on_progress,
        )
        return read_result(grant.tool, result)

    def _stream(self, grant: AnyBoundGrant, value: Any, timeout: float | None) -> Stream[Any]:
        check_call(self._declaration.view, grant, value)  # a mistake is raised here, not at the first item
        flow = Flow(grant.tool)

        async def call(listener: ProgressListener) -> Any:
            self._flows.append(flow)
            try:
                return await self._call(grant, value, timeout, None, listener)
            finally:
                self._flows.remove(flow)

        def begin() -> asyncio.Task[None]:
            task = self._session.begin(flow.run(call), f"the stream of {grant}")
            # A task that is cancelled may never have begun to run, so it cannot say so itself.
            task.add_done_callback(lambda _: flow.items.end(PortClosed(self._session.end_reason or "the call ended")))
            return task

        return Stream(flow, begin)


def _keeps_state(grant: AnyBoundGrant) -> bool:
    return grant.tool.input is StateRequest and grant.tool.output is StateReply
