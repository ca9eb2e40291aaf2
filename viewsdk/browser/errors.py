"""The one sink for errors of a view: an error card for the person, a log line for the host, a line for the trace.

Every error object is reported once, wherever it turns up first; nothing is swallowed and `report` never raises. What is
reported names the author's own file, line and source text, not the library frame that happened to be innermost.
"""

import asyncio
import json
import linecache
import os
import sys
import sysconfig
import traceback
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path
from types import TracebackType
from typing import Any, cast

import pydantic

__all__ = ["ErrorReport", "ErrorSink", "Where", "describe"]

MARK = "__viewsdk_reported__"

MAX_HELD = 20  # log lines kept while there is no connection yet; an error loop at import must not fill the memory

MAX_TRACEBACK = 20_000  # characters; a deep recursion would otherwise send megabytes to the host's log


class Where(StrEnum):
    """What the view was doing when it failed."""

    IMPORT = "import"
    MAIN = "main"
    DRAW = "draw"
    HANDLER = "handler"
    TASK = "task"
    TEARDOWN = "teardown"


@dataclass(frozen=True, slots=True)
class ErrorReport:
    """One error as a person reads it; file, line, source and function are the author's, or None."""

    where: str
    """A `Where`, or in other words what failed."""
    type: str
    message: str
    file: str | None
    line: int | None
    source: str | None
    function: str | None
    traceback: str

    def to_wire(self) -> dict[str, Any]:
        """The report as JSON values."""
        return asdict(self)


class ErrorSink:
    """Where every error of a view ends.

    `card` gets the report as JSON text, `log` the params of a `notifications/message`, `trace` the traceback. `log` may
    come later with `set_log`, once there is a connection: what was reported before is sent then.
    """

    def __init__(
        self,
        *,
        card: Callable[[str], object] | None = None,
        log: Callable[[dict[str, Any]], object] | None = None,
        trace: Callable[[str], object] | None = None,
    ) -> None:
        self.reports: list[ErrorReport] = []
        self._card = card
        self._log = log
        self._trace = trace
        self._held: list[dict[str, Any]] = []

    def report(self, error: BaseException, where: str) -> ErrorReport | None:
        """Tells everyone about an error; None if this very error was reported before, or is a cancellation."""
        if isinstance(error, (asyncio.CancelledError, GeneratorExit)) or getattr(error, MARK, False):
            return None
        _mark(error)
        report = describe(error, where)
        self.reports = [*self.reports[-MAX_HELD:], report]
        self._tell(self._trace, report.traceback)
        self._tell(self._card, json.dumps(report.to_wire()))
        self._send_log({"level": "error", "logger": "viewsdk", "data": report.to_wire()})
        return report

    def set_log(self, log: Callable[[dict[str, Any]], object]) -> None:
        """From now on `log` gets the log lines, and at once those that waited for it."""
        self._log = log
        held, self._held = self._held, []
        for params in held:
            self._send_log(params)

    def loop_handler(self, loop: asyncio.AbstractEventLoop, context: Mapping[str, Any]) -> None:
        """For `loop.set_exception_handler`: errors of tasks and callbacks nobody waited for."""
        error = context.get("exception")
        if isinstance(error, BaseException):
            self.report(error, Where.TASK)
            return
        self._tell(self._trace, str(context.get("message", "the event loop reported an error without saying which")))

    def _send_log(self, params: dict[str, Any]) -> None:
        if self._log is None:
            self._held = [*self._held[-MAX_HELD:], params]
            return
        self._tell(self._log, params)

    def _tell(self, listener: Callable[[Any], object] | None, value: Any) -> None:
        if listener is None:
            return
        # A sink that fails must not hide the error it was told about, and has no other sink to tell: stderr is left.
        try:
            listener(value)
        except Exception:
            traceback.print_exc(file=sys.stderr)


def describe(error: BaseException, where: str) -> ErrorReport:
    """What to tell about an error; of a group, the first error in it is named and the text holds them all."""
    first = _first_of(error)
    file, line, function = _author_place(first)
    text = "".join(traceback.format_exception(error))
    return ErrorReport(
        where=str(where),
        type=type(first).__name__,
        message=_message(first),
        file=file,
        line=line,
        source=_source_line(first, file, line),
        function=function,
        traceback=text if len(text) <= MAX_TRACEBACK else f"{text[:MAX_TRACEBACK]}\n(cut)",
    )


def _first_of(error: BaseException) -> BaseException:
    while isinstance(error, BaseExceptionGroup):
        error = cast("BaseExceptionGroup[BaseException]", error).exceptions[0]
    return error


def _message(error: BaseException) -> str:
    # An author's own __str__ may be what is broken.
    try:
        return str(error)
    except Exception:
        return "(its message could not be made)"


def _author_place(error: BaseException) -> tuple[str | None, int | None, str | None]:
    if isinstance(error, SyntaxError) and error.filename:
        return error.filename, error.lineno, None
    place: tuple[str | None, int | None, str | None] = (None, None, None)
    step: TracebackType | None = error.__traceback__
    while step is not None:
        code = step.tb_frame.f_code
        if not _is_library(code.co_filename):
            place = code.co_filename, step.tb_lineno, code.co_name
        step = step.tb_next
    return place


def _source_line(error: BaseException, file: str | None, line: int | None) -> str | None:
    if isinstance(error, SyntaxError) and error.text:
        return error.text.rstrip()
    if file is None or line is None:
        return None
    return linecache.getline(file, line).strip() or None


def _is_library(file: str) -> bool:
    return file.startswith(("<", *_LIBRARY_FOLDERS))


def _library_folders() -> tuple[str, ...]:
    """Where Python, its packages and this SDK lie; a frame in none of them is the author's.

    Asked of modules that are there: in Pyodide the standard library is a zip that sysconfig knows nothing of.
    """
    paths = sysconfig.get_paths()
    found = {Path(os.__file__).parent, Path(pydantic.__file__).parent.parent, Path(__file__).resolve().parent.parent}
    places = {paths["stdlib"], paths["platstdlib"], paths["purelib"], paths["platlib"], *map(str, found)}
    return tuple(f"{place.rstrip('/')}/" for place in sorted(places) if place.rstrip("/"))


_LIBRARY_FOLDERS = _library_folders()


def _mark(error: BaseException) -> None:
    # Slotted exceptions cannot be marked; one of those reported twice is better than one not reported.
    try:
        setattr(error, MARK, True)
    except AttributeError:
        return
