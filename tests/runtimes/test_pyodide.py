"""The axis of runtimes: the tests of the view run inside Pyodide under Node as they run on CPython."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.runtimes.pyodide import ROOT, node, wheels

HERE = Path(__file__).resolve().parent
FOLDERS = ("tests/interaction", "tests/view")


def collected_on_cpython() -> set[str]:
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider", *FOLDERS]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return {line for line in done.stdout.splitlines() if "::" in line}


@pytest.mark.slow
@pytest.mark.limit(400)
def test_the_same_tests_pass_inside_pyodide() -> None:
    """The same collected tests, equal in number, none of them failing. ours"""
    site_packages = str(Path(pytest.__file__).parent.parent)
    report = json.loads(node(HERE / "in_pyodide.mjs", [site_packages, *wheels(), "--", *FOLDERS]))
    assert [] == report["problems"]
    outcomes: dict[str, str | None] = report["outcomes"]
    assert {} == {test: failure for test, failure in outcomes.items() if failure is not None}
    assert collected_on_cpython() == set(outcomes)
    assert any("[remote]" in test for test in outcomes)


@pytest.mark.slow
@pytest.mark.limit(200)
def test_calls_and_partials_leave_nothing_behind_inside_pyodide() -> None:
    """1,000 calls and 10,000 partial inputs: no proxy, future or request more, and the heap is as large. ours"""
    left = json.loads(node(HERE / "leaks.mjs", wheels()))
    before = left["before"]
    for after in (left["after calls"], left["after partials"]):
        assert (0, before["heap"]) == (after["requests"], after["heap"])
        assert after["futures"] <= before["futures"] + 1  # and one in the step the loop is just at
        assert after["proxies"] <= 2  # the port's listener, and a callback the loop has just handed to Node
