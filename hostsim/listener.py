"""What each thing the view says leads to: the one table from methods to the parts that serve them.

It reads no text (the protocol half does) and decides nothing itself. Pure.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hostsim.audit import AuditKind
from hostsim.effects import Ending
from hostsim.log_budget import LogBudget, shorten
from hostsim.mount_end import MountEnd
from hostsim.parts import Parts
from viewsdk.protocol.events import (
    Abandoned,
    Answered,
    Garbled,
    HostEvent,
    Navigated,
    Progressed,
    Rejected,
    RequestCancelled,
    TimedOut,
    Traced,
    TraceKind,
    ViewInitialized,
    ViewNotified,
    ViewReady,
    ViewRequested,
)
from viewsdk.protocol.jsonrpc import RequestId
from viewsdk.protocol.methods import Method
from viewsdk.protocol.view_notifications import Log, SizeChanged

__all__ = ["Listener"]

_Handler = Callable[[ViewRequested, float], None]


class Listener:
    """Takes the events of one connection; after the mount's end it takes none."""

    def __init__(self, parts: Parts, end: MountEnd) -> None:
        self._parts = parts
        self._end = end
        self._log = LogBudget()
        self._handlers: Mapping[str, _Handler] = {
            Method.TOOLS_LIST: parts.tools.list,
            Method.TOOLS_CALL: parts.tools.call,
            Method.RESOURCES_READ: parts.reads.read,
            Method.RESOURCES_LIST: parts.reads.list,
            Method.OPEN_LINK: parts.deeds.open_link,
            Method.DOWNLOAD_FILE: parts.deeds.download,
            Method.MESSAGE: parts.deeds.send_message,
            Method.UPDATE_MODEL_CONTEXT: parts.deeds.update_context,
            Method.CREATE_MESSAGE: parts.deeds.sample,
            Method.REQUEST_DISPLAY_MODE: parts.framing.request_mode,
        }

    def take(self, event: HostEvent, now: float) -> None:
        """Takes one event."""
        if self._end.reached is not None:
            return
        outbox = self._parts.outbox
        match event:
            case ViewRequested():
                self._serve(event, now)
            case ViewNotified():
                self._hear(event, now)
            case RequestCancelled(id=request_id):
                self._call_off(request_id)
            case ViewInitialized(app_info=info, protocol_version=version):
                outbox.record(AuditKind.INITIALIZED, app=info.name, version=info.version, protocol=version)
            case ViewReady():
                outbox.record(AuditKind.READY)
            case Navigated():
                self._end.finish(Ending.NAVIGATED, "the view's frame started another document")
            case Answered() | Rejected() | Garbled() | TimedOut() | Abandoned():
                if not self._end.take(event):
                    self._parts.app_tools.ended(event, self._parts.tools.gate.inventory)
            case Traced(note=note, kind=kind):
                self._note(note, kind, now)
            case Progressed():
                return

    def _serve(self, asked: ViewRequested, now: float) -> None:
        handler = self._handlers.get(asked.method)
        if handler is None:
            self._parts.outbox.lack(asked.id, asked.method)
        else:
            handler(asked, now)

    def _hear(self, told: ViewNotified, now: float) -> None:
        match told.notification:
            case SizeChanged() as size:
                self._parts.framing.resize(size)
            case Log() as line:
                self._take_log(line, now)
            case _ if told.method == Method.REQUEST_TEARDOWN and self._parts.offers.view_may_close:
                self._end.tear_down("the view asked to be closed", now)
            case _ if told.method == Method.TOOLS_LIST_CHANGED and self._parts.offers.app_tools:
                self._parts.app_tools.list(now)
            case _:
                return

    def _take_log(self, line: Log, now: float) -> None:
        if not self._parts.offers.logging or not self._log.take(now):
            return
        dropped = self._log.dropped()
        if dropped:
            self._parts.outbox.record(AuditKind.LOG_DROPPED, count=dropped)
        self._parts.outbox.record(AuditKind.LOG, level=line.level.value, logger=line.logger, data=shorten(line.data))

    def _note(self, note: str, kind: TraceKind, now: float) -> None:
        # On the view's own budget: whoever can send frames could otherwise grow the audit with bad ones.
        if self._log.take(now):
            self._parts.outbox.record(AuditKind.UNEXPECTED, what=kind.value, note=shorten(note))

    def _call_off(self, request_id: RequestId) -> None:
        for job in self._parts.jobs.take_request(request_id):
            self._parts.outbox.record(AuditKind.CALL_CANCELLED, method=job.method, subject=job.subject)
            self._parts.call_off(job)
