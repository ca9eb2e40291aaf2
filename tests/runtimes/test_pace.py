"""The page's own choice among partial inputs, run under Node as it is in the page."""

import json
import subprocess
from pathlib import Path

HERE = Path(__file__).resolve().parent


def test_of_a_burst_only_the_newest_partial_is_handed_on_and_order_is_kept() -> None:
    """Anything else waits for the one that is held; a view that wants them all gets them from then on. ours"""
    done = subprocess.run(["node", str(HERE / "pace.mjs")], capture_output=True, text=True, check=True)
    assert [
        [3],
        [5, "ui/notifications/tool-input", 6],
        ["ping"],
        [7],
        [8, 9],
    ] == json.loads(done.stdout)
