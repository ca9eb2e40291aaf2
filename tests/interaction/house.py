"""hostsim's conversation at work in one process: it serves a view over a port and calls handlers instead of a server.

Only hostsim's pure half is used, so that the same tests run wherever Python does.
"""

import asyncio
import inspect
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any, TypeVar, Unpack

from hostsim.consent import Outcome, Question
from hostsim.conversation import Conversation
from hostsim.effects import (
    AddMessage,
    AppToolAnswered,
    AppToolsListed,
    AskConsent,
    CallTool,
    CancelErrand,
    Effect,
    End,
    Key,
    ListResources,
    OpenLink,
    ReadResource,
    Sample,
    SaveFile,
    Send,
    SetDisplayMode,
    SetModelContext,
)
from hostsim.grants import Gate
from hostsim.inventory import Inventory
from hostsim.offers import Offers
from hostsim.policy_file import read_policy
from tests.interaction.contract import Bill
from tests.interaction.joined import JOINS
from viewsdk import App, DeclaredError, Port, Settings, Tool, declaration
from viewsdk.protocol.context import HostContext
from viewsdk.protocol.implementation import Implementation
from viewsdk.protocol.jsonrpc import ErrorData
from viewsdk.protocol.states import HostState
from viewsdk.results import collect_items, write_declared_error, write_item, write_output

BOUND = 5.0  # seconds; no wait of a test is longer

Handlers = Mapping[str, Callable[..., Any]]
T = TypeVar("T")


class House:
    """A host with one mount. What it did is in `did`, what reached the server in `calls`, questions in `asked`."""

    def __init__(
        self,
        port: Port,
        handlers: Handlers,
        *,
        policy: str = "",
        offers: Offers | None = None,
        context: Mapping[str, Any] | None = None,
        answers: Outcome | None = Outcome.ALLOWED,
    ) -> None:
        said = declaration(Bill)
        inventory = Inventory.read(_listing())
        rules = read_policy(f'[views."{said.uri}"]\n{policy}', inventory).of(said.uri)
        known, _ = HostContext.read(dict(context or {}))
        self.conversation = Conversation(
            gate=Gate(said.uri, rules, inventory),
            host_info=Implementation(name="house", version="1"),
            context=known or HostContext(),
            offers=offers or Offers(sampling=True),
            server="box-office",
        )
        self.did: list[Effect] = []
        self.calls: list[tuple[str, Mapping[str, Any]]] = []
        self.asked: list[Question] = []
        self.cancelled: list[str] = []
        self.stopped = asyncio.Event()
        self._port, self._handlers, self._answers = port, handlers, answers
        self._loop = asyncio.get_running_loop()
        self._errands: dict[Key, asyncio.Task[None]] = {}
        self._outbox: asyncio.Queue[str | None] = asyncio.Queue()
        self._changed = asyncio.Event()
        self._timer: asyncio.Handle | None = None

    @property
    def now(self) -> float:
        return self._loop.time()

    async def serve(self) -> None:
        """Serve the view until the port ends."""
        sending = asyncio.ensure_future(self._send_all())
        try:
            while (text := await self._port.receive()) is not None:
                self.perform(self.conversation.receive(text, self.now))
        finally:
            self._outbox.put_nowait(None)
            for errand in (*self._errands.values(), sending):
                errand.cancel()
            if self._timer is not None:
                self._timer.cancel()
            await asyncio.wait([sending, *self._errands.values()])

    async def until(self, holds: Callable[[], T]) -> T:
        """Wait until something is true of what the house did."""
        async with asyncio.timeout(BOUND):
            while not (value := holds()):
                self._changed.clear()
                await self._changed.wait()
        return value

    def done(self, kind: type[T]) -> list[T]:
        return [effect for effect in self.did if isinstance(effect, kind)]

    def perform(self, effects: list[Effect]) -> None:
        for effect in effects:
            self.did.append(effect)
            self._perform(effect)
        self._changed.set()
        self._set_timer()

    def _perform(self, effect: Effect) -> None:
        match effect:
            case Send(text):
                self._outbox.put_nowait(text)
            case CallTool(key):
                self.calls.append((effect.name, effect.arguments))
                self._errands[key] = asyncio.ensure_future(self._call(effect))
            case CancelErrand(key) if key in self._errands:
                self._errands[key].cancel()
            case ReadResource(key):
                contents = [{"uri": effect.uri, "mimeType": "text/plain", "text": "the bill"}]
                self.perform(self.conversation.resource_answered(key, {"contents": contents}, self.now))
            case ListResources(key):
                page = {"resources": [{"uri": "ui://box-office/bill", "name": "bill"}]}
                self.perform(self.conversation.resources_listed(key, page, self.now))
            case AskConsent(key, question):
                self.asked.append(question)
                if self._answers is not None:
                    self.perform(self.conversation.consent_given(key, self._answers, self.now))
            case OpenLink(key) | SaveFile(key) | AddMessage(key) | SetModelContext(key):
                self.perform(self.conversation.performed(key, None, self.now))
            case Sample(key):
                said = {"model": "m", "role": "assistant", "content": {"type": "text", "text": "yes"}}
                self.perform(self.conversation.sampled(key, said, self.now))
            case End():
                self.stopped.set()
            case _:
                pass

    async def _call(self, effect: CallTool) -> None:
        try:
            answer = await self._answer(effect)
        except asyncio.CancelledError:
            self.cancelled.append(effect.name)
            self._changed.set()
            raise
        self.perform(self.conversation.tool_answered(effect.key, answer, self.now))

    async def _answer(self, effect: CallTool) -> Mapping[str, Any] | ErrorData:
        tool = _tools()[effect.name]
        given = [tool.read_input(effect.arguments)] if tool.has_input else []
        try:
            output = self._handlers[effect.name](*given)
            if inspect.isasyncgen(output):
                return await self._stream(effect.key, tool, output)
            return write_output(tool, await output)
        except DeclaredError as error:
            return write_declared_error(error)
        except ValueError as problem:
            return {"content": [{"type": "text", "text": str(problem)}], "isError": True}

    async def _stream(self, key: Key, tool: Tool[Any, Any, Any], items: AsyncIterator[Any]) -> Mapping[str, Any]:
        sent: list[Any] = []
        async for item in items:
            sent.append(item)
            self.perform(self.conversation.progressed(key, len(sent), None, write_item(tool, item), self.now))
        return write_output(tool, collect_items(tool, sent))

    def _set_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        due = self.conversation.next_deadline()
        delay = None if due is None else max(0.0, due - self.now)
        self._timer = None if delay is None else self._loop.call_later(delay, self._tick)

    def _tick(self) -> None:
        self.perform(self.conversation.tick(self.now))

    async def _send_all(self) -> None:
        while (text := await self._outbox.get()) is not None:
            try:
                await self._port.send(text)
            except ConnectionError:
                return


def _tools() -> dict[str, Tool[Any, Any, Any]]:
    return {grant.tool.name: grant.tool for grant in declaration(Bill).grants}


def _listing() -> list[dict[str, Any]]:
    uri = declaration(Bill).uri
    return [
        {
            "name": grant.tool.name,
            "inputSchema": grant.tool.input_schema,
            "_meta": {"ui": {"resourceUri": uri, "visibility": [who.value for who in grant.visibility]}},
        }
        for grant in declaration(Bill).grants
    ]


@asynccontextmanager
async def staged(
    join: str,
    handlers: Handlers,
    *,
    policy: str = "",
    offers: Offers | None = None,
    context: Mapping[str, Any] | None = None,
    answers: Outcome | None = Outcome.ALLOWED,
    **settings: Unpack[Settings],
) -> AsyncIterator[tuple[App[Bill], House]]:
    """A view and a house that have shaken hands over one kind of port."""
    async with JOINS[join]() as (near, far):
        house = House(far, handlers, policy=policy, offers=offers, context=context, answers=answers)
        serving = asyncio.ensure_future(house.serve())
        try:
            async with App.connect(Bill, near, **settings) as app:
                await house.until(lambda: house.conversation.connection.state is HostState.READY)
                yield app, house
        finally:
            serving.cancel()
            await asyncio.wait([serving])


async def within(awaitable: Awaitable[T]) -> T:
    """A bounded wait."""
    async with asyncio.timeout(BOUND):
        return await awaitable


__all__ = ["BOUND", "AppToolAnswered", "AppToolsListed", "House", "SetDisplayMode", "staged", "within"]
