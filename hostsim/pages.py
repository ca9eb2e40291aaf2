"""The files of the host page and of the sandbox, from `web/host` in a checkout, beside this module in a wheel."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

__all__ = ["MEDIA_TYPES", "host_file", "host_text", "sandbox_page"]

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


def host_text(name: str) -> str:
    """One file of hostsim's own as text; a name that is not among them is a mistake in hostsim."""
    return (_folder() / name).read_text(encoding="utf-8")


def sandbox_page(host_origin: str) -> str:
    """The sandbox's document for one host page: its script inlined, so that the policy need not name an address."""
    page, script = host_text("sandbox.html"), host_text("sandbox.js")
    config = json.dumps({"host": host_origin}).replace("<", "\\u003c")
    return page.replace("{{CONFIG}}", config).replace("{{SCRIPT}}", script)
