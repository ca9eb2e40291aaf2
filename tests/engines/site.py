"""The host page of the engines' tests on loopback, with the page to mount and, for the bridge, its files' chunks."""

from __future__ import annotations

import base64
from collections.abc import Generator, Set
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from viewsdk.bundle.bridge import AssetReader
from viewsdk.bundle.serve import Answer, AssetServer, running

HOST_PAGE = Path(__file__).resolve().parents[1] / "shim" / "host.html"


class Site(AssetServer):
    """Serves `/` (the host page), `/view` (what it mounts) and `/chunk?uri=` (base64 text)."""

    def __init__(self) -> None:
        self.view = ""
        self.reader: AssetReader | None = None
        super().__init__(HOST_PAGE.parent)

    def answer(self, path: str, accepted: Set[str]) -> Answer:
        """What is served at a path."""
        return Answer(self._body(path), {"Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store"})

    def _body(self, path: str) -> bytes:
        parts = urlsplit(path)
        if parts.path == "/chunk" and self.reader:
            return base64.b64encode(self.reader.read(parse_qs(parts.query)["uri"][0]))
        return self.view.encode() if parts.path == "/view" else HOST_PAGE.read_bytes()


@contextmanager
def site() -> Generator[Site]:
    """A site for as long as it is needed."""
    with running(Site()) as server:
        yield server
