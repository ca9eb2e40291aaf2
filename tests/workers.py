"""Several processes for the tests: the files that drive a browser are two pieces, the rest is shared file by file.

One browser has most of them. The other piece is what the process with the rest takes along, so that both end together;
more than two browsers at a time would only wait for each other.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

from hostsim.settings import settings

HERE = Path(__file__).resolve().parent
IN_A_BROWSER = HERE / "browser"
SECOND_BROWSER = (HERE / "shell", HERE / "contracts")


@cache
def drives_a_browser(file: Path) -> bool:
    """Whether a file's tests drive a browser: by its folder, or because one of them is marked."""
    if IN_A_BROWSER in file.parents:
        return True
    return "mark.browser" in file.read_text(encoding="utf-8")


class TwoBrowsers(LoadScopeScheduling):
    """Hands out files; those with a browser in two pieces."""

    def _split_scope(self, nodeid: str) -> str:
        file = HERE.parent / nodeid.partition("::")[0]
        if not drives_a_browser(file):
            return str(file)
        return "second browser" if any(place in file.parents for place in SECOND_BROWSER) else "first browser"


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> TwoBrowsers:
    """How the files are handed out."""
    return TwoBrowsers(config, log)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """How many processes `pytest -n auto` uses; one is this process itself."""
    workers = settings().workers
    return workers if workers > 1 else 0
