"""The two commands where only the base is installed: which extra is missing, in one sentence."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.contracts.tree import ROOT

# What a base install has not; a None in `sys.modules` is a module that cannot be found.
BASE = """
import sys
sys.modules.update(dict.fromkeys(("click", "mcp", "mcp_types", "starlette", "uvicorn", "websockets", "playwright")))
from hostsim import commands
sys.argv = [sys.argv[1], "--help"]
getattr(commands, sys.argv[0])()
"""


@pytest.mark.parametrize(("command", "extra"), [("viewsdk", "server"), ("hostsim", "host")])
def test_a_command_of_a_base_install_says_which_extra_it_needs(command: str, extra: str) -> None:
    """One sentence with the line to run, and no traceback. ours"""
    done = subprocess.run([sys.executable, "-c", BASE, command], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (1, "") == (done.returncode, done.stdout)
    assert done.stderr.startswith("Error: ")
    assert done.stderr.endswith(f" is not installed, and this command needs it; run pip install 'viewsdk[{extra}]'\n")
    assert 1 == done.stderr.count("\n")


def test_a_missing_module_of_our_own_is_no_missing_extra(tmp_path: Path) -> None:
    """It is a mistake in the package, and shows where it was made. ours"""
    program = BASE.replace('"click", ', '"viewsdk.bundle.cli", "click", ')
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    run = [sys.executable, "-c", program, "viewsdk"]
    done = subprocess.run(run, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert 0 != done.returncode
    assert "Traceback" in done.stderr
    assert "pip install" not in done.stderr
