"""A static server for the asset folder, on the standard library alone.

Any server with `Access-Control-Allow-Origin: *` would do; this one is what `viewsdk assets` and `serve_view` start on
loopback. It answers the private-network preflight that Chromium sends for a loopback address (KiroCrew#6181), and
hands out a `.br` or `.gz` sibling when the browser takes it.
"""

import threading
from collections.abc import Generator, Mapping, Set
from contextlib import contextmanager
from dataclasses import dataclass
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TypeVar
from urllib.parse import unquote, urlsplit

__all__ = ["Answer", "AssetServer", "running", "serving"]

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

Served = TypeVar("Served", bound="AssetServer")


@dataclass(frozen=True, slots=True)
class Answer:
    """A body and the headers that belong to it."""

    body: bytes
    headers: Mapping[str, str]


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

    def answer(self, path: str, accepted: Set[str]) -> Answer | None:
        """What a request target is answered with, in an encoding the browser accepts; None if there is no such file."""
        file = self._file(unquote(urlsplit(path).path))
        if file is None:
            return None
        headers = {"Content-Type": _TYPES.get(file.suffix, "application/octet-stream"), "Vary": "Accept-Encoding"}
        headers["Cache-Control"] = "no-cache" if file.name.startswith("manifest.") else _FOR_EVER
        for encoding, suffix in _ENCODINGS.items():
            sibling = file.with_name(file.name + suffix)
            if encoding in accepted and sibling.is_file():
                return Answer(sibling.read_bytes(), {**headers, "Content-Encoding": encoding})
        return Answer(file.read_bytes(), headers)

    def _file(self, path: str) -> Path | None:
        file = (self.folder / path.lstrip("/")).resolve()
        if not file.is_relative_to(self.folder) or not file.is_file():
            return None
        # Unfinished files and whatever else is not meant to be seen have a dot in front, or lie below one.
        names = (*path.split("/"), *file.relative_to(self.folder).parts)
        return None if any(name.startswith(".") for name in names) else file

    def start(self) -> threading.Thread:
        """Serve in a daemon thread until `shutdown`, or until the process ends."""
        thread = threading.Thread(target=self.serve_forever, name="viewsdk-assets", daemon=True)
        thread.start()
        return thread


@contextmanager
def serving(folder: Path, host: str = "127.0.0.1", port: int = 0) -> Generator[AssetServer]:
    """An asset server for the length of a `with` block."""
    with running(AssetServer(folder, host, port)) as server:
        yield server


@contextmanager
def running(server: Served) -> Generator[Served]:
    """A server for the length of a `with` block; afterwards its port is free."""
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
        assert isinstance(self.server, AssetServer)
        accepted = {part.split(";")[0].strip() for part in self.headers.get("Accept-Encoding", "").split(",")}
        try:
            answer = self.server.answer(self.path, accepted)
        except (OSError, ValueError, RuntimeError):  # no name a file can have, or a file that is gone by now
            answer = None
        if answer is None:
            self._answer(HTTPStatus.NOT_FOUND, {"Content-Type": "text/plain; charset=utf-8"}, b"no such asset\n")
        else:
            self._answer(HTTPStatus.OK, answer.headers, answer.body)

    def _answer(self, status: HTTPStatus, headers: Mapping[str, str], body: bytes = b"") -> None:
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
