"""The virtual environment in .venv, with every package of locks/python.lock and this project itself."""

import os
import platform
import subprocess
import sys
from importlib.util import find_spec

from debian import can_install, install_package
from stamps import PIP, ROOT, VENV, VENV_PYTHON, SetupFailed, digest, is_done, mark_done, run, say

LOCK = ROOT / "locks" / "python.lock"


def install() -> None:
    """Make .venv hold what the lock names; a wrong hash or an unknown package is an error."""
    _make_environment()
    stamp = digest(LOCK, ROOT / "pyproject.toml", str(ROOT), platform.python_version(), platform.machine())
    if is_done("python", stamp):
        return
    say("Python packages from locks/python.lock")
    run(
        [*PIP, "install", "--require-hashes", "-r", LOCK],
        "Python packages could not be installed; check that pip reaches its index (`pip config list` shows which)",
    )
    # The backend is in the lock, so building needs neither isolation nor an index.
    run(
        [*PIP, "install", "--no-index", "--no-build-isolation", "--no-deps", "-e", ROOT],
        "this project could not be installed into .venv; remove .venv and try again",
    )
    mark_done("python", stamp)


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
