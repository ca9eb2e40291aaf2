"""Runs inside Pyodide: imports all of the standard library that needs nothing of what comes late."""

import contextlib
import importlib
import io
import json
import sys

__all__ = ["Late", "reached"]

LATE = {
    *("_bz2", "_lzma", "_sqlite3", "_zstd", "pyexpat", "unicodedata"),
    *("_codecs_cn", "_codecs_hk", "_codecs_iso2022", "_codecs_jp", "_codecs_kr", "_codecs_tw"),
}
OPENS_A_WINDOW = {"antigravity", "idlelib", "this", "tkinter", "turtle", "turtledemo"}


class Late:
    """A finder that refuses what comes late."""

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        """Called before any other finder."""
        if name in LATE:
            raise ModuleNotFoundError(f"{name} is late", name=name)


def reached() -> dict[str, list[str]]:
    """What could be imported, what could not because of a late module, and which were taken for late."""
    for name in list(sys.modules):
        if name in LATE or name.split(".")[0] in ("bz2", "compression", "lzma", "zipfile"):
            del sys.modules[name]
    sys.meta_path.insert(0, Late())  # type: ignore[arg-type] # nothing else of a finder is asked for
    imported, waiting = [], []
    for name in sorted(sys.stdlib_module_names - OPENS_A_WINDOW):
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                importlib.import_module(name)
            imported.append(name)
        except ImportError as refusal:
            if refusal.name in LATE:
                waiting.append(name)
    return {"imported": imported, "waiting": waiting, "late": sorted(LATE)}


json.dumps(reached())
