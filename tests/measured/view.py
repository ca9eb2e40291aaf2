"""Times calls as an author's code sees them, and counts partial inputs; the host's context says which."""

import asyncio
import time
from typing import Any

from contract import Asked, Measured, Said

from viewsdk import App, Partial

WARM = 100  # calls after those, before the latencies whose middle counts
STEADY = 6000  # calls, many in flight, before the rate counts: a load that lasts meets engines that have compiled it
FIRST = 20  # calls whose latencies are summed: what a person waits for in a fresh view
CALLS = 500
IN_FLIGHT = 50
LOAD = 1000  # calls with IN_FLIGHT of them at a time


async def main(app: App[Measured]) -> None:
    """Do what the host's context asks for, and say how it went."""
    what = app.context.raw["measure"]
    if what["kind"] == "calls":
        await say(app, "calls", await calls(app))
    else:
        await partials(app, what["marks"], what["kind"] == "every")


async def say(app: App[Measured], stage: str, data: dict[str, Any]) -> None:
    await app.call(Measured.say, Said(stage=stage, data=data))


async def calls(app: App[Measured]) -> dict[str, Any]:
    """Latencies in ms, one after another, of the first calls and of later ones; calls per second, many in flight."""
    fresh = await latencies_of(app, FIRST)
    await latencies_of(app, WARM)
    latencies = await latencies_of(app, CALLS)
    await load(app, STEADY)
    return {"fresh": sum(fresh), "latencies": latencies, "rate": await load(app, LOAD)}


async def latencies_of(app: App[Measured], count: int) -> list[float]:
    latencies: list[float] = []
    for n in range(count):
        begun = time.perf_counter()
        echoed = await app.call(Measured.echo, Asked(n=n))
        latencies.append((time.perf_counter() - begun) * 1000)
        assert n == echoed.n
    return latencies


async def load(app: App[Measured], total: int) -> float:
    numbers = iter(range(total))

    async def lane() -> None:
        for n in numbers:
            assert n == (await app.call(Measured.echo, Asked(n=n))).n

    begun = time.perf_counter()
    await asyncio.gather(*(lane() for _ in range(IN_FLIGHT)))
    return total / (time.perf_counter() - begun)


async def partials(app: App[Measured], marks: list[int], every: bool) -> None:
    """Say at each mark how many partial inputs were seen and how large the heap is, in bytes."""
    seen = 0
    runs = app.watch(Measured.launch, every_partial=every)
    await say(app, "ready", {})
    async for run in runs:
        if not isinstance(run, Partial):
            continue
        seen += 1
        if run.arguments["seq"] in marks:
            await say(app, str(run.arguments["seq"]), {"seen": seen, "heap": heap()})


def heap() -> int:
    from pyodide_js import _module  # type: ignore[import-not-found]

    length: int = _module.HEAPU8.length
    return length
