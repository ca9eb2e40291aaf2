"""The trace: what is written is read back, frames whole, and a spoilt line is named."""

import io
import json

import pytest

from hostsim.audit import AuditEntry, AuditKind
from hostsim.stages import Stage, StageLedger, StageMark, Stopped
from hostsim.trace import TRACE_SCHEMA, FrameEntry, NoteEntry, StageEntry, TraceError, TraceWriter, read_trace


class Clock:
    """Counts half seconds."""

    def __init__(self) -> None:
        self.now = 10.0

    def __call__(self) -> float:
        self.now += 0.5
        return self.now


def written(write: object) -> list[str]:
    out = io.StringIO()
    write(TraceWriter(out, Clock()))  # type: ignore[operator]
    return out.getvalue().splitlines()


def test_a_frame_is_written_whole_with_time_direction_and_mount() -> None:
    """As the JSON-RPC object it was, nulls included. ours"""
    frame = {"jsonrpc": "2.0", "id": 0, "result": {"theme": None}}
    lines = written(lambda trace: trace.frame("view-to-host", json.dumps(frame), 1))
    expected = {"kind": "frame", "time": 0.5, "mount": 1, "direction": "view-to-host", "frame": frame}
    assert [expected] == [json.loads(line) for line in lines]
    assert [FrameEntry(time=0.5, mount=1, direction="view-to-host", frame=frame)] == read_trace(lines)


def test_half_a_surrogate_pair_is_written_as_its_escape() -> None:
    """UTF-8 has no form for it, and a view can send it; the line is readable and the frame the same. ours"""
    frame = {"jsonrpc": "2.0", "method": "\ud800ü", "params": {"\udc00": "\\\ud800"}}

    def write(trace: TraceWriter) -> None:
        trace.frame("view-to-host", json.dumps(frame), 1)
        trace.decision(AuditEntry(AuditKind.REFUSED, {"tool": "\ud800"}), 1)

    lines = written(write)
    assert lines == [line.encode().decode() for line in lines]
    crossed, decided = (json.loads(line) for line in lines)
    assert (frame, {"tool": "\ud800"}) == (crossed["frame"], decided["details"])


def test_a_text_that_is_not_json_is_kept_as_text() -> None:
    """Noise is evidence too. ours"""
    (entry,) = read_trace(written(lambda trace: trace.frame("view-to-host", "sched$1", 2)))
    assert FrameEntry(time=0.5, mount=2, direction="view-to-host", text="sched$1") == entry


def test_every_kind_of_entry_survives() -> None:
    """Written, read, and of the kind it was. ours"""

    def write(trace: TraceWriter) -> None:
        trace.stage(StageMark(Stage.MIME, True, 0.0, "text/html"))
        trace.decision(AuditEntry(AuditKind.REFUSED, {"tool": "wipe"}), 1)
        trace.effect("CallTool", 1, 7, name="get_show")
        trace.violation("script-src", "wasm-eval", 1, line=3)
        trace.error("no such seat", 1, where="view", file="view.py", line=12, source="raise SoldOut")
        trace.note("the page was reloaded")
        trace.boot("python", 1, ms=900)
        trace.settled(1, bounded=True, detail="polls")

    lines = written(write)
    kinds = ["stage", "decision", "effect", "violation", "error", "note", "boot", "settled"]
    assert kinds == [entry.kind for entry in read_trace(["", *lines, "  "])]
    error = json.loads(lines[4])
    assert ("view.py", 12, "raise SoldOut") == (error["file"], error["line"], error["source"])


def test_fields_of_a_newer_version_are_kept() -> None:
    """A trace outlives the program that wrote it. ours"""
    (entry,) = read_trace(['{"kind": "note", "time": 1, "text": "x", "colour": "red"}'])
    assert NoteEntry.model_validate({"time": 1, "text": "x", "colour": "red"}) == entry


@pytest.mark.parametrize("line", ["nonsense", "[]", '{"kind": "nothing"}', '{"kind": "note", "time": 1}'])
def test_a_line_that_is_no_entry_is_named(line: str) -> None:
    """With its number, for a person. ours"""
    good = '{"kind": "note", "time": 1, "text": "x"}'
    with pytest.raises(TraceError, match=r"^out\.jsonl:2: no trace entry: "):
        read_trace([good, line], "out.jsonl")


def test_the_schema_names_every_kind() -> None:
    """It is the JSON Schema of one line. ours"""
    kinds = {"frame", "stage", "decision", "effect", "violation", "error", "note", "boot", "settled"}
    assert kinds == set(TRACE_SCHEMA["discriminator"]["mapping"])


def test_stages_pass_once_and_stop_once() -> None:
    """In any order they are reached; the first reason to stop stays. ours"""
    ledger = StageLedger()
    assert Stage.SERVER_STARTED is ledger.next
    assert None is not ledger.passed(Stage.SERVER_STARTED, 1.0, "probe")
    assert None is ledger.passed(Stage.SERVER_STARTED, 2.0)
    assert Stage.TOOL_HAS_VIEW is ledger.next
    assert None is not ledger.stop(Stage.MIME, 3.0, "text/plain")
    assert None is ledger.stop(Stage.HTML, 4.0, "later")
    assert None is ledger.passed(Stage.HTML, 5.0)
    assert [StageMark(Stage.SERVER_STARTED, True, 1.0, "probe"), StageMark(Stage.MIME, False, 3.0, "text/plain")] == (
        ledger.marks
    )
    assert (True, False) == (ledger.has(Stage.SERVER_STARTED), ledger.has(Stage.MIME))
    assert "stopped at: MIME: text/plain" == str(Stopped(Stage.MIME, "text/plain"))


def test_a_stage_is_traced_with_its_reason() -> None:
    """Name, outcome and detail. ours"""
    (entry,) = read_trace(written(lambda trace: trace.stage(StageMark(Stage.SIZE, False, 1.0, "too large"))))
    assert StageEntry(time=0.5, stage="size", passed=False, detail="too large") == entry


def test_a_frame_nested_beyond_all_reason_is_kept_as_text() -> None:
    """A view can send one, and it ends neither the trace nor the host. ours"""
    deep = '{"params":' + "[" * 100_000 + "]" * 100_000 + "}"
    (line,) = written(lambda trace: trace.frame("view-to-host", deep, 1))
    (entry,) = read_trace([line])
    assert isinstance(entry, FrameEntry)
    assert deep == entry.text
