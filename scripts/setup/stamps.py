"""Remembers which step was done for which inputs, and runs a step's commands."""

import hashlib
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CACHE = ROOT / ".cache"
VENV = ROOT / ".venv"
VENV_PYTHON = VENV / "bin" / "python"
PIP: tuple[str | Path, ...] = (VENV_PYTHON, "-m", "pip", "--disable-pip-version-check", "--no-input", "-q")


class SetupFailed(Exception):
    """A piece is missing; the message names it and what to do."""


def digest(*inputs: Path | str) -> str:
    """A digest over files (by content) and strings, to tell whether a step must run again."""
    total = hashlib.sha256()
    for item in inputs:
        total.update(hashlib.sha256(item.read_bytes() if isinstance(item, Path) else item.encode()).digest())
    return total.hexdigest()


def is_done(folder: Path, step: str, stamp: str) -> bool:
    """Whether the step has filled this folder for exactly these inputs; the note is lost with the folder."""
    note = folder / f".{step}-stamp"
    return note.is_file() and note.read_text() == stamp


def mark_done(folder: Path, step: str, stamp: str) -> None:
    """Write down in the folder that the step has filled it for these inputs."""
    (folder / f".{step}-stamp").write_text(stamp)


def say(line: str) -> None:
    """Tell the person what is being done, at once."""
    print(f"setup: {line}", flush=True)


def run(
    command: Sequence[str | Path], advice: str, *, cwd: Path = ROOT, environment: dict[str, str] | None = None
) -> str:
    """Run a command to its end and return what it printed; when it fails, show that and raise the advice."""
    try:
        done = subprocess.run(
            command,
            cwd=cwd,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
    except OSError as error:
        raise SetupFailed(f"{advice} ({error})") from error
    if done.returncode:
        print(done.stdout, file=sys.stderr)
        raise SetupFailed(advice)
    return done.stdout
