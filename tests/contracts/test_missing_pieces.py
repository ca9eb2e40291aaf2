"""`hostsim run` where something of the machine is missing: one sentence, no traceback, not a zero exit."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from hostsim.run import BUILDING
from tests.contracts.tree import ROOT

pytestmark = [pytest.mark.browser, pytest.mark.slow]
HOSTSIM = Path(sys.executable).with_name("hostsim")


def run_headless(**environment: str) -> subprocess.CompletedProcess[str]:
    """The box office under a changed environment."""
    command = [HOSTSIM, "run", "examples/box_office", "--headless"]
    changed = {**os.environ, **environment}
    return subprocess.run(command, cwd=ROOT, env=changed, capture_output=True, text=True, check=False)


def complaints(done: subprocess.CompletedProcess[str]) -> list[str]:
    """What was said on standard error, but for the note that a page is being built, which whoever comes first gets."""
    return [line for line in done.stderr.strip().splitlines() if BUILDING not in line]


@pytest.mark.parametrize(
    ("variable", "value", "sentence"),
    [
        ("VIEWSDK_BROWSER", "/nowhere/chromium", "VIEWSDK_BROWSER=/nowhere/chromium is not a program; set it to"),
        ("VIEWSDK_REMOTE", "ws://127.0.0.1:9", "the browser at VIEWSDK_REMOTE=ws://127.0.0.1:9 could not be reached"),
        ("VIEWSDK_PAGE_LIMIT", "soon", "VIEWSDK_PAGE_LIMIT=soon is not a number"),
    ],
)
def test_what_the_browser_needs_is_named(variable: str, value: str, sentence: str) -> None:
    """Which setting, and what to do about it. ours"""
    done = run_headless(**{variable: value})
    assert 0 != done.returncode
    assert [True] == [sentence in line for line in complaints(done)]


@pytest.mark.parametrize(
    ("variable", "value", "sentence"),
    [
        ("VIEWSDK_PYODIDE", "/nowhere", "Pyodide 314.0.7 is missing"),
        ("VIEWSDK_WHEELS", "/nowhere", "run `make setup`"),
        ("VIEWSDK_NODE", "/nowhere/node", "/nowhere/node could not be started"),
    ],
)
def test_what_the_page_is_built_from_is_named(variable: str, value: str, sentence: str, tmp_path: Path) -> None:
    """Which piece, and what to do about it; a cache of its own, since a built page needs no piece any more. ours"""
    caches = {"VIEWSDK_CACHE": str(tmp_path), "VIEWSDK_WHEELS": str(ROOT / ".cache" / "wheels")}
    done = run_headless(**{**caches, variable: value})
    assert 0 != done.returncode
    assert [True] == [sentence in line for line in complaints(done)]
