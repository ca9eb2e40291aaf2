"""What a benchmark prints: rows that say what was measured, ours beside theirs, in one run.

Every file here takes `--json` and then prints one JSON list of rows; without it the same as a table. This one measures
nothing, so its list is empty.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass

__all__ = ["Row", "run"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One figure. `theirs` is what it is compared with, `limit` what it may not pass, `n` how many samples it is of."""

    name: str
    unit: str
    ours: float
    theirs: float | None = None
    limit: float | None = None
    n: int | None = None
    higher_is_better: bool = False

    @property
    def ratio(self) -> float | None:
        """How many times better ours is; None where there is nothing to compare with."""
        if self.theirs is None:
            return None
        better, worse = (self.ours, self.theirs) if self.higher_is_better else (self.theirs, self.ours)
        return better / worse if worse else None

    def as_json(self) -> dict[str, str | float | None]:
        """The row as the convention has it; null where a field does not apply."""
        return {
            "name": self.name,
            "unit": self.unit,
            "ours": self.ours,
            "theirs": self.theirs,
            "ratio": self.ratio,
            "limit": self.limit,
            "n": self.n,
        }


def run(measure: Callable[[int], Sequence[Row]], *, rounds: int) -> None:
    """Be the command line of a benchmark: `--json`, and `--rounds` for how often to measure."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--json", action="store_true", help="print one JSON list of rows")
    parser.add_argument("--rounds", type=int, default=rounds, help=f"how often to measure (default {rounds})")
    arguments = parser.parse_args()
    rows = measure(max(1, arguments.rounds))
    print(json.dumps([row.as_json() for row in rows], indent=2) if arguments.json else _table(rows))


def _table(rows: Sequence[Row]) -> str:
    """The rows for a person: one line each, numbers to three digits."""
    if not rows:
        return "nothing to measure here"
    width = max(len(row.name) for row in rows)
    return "\n".join(_line(row, width) for row in rows)


def _line(row: Row, width: int) -> str:
    against = f"  theirs {row.theirs:10.4g}  {row.ratio or 0:6.2f} x" if row.theirs is not None else ""
    limit = f"  limit {row.limit:.4g}" if row.limit is not None else ""
    return f"{row.name:<{width}}  {row.ours:10.4g} {row.unit}{against}{limit}"


if __name__ == "__main__":
    run(lambda _: [], rounds=1)
