"""What hostsim draws from what a view says of its own start."""

import io
from typing import Any

import pytest

from hostsim.audit import AuditEntry, AuditKind
from hostsim.progress import Progress
from hostsim.recorder import Recorder
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
