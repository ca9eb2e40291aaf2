"""The files of the host page and of the sandbox, read from `web/host` in a checkout or beside this module in a wheel."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

__all__ = ["MEDIA_TYPES", "host_file", "sandbox_page"]

MEDIA_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
}


@cache
def _folder() -> Path:
    here = Path(__file__).resolve().parent
    installed = here / "web"
    return installed if installed.is_dir() else here.parent / "web" / "host"


@cache
def _names() -> frozenset[str]:
    return frozenset(path.name for path in _folder().iterdir() if path.suffix in MEDIA_TYPES)


def host_file(name: str) -> bytes | None:
    """One file of the host page by its name; None when there is no such file, whatever the name looks like."""
    return (_folder() / name).read_bytes() if name in _names() else None


def sandbox_page(host_origin: str) -> str:
    """The sandbox's document for one host page: its script inlined, so that the policy need not name an address."""
    page, script = ((_folder() / name).read_text(encoding="utf-8") for name in ("sandbox.html", "sandbox.js"))
    config = json.dumps({"host": host_origin}).replace("<", "\\u003c")
    return page.replace("{{CONFIG}}", config).replace("{{SCRIPT}}", script)
