"""One trace format: JSON lines, one entry each, written as things happen and read back by everything else.

It decides nothing and keeps nothing. Anyone may read a trace; the schema is `TRACE_SCHEMA`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Annotated, Any, Literal, Protocol

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError
from pydantic_core import to_jsonable_python

from hostsim.audit import AuditEntry
from hostsim.stages import StageMark

__all__ = [
    "TRACE_SCHEMA",
    "BootEntry",
    "DecisionEntry",
    "Direction",
    "EffectEntry",
    "ErrorEntry",
    "FrameEntry",
    "LineSink",
    "NoteEntry",
    "SettledEntry",
    "StageEntry",
    "TraceEntry",
    "TraceError",
    "TraceWriter",
    "ViolationEntry",
    "read_trace",
]

Direction = Literal["view-to-host", "host-to-view"]


class _Entry(BaseModel):
    """`time` is seconds since the trace began; `mount` counts the frames of a run from 1, 0 is the host itself."""

    model_config = ConfigDict(frozen=True, extra="allow")

    time: float
    mount: int = 0


class FrameEntry(_Entry):
    """A frame that crossed between view and host: whole, or as `text` when it is not JSON."""

    kind: Literal["frame"] = "frame"
    direction: Direction
    frame: Any = None
    text: str | None = None


class StageEntry(_Entry):
    """A stage of the run was passed, or the run stopped there."""

    kind: Literal["stage"] = "stage"
    stage: str
    passed: bool
    detail: str = ""


class DecisionEntry(_Entry):
    """The host decided or recorded something: an audit entry."""

    kind: Literal["decision"] = "decision"
    decision: str
    details: dict[str, Any] = Field(default_factory=dict)


class EffectEntry(_Entry):
    """The shell performed an effect, or an effect ended."""

    kind: Literal["effect"] = "effect"
    effect: str
    key: int | None = None
    details: dict[str, Any] = Field(default_factory=dict)


class ViolationEntry(_Entry):
    """The browser blocked something under the Content-Security-Policy."""

    kind: Literal["violation"] = "violation"
    directive: str
    blocked: str
    details: dict[str, Any] = Field(default_factory=dict)


class ErrorEntry(_Entry):
    """Something broke: in the view (with the author's file, line and source text, if known) or in the host."""

    kind: Literal["error"] = "error"
    message: str
    where: str = "host"
    file: str | None = None
    line: int | None = None
    source: str | None = None
    details: dict[str, Any] = Field(default_factory=dict)


class NoteEntry(_Entry):
    """Anything else worth knowing, in words."""

    kind: Literal["note"] = "note"
    text: str


class BootEntry(_Entry):
    """A step of a view's own start-up, as it reported it."""

    kind: Literal["boot"] = "boot"
    step: str
    details: dict[str, Any] = Field(default_factory=dict)


class SettledEntry(_Entry):
    """The view stopped changing, or the bound ended first (`bounded`)."""

    kind: Literal["settled"] = "settled"
    bounded: bool = False
    detail: str = ""


TraceEntry = Annotated[
    FrameEntry
    | StageEntry
    | DecisionEntry
    | EffectEntry
    | ViolationEntry
    | ErrorEntry
    | NoteEntry
    | BootEntry
    | SettledEntry,
    Field(discriminator="kind"),
]
_ENTRIES: TypeAdapter[TraceEntry] = TypeAdapter(TraceEntry)

TRACE_SCHEMA: dict[str, Any] = _ENTRIES.json_schema()
"""The JSON Schema of one line of a trace."""


class TraceError(ValueError):
    """A line of a trace file that is no trace entry: the file, the line and why."""


class LineSink(Protocol):
    """Where a trace is written: a text file, or whatever else takes lines."""

    def write(self, text: str, /) -> object: ...

    def flush(self) -> None: ...


class TraceWriter:
    """Writes entries to a text file, each flushed at once, so that a crash loses none."""

    def __init__(self, out: LineSink, clock: Callable[[], float]) -> None:
        self._out = out
        self._clock = clock
        self._began = clock()

    @property
    def time(self) -> float:
        """Seconds since the trace began."""
        return round(self._clock() - self._began, 6)

    def write(self, entry: TraceEntry) -> None:
        """Writes one entry; members that are None are left out."""
        self._put(_line(entry.model_dump(exclude_none=True)))

    def frame(self, direction: Direction, text: str, mount: int) -> None:
        """Writes a frame that crossed, whole."""
        time = self.time
        try:
            line = _line_of_frame(time, mount, direction, json.loads(text))
        except (ValueError, RecursionError):  # no JSON, or nested deeper than anybody reads
            self.write(FrameEntry(time=time, mount=mount, direction=direction, text=text))
        else:
            self._put(line)

    def _put(self, line: str) -> None:
        self._out.write(line + "\n")
        self._out.flush()

    def stage(self, mark: StageMark) -> None:
        """Writes a stage mark."""
        self.write(StageEntry(time=self.time, stage=mark.stage.value, passed=mark.passed, detail=mark.detail))

    def decision(self, entry: AuditEntry, mount: int) -> None:
        """Writes an audit entry."""
        self.write(DecisionEntry(time=self.time, mount=mount, decision=entry.kind.value, details=dict(entry.details)))

    def effect(self, effect: str, mount: int, key: int | None = None, **details: Any) -> None:
        """Writes that the shell performed an effect."""
        self.write(EffectEntry(time=self.time, mount=mount, effect=effect, key=key, details=details))

    def violation(self, directive: str, blocked: str, mount: int, **details: Any) -> None:
        """Writes a policy violation the browser reported."""
        self.write(ViolationEntry(time=self.time, mount=mount, directive=directive, blocked=blocked, details=details))

    def error(self, message: str, mount: int = 0, **members: Any) -> None:
        """Writes an error; `members` are the other fields of `ErrorEntry`."""
        self.write(ErrorEntry(time=self.time, mount=mount, message=message, **members))

    def note(self, text: str, mount: int = 0) -> None:
        """Writes a note."""
        self.write(NoteEntry(time=self.time, mount=mount, text=text))

    def boot(self, step: str, mount: int, **details: Any) -> None:
        """Writes a step of the view's start-up."""
        self.write(BootEntry(time=self.time, mount=mount, step=step, details=details))

    def settled(self, mount: int, *, bounded: bool, detail: str = "") -> None:
        """Writes that the view is settled, or that the wait for it ended."""
        self.write(SettledEntry(time=self.time, mount=mount, bounded=bounded, detail=detail))


def _line_of_frame(time: float, mount: int, direction: Direction, frame: Any) -> str:
    # Not through the model: dropping None members would change a frame that holds nulls.
    return _line({"kind": "frame", "time": time, "mount": mount, "direction": direction, "frame": frame})


def _line(entry: dict[str, Any]) -> str:
    # Half a surrogate pair, which JSON has and UTF-8 has not, stays the escape that JSON writes it as.
    text = json.dumps(entry, ensure_ascii=False, default=to_jsonable_python)
    return text.encode("utf-8", errors="backslashreplace").decode()


def read_trace(lines: Iterable[str], name: str = "trace") -> list[TraceEntry]:
    """Reads the lines of a trace, as an open file gives them; blank ones are skipped. Raises TraceError."""
    return list(_read(name, lines))


def _read(name: str, lines: Iterable[str]) -> Iterator[TraceEntry]:
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            yield _ENTRIES.validate_json(line)
        except ValidationError as error:
            raise TraceError(f"{name}:{number}: no trace entry: {_first_problem(error)}") from error


def _first_problem(error: ValidationError) -> str:
    first: Mapping[str, Any] = error.errors(include_url=False, include_context=False, include_input=False)[0]
    where = ".".join(str(step) for step in first["loc"])
    return f"{where}: {first['msg']}" if where else str(first["msg"])
