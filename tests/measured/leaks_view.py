"""Makes many calls and hears many partial inputs, and reports what is left over of each. See tests/runtimes."""

import asyncio
import gc
import json

import leaks_host  # type: ignore[import-not-found]
from contract import Asked, Measured

from viewsdk import App, Partial
from viewsdk.ports.postmessage import ShimPort

CALLS = 1_000
PARTIALS = 10_000


async def run() -> str:
    """The left-overs of one batch after another, as JSON."""
    leaks_host.trace()
    async with App.connect(Measured, ShimPort(leaks_host.shim)) as app:
        await calls(app)
        await partials(app, 0)
        before = left_over(app)
        await calls(app)
        after_calls = left_over(app)
        await partials(app, PARTIALS)
        return json.dumps({"before": before, "after calls": after_calls, "after partials": left_over(app)})


async def calls(app: App[Measured]) -> None:
    for n in range(CALLS):
        assert n == (await app.call(Measured.echo, Asked(n=n))).n


async def partials(app: App[Measured], heard: int) -> None:
    runs = app.watch(Measured.launch, every_partial=True)
    leaks_host.draft(heard + 1, heard + PARTIALS)
    async for run in runs:
        if isinstance(run, Partial) and run.arguments["seq"] == heard + PARTIALS:
            return


def left_over(app: App[Measured]) -> dict[str, int]:
    """Live proxies, unfinished futures, requests without an answer, and the size of the heap in bytes."""
    gc.collect()
    unfinished = [thing for thing in gc.get_objects() if isinstance(thing, asyncio.Future) and not thing.done()]
    return {
        "proxies": leaks_host.proxies(),
        "futures": len(unfinished),
        "requests": app._session.connection.pending_count,
        "heap": leaks_host.heap(),
    }
