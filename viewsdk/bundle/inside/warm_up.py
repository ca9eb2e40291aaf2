"""Runs inside Pyodide while a snapshot is made: imports and uses once what every view needs, then forgets where it was.

`/order.json` says which modules to import and which contract to warm. What stays in memory here is shipped to
everybody, so the last step drops whatever came from the build machine. `contract.py` is shared with the server, so
`js` is not to be had here.
"""

import gc
import importlib
import json
import linecache
import os
import re
import sys
import typing
import zipimport
from pathlib import Path
from typing import Any

__all__ = ["drop_late_modules", "forget", "record", "warm_contract", "warm_imports", "warm_library"]

_PAGE_ONLY = ("js", "pyodide_js")
_REACHING = ("bz2", "compression", "lzma", "zipfile")  # written in Python, over modules that come late


def warm_library(modules: list[str]) -> None:
    """Import the SDK, and take the protocol through one conversation."""
    for name in modules:
        importlib.import_module(name)
    from viewsdk.protocol.capabilities import AppCapabilities
    from viewsdk.protocol.handshake import HandshakePolicy
    from viewsdk.protocol.implementation import Implementation
    from viewsdk.protocol.transcript import Transcript
    from viewsdk.protocol.view_connection import ViewConnection

    def frame(direction: str, **members: Any) -> dict[str, Any]:
        return {"direction": direction, "text": json.dumps({"jsonrpc": "2.0", **members}), "at": 0.0}

    info = {"name": "warm", "version": "0"}
    asked = {"protocolVersion": "2026-01-26", "appInfo": info, "appCapabilities": {}}
    answer = {
        "protocolVersion": "2026-01-26",
        "hostInfo": info,
        "hostCapabilities": {},
        "hostContext": {"theme": "dark"},
    }
    frames = [
        frame("out", id=0, method="ui/initialize", params=asked),
        frame("in", id=0, result=answer),
        frame("out", method="ui/notifications/initialized"),
        frame("in", method="ui/notifications/tool-input", params={"arguments": {}}),
        frame("in", method="ui/notifications/tool-result", params={"content": [], "structuredContent": {}}),
    ]
    connection = ViewConnection(Implementation(name="warm", version="0"), AppCapabilities(), HandshakePolicy())
    connection.adopt(Transcript.from_json(json.dumps({"frames": frames, "partials": 0, "boot": {}})), 0.0)
    connection.request("tools/call", {"name": "warm", "arguments": {}}, now=0.0)
    connection.drain()
    connection.close("warm")


def warm_imports(names: list[str]) -> None:
    """Import what the author's modules will: each name is a module, or a name in one, or not to be had here."""
    for name in names:
        if name.split(".")[0] in (*_PAGE_ONLY, "pyodide"):
            continue
        try:
            importlib.import_module(name)
        except Exception as problem:
            print(f"not in the snapshot: {name}: {problem!r}")


def warm_contract(reference: str) -> None:
    """Import the author's contract, build the models of every tool it grants, and read something with each."""
    from pydantic import ValidationError

    from viewsdk.view import declaration

    module, _, name = reference.partition(":")
    hidden = {page_only: sys.modules.pop(page_only, None) for page_only in _PAGE_ONLY}
    sys.modules.update(dict.fromkeys(_PAGE_ONLY))  # type: ignore[arg-type] # None makes the import system refuse them
    try:
        view = getattr(importlib.import_module(module), name)
    finally:
        for page_only, loaded in hidden.items():
            del sys.modules[page_only]
            if loaded is not None:
                sys.modules[page_only] = loaded
    for grant in declaration(view).grants:
        for adapter in (grant.tool.input_adapter, grant.tool.output_adapter):
            try:
                adapter.validate_json("{}")
            except ValidationError as problem:
                str(problem)


def forget() -> None:
    """Drop caches and everything that names the build machine or one of its moments."""
    sys.path_importer_cache.clear()
    zipimport._zip_directory_cache.clear()  # type: ignore[attr-defined] # a thousand entries nobody may ever ask for
    linecache.clearcache()
    re.purge()
    for clean in typing._cleanups:  # type: ignore[attr-defined] # caches of subscripted generics
        clean()
    for name in ("_", "VIEWSDK_ORDER"):
        os.environ.pop(name, None)
    while "" in sys.path:
        sys.path.remove("")  # put back by the runtime when it has been restored


def drop_late_modules() -> None:
    """Forget what the runtime's own start imported of the modules whose code comes late; nobody has asked for them."""
    from viewsdk.browser.wake import LATE_MODULES

    for name in list(sys.modules):
        if name in LATE_MODULES or name.split(".")[0] in _REACHING:
            del sys.modules[name]


def record() -> None:
    """Note in /record.json whether the image holds a module whose code comes late."""
    from viewsdk.browser.wake import LATE_MODULES

    Path("/record.json").write_text(json.dumps({"late": not LATE_MODULES.isdisjoint(sys.modules)}))


def _main() -> None:
    order = json.loads(Path("/order.json").read_text())
    drop_late_modules()
    for place in order["paths"]:
        sys.path.insert(0, place)
    warm_library(order["modules"])
    warm_imports(order["imports"])
    if order["contract"]:
        warm_contract(order["contract"])
    record()
    forget()


if __name__ == "__main__":
    _main()
    for _name in [name for name in globals() if not name.startswith("__") and name != "gc"]:
        del globals()[_name]
    gc.collect()
    gc.freeze()  # the first collection after a restore would otherwise walk, and so touch, every imported object
    del gc
