"""A static server for the asset folder, on the standard library alone.

Any server with `Access-Control-Allow-Origin: *` would do; this one is what `viewsdk assets` and `serve_view` start on
loopback. It answers the private-network preflight that Chromium sends for a loopback address (KiroCrew#6181), and
hands out a `.br` or `.gz` sibling when the browser takes it.
"""

import threading
from collections.abc import Generator
from contextlib import contextmanager
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote, urlsplit

__all__ = ["AssetServer", "serving"]

_TYPES = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".wasm": "application/wasm",
    ".json": "application/json",
    ".html": "text/html; charset=utf-8",
    ".whl": "application/zip",
    ".zip": "application/zip",
}
_ENCODINGS = {"br": ".br", "gzip": ".gz"}  # in the order preferred
_FOR_EVER = "public, max-age=31536000, immutable"


class AssetServer(ThreadingHTTPServer):
    """Serves one folder on a loopback address; `url` ends with a slash."""

    daemon_threads = True
    request_queue_size = 64

    def __init__(self, folder: Path, host: str = "127.0.0.1", port: int = 0) -> None:
        self.folder = folder.resolve()
        super().__init__((host, port), _Handler)

    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing: a frame taken away mid-download is no error, and a stdio server's output is spoken for."""

    @property
    def url(self) -> str:
        """The base URL of the folder."""
        return f"http://{self.server_address[0]}:{self.server_address[1]}/"

    def start(self) -> threading.Thread:
        """Serve in a daemon thread until `shutdown`, or until the process ends."""
        thread = threading.Thread(target=self.serve_forever, name="viewsdk-assets", daemon=True)
        thread.start()
        return thread


@contextmanager
def serving(folder: Path, host: str = "127.0.0.1", port: int = 0) -> Generator[AssetServer]:
    """An asset server for the length of a `with` block."""
    server = AssetServer(folder, host, port)
    thread = server.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_OPTIONS(self) -> None:
        self._answer(
            HTTPStatus.NO_CONTENT, {"Access-Control-Allow-Methods": "GET, HEAD", "Access-Control-Allow-Headers": "*"}
        )

    def do_HEAD(self) -> None:
        self.do_GET()

    def do_GET(self) -> None:
        target = self._target()
        if target is None:
            self._answer(HTTPStatus.NOT_FOUND, {"Content-Type": "text/plain; charset=utf-8"}, b"no such asset\n")
            return
        encoding, file = self._variant(target)
        headers = {"Content-Type": _TYPES.get(target.suffix, "application/octet-stream"), "Vary": "Accept-Encoding"}
        headers["Cache-Control"] = "no-cache" if target.name.startswith("manifest.") else _FOR_EVER
        if encoding:
            headers["Content-Encoding"] = encoding
        self._answer(HTTPStatus.OK, headers, file.read_bytes())

    def _target(self) -> Path | None:
        assert isinstance(self.server, AssetServer)
        folder = self.server.folder
        target = (folder / unquote(urlsplit(self.path).path).lstrip("/")).resolve()
        is_inside = target.is_relative_to(folder)
        return target if is_inside and target.is_file() and not target.name.startswith(".") else None

    def _variant(self, target: Path) -> tuple[str | None, Path]:
        accepted = {part.split(";")[0].strip() for part in self.headers.get("Accept-Encoding", "").split(",")}
        for encoding, suffix in _ENCODINGS.items():
            sibling = target.with_name(target.name + suffix)
            if encoding in accepted and sibling.is_file():
                return encoding, sibling
        return None, target

    def _answer(self, status: HTTPStatus, headers: dict[str, str], body: bytes = b"") -> None:
        self.send_response(status)
        common = {
            "Access-Control-Allow-Origin": "*",
            "Access-Control-Allow-Private-Network": "true",
            "Timing-Allow-Origin": "*",
            "Cross-Origin-Resource-Policy": "cross-origin",
            "X-Content-Type-Options": "nosniff",
        }
        for name, value in {**common, **headers}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing: a stdio server's output belongs to its client."""
