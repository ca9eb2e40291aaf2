"""Installs a wheel into the running view, from the place the page's own assets come from.

Packages known at build time belong into the requirements instead: they are in the page before it starts.
"""

import importlib
import json
from pathlib import Path, PurePosixPath
from urllib.parse import urljoin

from viewsdk.browser.javascript import js

__all__ = ["CannotInstall", "install"]

_PLACE = "/tmp"  # of the browser's file system, which is memory


class CannotInstall(ImportError):
    """A wheel that could not be had, or does not fit this Python; the message names it and says why."""


async def install(wheel: str, *, with_dependencies: bool = False) -> None:
    """Installs the wheel of this file name, below the page's asset origin; its dependencies only if asked to."""
    base = json.loads(js().viewsdk.configText)["assets"]["base"]
    path = Path(_PLACE, PurePosixPath(wheel).name)
    path.write_bytes(await _fetched(urljoin(base, wheel), wheel))
    micropip = importlib.import_module("micropip")
    try:
        await micropip.install(f"emfs:{path}", deps=with_dependencies)
    except Exception as problem:
        raise CannotInstall(f"{wheel} cannot be installed here: {problem}", name=wheel) from problem
    finally:
        path.unlink(missing_ok=True)


async def _fetched(url: str, wheel: str) -> bytes:
    http = importlib.import_module("pyodide.http")
    try:
        answer = await http.pyfetch(url)
    except OSError as problem:
        raise CannotInstall(f"{wheel} cannot be fetched from {url}: {problem}", name=wheel) from problem
    if not answer.ok:
        raise CannotInstall(f"{wheel} is not at {url} (status {answer.status})", name=wheel)
    return await answer.bytes()
