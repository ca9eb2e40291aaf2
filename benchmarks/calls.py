"""Calls and partial inputs of a Python view in Chromium, against ext-apps' App in the same page doing the same.

Nothing is attached to the browser: the page fetches its job, does it and posts the figures. ext-apps writes every
message to `console.debug`, which costs it a third of its speed; its view here has that stubbed, so this is the
strict comparison. The views of one round are mounted in turn, each in a browser of its own.
"""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from queue import Empty, Queue
from statistics import median
from typing import Any
from urllib.parse import parse_qs, urlsplit

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks.rows import Row, run  # noqa: E402  run as a file, this is not on the path
from hostsim.chromium import executable  # noqa: E402
from hostsim.settings import settings  # noqa: E402
from viewsdk.bundle.page import page_html  # noqa: E402
from viewsdk.bundle.prepare import prepare  # noqa: E402
from viewsdk.bundle.serve import serving  # noqa: E402

WEB = ROOT / "web"
VIEW = ROOT / "tests" / "measured"
MARKS = [1_000, 11_000, 21_000]  # partial inputs: to warm up, to time, and to see the heap stay
LIMIT = 120.0  # seconds for one mount
KINDS = ("calls", "every", "newest")
HEAD = '<!doctype html><html><head><meta charset="utf-8"><title>measure</title></head><body>'
PAGE = f'{HEAD}<script type="module" src="/host.mjs"></script></body></html>'
UNTHROTTLED = ("--disable-background-timer-throttling", "--disable-renderer-backgrounding")

Report = dict[str, Any]


@dataclass
class Bench:
    """What the pages fetch and where they report."""

    pages: dict[str, tuple[str, str]]
    jobs: dict[str, Report] = field(default_factory=dict[str, Report])
    reports: Queue[Report] = field(default_factory=Queue[Report])


def handler_for(bench: Bench) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            where = urlsplit(self.path)
            if where.path == "/job":
                job = bench.jobs[parse_qs(where.query)["id"][0]]
                self._reply(json.dumps(job), "application/json")
            elif where.path in bench.pages:
                body, policy = bench.pages[where.path]
                self._reply(body, "text/javascript" if where.path.endswith(".mjs") else "text/html", policy)
            else:
                self.send_error(404)

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            self._reply("{}", "application/json")
            bench.reports.put(json.loads(body))

        def _reply(self, body: str, kind: str, policy: str = "") -> None:
            data = body.encode()
            self.send_response(200)
            self.send_header("Content-Type", f"{kind}; charset=utf-8")
            self.send_header("Content-Length", str(len(data)))
            if policy:
                self.send_header("Content-Security-Policy", policy)
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, format: str, *args: Any) -> None:
            """The figures go to standard output, so the server says nothing."""

    return Handler


def reference_page() -> str:
    """ext-apps' view as one page, bundled as its users bundle theirs."""
    out = ROOT / ".cache" / "interop" / "calls_reference.js"
    source = WEB / "interop" / "calls_reference.mjs"
    esbuild = [str(WEB / "node_modules" / ".bin" / "esbuild"), str(source), f"--outfile={out}"]
    subprocess.run([*esbuild, "--bundle", "--minify", "--format=esm", "--log-level=error"], check=True, cwd=WEB)
    script = out.read_text().replace("</script", "<\\/script")
    return f'{HEAD}<script type="module">{script}</script></body></html>'


def policy_for(assets: str) -> str:
    """What a host sends a view that asks for WebAssembly and one origin."""
    origin = assets.rstrip("/")
    scripts = "script-src 'unsafe-inline' 'wasm-unsafe-eval'"
    return f"default-src 'none'; {scripts}; style-src 'unsafe-inline'; connect-src {origin}"


@contextmanager
def benches() -> Generator[tuple[Bench, str]]:
    """The server with both views and the host page, and its address."""
    made = prepare(VIEW, "contract:Measured", "view:main")
    with serving(made.folder) as assets:
        ours = page_html("contract:Measured", "view:main", "Measured", assets.url, made.files)
        policy = policy_for(assets.url)
        host = (WEB / "interop" / "calls_host.mjs").read_text()
        views = {"/ours.html": (ours, policy), "/theirs.html": (reference_page(), policy)}
        bench = Bench({"/": (PAGE, ""), "/host.mjs": (host, ""), **views})
        server = ThreadingHTTPServer(("127.0.0.1", 0), handler_for(bench))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield bench, f"http://127.0.0.1:{server.server_address[1]}"
        finally:
            server.shutdown()
            server.server_close()


def mount(bench: Bench, url: str, whose: str, kind: str) -> Report:
    """Mount one view in a browser of its own and wait for its figures."""
    name = f"{len(bench.jobs)}"
    measure = {"kind": kind, "marks": MARKS}
    bench.jobs[name] = {"id": name, "view": f"/{whose}.html", "measure": measure}
    profile = tempfile.mkdtemp(prefix="viewsdk-bench-")
    chosen = settings()
    flags = [*chosen.arguments, *UNTHROTTLED, "--headless", f"--user-data-dir={profile}"]
    command = [str(executable(chosen) or "chromium"), *flags, f"{url}/?id={name}"]
    browser = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        report = bench.reports.get(timeout=LIMIT)
    except Empty:
        raise SystemExit(f"no figures for {whose}/{kind} within {LIMIT:g} s") from None
    finally:
        browser.terminate()
        browser.wait()
        shutil.rmtree(profile, ignore_errors=True)
    if report["job"] != name or "error" in report:
        raise SystemExit(f"{whose}/{kind} failed: {report.get('error', 'a report of another job')}")
    return report


def figures_of(kind: str, report: Report) -> dict[str, float]:
    """The figures of one mount, by name."""
    said = report["said"]
    if kind == "calls":
        latencies = sorted(said["calls"]["latencies"])
        p99 = latencies[int(len(latencies) * 0.99)]
        return {"p50": median(latencies), "p99": p99, "rate": said["calls"]["rate"], "fresh": said["calls"]["fresh"]}
    first, timed, last = (said[str(mark)] for mark in MARKS)
    if kind == "every" and last["seen"] != MARKS[-1]:
        raise SystemExit(f"{last['seen']} of {MARKS[-1]} partial inputs were delivered")
    return {kind: timed["ms"], f"{kind} heap": last["heap"] - first["heap"]}


def measure(rounds: int) -> list[Row]:
    """Both views, all kinds, in a shuffled order each round; figures are medians over the rounds."""
    figures: dict[tuple[str, str], list[float]] = {}
    with benches() as (bench, url):
        for number in range(rounds):
            mounts = [(whose, kind) for whose in ("ours", "theirs") for kind in KINDS]
            random.Random(number).shuffle(mounts)
            for whose, kind in mounts:
                for name, value in figures_of(kind, mount(bench, url, whose, kind)).items():
                    figures.setdefault((whose, name), []).append(value)
    middle = {key: median(values) for key, values in figures.items()}
    return rows_of(middle, rounds)


def rows_of(middle: dict[tuple[str, str], float], rounds: int) -> list[Row]:
    """The rows, with the limits of the view's promise: never slower than these multiples of the reference."""
    ours = {name: value for (whose, name), value in middle.items() if whose == "ours"}
    theirs = {name: value for (whose, name), value in middle.items() if whose == "theirs"}
    return [
        _row("the first 20 calls together", "ms", ours["fresh"], theirs["fresh"], None, rounds),
        _row("call, median", "ms", ours["p50"], theirs["p50"], 1.3, rounds),
        _row("call, 99th percentile", "ms", ours["p99"], theirs["p99"], None, rounds),
        _row("calls with 50 in flight", "1/s", ours["rate"], theirs["rate"], 0.75, rounds, higher_is_better=True),
        _row("10,000 partial inputs, all delivered", "ms", ours["every"], theirs["every"], 1.4, rounds),
        _row("10,000 partial inputs, newest only", "ms", ours["newest"], theirs["every"], 1.0, rounds),
        Row(name="wasm heap growth over 20,000 partial inputs", unit="B", ours=ours["every heap"], limit=0, n=rounds),
    ]


def _row(
    name: str,
    unit: str,
    ours: float,
    theirs: float,
    allowed: float | None,
    rounds: int,
    *,
    higher_is_better: bool = False,
) -> Row:
    limit = None if allowed is None else allowed * theirs
    return Row(name=name, unit=unit, ours=ours, theirs=theirs, limit=limit, n=rounds, higher_is_better=higher_is_better)


if __name__ == "__main__":
    run(measure, rounds=5)
