"""A host without a browser for the examples: the view over a memory pair, its server behind, its policy between."""

import asyncio
import importlib
import sys
import time
import tomllib
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from mcp.client import Client
from mcp.server import MCPServer

from viewsdk import declaration, memory_pair
from viewsdk.browser.testing import Screen, showing
from viewsdk.ports import Port
from viewsdk.protocol.capabilities import HostCapabilities
from viewsdk.protocol.context import HostContext
from viewsdk.protocol.events import ViewReady, ViewRequested
from viewsdk.protocol.host_connection import HostConnection
from viewsdk.protocol.implementation import Implementation
from viewsdk.protocol.jsonrpc import REFUSED

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


@dataclass
class Example:
    """One example's modules."""

    folder: Path
    contract: ModuleType
    view: ModuleType
    server: ModuleType


@contextmanager
def example(name: str) -> Iterator[Example]:
    """Imports an example the way its author would: from its own folder, by bare module names."""
    folder = EXAMPLES / name
    before = dict(sys.modules)
    sys.path.insert(0, str(folder))
    try:
        yield Example(folder, *(importlib.import_module(module) for module in ("contract", "view", "server")))
    finally:
        sys.path.remove(str(folder))
        for module in set(sys.modules) - set(before):
            if str(folder) in str(getattr(sys.modules[module], "__file__", "")):
                del sys.modules[module]


class Host:
    """Answers a view from an `mcp` client, within an example's policy."""

    def __init__(self, port: Port, client: Client, uri: str, policy: dict[str, Any]) -> None:
        capabilities, _ = HostCapabilities.read(
            {"serverTools": {}, "openLinks": {}, "logging": {}, "downloadFile": {}, "updateModelContext": {"text": {}}}
        )
        assert capabilities is not None
        self.connection = HostConnection(Implementation(name="theatre", version="1"), capabilities, HostContext())
        self.calls: list[str] = []
        self.asked: list[tuple[str, Any]] = []
        """Everything but tool calls, as method and params; each is done."""
        self._port, self._client = port, client
        self._allowed = policy["views"][uri]["call"]
        self._tasks: set[asyncio.Task[None]] = set()
        self._heard = asyncio.Event()

    async def run(self, tool: str, arguments: dict[str, Any], partials: Sequence[dict[str, Any]]) -> None:
        """Serves until the port ends; the launch tool is called once the view is ready."""
        while (text := await self._port.receive()) is not None:
            for event in self.connection.receive(text, time.monotonic()):
                if isinstance(event, ViewReady):
                    self._start(self._launch(tool, arguments, partials))
                elif isinstance(event, ViewRequested):
                    self._start(self._answer(event))
            await self.send()

    async def send(self) -> None:
        for text in self.connection.drain():
            await self._port.send(text)

    def forbid(self, tool: str) -> None:
        """From now on the policy does not grant this tool."""
        self._allowed = [name for name in self._allowed if name != tool]

    def close(self) -> None:
        for task in self._tasks:
            task.cancel()

    def _start(self, work: Any) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def until_asked(self, method: str) -> None:
        """Returns once the view has asked for something other than a tool."""
        async with asyncio.timeout(5):
            while all(asked != method for asked, _ in self.asked):
                await self._heard.wait()
                self._heard.clear()

    async def _launch(self, tool: str, arguments: dict[str, Any], partials: Sequence[dict[str, Any]]) -> None:
        for partial in partials:
            self.connection.tool_input_partial(partial)
        self.connection.tool_input(arguments)
        self.connection.tool_result(await self._call(tool, arguments))
        await self.send()

    async def _answer(self, event: ViewRequested) -> None:
        if event.method == "tools/call":
            await self._answer_call(event)
        else:
            self.asked.append((event.method, event.params))
            self._heard.set()
            self.connection.answer(event.id, {})
        await self.send()

    async def _answer_call(self, event: ViewRequested) -> None:
        name = event.params["name"]
        if name not in self._allowed:
            why = f"tool {name!r} is not granted; add it to call = [...]"
            self.connection.refuse(event.id, REFUSED, why, {"reason": "not_granted"})
            return
        self.calls.append(name)
        self.connection.answer(event.id, await self._call(name, event.params.get("arguments", {})))

    async def _call(self, name: str, arguments: Any) -> Any:
        result = await self._client.call_tool(name, arguments)
        return result.model_dump(mode="json", by_alias=True, exclude_none=True)


@asynccontextmanager
async def performance(
    made: Example,
    view: Any,
    server: MCPServer,
    arguments: dict[str, Any] | None = None,
    partials: Sequence[dict[str, Any]] = (),
) -> AsyncIterator[tuple[Screen, Host]]:
    """The example's view, launched on that server; ends with everything it started."""
    ours, theirs = memory_pair()
    declared = declaration(view)
    policy = tomllib.loads((made.folder / "policy.toml").read_text())
    async with Client(server) as client:
        host = Host(theirs, client, declared.uri, policy)
        serving = asyncio.ensure_future(host.run(declared.launch.tool.name, arguments or {}, partials))
        try:
            async with showing(view, made.view.main, ours) as screen:
                yield screen, host
        finally:
            host.close()
            serving.cancel()
            await asyncio.gather(serving, return_exceptions=True)
