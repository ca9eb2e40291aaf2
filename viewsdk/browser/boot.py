"""The hand-over from the page's scripts: the last step of booting, the first Python of ours that runs.

`start()` is what the boot script calls. It attaches to the shim, opens the `App` on the frames the shim sent and heard,
and runs the author's `main`. Whatever fails, from importing the author's modules on, goes to the one error sink.
"""

import asyncio
import importlib
import json
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from viewsdk.browser.errors import ErrorSink, Where
from viewsdk.browser.javascript import js
from viewsdk.browser.wake import LateFiles
from viewsdk.browser.wake import wake as _wake

__all__ = ["AUTHOR_FOLDER", "Entry", "late_files_arrived", "needs_late_files", "resolve", "start", "wake"]

AUTHOR_FOLDER = "/view"
PAGE_ONLY = ("js", "pyodide", "pyodide_js")
IMPORTS_FILE = ".imports.json"  # beside the author's modules: what they import from elsewhere

_running: set[asyncio.Task[None]] = set()
_late: list[LateFiles] = []


@dataclass(frozen=True, slots=True)
class Entry:
    """What the page's configuration names: the view's declaration and the author's `main`, as `module:name`."""

    view: str
    main: str

    @classmethod
    def read(cls, config: str) -> "Entry":
        """The entry in a page configuration (JSON text)."""
        document = json.loads(config)
        return cls(view=document["view"], main=document["entry"])


def start() -> None:
    """Enters the author's view; returns at once, the view runs on the page's event loop."""
    shim = js().viewsdk
    if AUTHOR_FOLDER not in sys.path:
        sys.path.insert(0, AUTHOR_FOLDER)
    sink = ErrorSink(card=shim.fail, log=_shim_log(shim), trace=_trace)
    loop = asyncio.get_event_loop()
    loop.set_exception_handler(sink.loop_handler)
    task = loop.create_task(_run(Entry.read(shim.configText), shim, sink))
    _running.add(task)
    task.add_done_callback(_running.discard)


def wake(surroundings: str, in_parts: bool) -> None:
    """First call after a restore: this page's time, place and randomness, and a finder for what is still to come.

    `in_parts` says that this includes a part of the runtime.
    """
    _wake(surroundings)
    finder = LateFiles(js().viewsdk.late)
    _late.append(finder)
    finder.install(in_parts=in_parts)


def needs_late_files() -> bool:
    """Whether the author's modules import, at their top level or deeper, something the image does not hold."""
    try:
        imports = json.loads(Path(AUTHOR_FOLDER, IMPORTS_FILE).read_text())
    except OSError:
        return True
    return any(name not in sys.modules and not _is_inside(name) for name in imports)


def late_files_arrived() -> None:
    """The standard library and all packages are in place."""
    while _late:
        _late.pop().arrived()


def resolve(reference: str) -> Any:
    """The object that `module:name` names; imports the module."""
    module, _, name = reference.partition(":")
    return getattr(importlib.import_module(module), name)


def _is_inside(name: str) -> bool:
    """Whether `name` is an attribute of a loaded module, or of the page's own."""
    parent, _, last = name.rpartition(".")
    if name.partition(".")[0] in PAGE_ONLY:
        return True
    return parent in sys.modules and hasattr(sys.modules[parent], last)


async def _run(entry: Entry, shim: Any, sink: ErrorSink) -> None:
    try:
        view, main = resolve(entry.view), resolve(entry.main)
    except BaseException as error:
        sink.report(error, Where.IMPORT)
        return
    try:
        await _live(view, main, shim, sink)
    except BaseException as error:
        sink.report(error, Where.MAIN)


async def _live(view: Any, main: Callable[[Any], Awaitable[None]], shim: Any, sink: ErrorSink) -> None:
    from viewsdk.app import App
    from viewsdk.browser.setup import set_up
    from viewsdk.browser.storage import page_storage
    from viewsdk.ports.postmessage import ShimPort
    from viewsdk.protocol.methods import Method
    from viewsdk.protocol.transcript import Transcript

    port = ShimPort(shim)
    transcript = Transcript.from_json(port.transcript)
    storage = page_storage()
    async with App.open(view, port, transcript=transcript, storage=storage, on_error=sink.report) as app:
        await set_up(app, sink, transcript.last_sent(Method.SIZE_CHANGED))
        shim.stage("running")
        try:
            await _until_ended(asyncio.ensure_future(main(app)), asyncio.ensure_future(app.closed()))
        except Exception as error:
            # Reported while there is still a connection to say it on; what the page shows stays usable.
            sink.report(error, Where.MAIN)
            await app.closed()


async def _until_ended(main: asyncio.Future[None], ended: asyncio.Future[Any]) -> None:
    """Keeps the connection open after `main` returns, and ends `main` when the host ends the view."""
    await asyncio.wait((main, ended), return_when=asyncio.FIRST_COMPLETED)
    if main.done():
        main.result()
    else:
        main.cancel()
        await asyncio.wait((main,))
    await ended


def _shim_log(shim: Any) -> Callable[[dict[str, Any]], object]:
    """Logs through the shim, for what fails before there is an `App` to log with."""
    return lambda params: shim.tellHost(params["level"], js().JSON.parse(json.dumps(params["data"])))


def _trace(text: str) -> None:
    print(text, file=sys.stderr)
