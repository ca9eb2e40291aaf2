"""Collects tests with pytest inside Pyodide and runs them on its own event loop, the one a browser has.

pytest itself cannot wait there, as nothing can block; so it collects and rewrites, and this runs what it collected.
"""

import asyncio
import inspect
import json
import traceback
from typing import Any

import pytest

LIMIT = 60.0  # seconds for one test, as on CPython


class Collected:
    """A plugin that keeps what was collected."""

    def __init__(self) -> None:
        self.items: list[Any] = []
        self.problems: list[str] = []

    def pytest_collection_finish(self, session: Any) -> None:
        self.items = session.items

    def pytest_collectreport(self, report: Any) -> None:
        if report.failed:
            self.problems.append(str(report.longrepr))


async def run(paths: str) -> str:
    """How each test ended, as JSON: `{"outcomes": {node id: null or a traceback}, "problems": [...]}`."""
    collected = Collected()
    options = ["--collect-only", "-q", "--capture=no", "--noconftest", "-c", "/dev/null", "--rootdir", "/repository"]
    pytest.main(
        [*options, "-p", "no:cacheprovider", *(f"/repository/{path}" for path in json.loads(paths))],
        plugins=[collected],
    )
    outcomes = {item.nodeid: await _outcome(item) for item in collected.items}
    return json.dumps({"outcomes": outcomes, "problems": collected.problems})


async def _outcome(item: Any) -> str | None:
    arguments = item.callspec.params if hasattr(item, "callspec") else {}
    try:
        async with asyncio.timeout(LIMIT):
            result = item.obj(**arguments)
            if inspect.isawaitable(result):
                await result
    except BaseException:
        return traceback.format_exc()
    return None
