"""Finds, starts and stops the Chromium that the settings name. `python -m hostsim.chromium` prints which it is."""

import os
import sys
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from hostsim.settings import Settings, settings

if TYPE_CHECKING:
    from playwright.async_api import Browser, Playwright

__all__ = ["NoBrowser", "executable", "started"]


class NoBrowser(Exception):
    """No browser could be started; the message says which was tried and what to do."""


def executable(chosen: Settings, environment: Mapping[str, str] = os.environ) -> Path | None:
    """The Chromium to start, or None for the one Playwright has downloaded itself."""
    path = Path(chosen.browser)
    if os.access(path, os.X_OK) and path.is_file():
        return path
    if environment.get("VIEWSDK_BROWSER"):
        raise NoBrowser(f"VIEWSDK_BROWSER={path} is not a program; set it to the path of a Chromium, or unset it")
    return None


@asynccontextmanager
async def started(
    playwright: "Playwright", *, headless: bool = True, chosen: Settings | None = None
) -> "AsyncGenerator[Browser]":
    """A running browser, closed at the end: the remote one when the settings name one, else a new process."""
    browser = await _open(playwright, chosen or settings(), headless)
    try:
        yield browser
    finally:
        await browser.close()


async def _open(playwright: "Playwright", chosen: Settings, headless: bool) -> "Browser":
    from playwright.async_api import Error

    limit = chosen.launch_limit * 1000
    path = None if chosen.remote else executable(chosen)
    try:
        if chosen.remote.startswith("http"):
            return await playwright.chromium.connect_over_cdp(chosen.remote, timeout=limit)
        if chosen.remote:
            return await playwright.chromium.connect(chosen.remote, timeout=limit)
        return await playwright.chromium.launch(
            executable_path=path, args=list(chosen.arguments), headless=headless, timeout=limit
        )
    except Error as error:
        raise NoBrowser(_advice(chosen, path, str(error))) from error


def _advice(chosen: Settings, path: Path | None, error: str) -> str:
    first = next((line for line in error.splitlines() if line.strip()), "no reason given")
    if chosen.remote:
        return f"the browser at VIEWSDK_REMOTE={chosen.remote} could not be reached: {first}"
    if path:
        return f"{path} did not start: {first}; set VIEWSDK_BROWSER to the path of a Chromium that does"
    return _missing(chosen)


def _missing(chosen: Settings) -> str:
    return (
        f"no browser: {chosen.browser} does not exist and Playwright has none of its own; "
        "run make setup, or set VIEWSDK_BROWSER to the path of a Chromium"
    )


def _found() -> str:
    """Which browser would be started; raises NoBrowser when there is none."""
    from playwright.sync_api import sync_playwright

    chosen = settings()
    if chosen.remote:
        return chosen.remote
    if path := executable(chosen):
        return str(path)
    with sync_playwright() as playwright:
        downloaded = playwright.chromium.executable_path
    if not Path(downloaded).exists():
        raise NoBrowser(_missing(chosen))
    return downloaded


def main() -> None:
    """Print the browser, or say in one sentence why there is none and exit with 1."""
    try:
        print(_found())
    except NoBrowser as complaint:
        sys.exit(str(complaint))


if __name__ == "__main__":
    main()
