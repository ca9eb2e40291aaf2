"""Round trips through both endpoints in one process, against ext-apps' App and AppBridge in Node doing the same.

Both sides pass every message as JSON text. Figures: `tools/call` one after another and 50 in flight, partial inputs of
2 kB, what those leave behind in memory, and whether a frame costs more once many were handled.
"""

from __future__ import annotations

import json
import subprocess
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.rows import Row, run
from viewsdk.protocol.capabilities import AppCapabilities, HostCapabilities
from viewsdk.protocol.context import HostContext
from viewsdk.protocol.events import Answered, ViewRequested
from viewsdk.protocol.host_connection import HostConnection
from viewsdk.protocol.implementation import Implementation
from viewsdk.protocol.methods import Method
from viewsdk.protocol.view_connection import ViewConnection

REFERENCE = Path(__file__).parents[1] / "web" / "interop" / "endpoint_bench.mjs"
CALLS = 4000
PARTIALS = 10_000
CALL = {"name": "get_show", "arguments": {"id": 7}}
RESULT = {"content": [{"type": "text", "text": "x" * 64}], "structuredContent": {"id": 7, "title": "Hamlet"}}
PARTIAL = {"text": "x" * 2000}


class Pair:
    """A view's and a host's connection, wired to each other by text."""

    def __init__(self) -> None:
        offered, _ = HostCapabilities.read({"serverTools": {}})
        self.view = ViewConnection(Implementation(name="view", version="1"), AppCapabilities())
        self.host = HostConnection(Implementation(name="host", version="1"), offered, HostContext())
        self.view.start(0.0)
        while self.exchange():
            pass

    def exchange(self) -> int:
        """Carry what both ends have to send, answer calls, and count the answers that came."""
        moved = answered = 0
        for text in self.view.drain():
            moved += 1
            for event in self.host.receive(text, 0.0):
                if isinstance(event, ViewRequested):
                    self.host.answer(event.id, RESULT)
        for text in self.host.drain():
            moved += 1
            answered += sum(isinstance(event, Answered) for event in self.view.receive(text, 0.0))
        return answered or moved

    def call(self, lanes: int = 1) -> None:
        """Make some calls at once and wait for all answers."""
        for _ in range(lanes):
            self.view.request(Method.TOOLS_CALL, CALL, now=0.0)
        if self.exchange() != lanes:
            raise AssertionError("a call was not answered")

    def draft(self) -> None:
        """Send one partial input and read it."""
        self.host.tool_input_partial(PARTIAL)
        self.exchange()


def per_second(count: int, work: Callable[[], Any], clock: Callable[[], float] = time.perf_counter) -> float:
    start = clock()
    for _ in range(count):
        work()
    return count / (clock() - start)


def ours() -> dict[str, float]:
    """One round of ours; each figure on a fresh pair, warmed up."""
    pair = Pair()
    per_second(500, pair.call)
    return {
        "sequential": per_second(CALLS, pair.call),
        "in_flight": 50 * per_second(CALLS // 50, lambda: pair.call(50)),
        "partials": per_second(PARTIALS, pair.draft),
    }


def theirs() -> dict[str, float]:
    """One round of the reference, in a Node process of its own."""
    done = subprocess.run(["node", str(REFERENCE), str(CALLS), str(PARTIALS)], check=True, capture_output=True)
    return json.loads(done.stdout)


def kept_by_partials() -> float:
    """How many kB are held after 10,000 partial inputs of 2 kB that were not held after the first 1,000."""
    pair = Pair()
    per_second(1000, pair.draft)
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    per_second(PARTIALS, pair.draft)
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return max(0.0, (after - before) / 1024)


def growth() -> float:
    """The cost of a frame after 100,000 of them, over its cost at first."""
    pair = Pair()
    per_second(500, pair.call)

    def rate() -> float:
        return median(per_second(1000, pair.call, time.process_time) for _ in range(5))

    first = rate()
    per_second(20_000, pair.call)
    per_second(5_000, pair.draft)
    return first / rate()


def measure(rounds: int) -> list[Row]:
    """Interleaved rounds, the median of each figure."""
    rows = [(ours(), theirs()) for _ in range(rounds)]
    figures = {
        "sequential": "tools/call, one after another",
        "in_flight": "tools/call, 50 in flight",
        "partials": "partial inputs of 2 kB",
    }
    speed = [
        Row(
            name=name,
            unit="per second",
            ours=round(median(mine[key] for mine, _ in rows)),
            theirs=round(median(their[key] for _, their in rows)),
            limit=1.0,
            n=rounds,
            higher_is_better=True,
        )
        for key, name in figures.items()
    ]
    return [
        *speed,
        Row(name="kept after 10,000 partial inputs", unit="kB", ours=round(kept_by_partials(), 1), limit=16.0, n=1),
        Row(
            name="cost of a frame after 50,000 frames, over its first cost",
            unit="ratio",
            ours=round(growth(), 2),
            limit=1.3,
            n=1,
        ),
    ]


if __name__ == "__main__":
    run(measure, rounds=5)
