"""What changes in a Python that was restored from a memory image: it wakes up on another machine, at another time.

The hash seed is the one thing that stays as it was made; a running interpreter cannot change it.
"""

import importlib.util
import json
import os
import random
import sys
import time
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

__all__ = ["LateFiles", "wake"]


def wake(surroundings: str) -> None:
    """Makes randomness, time zone, environment and log times those of this page. `surroundings` is JSON text."""
    facts: dict[str, Any] = json.loads(surroundings)
    random.seed()
    time.timezone, time.altzone = facts["timezone"], facts["altzone"]
    time.daylight, time.tzname = int(facts["timezone"] != facts["altzone"]), tuple(facts["tzname"])
    os.environ["LANG"] = facts["language"].replace("-", "_") + ".UTF-8"
    if logging := sys.modules.get("logging"):
        logging._startTime = time.time_ns()  # type: ignore[attr-defined]


class LateFiles(MetaPathFinder):
    """Finds nothing itself: an import that fails while files are still coming waits for them, or says why it cannot."""

    def __init__(self, fetch: Any) -> None:
        self._fetch = fetch
        """Returns a JavaScript promise for the arrival."""

    def find_spec(self, fullname: str, path: object = None, target: ModuleType | None = None) -> ModuleSpec | None:
        """Called when every other finder has given up."""
        ffi = importlib.import_module("pyodide.ffi")
        if not ffi.can_run_sync():
            reason = f"{fullname} is not loaded yet; import it at the top of a module, not while the view is starting"
            raise ModuleNotFoundError(reason, name=fullname)
        ffi.run_sync(self._fetch())
        self.arrived()
        return importlib.util.find_spec(fullname)

    def arrived(self) -> None:
        """The files are in place: imports are ordinary again."""
        if self in sys.meta_path:
            sys.meta_path.remove(self)
        sys.path_importer_cache.clear()
        importlib.invalidate_caches()
