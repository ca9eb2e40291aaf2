"""The pages and servers that benchmarks/boot.py mounts: ours in each delivery, and what they are held against."""

from __future__ import annotations

import base64
import hashlib
import json
import shutil
import subprocess
import tempfile
import threading
import time
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from queue import Queue
from typing import Any
from urllib.parse import parse_qs, urlsplit

from viewsdk.bundle.assets import Asset
from viewsdk.bundle.bridge import AssetReader
from viewsdk.bundle.deliver import Delivery, ViewPage, deliver
from viewsdk.bundle.layers import at_start, boot_wheels, sdk_files
from viewsdk.bundle.locate import cache_folder, pyodide_folder
from viewsdk.bundle.prepare import Prepared, prepare
from viewsdk.bundle.report import brotli_encoder
from viewsdk.bundle.serve import AssetServer, serving

ROOT = Path(__file__).resolve().parents[2]
WEB = ROOT / "web"
VIEW = Path(__file__).parent
PAGE = ViewPage("ui://measured/boot", "contract:Started", "view:main", "Started")
NETWORK = 50_000_000 / 8  # bytes per second of the slower network
STOCK_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json")  # zips do not get smaller
HEAD = '<!doctype html><html><head><meta charset="utf-8"></head><body>'
# The page tells the host when `main` has said so, and a little later which tasks kept the main thread.
PROBE = """<script>{
const tasks = [];
new PerformanceObserver((list) => tasks.push(...list.getEntries().map((entry) => Math.round(entry.duration))))
  .observe({ type: "longtask", buffered: true });
document.addEventListener("measured", () => {
  parent.postMessage({ started: true }, "*");
  const { heap } = document.documentElement.dataset;
  const stages = globalThis.viewsdk ? viewsdk.boot.stages : [];
  const rung = globalThis.viewsdk ? viewsdk.boot.rung : null;
  setTimeout(() => parent.postMessage({ settled: { tasks, heap: Number(heap), stages, rung } }, "*"), 1500);
});
}</script>"""

Report = dict[str, Any]


@dataclass
class Bench:
    """What the pages fetch and where they report."""

    pages: dict[str, str]
    reader: AssetReader
    sizes: dict[str, int]
    jobs: dict[str, Report] = field(default_factory=dict[str, Report])
    reports: Queue[Report] = field(default_factory=Queue[Report])


class SlowServer(AssetServer):
    """Serves a folder at the speed of one shared connection."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self._turn = threading.Lock()
        self._free_at = 0.0

    def finish_request(self, request: Any, client_address: Any) -> None:
        """Each request's socket sends at the shared pace."""
        super().finish_request(_Paced(request, self._wait), client_address)

    def _wait(self, size: int) -> None:
        with self._turn:
            begin = max(time.monotonic(), self._free_at)
            self._free_at = begin + size / NETWORK
        time.sleep(max(0.0, begin - time.monotonic()))


class _Paced:
    """A socket whose `sendall` goes in pieces, each when its time has come."""

    def __init__(self, socket: Any, wait: Any) -> None:
        self._socket, self._wait = socket, wait

    def sendall(self, data: bytes) -> None:
        view = memoryview(data)
        for start in range(0, len(view), 32768):
            piece = view[start : start + 32768]
            self._wait(len(piece))
            self._socket.sendall(piece)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._socket, name)


def handler_for(bench: Bench) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            where = urlsplit(self.path)
            query = {name: values[0] for name, values in parse_qs(where.query).items()}
            if where.path == "/job":
                self._reply(json.dumps(bench.jobs[query["id"]]), "application/json")
            elif where.path == "/chunk":
                self._reply(base64.b64encode(bench.reader.read(query["uri"])).decode(), "text/plain")
            elif where.path in bench.pages:
                self._reply(bench.pages[where.path], "text/javascript" if where.path.endswith(".mjs") else "text/html")
            else:
                self.send_error(404)

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            self._reply("{}", "application/json")
            bench.reports.put(json.loads(body))

        def _reply(self, body: str, kind: str) -> None:
            data = body.encode()
            self.send_response(200)
            self.send_header("Content-Type", f"{kind}; charset=utf-8")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_: Any) -> None:
            """The figures go to standard output, so the server says nothing."""

    return Handler


def bundled(name: str) -> str:
    """One of the scripts beside the interop counterparts, bundled as ext-apps' users bundle theirs."""
    out = cache_folder() / "interop" / f"{name}.js"
    esbuild = [str(WEB / "node_modules" / ".bin" / "esbuild"), str(WEB / "interop" / f"{name}.mjs"), f"--outfile={out}"]
    subprocess.run([*esbuild, "--bundle", "--minify", "--format=esm", "--log-level=error"], check=True, cwd=WEB)
    return out.read_text().replace("</script", "<\\/script")


def under_policy(html: str, origin: str) -> str:
    """The page with the policy a host would send and the probe, both before anything of its own."""
    policy = (
        f"default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval' {origin}; style-src 'unsafe-inline'; "
        f"img-src data:; connect-src {origin or chr(39) + 'none' + chr(39)}"
    )
    return html.replace("<head>", f'<head><meta http-equiv="Content-Security-Policy" content="{policy}">{PROBE}', 1)


def stock_folder(target: Path) -> list[str]:
    """Pyodide's own files and the same wheels, ours among them; the names of the wheels."""
    for source in pyodide_folder().glob("py*"):
        shutil.copyfile(source, target / source.name)
    for wheel in boot_wheels():
        shutil.copyfile(wheel, target / wheel.name)
    ours = "viewsdk-0.1.0-py3-none-any.whl"
    with zipfile.ZipFile(target / ours, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, data in sdk_files().items():
            archive.writestr(path, data)
        archive.writestr("viewsdk-0.1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: viewsdk\nVersion: 0.1.0\n")
        archive.writestr(
            "viewsdk-0.1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        archive.writestr("viewsdk-0.1.0.dist-info/RECORD", "")
    return [*(wheel.name for wheel in boot_wheels()), ours]


def stock_page(base: str, wheels: list[str]) -> str:
    """The documented quick start: load, load the packages, run."""
    author = {path.name: path.read_text() for path in VIEW.glob("[cv]*.py")}
    start = (
        "import sys; sys.path.insert(0, '/view')\n"
        "import viewsdk.browser.boot, viewsdk.browser.setup, viewsdk.ports.postmessage\n"
        "from view import main\nawait main(None)"
    )
    script = f"""
import {{ loadPyodide }} from "{base}pyodide.mjs";
const pyodide = await loadPyodide({{ indexURL: "{base}" }});
await pyodide.loadPackage({json.dumps([base + wheel for wheel in wheels])});
pyodide.FS.mkdirTree("/view");
for (const [name, text] of Object.entries({json.dumps(author)})) pyodide.FS.writeFile(`/view/${{name}}`, text);
await pyodide.runPythonAsync({json.dumps(start)});
"""
    return f'{HEAD}<script type="module">{script}</script></body></html>'


def add_brotli(folder: Path, names: list[str]) -> None:
    """A brotli sibling for each file, kept in the cache by content."""
    encode = brotli_encoder()
    if encode is None:
        raise SystemExit("the slower network needs the brotli package: pip install brotli")
    kept = cache_folder() / "brotli"
    kept.mkdir(parents=True, exist_ok=True)
    for name in names:
        data = (folder / name).read_bytes()
        known = kept / f"{hashlib.sha256(data).hexdigest()[:16]}.br"
        if not known.is_file():
            known.write_bytes(encode(data))
        shutil.copyfile(known, folder / f"{name}.br")


def without(files: tuple[Asset, ...], *names: str) -> tuple[Asset, ...]:
    """The files but these roles, so that a lower rung has to start."""
    return tuple(asset for asset in files if asset.name not in names)


@contextmanager
def benches() -> Iterator[tuple[Bench, str]]:
    """The server with all pages and the hosts, and its address."""
    made = prepare(VIEW, PAGE.view_ref, PAGE.entry)
    small = made.squeezed().compressed()
    with ExitStack() as stack:
        stock, slow = (Path(stack.enter_context(tempfile.TemporaryDirectory())) for _ in range(2))
        wheels = stock_folder(stock)
        shutil.copytree(stock, slow, dirs_exist_ok=True)
        for asset in made.files:
            shutil.copyfile(made.folder / asset.path, slow / asset.path)
        started = [asset.path for asset in at_start(made.files)]
        add_brotli(slow, [*started, *STOCK_FILES])
        assets, plain = (stack.enter_context(serving(folder)).url for folder in (made.folder, stock))
        paced = SlowServer(slow)
        paced.start()
        stack.callback(paced.shutdown)
        pages = pages_of(made, small, {"": assets, "stock": plain, "slow": paced.url}, wheels)
        sizes = {
            "shell": len(pages["/linked.html"].encode()) - len(PROBE),
            "linked, brotli": sum((slow / f"{path}.br").stat().st_size for path in started),
            "inline page": len(pages["/inline.html"].encode()),
        }
        bench = Bench(pages, AssetReader(small.folder, small.files, PAGE.uri), sizes)
        server = ThreadingHTTPServer(("127.0.0.1", 0), handler_for(bench))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        stack.callback(server.shutdown)
        yield bench, f"http://127.0.0.1:{server.server_address[1]}"


def pages_of(made: Prepared, small: Prepared, urls: Mapping[str, str], wheels: list[str]) -> dict[str, str]:
    """Every page a mount may ask for, by path."""
    pyc = Prepared(made.folder, without(made.files, "snapshot.pack"))
    ours = {
        "linked": (deliver(PAGE, made, Delivery.LINKED, urls[""]).html, urls[""]),
        "linked50": (deliver(PAGE, made, Delivery.LINKED, urls["slow"]).html, urls["slow"]),
        "pyc": (deliver(PAGE, pyc, Delivery.LINKED, urls[""]).html, urls[""]),
        "bridge": (deliver(PAGE, small, Delivery.BRIDGE).html, ""),
        "inline": (deliver(PAGE, small, Delivery.INLINE).html, ""),
        "stock": (stock_page(urls["stock"], wheels), urls["stock"]),
        "stock50": (stock_page(urls["slow"], wheels), urls["slow"]),
        "reference": (f'{HEAD}<script type="module">{bundled("boot_reference")}</script></body></html>', ""),
    }
    views = {f"/{name}.html": under_policy(html, url.rstrip("/")) for name, (html, url) in ours.items()}
    host = f'{HEAD}<script type="module" src="/host.mjs"></script></body></html>'
    return {"/": host, "/host.mjs": bundled("boot_host"), **views}
