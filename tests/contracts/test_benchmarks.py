"""The benchmark convention: `--json` prints one list of rows with seven fields."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.rows import Row
from tests.contracts.tree import ROOT, files, parsed, shown

FIELDS = {"name", "unit", "ours", "theirs", "ratio", "limit", "n"}
BENCHMARKS = files(".py", under="benchmarks")


def drives_a_browser(file: Path) -> bool:
    """Whether a benchmark measures in a real browser."""
    return "hostsim.chromium" in file.read_text(encoding="utf-8")


def test_a_ratio_says_how_many_times_better_ours_is() -> None:
    """Less is better unless told otherwise. ours"""
    assert 4.0 == Row(name="start", unit="s", ours=2.0, theirs=8.0).ratio
    assert 2.0 == Row(name="calls", unit="1/s", ours=8.0, theirs=4.0, higher_is_better=True).ratio


def test_without_something_to_compare_with_there_is_no_ratio() -> None:
    """A field that does not apply is null. ours"""
    row = Row(name="size", unit="kB", ours=21.0, limit=25.0).as_json()
    assert {"name": "size", "unit": "kB", "ours": 21.0, "theirs": None, "ratio": None, "limit": 25.0, "n": None} == row


@pytest.mark.parametrize("file", BENCHMARKS, ids=shown)
def test_a_benchmark_leaves_its_command_line_to_the_rows(file: Path) -> None:
    """`--json` and `--rounds` are the same everywhere, because one function reads them. ours"""
    last = parsed(file).body[-1]
    assert isinstance(last, ast.If)
    assert "__name__ == '__main__'" == ast.unparse(last.test)
    assert ast.unparse(last.body[-1]).startswith("run(")


@pytest.mark.slow
@pytest.mark.parametrize("file", [file for file in BENCHMARKS if not drives_a_browser(file)], ids=shown)
def test_a_benchmark_prints_one_list_of_rows(file: Path) -> None:
    """Whoever reads the figures needs no other format; those in a browser take minutes and are left out. ours"""
    command = [sys.executable, str(file), "--json", "--rounds", "1"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert 0 == done.returncode, done.stderr
    rows = json.loads(done.stdout)
    assert [] == [row for row in rows if row.keys() != FIELDS]
    assert [] == [row for row in rows if not isinstance(row["name"], str) or not isinstance(row["unit"], str)]
    assert [] == [row for row in rows if not isinstance(row["ours"], int | float)]
