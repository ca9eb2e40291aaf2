"""Our host around a view that speaks over a port: the mount a page would have, without a page or a server process."""

import asyncio
import io
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, cast

from hostsim.audit import AuditEntry
from hostsim.conversation import Conversation
from hostsim.errands import Errands
from hostsim.grants import Gate
from hostsim.inventory import Inventory
from hostsim.mount import Mount
from hostsim.offers import Offers
from hostsim.page_messages import Answered, AskPerson, Done, Frame, OpenTab, SaveFiles, ToPage
from hostsim.policy import Patterns, ViewPolicy
from hostsim.trace import TraceWriter
from hostsim.upstream import Upstream
from hostsim.upstream_error import UpstreamError
from viewsdk import Port
from viewsdk.protocol.context import HostContext
from viewsdk.protocol.implementation import Implementation

from .contract import HAMLET, called
from .peer import PATIENCE

URI = "ui://box-office/bill"
TOOLS = [
    {"name": "list_shows", "inputSchema": {"type": "object"}, "_meta": {"ui": {"resourceUri": URI}}},
    {"name": "get_show", "inputSchema": {"type": "object"}, "_meta": {"ui": {"visibility": ["app"]}}},
    {"name": "wipe", "inputSchema": {"type": "object"}, "_meta": {"ui": {"visibility": ["app"]}}},
]
EVERYTHING = Patterns(allow=(".",))
POLICY = ViewPolicy(
    uri=URI,
    call=("list_shows", "get_show"),
    read=EVERYTHING,
    open=Patterns(allow=("^https://",)),
    save=EVERYTHING,
    messages=True,
    context=True,
    sampling=True,
)
CONTEXT = {"theme": "dark", "displayMode": "inline", "availableDisplayModes": ["inline", "fullscreen"]}


@dataclass
class RecordingUpstream:
    """The server behind the host, as far as errands use one: it keeps what reached it."""

    calls: list[tuple[str, Mapping[str, Any]]] = field(default_factory=list)
    answer: Mapping[str, Any] | UpstreamError = field(default_factory=lambda: called(HAMLET))
    hold: asyncio.Event | None = None
    called: asyncio.Event = field(default_factory=asyncio.Event)
    cancelled: asyncio.Event = field(default_factory=asyncio.Event)
    progress: tuple[float, ...] = ()

    async def call_tool(
        self, name: str, arguments: dict[str, Any], *, meta: Any, on_progress: Any
    ) -> Mapping[str, Any]:
        self.calls.append((name, arguments))
        self.called.set()
        for at in self.progress:
            await on_progress(at, None, None)
        try:
            if self.hold is not None:
                await self.hold.wait()
        except asyncio.CancelledError:
            self.cancelled.set()
            raise
        if isinstance(self.answer, UpstreamError):
            raise self.answer
        return self.answer

    async def read_resource(self, uri: str) -> Mapping[str, Any]:
        return {"contents": [{"uri": uri, "mimeType": "text/plain", "text": "hello"}]}

    async def list_resources(self, cursor: str | None) -> Mapping[str, Any]:
        return {"resources": [{"uri": URI, "name": "bill"}]}


@dataclass
class OurHost:
    """One mount of ours, its view at the other end of a port, and all it did."""

    upstream: RecordingUpstream
    mount: Mount
    records: list[AuditEntry]
    shown: list[ToPage]
    changed: asyncio.Event

    async def until_shown(self, kind: type[ToPage]) -> None:
        """Wait until the page was told something of this kind."""
        async with asyncio.timeout(PATIENCE):
            while not any(isinstance(message, kind) for message in self.shown):
                self.changed.clear()
                await self.changed.wait()

    def perform(self, effects: Any) -> None:
        self.mount.perform(effects)

    @property
    def now(self) -> float:
        return self.mount.now


@asynccontextmanager
async def our_host(port: Port, *, offers: Offers | None = None) -> AsyncIterator[OurHost]:
    """A mount that hears its view on the port until the block ends."""
    upstream, records, shown = RecordingUpstream(), list[AuditEntry](), list[ToPage]()
    outbox: asyncio.Queue[str] = asyncio.Queue()
    context, _ = HostContext.read(CONTEXT)
    assert context is not None
    conversation = Conversation(
        gate=Gate(URI, POLICY, Inventory.read(TOOLS)),
        host_info=Implementation(name="hostsim", version="1"),
        context=context,
        offers=offers or Offers(sampling=True),
        server="box-office",
    )

    changed = asyncio.Event()

    def show(message: ToPage) -> None:
        changed.set()
        match message:
            case Frame(text=text):
                outbox.put_nowait(text)
            case OpenTab(key=key) | SaveFiles(key=key):
                shown.append(message)
                asyncio.get_running_loop().call_soon(mount.answer_done, Done(key=key, ok=True))
            case AskPerson(key=key):
                shown.append(message)
                asyncio.get_running_loop().call_soon(mount.answer_consent, Answered(key=key, outcome="once"))
            case _:
                shown.append(message)

    mount = Mount(
        1,
        conversation,
        Errands(cast("Upstream", upstream)),
        TraceWriter(io.StringIO(), asyncio.get_running_loop().time),
        show,
        on_record=records.append,
        on_display=lambda _: None,
        on_resize=lambda *_: None,
    )
    tasks = [asyncio.create_task(_hear(port, mount)), asyncio.create_task(_speak(port, outbox))]
    try:
        yield OurHost(upstream, mount, records, shown, changed)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await mount.close()


async def _hear(port: Port, mount: Mount) -> None:
    while (text := await port.receive()) is not None:
        mount.hear(text)


async def _speak(port: Port, outbox: asyncio.Queue[str]) -> None:
    while True:
        await port.send(await outbox.get())
