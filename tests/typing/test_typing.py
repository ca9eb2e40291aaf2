"""What pyright and mypy say about author code: nothing where it is right, one error on each line where it is wrong."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
ACCEPTED, REFUSED = HERE / "accepted.py", HERE / "refused.py"

Lines = dict[str, set[int]]


def by_pyright() -> Lines:
    """The lines with errors, by file name; strict because tests/typing/pyrightconfig.json says so."""
    done = subprocess.run(
        [sys.executable, "-m", "pyright", "--outputjson", "--project", str(HERE / "pyrightconfig.json")],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    found: Lines = {}
    for diagnostic in json.loads(done.stdout)["generalDiagnostics"]:
        if diagnostic["severity"] == "error":
            line = diagnostic["range"]["start"]["line"] + 1
            found.setdefault(Path(diagnostic["file"]).name, set()).add(line)
    return found


def by_mypy() -> Lines:
    """The lines with errors, by file name; strict by pyproject.toml."""
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--no-error-summary", str(ACCEPTED), str(REFUSED)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode in (0, 1), done.stdout + done.stderr
    found: Lines = {}
    for line in done.stdout.splitlines():
        located = re.match(r"(.+?):(\d+): error: ", line)
        if located is not None:
            found.setdefault(Path(located[1]).name, set()).add(int(located[2]))
    return found


def marked(path: Path) -> set[int]:
    lines = path.read_text().splitlines()
    return {number for number, line in enumerate(lines, 1) if "# refused: " in line}


@pytest.mark.slow
@pytest.mark.limit(180)
@pytest.mark.parametrize("check", [by_pyright, by_mypy])
def test_author_code_checks_where_it_is_right_and_only_there(check: object) -> None:
    """Types follow the grant: outputs, runs, errors and inputs are known, mistakes are errors. heddle:H03"""
    assert callable(check)
    expected = {"refused.py": marked(REFUSED)}
    assert expected == check()
    assert len(expected["refused.py"]) > 20
