"""Several processes for the tests: one has all files that drive a browser, the others share the rest file by file."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

from hostsim.settings import settings

HERE = Path(__file__).resolve().parent
# The rest of tests/interop speaks over pipes with processes that wait more than they work.
IN_A_BROWSER = (HERE / "browser", HERE / "interop" / "test_reference_host.py")


@cache
def drives_a_browser(file: Path) -> bool:
    """Whether a file's tests drive a browser: by its folder, or because one of them is marked."""
    if any(place in (file, *file.parents) for place in IN_A_BROWSER):
        return True
    return "mark.browser" in file.read_text(encoding="utf-8")


class OneBrowser(LoadScopeScheduling):
    """Hands out files; those with a browser are one piece, so that two browsers never compete for the machine."""

    def _split_scope(self, nodeid: str) -> str:
        file = nodeid.partition("::")[0]
        return "browser" if drives_a_browser(HERE.parent / file) else file


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> OneBrowser:
    """How the files are handed out."""
    return OneBrowser(config, log)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """How many processes `pytest -n auto` uses; one is this process itself."""
    workers = settings().workers
    return workers if workers > 1 else 0
