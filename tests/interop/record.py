"""Records what the reference classes say: `python -m tests.interop.record` writes tests/interop/golden/*.jsonl.

The frames are those of the pairings in which every method crosses. `test_golden.py` reads them back without Node.
"""

import asyncio
import json
from pathlib import Path
from typing import Any

from . import test_our_view_in_their_host as in_their_host
from . import test_their_view_in_our_host as in_our_host
from .peer import ReferencePeer

GOLDEN = Path(__file__).parent / "golden"


def heard_from(peer: ReferencePeer) -> list[dict[str, Any]]:
    """What the reference class sent, in order."""
    return [frame for way, frame in peer.frames if way == "from-reference"]


async def bridge(major: int) -> list[dict[str, Any]]:
    async with in_their_host.paired(major) as (app, peer):
        await peer.event("initialized")
        await in_their_host.every_method_of_the_view(app, peer)
        await in_their_host.every_method_of_the_host(app, peer)
    return heard_from(peer)


async def app(major: int) -> list[dict[str, Any]]:
    async with in_our_host.paired(major) as (peer, host):
        await in_our_host.every_method_of_the_host(peer, host)
        await in_our_host.every_method_of_the_view(peer, host)
        await host.mount.ended
    return heard_from(peer)


async def record() -> None:
    GOLDEN.mkdir(exist_ok=True)
    for major in (1, 2):
        for name, pairing in (("app", app), ("bridge", bridge)):
            lines = [json.dumps(frame, ensure_ascii=False) + "\n" for frame in await pairing(major)]
            (GOLDEN / f"{name}-{major}.jsonl").write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    asyncio.run(record())
