"""The axis of runtimes: the tests of the view run inside Pyodide under Node as they run on CPython."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PYODIDE = ROOT / "web" / "node_modules" / "pyodide"
WHEELS = ROOT / ".cache" / "wheels"
NEEDED = ("annotated_types", "pydantic", "pydantic_core", "typing_extensions", "typing_inspection")
FOLDERS = ("tests/interaction", "tests/view")


def collected_on_cpython() -> set[str]:
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider", *FOLDERS]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return {line for line in done.stdout.splitlines() if "::" in line}


def ran_in_pyodide() -> dict[str, str | None]:
    wheels = [str(wheel) for name in NEEDED for wheel in WHEELS.glob(f"{name}-*.whl")]
    assert len(NEEDED) == len(wheels), f"wheels are missing from {WHEELS}: run `make setup`"
    site_packages = str(Path(pytest.__file__).parent.parent)
    command = ["node", str(HERE / "in_pyodide.mjs"), str(PYODIDE), str(ROOT), site_packages]
    done = subprocess.run([*command, *wheels, "--", *FOLDERS], cwd=ROOT, capture_output=True, text=True, check=False)
    assert 0 == done.returncode, done.stderr[-4000:]
    report = json.loads(done.stdout.splitlines()[-1])
    assert [] == report["problems"]
    outcomes: dict[str, str | None] = report["outcomes"]
    return outcomes


@pytest.mark.slow
@pytest.mark.limit(400)
def test_the_same_tests_pass_inside_pyodide() -> None:
    """The same collected tests, equal in number, none of them failing. ours"""
    outcomes = ran_in_pyodide()
    assert {} == {test: failure for test, failure in outcomes.items() if failure is not None}
    assert collected_on_cpython() == set(outcomes)
    assert any("[remote]" in test for test in outcomes)
