"""Runs the scripts of this folder under Node."""

import json
import subprocess
from pathlib import Path
from typing import Any

__all__ = ["run"]

HERE = Path(__file__).resolve().parent


def run(script: str, *arguments: str) -> Any:
    """What a script of this folder prints."""
    done = subprocess.run(["node", str(HERE / script), *arguments], capture_output=True, text=True, check=False)
    assert 0 == done.returncode, done.stderr[-4000:]
    return json.loads(done.stdout)
