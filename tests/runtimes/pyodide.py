"""Starts Node with a Pyodide that has the view's own wheels, from what the set-up installed."""

import subprocess
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PYODIDE = ROOT / "web" / "node_modules" / "pyodide"
WHEELS = ROOT / ".cache" / "wheels"
NEEDED = ("annotated_types", "pydantic", "pydantic_core", "typing_extensions", "typing_inspection")


def wheels() -> list[str]:
    """The wheels a view needs."""
    found = [str(wheel) for name in NEEDED for wheel in WHEELS.glob(f"{name}-*.whl")]
    assert len(NEEDED) == len(found), f"wheels are missing from {WHEELS}: run `make setup`"
    return found


def node(script: Path, arguments: Sequence[str]) -> str:
    """The last line a Node script prints when it is given Pyodide, the repository and `arguments`."""
    command = ["node", str(script), str(PYODIDE), str(ROOT), *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert 0 == done.returncode, done.stderr[-4000:]
    return done.stdout.splitlines()[-1]
