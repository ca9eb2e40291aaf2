"""The host page of the shim's tests on loopback, with the page to mount and, for the bridge, its files' chunks."""

from __future__ import annotations

import base64
import threading
from collections.abc import Generator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from viewsdk.bundle.bridge import AssetReader

HOST_PAGE = Path(__file__).resolve().parents[1] / "shim" / "host.html"


class Site(ThreadingHTTPServer):
    """Serves `/` (the host page), `/view` (what it mounts) and `/chunk?uri=` (base64 text)."""

    daemon_threads = True

    def __init__(self) -> None:
        self.view = ""
        self.reader: AssetReader | None = None
        super().__init__(("127.0.0.1", 0), _Handler)

    @property
    def url(self) -> str:
        """Where the host page is."""
        return f"http://127.0.0.1:{self.server_address[1]}/"

    def body(self, path: str) -> bytes:
        """What is served at a path."""
        parts = urlsplit(path)
        if parts.path == "/chunk" and self.reader:
            return base64.b64encode(self.reader.read(parse_qs(parts.query)["uri"][0]))
        return self.view.encode() if parts.path == "/view" else HOST_PAGE.read_bytes()


@contextmanager
def site() -> Generator[Site]:
    """A site for as long as it is needed."""
    server = Site()
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class _Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        assert isinstance(self.server, Site)
        body = self.server.body(self.path)
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing: the tests say what is wrong."""
