"""The engines, one after the other: each is started once, and has ended before the next one starts."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Generator

import pytest

from tests.engines.chromium import chromium
from tests.engines.engine import Engine
from tests.engines.firefox import firefox
from tests.engines.mounted import Mounted
from tests.engines.site import Site, site
from tests.engines.webkit import webkit

START = {"chromium": chromium, "firefox": firefox, "webkit": webkit}
OTHERS = [pytest.param(name, marks=pytest.mark.engines) for name in START if name != "chromium"]

STARTED = "started"  # the property with which a test says how its view came up


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say which engines, in which versions, started views in which ways, and how long it took them."""
    reports = terminalreporter.getreports("passed")
    for line in [value for report in reports for name, value in report.user_properties if name == STARTED]:
        terminalreporter.write_line(str(line))


@pytest.fixture(scope="session", params=["chromium", *OTHERS])
async def engine(request: pytest.FixtureRequest) -> AsyncGenerator[Engine]:
    """One running engine."""
    async with START[request.param]() as running:
        yield running


@pytest.fixture
def host_site() -> Generator[Site]:
    """A host page for one test."""
    with site() as serving:
        yield serving


@pytest.fixture
def view(engine: Engine, host_site: Site, record_property: Callable[[str, object], None]) -> Mounted:
    """A view yet to be mounted, in the engine."""
    return Mounted(engine, host_site, lambda line: record_property(STARTED, line))
