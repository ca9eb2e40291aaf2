"""The virtual environment in .venv, with every package of locks/python.lock and this project itself."""

import json
import os
import platform
import subprocess
import sys
import tomllib
from importlib.util import find_spec

from debian import can_install, install_package
from stamps import PIP, ROOT, VENV, VENV_PYTHON, SetupFailed, digest, is_done, mark_done, run, say

LOCK = ROOT / "locks" / "python.lock"


def install() -> None:
    """Make .venv hold what the lock names, and this project; a wrong hash or an unknown package is an error."""
    _make_environment()
    interpreter = f"{platform.python_version()} {platform.machine()} {ROOT}"
    _install_lock(digest(LOCK, interpreter))
    _install_project(digest(LOCK, interpreter, _what_is_installed()))


def _install_lock(stamp: str) -> None:
    if is_done(VENV, "packages", stamp):
        return
    say("Python packages from locks/python.lock")
    run(
        [*PIP, "install", "--require-hashes", "-r", LOCK],
        "Python packages could not be installed; check that pip reaches its index (`pip config list` shows which)",
    )
    mark_done(VENV, "packages", stamp)


def _install_project(stamp: str) -> None:
    """Needs no network: the backend is in the lock, so building needs neither isolation nor an index."""
    if is_done(VENV, "project", stamp):
        return
    say("this project, where it lies")
    run(
        [*PIP, "install", "--no-index", "--no-build-isolation", "--no-deps", "-e", ROOT],
        "this project could not be installed into .venv; remove .venv and try again",
    )
    mark_done(VENV, "project", stamp)


def _what_is_installed() -> str:
    """The part of pyproject.toml that an installation depends on; the tools' settings are none of it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    return json.dumps([project["project"], project["tool"]["hatch"]], sort_keys=True)


def _make_environment() -> None:
    """Create .venv unless a working one of this Python version is there."""
    if _works():
        return
    if find_spec("ensurepip") is None:
        _install_venv()
    say(f"virtual environment .venv, Python {platform.python_version()}")
    run(
        [sys.executable, "-m", "venv", "--clear", VENV],
        "the virtual environment could not be made; on Debian: apt-get install python3-venv",
    )


def _works() -> bool:
    probe = "import sys, pip; print(*sys.version_info[:2], sys.prefix)"
    expected = f"{sys.version_info[0]} {sys.version_info[1]} {VENV}"
    if not os.access(VENV_PYTHON, os.X_OK):
        return False
    done = subprocess.run([VENV_PYTHON, "-c", probe], capture_output=True, text=True, check=False)
    return done.stdout.strip() == expected


def _install_venv() -> None:
    if not can_install():
        raise SetupFailed("Python's venv module is missing; on Debian: apt-get install python3-venv")
    install_package("python3-venv")
