"""An engine that is not installed is named, with what to do."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.contracts.tree import ROOT
from tests.engines.engine import MissingEngine, program


def test_a_program_that_is_not_there_is_named_with_its_package_and_its_setting() -> None:
    """One sentence for who can install it and for who cannot. ours"""
    with pytest.raises(MissingEngine, match=r"/nowhere/firefox is missing.*firefox-esr.*set VIEWSDK_FIREFOX"):
        program("/nowhere/firefox", "firefox-esr", "VIEWSDK_FIREFOX")


def test_where_nothing_can_be_installed_the_set_up_names_every_missing_piece(tmp_path: Path) -> None:
    """A line for each, with its package. ours"""
    done = subprocess.run(
        [sys.executable, "scripts/setup", "engines"],
        cwd=ROOT,
        env={**os.environ, "PATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert 1 == done.returncode
    packages = ("firefox-esr", "webkit2gtk-driver", "xvfb", "xauth", "dbus")
    assert [] == [name for name in packages if f"apt-get install {name}" not in done.stderr]
    assert "Traceback" not in done.stderr


def test_a_part_of_the_set_up_that_does_not_exist_is_named() -> None:
    """A misspelt word installs nothing. ours"""
    command = [sys.executable, "scripts/setup", "engnes"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (1, "") == (done.returncode, done.stdout)
    assert "setup: engnes is no part of it; there is `engines`" in done.stderr
