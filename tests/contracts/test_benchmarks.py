"""The benchmark convention: `--json` prints one list of rows with seven fields."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.rows import Row
from tests.contracts.tree import ROOT, files, shown

FIELDS = {"name", "unit", "ours", "theirs", "ratio", "limit", "n"}
BENCHMARKS = files(".py", under="benchmarks")


def test_a_ratio_says_how_many_times_better_ours_is() -> None:
    """Less is better unless told otherwise. ours"""
    assert 4.0 == Row(name="start", unit="s", ours=2.0, theirs=8.0).ratio
    assert 2.0 == Row(name="calls", unit="1/s", ours=8.0, theirs=4.0, higher_is_better=True).ratio


def test_without_something_to_compare_with_there_is_no_ratio() -> None:
    """A field that does not apply is null. ours"""
    row = Row(name="size", unit="kB", ours=21.0, limit=25.0).as_json()
    assert {"name": "size", "unit": "kB", "ours": 21.0, "theirs": None, "ratio": None, "limit": 25.0, "n": None} == row


@pytest.mark.slow
@pytest.mark.browser  # some measure in one, and none may run beside another browser
@pytest.mark.limit(300)
@pytest.mark.parametrize("file", BENCHMARKS, ids=shown)
def test_a_benchmark_prints_one_list_of_rows(file: Path) -> None:
    """Whoever reads the figures needs no other format. ours"""
    command = [sys.executable, str(file), "--json", "--rounds", "1"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert 0 == done.returncode, done.stderr
    rows = json.loads(done.stdout)
    assert [] == [row for row in rows if row.keys() != FIELDS]
    assert [] == [row for row in rows if not isinstance(row["name"], str) or not isinstance(row["unit"], str)]
    assert [] == [row for row in rows if not isinstance(row["ours"], int | float)]
