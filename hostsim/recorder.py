"""What a run leaves behind: the audit, the trace, the stages, and what went wrong inside the view.

It reads what happened and changes nothing about it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from hostsim.audit import Audit, AuditEntry, AuditKind
from hostsim.progress import Progress
from hostsim.stages import Stage
from hostsim.trace import TraceWriter

__all__ = ["MAX_REPORTS", "Recorder", "ViewError"]

VIEW_LOGGER = "viewsdk"
"""The logger name our views report their start and their errors under (`notifications/message`)."""
RUNNING = "running"
"""The last stage of our views' start: the author's code runs."""
FALLBACK = "fallback"
"""The stage of a view that shows what it can without Python; it says why."""
MAX_REPORTS = 200
"""Violation reports kept per mount: a view can cause and send any number, and each is a line of the trace."""
_REMEDIES: Mapping[str, str] = {"wasm": " Allow it with wasm = true in policy.toml, or with --allow-wasm."}


@dataclass(frozen=True, slots=True)
class ViewError:
    """An error a view reported: in words, with the author's file, line and source text where they are known."""

    message: str
    file: str | None = None
    line: int | None = None
    source: str | None = None

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}: " if self.file and self.line else ""
        text = f" ({self.source.strip()})" if self.source else ""
        return f"{where}{self.message}{text}"


class Recorder:
    """Writes one run's records; `running_since` is when our view's Python came up, in ms of the view's own clock."""

    def __init__(self, trace: TraceWriter, progress: Progress) -> None:
        self.audit = Audit()
        self.trace = trace
        self.progress = progress
        self.errors: list[ViewError] = []
        self.running_since = 0.0
        self._reports: Counter[int] = Counter()

    def record(self, entry: AuditEntry, mount: int) -> None:
        """Keeps one decision, and draws from it which stage was reached and what broke."""
        self.audit.record(entry)
        self.trace.decision(entry, mount)
        match entry.kind:
            case AuditKind.INITIALIZED:
                self.progress.passed(Stage.INITIALIZE)
            case AuditKind.READY:
                self.progress.passed(Stage.INITIALIZED)
            case AuditKind.LOG:
                self._read_log(entry.details, mount)
            case AuditKind.ENDED:
                self._count_left_out(mount)
            case _:
                pass

    def report(self, body: bytes, mount: int) -> None:
        """Keeps a violation report of the browser; a body that is none is noted, for a view can post there too."""
        if not self._has_room(mount):
            return
        try:
            report: object = json.loads(body).get("csp-report")
        except (ValueError, AttributeError, RecursionError):
            report = None
        if not isinstance(report, dict):
            self.trace.note("something other than a violation report was posted to the report address", mount)
            return
        fields = cast("dict[str, Any]", report)
        directive = str(fields.get("effective-directive") or fields.get("violated-directive") or "")
        details = {name: fields[name] for name in ("source-file", "line-number", "column-number") if fields.get(name)}
        self.trace.violation(directive, str(fields.get("blocked-uri", "")), mount, **details)

    def violation(self, directive: str, blocked: str, mount: int, **details: str) -> None:
        """Keeps a violation that the host page saw; it counts as a report does."""
        if self._has_room(mount):
            self.trace.violation(directive, blocked, mount, **details)

    def _has_room(self, mount: int) -> bool:
        self._reports[mount] += 1
        return self._reports[mount] <= MAX_REPORTS

    def _count_left_out(self, mount: int) -> None:
        more = self._reports[mount] - MAX_REPORTS
        if more > 0:
            self.trace.note(f"{more} more violation reports of this view were left out", mount)

    def _read_log(self, details: Mapping[str, Any], mount: int) -> None:
        """Our own views say in a log line how far their start is and what broke; nobody else's lines are read so."""
        data: object = details.get("data")
        if details.get("logger") != VIEW_LOGGER or not isinstance(data, Mapping):
            return
        said = cast("Mapping[str, Any]", data)
        if isinstance(said.get("stage"), str):
            self._boot(said, mount)
        elif details.get("level") == "error":
            self._fail(said, mount)

    def _boot(self, said: Mapping[str, Any], mount: int) -> None:
        self.trace.boot(said["stage"], mount, **{name: value for name, value in said.items() if name != "stage"})
        if said["stage"] == RUNNING:
            at = said.get("at")
            self.running_since = float(at) if isinstance(at, int | float) else 0.0
            self.progress.passed(Stage.PYTHON_UP)
        elif said["stage"] == FALLBACK and isinstance(said.get("message"), str):
            self._give_up(said["message"] + _REMEDIES.get(str(said.get("reason")), ""))

    def _give_up(self, why: str) -> None:
        if not self.progress.ledger.has(Stage.PYTHON_UP):
            self.progress.stop_next(why)  # it will not come up any more

    def _fail(self, said: Mapping[str, Any], mount: int) -> None:
        line = said.get("line")
        error = ViewError(
            message=f"{said.get('type') or 'error'}: {said.get('message') or said}",
            file=_text(said.get("file")),
            line=line if isinstance(line, int) else None,
            source=_text(said.get("source")),
        )
        self.errors.append(error)
        where = str(said.get("where", "view"))
        self.trace.error(error.message, mount, where=where, file=error.file, line=error.line, source=error.source)
        self._give_up(str(error))


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None
