"""What depends on the machine: which browser, its arguments, ports, limits. The values are in `playwright.config.py`.

That file's dot keeps it from being imported by name; `settings` is the one place that loads it. It lies at the root of
a checkout and beside this module in an installed wheel. No other file holds such a value.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import TypeVar

__all__ = ["BadSetting", "Settings", "load", "overridden", "settings"]

FILE = "playwright.config.py"
PREFIX = "VIEWSDK_"
Scalar = TypeVar("Scalar", int, float)


class BadSetting(Exception):
    """A setting cannot be used; the message names it and what would do."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Every value that may differ from machine to machine. Times are in seconds; port 0 means any free port."""

    browser: str
    """The Chromium to start; Playwright's own when this one does not exist."""
    arguments: tuple[str, ...]
    """What Chromium is started with."""
    remote: str
    """A browser elsewhere (`ws://...`, or `http://...` for the DevTools protocol) to use instead; empty for none."""
    firefox: str
    """The Firefox that `make test-engines` drives."""
    webkit_driver: str
    """The WebDriver server of WebKitGTK that `make test-engines` drives; it knows its browser."""
    host_port: int
    """Where the host page is served, on loopback."""
    sandbox_port: int
    """Where the sandbox, the second origin, is served."""
    launch_limit: float
    """How long a browser may take to start."""
    server_limit: float
    """How long an MCP server may take to start and to introduce itself."""
    page_limit: float
    """How long a page may take until it shows what is waited for."""
    settle_limit: float
    """How long a view may stay busy after its result before it counts as settled all the same."""
    test_limit: float
    """How long one test may take."""
    browser_test_limit: float
    """How long one test with a browser may take."""
    workers: int
    """How many processes run the tests; at most two of them drive a browser."""


def load(file: Path) -> Settings:
    """Read the value named `settings` of one settings file."""
    spec = spec_from_file_location("viewsdk_playwright_config", file)
    if spec is None or spec.loader is None or not file.is_file():
        raise BadSetting(f"{file} is missing: it holds the browser, ports and limits")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    value = getattr(module, "settings", None)
    if not isinstance(value, Settings):
        raise BadSetting(f"{file} must hold one value named settings, a hostsim.settings.Settings")
    return value


def overridden(value: Settings, environment: Mapping[str, str]) -> Settings:
    """The same settings with each field for which `VIEWSDK_<FIELD>` is set and not empty replaced."""
    changes: dict[str, object] = {}
    for field in fields(value):
        name = PREFIX + field.name.upper()
        if text := environment.get(name):
            changes[field.name] = _parse(name, text, getattr(value, field.name))
    return replace(value, **changes)  # pyright: ignore[reportArgumentType] -- each was parsed to its field's own type


@cache
def settings() -> Settings:
    """The settings of this process: the file, then the environment."""
    here = Path(__file__).resolve().parent
    beside, checkout = here / FILE, here.parent / FILE
    return overridden(load(beside if beside.is_file() else checkout), os.environ)


def _parse(name: str, text: str, example: object) -> object:
    match example:
        case tuple():
            return tuple(text.split())
        case float():
            return _number(name, text, float)
        case int():
            return _number(name, text, int)
        case _:
            return text


def _number(name: str, text: str, kind: type[Scalar]) -> Scalar:
    try:
        number = kind(text)
    except ValueError:
        number = kind(-1)
    if not 0 <= number < float("inf"):
        raise BadSetting(f"{name}={text} is not a number from 0 on")
    return number
