"""Feed mutated frames to the decoder and both connections until the time is up: `python -m tests.fuzz --seconds 60`.

Nothing here may raise. What does is shown with the texts that led to it and the seed that makes them again.
"""

import argparse
import json
import random
import sys
import time
import traceback
from contextlib import suppress
from typing import Any

from tests.fuzz.corpus import INFO, PARAMS, frames
from viewsdk.protocol.capabilities import AppCapabilities, ListChanges
from viewsdk.protocol.events import HostRequested, ViewRequested
from viewsdk.protocol.host_connection import HostConnection
from viewsdk.protocol.implementation import Implementation
from viewsdk.protocol.jsonrpc import Fault, decode, encode
from viewsdk.protocol.local_errors import ConnectionEnded, Unencodable
from viewsdk.protocol.transcript import Transcript, TranscriptFrame
from viewsdk.protocol.ui_meta import decode_resource_meta, decode_tool_meta
from viewsdk.protocol.view_connection import ViewConnection

CORPUS = frames()
SCRAPS: list[Any] = [None, True, 0, -1, 1.5, 2**53, "", "0", "\ud800", "ui://a", [], {}, [[]], {"\ud800": 1}, "x" * 300]
OPENING = {"jsonrpc": "2.0", "id": 0, "method": "ui/initialize", "params": PARAMS[0]}
WELCOME = {
    "jsonrpc": "2.0",
    "id": 0,
    "result": {"protocolVersion": "2026-01-26", "hostInfo": INFO, "hostCapabilities": {}, "hostContext": {}},
}
INITIALIZED = {"jsonrpc": "2.0", "method": "ui/notifications/initialized"}


def mutated(source: random.Random, value: Any) -> Any:
    """A value with one part replaced, dropped or doubled."""
    if source.random() < 0.15 or not isinstance(value, dict | list) or not value:
        return source.choice(SCRAPS)
    copy: Any = value.copy()
    key = source.choice(list(copy) if isinstance(copy, dict) else range(len(copy)))
    if source.random() < 0.2:
        del copy[key]
    elif source.random() < 0.2 and isinstance(copy, dict):
        copy[source.choice(["extra", "\udfff", "_meta", "id", key])] = source.choice(SCRAPS)
    else:
        copy[key] = mutated(source, copy[key])
    return copy


def broken(source: random.Random, text: str) -> str | bytes:
    """A text cut, doubled or overwritten somewhere."""
    at, to = sorted(source.randrange(len(text) + 1) for _ in range(2))
    scrap = "".join(chr(source.randrange(0x20, 0x7F)) for _ in range(source.randrange(4)))
    cut = source.choice([text[:at] + text[to:], text[:to] + text[at:], text[:at] + scrap + text[to:]])
    return cut if source.random() < 0.7 else bytes(b ^ source.choice([0, 0, 0, 128]) for b in cut.encode())


def one_text(source: random.Random) -> str | bytes:
    """A valid frame, a mutated one, or one that is hardly JSON any more."""
    text = source.choice(CORPUS)
    kind = source.random()
    if kind < 0.2:
        return text
    if kind < 0.8:
        return json.dumps(mutated(source, json.loads(text)))
    return broken(source, text)


def converse(source: random.Random, texts: list[str | bytes]) -> None:
    """One conversation on each side, opened properly half of the time, answering everything that can be answered."""
    info = Implementation(name="a", version="1")
    view = ViewConnection(info, AppCapabilities(tools=ListChanges()))
    host = HostConnection(info, lenient=source.random() < 0.5)
    view.start(0.0)
    host.tool_input({})
    host.request("tools/list", {}, now=0.0, timeout=5.0)
    is_opened = source.random() < 0.5
    view_hears = [json.dumps(WELCOME)] * is_opened
    host_hears = [json.dumps(OPENING), json.dumps(INITIALIZED)] * is_opened
    for now, (at_view, at_host) in enumerate(zip([*view_hears, *texts], [*host_hears, *texts], strict=False)):
        for event in [*view.receive(at_view, now), *view.tick(now)]:
            if isinstance(event, HostRequested):
                view.answer(event.id, {})
        for seen in [*host.receive(at_host, now), *host.tick(now)]:
            if isinstance(seen, ViewRequested):
                host.refuse(seen.id, -32001, "no", {"reason": "fuzz"})
        with suppress(ConnectionEnded, Unencodable):
            host.change_context(view.context)
        for line in [*view.drain(), *host.drain()]:
            assert not isinstance(decode(line), Fault), line


def adopt(source: random.Random, texts: list[str | bytes]) -> None:
    """A shim that did anything at all, and a host that goes on."""
    lines = [text for text in (json.dumps(OPENING), json.dumps(WELCOME), *texts) if isinstance(text, str)]
    entries = [TranscriptFrame(source.choice(["in", "out"]), line) for line in lines]
    view = ViewConnection(Implementation(name="a", version="1"))
    view.adopt(Transcript(tuple(entries)), 0.0)
    for now, line in enumerate(lines):
        view.receive(line, now)
        view.tick(now)
    assert not any(isinstance(decode(line), Fault) for line in view.drain())


def attack(seed: int) -> None:
    """Everything once, from this seed."""
    source = random.Random(seed)
    texts = [one_text(source) for _ in range(source.randrange(1, 12))]
    try:
        for text in texts:
            frame = decode(text)
            with suppress(Unencodable):  # a peer may well send integers that no JavaScript peer could
                assert isinstance(frame, Fault) or frame == decode(encode(frame))
        meta = mutated(
            source, {"ui": {"resourceUri": "ui://a", "visibility": ["app"], "csp": {"connectDomains": ["a"]}}}
        )
        decode_tool_meta(meta)
        decode_resource_meta(meta)
        converse(source, texts)
        adopt(source, texts)
    except Exception:
        traceback.print_exc()
        print(f"seed {seed}:", *map(repr, texts), sep="\n  ")
        sys.exit(1)


def main() -> None:
    """Search until the time is up; exit 1 at the first finding."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0, help="how long to search")
    parser.add_argument("--seed", type=int, default=None, help="where to start; by default somewhere else each time")
    options = parser.parse_args()
    first = time.time_ns() if options.seed is None else options.seed
    end = time.monotonic() + options.seconds
    rounds = 0
    while time.monotonic() < end:
        attack(first + rounds)
        rounds += 1
    print(f"{rounds} conversations from seed {first}, nothing found")


if __name__ == "__main__":
    main()
