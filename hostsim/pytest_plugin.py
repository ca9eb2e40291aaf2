"""Fixtures for tests of a view in a real browser: `host`, `view` and `trace`.

Put `pytest_plugins = ["hostsim.pytest_plugin"]` into the top conftest.py and override the fixture `wanted` to say what
is shown. The fixtures are asynchronous and need anyio's pytest plugin, which comes with `mcp`, and an
`anyio_backend` of the session's scope. One browser serves the whole session.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from dataclasses import replace

import pytest
from playwright.async_api import Browser, FrameLocator

from hostsim.headless import Spectator, browsing, spectate
from hostsim.host import Host
from hostsim.profiles import DEFAULT_PROFILE
from hostsim.run import Wanted, hosting
from hostsim.settings import settings
from hostsim.trace_reader import TraceReader

__all__ = ["browser", "host", "profile", "spectator", "trace", "view", "wanted"]


@pytest.fixture(scope="session")
async def browser() -> AsyncGenerator[Browser]:
    """The browser of the session, as playwright.config.py names it; each test has a context of its own in it."""
    async with browsing() as shared:
        yield shared


@pytest.fixture
def wanted() -> Wanted:
    """What is shown: override it, as in `return Wanted(target=target_of(["examples/box_office"]))`."""
    raise pytest.UsageError("override the fixture `wanted`: it says which view of which server the test is about")


@pytest.fixture
def profile() -> str:
    """The host that is simulated; parametrize it to run a test under several."""
    return DEFAULT_PROFILE


@pytest.fixture
async def host(wanted: Wanted, profile: str) -> AsyncGenerator[Host]:
    """A host with the view's server started, ready for a page."""
    async with hosting(replace(wanted, profile=profile, is_watched=True), settings()) as started:
        yield started


@pytest.fixture
async def spectator(host: Host, browser: Browser) -> AsyncGenerator[Spectator]:
    """The host's page, open in the browser; the view is on its way."""
    async with spectate(browser, host, settings()) as looking:
        yield looking


@pytest.fixture
async def view(spectator: Spectator) -> FrameLocator:
    """The inside of the view's frame, its result rendered."""
    await spectator.see()
    return spectator.view


@pytest.fixture
def trace(host: Host) -> TraceReader:
    """The trace of the run so far, at any moment of the test."""
    return host.trace
