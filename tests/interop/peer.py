"""A reference class of ext-apps in a Node process, spoken to over JSON lines.

It is the counterpart no one here wrote: `ReferencePeer.app(...)` is a view, `ReferencePeer.bridge(...)` a host, each in
either published major. Its channel is a `Port`, so our halves connect to it as to any peer.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

PEER = Path(__file__).parents[2] / "web" / "interop" / "peer.mjs"
PATIENCE = 10.0  # seconds for one answer of a process on the same machine
LINE_LIMIT = 2**24  # bytes; the default of asyncio cuts at 64 KiB

Json = Any


class ReferenceFailed(Exception):
    """The reference class failed what it was told to do."""

    def __init__(self, error: Mapping[str, Json]) -> None:
        super().__init__(error["message"])
        self.code = error["code"]


@dataclass
class ReferencePeer:
    """One reference class; `frames` holds every message that crossed, in order, as (direction, frame)."""

    process: asyncio.subprocess.Process
    frames: list[tuple[str, dict[str, Json]]] = field(default_factory=list)
    events: asyncio.Queue[tuple[str, Json]] = field(default_factory=asyncio.Queue)
    faults: list[Json] = field(default_factory=list)
    aborted: asyncio.Queue[tuple[int, str]] = field(default_factory=asyncio.Queue)
    progress: asyncio.Queue[Json] = field(default_factory=asyncio.Queue)
    answers: dict[str, Json] = field(default_factory=dict)
    asked: list[tuple[str, Json]] = field(default_factory=list)
    held: set[str] = field(default_factory=set)
    _inbox: asyncio.Queue[str | None] = field(default_factory=asyncio.Queue)
    _done: dict[int, asyncio.Future[Json]] = field(default_factory=dict)
    _tags: int = 0

    # The channel, as a Port of ours.

    async def send(self, text: str) -> None:
        frame = json.loads(text)
        self.frames.append(("to-reference", frame))
        await self._write({"frame": frame})

    async def receive(self) -> str | None:
        return await self._inbox.get()

    async def close(self) -> None:
        self._inbox.put_nowait(None)

    # What the test tells the reference class to do.

    def begin(
        self, verb: str, *args: Json, progress: bool = False, **options: Json
    ) -> tuple[int, asyncio.Future[Json]]:
        """Start a method of the reference class; the future ends with its result or `ReferenceFailed`."""
        self._tags += 1
        future: asyncio.Future[Json] = asyncio.get_running_loop().create_future()
        self._done[self._tags] = future
        line = {"do": verb, "args": args, "tag": self._tags, "progress": progress, "options": options}
        self._task = asyncio.ensure_future(self._write(line))
        return self._tags, future

    async def do(self, verb: str, *args: Json, progress: bool = False, **options: Json) -> Json:
        _, future = self.begin(verb, *args, progress=progress, **options)
        return await asyncio.wait_for(future, PATIENCE)

    async def abort(self, tag: int, reason: str) -> None:
        await self._write({"abort": tag, "reason": reason})

    def hold(self, slot: str) -> None:
        """Leave the questions of a slot unanswered; the test answers them itself."""
        self.held.add(slot)

    async def event(self, name: str) -> Json:
        """The parameters of the next event called `name`; others before it are passed over."""
        async with asyncio.timeout(PATIENCE):
            while True:
                seen, params = await self.events.get()
                if seen == name:
                    return params

    def methods(self, direction: str) -> list[str]:
        return [frame["method"] for way, frame in self.frames if way == direction and "method" in frame]

    # The reader.

    async def read(self) -> None:
        assert self.process.stdout is not None
        async for line in self.process.stdout:
            await self._heard(json.loads(line))
        self._inbox.put_nowait(None)

    async def _heard(self, line: dict[str, Json]) -> None:
        match line:
            case {"frame": frame}:
                self.frames.append(("from-reference", frame))
                self._inbox.put_nowait(json.dumps(frame))
            case {"done": tag, "error": error}:
                self._done.pop(tag).set_exception(ReferenceFailed(error))
            case {"done": tag, "result": result}:
                self._done.pop(tag).set_result(result)
            case {"progressed": _, "progress": progress}:
                self.progress.put_nowait(progress)
            case {"ask": number, "slot": slot, "params": params}:
                self.asked.append((slot, params))
                if slot in self.held:
                    self.events.put_nowait((slot, {"number": number, "params": params}))
                else:
                    await self.answer(number, slot)
            case {"aborted": number, "reason": reason}:
                self.aborted.put_nowait((number, reason))
            case {"event": name, "params": params}:
                self.events.put_nowait((name, params))
            case {"fault": fault}:
                self.faults.append(fault)
            case _:
                raise AssertionError(f"unknown line of the peer: {line}")

    async def answer(self, number: int, slot: str) -> None:
        """Answer a question of the reference class with what the test set in `answers`."""
        answer = self.answers.get(slot, {})
        key = "error" if isinstance(answer, Mapping) and "code" in answer else "result"
        await self._write({"reply": number, key: answer})

    async def _write(self, line: Mapping[str, Json]) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write((json.dumps(line) + "\n").encode())
        await self.process.stdin.drain()


@asynccontextmanager
async def reference(
    role: str,
    major: int,
    *,
    info: Mapping[str, str] | None = None,
    capabilities: Mapping[str, Json] | None = None,
    context: Mapping[str, Json] | None = None,
    tools: Sequence[Mapping[str, Json]] = (),
) -> AsyncIterator[ReferencePeer]:
    """A running reference `app` or `bridge` of major 1 (1.7.5) or 2 (2.0.4); ended with the block."""
    about = {"info": info or {"name": f"reference-{role}", "version": str(major)}, "capabilities": capabilities or {}}
    arguments = json.dumps({**about, "context": context or {}, "tools": list(tools)})
    process = await asyncio.create_subprocess_exec(
        "node", str(PEER), role, str(major), arguments, stdin=-1, stdout=-1, limit=LINE_LIMIT
    )
    peer = ReferencePeer(process)
    reader = asyncio.create_task(peer.read())
    try:
        yield peer
    finally:
        assert process.stdin is not None
        process.stdin.close()
        await asyncio.wait_for(process.wait(), PATIENCE)
        await reader
        if reader.done() and reader.exception():
            raise reader.exception()  # type: ignore[misc]
