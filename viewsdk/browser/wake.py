"""What changes in a Python that was restored from a memory image: it wakes up on another machine, at another time.

The hash seed is the one thing that stays as it was made; a running interpreter cannot change it.
"""

import _imp
import encodings
import importlib.util
import json
import os
import random
import sys
import time
import traceback
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

__all__ = ["LATE_MODULES", "LateFiles", "wake"]

LATE_MODULES = frozenset(
    (
        *("_bz2", "_lzma", "_sqlite3", "_zstd", "pyexpat", "unicodedata"),
        *("_codecs_cn", "_codecs_hk", "_codecs_iso2022", "_codecs_jp", "_codecs_kr", "_codecs_tw"),
    )
)
"""Built-in modules whose code or tables are not in the part of the runtime that a view starts with."""

_display_width = getattr(traceback, "_display_width", None)


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
        self._runtime = _LateRuntime(self)

    def install(self, *, in_parts: bool) -> None:
        """From now on imports come by after every other finder; those of late modules before, if they have to wait.

        `in_parts` says that the runtime is still without its late part.
        """
        sys.meta_path.append(self)
        if in_parts:
            sys.meta_path.insert(0, self._runtime)
            traceback._display_width = _characters  # type: ignore[attr-defined] # its own needs the table of widths

    def find_spec(self, fullname: str, path: object = None, target: ModuleType | None = None) -> ModuleSpec | None:
        """Called when every other finder has given up."""
        self.wait(fullname)
        return importlib.util.find_spec(fullname)

    def wait(self, fullname: str) -> None:
        """Returns when everything has arrived. Raises `ModuleNotFoundError` where Python cannot be suspended."""
        ffi = importlib.import_module("pyodide.ffi")
        if not ffi.can_run_sync():
            reason = f"{fullname} is not loaded yet; import it at the top of a module, not while the view is starting"
            raise ModuleNotFoundError(reason, name=fullname)
        ffi.run_sync(self._fetch())
        self.arrived()

    def arrived(self) -> None:
        """The files are in place: imports are ordinary again."""
        for finder in (self, self._runtime):
            if finder in sys.meta_path:
                sys.meta_path.remove(finder)
        traceback._display_width = _display_width  # type: ignore[attr-defined]
        for name in [name for name, codec in encodings._cache.items() if codec is None]:  # type: ignore[attr-defined]
            del encodings._cache[name]  # type: ignore[attr-defined] # looked for too early, and not to be had then
        sys.path_importer_cache.clear()
        importlib.invalidate_caches()


class _LateRuntime(MetaPathFinder):
    """Finds nothing either: what is part of the interpreter is always found, but may have to wait for its contents."""

    def __init__(self, files: LateFiles) -> None:
        self._files = files

    def find_spec(self, fullname: str, path: object = None, target: ModuleType | None = None) -> None:
        """Called before any other finder."""
        if fullname in LATE_MODULES or _imp.is_frozen(fullname):
            self._files.wait(fullname)


def _characters(line: str, offset: int | None = None) -> int:
    """How wide a part of a line is drawn, as far as one can say without the table: an error must be told at once."""
    return len(line) if offset is None else offset
