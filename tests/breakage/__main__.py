"""Try recorded breakages by hand: `python -m tests.breakage [FACT ...]`; all of them when none is named."""

import asyncio
import sys
import tempfile
from pathlib import Path

from tests.breakage.recorded import load_records
from tests.breakage.tree import Tree, verdicts
from tests.facts import TESTS


def main(wanted: list[str]) -> int:
    """Print which of the breakages went unnoticed; 1 when there were any."""
    records = load_records()
    if unknown := [fact for fact in wanted if fact not in records]:
        print(f"no breakage is recorded for {', '.join(unknown)}", file=sys.stderr)
        return 2
    chosen = [records[fact] for fact in wanted or records]
    with tempfile.TemporaryDirectory() as folder:
        trees = [Tree(TESTS.parent, Path(folder) / name) for name in ("one", "other")[: len(chosen)]]
        unnoticed = asyncio.run(verdicts(trees, chosen))
    print("\n\n".join([*unnoticed, f"{len(chosen) - len(unnoticed)} of {len(chosen)} breakages were noticed"]))
    return 1 if unnoticed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
