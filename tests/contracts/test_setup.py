"""The set-up: a second run needs no network, and whatever is missing is named with what to do."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.contracts.tree import ROOT

NOWHERE = "http://127.0.0.1:" + "9"  # nothing listens on the discard port


def set_up(**environment: str) -> subprocess.CompletedProcess[str]:
    """Run the set-up of this checkout, whose steps have all been done before."""
    command = [sys.executable, "scripts/setup"]
    changed = {**os.environ, **environment}
    return subprocess.run(command, cwd=ROOT, env=changed, capture_output=True, text=True, check=False)


def folder_with(tmp_path: Path, **programs: str) -> str:
    """A PATH that holds only these programs, each a shell script."""
    for name, script in programs.items():
        file = tmp_path / name
        file.write_text(f"#!/bin/sh\n{script}\n")
        file.chmod(0o755)
    return str(tmp_path)


def test_a_second_run_needs_no_registry(tmp_path: Path) -> None:
    """With every registry out of reach and an empty home it ends at once and has nothing to say. ours"""
    set_up()  # of the source as it is now
    done = set_up(PIP_INDEX_URL=NOWHERE, npm_config_registry=NOWHERE, HOME=str(tmp_path), PIP_RETRIES="0")
    assert (0, "", "") == (done.returncode, done.stdout, done.stderr)


def test_a_missing_node_is_named(tmp_path: Path) -> None:
    """One sentence, no traceback. ours"""
    done = set_up(PATH=folder_with(tmp_path))
    assert 1 == done.returncode
    assert "setup: node is missing; Node.js 20 or later with npm is needed on the PATH\n" == done.stderr


def test_an_old_node_is_named_with_its_version(tmp_path: Path) -> None:
    """npm would silently take older packages on it. ours"""
    done = set_up(PATH=folder_with(tmp_path, node="echo v18.20.1", npm="exit 0"))
    assert "setup: Node.js 20 or later is needed, `node --version` says v18.20.1\n" == done.stderr


def test_a_browser_that_is_not_there_is_named() -> None:
    """Who names a browser gets that one or an answer. ours"""
    done = set_up(VIEWSDK_BROWSER="/nowhere/chromium")
    assert 1 == done.returncode
    assert "VIEWSDK_BROWSER=/nowhere/chromium is not a program" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.slow
def test_a_registry_out_of_reach_is_named(tmp_path: Path) -> None:
    """In a fresh copy the first package that cannot be fetched ends it, with what to check. ours"""
    copy = tmp_path / "a copy"
    for name in ("scripts", "locks", "hostsim"):
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "playwright.config.py"):
        shutil.copy(ROOT / name, copy / name)
    offline = {"PIP_INDEX_URL": NOWHERE, "PIP_RETRIES": "0", "PIP_NO_CACHE_DIR": "1", "PIP_FIND_LINKS": ""}
    command = [sys.executable, str(copy / "scripts" / "setup")]
    environment = {**os.environ, **offline}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert 1 == done.returncode
    assert "setup: Python packages could not be installed; check that pip reaches its index" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("script", sorted((ROOT / "scripts" / "setup").glob("*.py")), ids=lambda file: file.stem)
def test_the_set_up_needs_the_standard_library_only(script: Path) -> None:
    """It runs before anything is installed. ours"""
    siblings = {file.stem for file in script.parent.glob("*.py")}
    words = (line.split() for line in script.read_text().splitlines() if line.startswith(("import ", "from ")))
    assert set() == {line[1].partition(".")[0] for line in words} - sys.stdlib_module_names - siblings
