"""How long a Python view takes from its frame being set to the author's `main` running with its first model validated.

Against Pyodide's documented quick start, unmodified, with the same wheels, modules and model; and to `initialized`,
against ext-apps' own minimal view, in a host of few lines and in ext-apps' AppBridge. Every mount has a browser of its
own with nothing attached to it, in an opaque frame under a policy; the mounts of one round are shuffled.
"""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from queue import Empty
from statistics import median
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks.rows import Row, run  # noqa: E402  run as a file, this is not on the path
from hostsim.chromium import executable  # noqa: E402
from hostsim.settings import settings  # noqa: E402
from tests.measured_boot.pages import Bench, benches  # noqa: E402

LIMIT = 120.0  # seconds for one mount
UNTHROTTLED = ("--disable-background-timer-throttling", "--disable-renderer-backgrounding")
LONG_TASK = 350  # ms; no task of ours on the page's main thread may be longer

# What is mounted each round, by name: the page, and what the host does with it.
MOUNTS: Mapping[str, Mapping[str, Any]] = {
    **{name: {"view": name} for name in ("stock", "linked", "pyc", "bridge", "inline", "stock50", "linked50")},
    **{f"shake {name}": {"view": name, "until": "initialized"} for name in ("linked", "bridge", "reference")},
    **{
        f"appbridge {name}": {"view": name, "until": "initialized", "host": "bridge"}
        for name in ("linked", "reference")
    },
    "second": {"view": "linked", "turns": 2},
    "ten": {"view": "linked", "together": 10},
}
# Name, the mount that is ours, what it is compared with, how many times better it has to be.
STARTS = (
    ("linked, loopback", "linked", "stock", 4.8),
    ("linked, 50 Mbit/s with brotli", "linked50", "stock50", 4.0),
    ("byte code, loopback", "pyc", "stock", 2.3),
    ("bridge", "bridge", "stock", 2.5),
    ("inline", "inline", "stock", 3.0),
)
HANDSHAKES = (
    ("initialized, linked", "shake linked", "shake reference", 1 / 0.8),
    ("initialized, bridge", "shake bridge", "shake reference", 1 / 0.8),
    ("initialized in AppBridge, linked", "appbridge linked", "appbridge reference", 1 / 0.8),
)

Times = dict[str, Any]


def mount(bench: Bench, url: str, name: str) -> list[Times]:
    """Mount one page in a browser of its own and wait for its figures: one set for each view in it."""
    number = str(len(bench.jobs))
    asked = MOUNTS[name]
    bench.jobs[number] = {"id": number, "limit": LIMIT, **asked, "view": f"/{asked['view']}.html"}
    profile = tempfile.mkdtemp(prefix="viewsdk-bench-")
    chosen = settings()
    flags = [*chosen.arguments, *UNTHROTTLED, "--headless", f"--user-data-dir={profile}"]
    command = [str(executable(chosen) or "chromium"), *flags, f"{url}/?id={number}"]
    browser = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        report = bench.reports.get(timeout=LIMIT + 30)
    except Empty:
        raise SystemExit(f"no figures for {name} within {LIMIT + 30:g} s") from None
    finally:
        browser.terminate()
        browser.wait()
        shutil.rmtree(profile, ignore_errors=True)
    if report["job"] != number or "error" in report:
        raise SystemExit(f"{name} failed: {report.get('error', 'a report of another job')}")
    return report["times"]


def measure(rounds: int) -> list[Row]:
    """Every mount once a round, in a shuffled order; figures are medians over the rounds."""
    found: dict[str, list[list[Times]]] = {name: [] for name in MOUNTS}
    with benches() as (bench, url):
        for number in range(rounds):
            for name in random.Random(number).sample(sorted(MOUNTS), len(MOUNTS)):
                found[name].append(mount(bench, url, name))
                print(name, [_short(times) for times in found[name][-1]], file=sys.stderr, flush=True)
        sizes = bench.sizes
    return [*starts(found, rounds), *handshakes(found, rounds), *together(found, rounds), *costs(found, sizes, rounds)]


def _short(times: Times) -> str:
    return ", ".join(f"{key} {value:.0f}" for key, value in times.items() if isinstance(value, (int, float)))


def _median(found: Sequence[Sequence[Times]], key: str, index: int = 0) -> float:
    return median(times[index][key] for times in found)


def starts(found: Mapping[str, list[list[Times]]], rounds: int) -> Iterator[Row]:
    """To `main` with its first model validated; the limit is a time: that of stock, divided by the promise."""
    for name, ours, theirs, promise in STARTS:
        stock = _median(found[theirs], "started")
        yield Row(
            name=name, unit="ms", ours=_median(found[ours], "started"), theirs=stock, limit=stock / promise, n=rounds
        )


def handshakes(found: Mapping[str, list[list[Times]]], rounds: int) -> Iterator[Row]:
    """To `initialized` heard by the host."""
    for name, ours, theirs, promise in HANDSHAKES:
        reference = _median(found[theirs], "initialized")
        mine = _median(found[ours], "initialized")
        yield Row(name=name, unit="ms", ours=mine, theirs=reference, limit=reference / promise, n=rounds)


def together(found: Mapping[str, list[list[Times]]], rounds: int) -> Iterator[Row]:
    """A second view in the same page, and ten at once."""
    first, second = (_median(found["second"], "started", index) for index in (0, 1))
    yield Row(name="second view in the same page", unit="ms", ours=second, theirs=first, limit=first, n=rounds)
    started = min(sum("started" in times for times in mounted) for mounted in found["ten"])
    slowest = median(max(times["started"] for times in mounted) for mounted in found["ten"])
    yield Row(
        name="ten views at once that come up", unit="views", ours=started, limit=10, n=rounds, higher_is_better=True
    )
    yield Row(name="ten views at once, the last one", unit="ms", ours=slowest, n=rounds)


def costs(found: Mapping[str, list[list[Times]]], sizes: Mapping[str, int], rounds: int) -> Iterator[Row]:
    """Memory after the start, the longest task on the page's main thread, bytes."""
    for name, limit in (("linked", 45_000_000), ("bridge", 45_000_000), ("inline", 56_000_000)):
        yield Row(name=f"Python heap, {name}", unit="B", ours=_median(found[name], "heap"), limit=limit, n=rounds)
    for name in ("linked", "bridge", "inline"):
        longest = [max(times[0]["tasks"], default=0) for times in found[name]]
        yield Row(name=f"longest task, {name}", unit="ms", ours=median(longest), limit=LONG_TASK, n=rounds)
        print(f"tasks over 50 ms, {name}: {found[name][-1][0]['tasks']}", file=sys.stderr)
    for name, limit in (("shell", 48_000), ("linked, brotli", 8_300_000), ("inline page", 15_000_000)):
        yield Row(name=f"bytes, {name}", unit="B", ours=sizes[name], limit=limit)


if __name__ == "__main__":
    run(measure, rounds=5)
