"""What hostsim draws from what a view says of its own start."""

import io
import json
from typing import Any

import pytest

from hostsim.audit import AuditEntry, AuditKind
from hostsim.progress import Progress
from hostsim.recorder import MAX_REPORTS, Recorder
from hostsim.stages import Stage
from hostsim.trace import TraceWriter


def stopped_after(*lines: dict[str, Any]) -> str | None:
    """Why the run stopped, when our view has said these log lines."""
    progress = Progress(lambda: 0.0, lambda mark: None)
    recorder = Recorder(TraceWriter(io.StringIO(), lambda: 0.0), progress)
    for stage in Stage:
        if stage not in (Stage.PYTHON_UP, Stage.RESULT_RENDERED):
            progress.passed(stage)
    for data in lines:
        recorder.record(AuditEntry(AuditKind.LOG, {"logger": "viewsdk", "level": "warning", "data": data}), 1)
    stop = progress.ledger.stopped
    return f"{stop.stage.value}: {stop.detail}" if stop else None


@pytest.mark.parametrize(
    ("reason", "said"),
    [("wasm", "No. Allow it with wasm = true in policy.toml, or with --allow-wasm."), ("assets", "No.")],
)
def test_a_view_that_cannot_start_python_ends_the_wait_with_its_reason(reason: str, said: str) -> None:
    """Nobody waits for a limit to run out, and what would allow it is named. ours"""
    assert f"python up: {said}" == stopped_after({"stage": "fallback", "reason": reason, "message": "No."})


def test_a_fallback_alone_or_after_python_is_up_ends_nothing() -> None:
    """A view may show baked data while Python is still starting. ours"""
    assert stopped_after({"stage": "fallback", "at": 99}) is None
    later = {"stage": "fallback", "reason": "assets", "message": "No."}
    assert stopped_after({"stage": "running", "at": 900}, later) is None


def test_a_flood_of_violation_reports_is_cut_off_and_counted_for_each_mount() -> None:
    """One note says how many were left out; the next mount has a budget of its own. R87"""
    out = io.StringIO()
    recorder = Recorder(TraceWriter(out, lambda: 0.0), Progress(lambda: 0.0, lambda mark: None))
    report = json.dumps({"csp-report": {"effective-directive": "img-src", "blocked-uri": "https://a.example"}}).encode()
    for number in range(MAX_REPORTS):
        recorder.report(report if number % 2 else b"no report", 1)
    recorder.report(report, 1)
    recorder.violation("frame-src", "https://a.example", 1, document="sandbox")
    recorder.report(report, 2)
    for mount in (1, 2):
        recorder.record(AuditEntry(AuditKind.ENDED), mount)
    lines = [json.loads(line) for line in out.getvalue().splitlines()]
    kept = [line["mount"] for line in lines if line["kind"] in ("violation", "note")]
    assert (MAX_REPORTS + 1, 1) == (kept.count(1), kept.count(2))
    assert ["2 more violation reports of this view were left out"] == [
        line["text"] for line in lines if line["kind"] == "note" and "left out" in line["text"]
    ]
