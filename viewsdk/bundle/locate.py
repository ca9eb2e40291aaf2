"""Where the build's inputs are, and what to do about each one that is missing.

The only module of the build that knows folders; everything else is handed paths.
"""

import os
import shutil
from importlib.util import find_spec
from pathlib import Path

__all__ = [
    "PYODIDE_VERSION",
    "MissingInput",
    "cache_folder",
    "node",
    "pyodide_folder",
    "sdk_folder",
    "web_folder",
    "wheels_folder",
]

PYODIDE_VERSION = "314.0.7"  # the one runtime the wheels and the snapshot are made for

_PACKAGE = Path(__file__).resolve().parent.parent
_CHECKOUT = _PACKAGE.parent


class MissingInput(RuntimeError):
    """Something the build needs is not there; the message names it and says what to do."""


def sdk_folder() -> Path:
    """The folder of the `viewsdk` package itself, whose browser half goes into the page."""
    return _PACKAGE


def web_folder() -> Path:
    """The folder with the page's scripts: `viewsdk/web` in an installed wheel, `web` in a checkout."""
    return _existing(
        [_PACKAGE / "web", _CHECKOUT / "web"],
        "shim.js",
        "the page's scripts",
        "reinstall viewsdk, or run from a whole checkout",
    )


def cache_folder() -> Path:
    """Where builds are kept between runs: `$VIEWSDK_CACHE`, the checkout's `.cache`, else the user's cache folder."""
    named = os.environ.get("VIEWSDK_CACHE")
    if named:
        return Path(named)
    if (_CHECKOUT / "pyproject.toml").is_file() and (_CHECKOUT / "web").is_dir():
        return _CHECKOUT / ".cache"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "viewsdk"


def pyodide_folder() -> Path:
    """The `pyodide` npm package: `$VIEWSDK_PYODIDE`, `web/node_modules/pyodide`, or the cache."""
    named = os.environ.get("VIEWSDK_PYODIDE")
    places = [Path(named)] if named else [_CHECKOUT / "web/node_modules/pyodide", cache_folder() / "pyodide"]
    return _existing(
        places, "pyodide.asm.wasm", f"Pyodide {PYODIDE_VERSION}", "run `npm ci` in web/ (`make setup` does)"
    )


def wheels_folder() -> Path:
    """The browser-side wheels that belong to the lock file."""
    named = os.environ.get("VIEWSDK_WHEELS")
    places = [Path(named)] if named else [cache_folder() / "wheels"]
    return _existing(places, "pydantic_core-*.whl", "the browser-side wheels", "run `make setup`")


def node() -> str:
    """The Node that makes byte code and snapshots: `$VIEWSDK_NODE`, the one on PATH, or the one inside Playwright."""
    named = os.environ.get("VIEWSDK_NODE") or shutil.which("node")
    if named:
        return named
    playwright = find_spec("playwright")
    inside = Path(playwright.origin).parent / "driver/node" if playwright and playwright.origin else None
    if inside and inside.is_file():
        return str(inside)
    raise MissingInput("no JavaScript runtime was found: install Node 20, or Playwright, or name one in $VIEWSDK_NODE")


def _existing(places: list[Path], probe: str, what: str, remedy: str) -> Path:
    for place in places:
        if place.is_dir() and next(place.glob(probe), None) is not None:
            return place
    tried = ", ".join(str(place) for place in places)
    raise MissingInput(f"{what} is missing (looked in {tried}): {remedy}")
