"""A view's use of its server's tools: `tools/list` from the grant, `tools/call` through the gate.

It calls nothing itself (`CallTool` is an effect) and permits nothing (`hostsim.grants` does). Pure.
Spec: Standard MCP Messages (R21, R22, R32); progress and cancellation as in core MCP.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from typing import Any, cast

from hostsim.audit import AuditKind, digest
from hostsim.consent import Question
from hostsim.consent_desk import ConsentDesk
from hostsim.denial import Denial
from hostsim.effects import CallTool, Key
from hostsim.grants import Gate
from hostsim.jobs import Job, JobKind, Jobs
from hostsim.offers import Offers
from hostsim.outbox import Outbox, passed_on
from viewsdk.protocol.content import is_failure
from viewsdk.protocol.events import ViewRequested
from viewsdk.protocol.host_connection import HostConnection
from viewsdk.protocol.jsonrpc import ErrorData
from viewsdk.protocol.methods import Method
from viewsdk.protocol.view_requests import CallTool as CallToolRequest

__all__ = ["ToolCalls"]

_CORE_META = "io.modelcontextprotocol/"  # what the host's own connection says about itself; no view may say it


class ToolCalls:
    """The calls of one mount, from the request to the one answer."""

    def __init__(
        self,
        connection: HostConnection,
        outbox: Outbox,
        jobs: Jobs,
        desk: ConsentDesk,
        gate: Gate,
        offers: Offers,
        server: str,
    ) -> None:
        self.gate = gate
        self._connection = connection
        self._outbox = outbox
        self._jobs = jobs
        self._desk = desk
        self._offers = offers
        self._server = server

    def list(self, asked: ViewRequested, now: float) -> None:
        """Answers `tools/list`: the tools a call would be admitted for, by the check the call uses."""
        if not (self._offers.tools and self._offers.tool_list):
            self._outbox.lack(asked.id, asked.method)
            return
        tools = [entry.listed() for entry in self.gate.callable_tools()]
        self._outbox.record(AuditKind.LIST, method=asked.method, count=len(tools))
        self._outbox.answer(asked.id, {"tools": tools})

    def call(self, asked: ViewRequested, now: float) -> None:
        """Admits, asks about, or refuses one `tools/call`; a person is asked only about what the gate admits."""
        if not self._offers.tools:
            self._outbox.lack(asked.id, asked.method)
            return
        name, arguments = _call_of(asked)
        verdict = self.gate.admit_call(name, arguments)
        if isinstance(verdict, Denial):
            self._outbox.deny(asked.id, asked.method, verdict)
        elif self._needs_consent(name):
            question = Question(
                server=self._server,
                view_uri=self.gate.view_uri,
                method=asked.method,
                subject=name,
                details={"arguments": arguments},
                can_remember=True,
            )
            self._desk.require(asked.id, question, now, go_on=lambda: self._release(asked), refuse=self._outbox.deny)
        else:
            self._release(asked)

    def answered(self, key: Key, answer: Mapping[str, Any] | ErrorData) -> None:
        """Passes the server's answer on, untouched; one that nobody waits for any more is dropped."""
        job = self._jobs.take(key, JobKind.CALL)
        if job is None:
            return
        if isinstance(answer, ErrorData):
            self._outbox.record(AuditKind.CALL_ANSWERED, tool=job.subject, error=answer.code)
            self._outbox.fail(job.request_id, passed_on(answer))
        else:
            failed = is_failure(answer) or None
            self._outbox.record(AuditKind.CALL_ANSWERED, tool=job.subject, is_error=failed)
            self._outbox.answer(job.request_id, answer)

    def progressed(self, key: Key, progress: float, total: float | None, message: str | None) -> None:
        """Passes progress on under the view's own token, if it sent one and still waits."""
        job = self._jobs.get(key, JobKind.CALL)
        if job is not None and isfinite(progress) and isfinite(total or 0):
            self._connection.progress(job.request_id, progress, total or None, message or None)

    def _needs_consent(self, name: str) -> bool:
        policy = self.gate.policy
        return self._offers.ask_about_every_call or (policy is not None and name in policy.consent)

    def _release(self, asked: ViewRequested) -> None:
        # The gate again: the server's tools may have changed while a person was thinking.
        name, arguments = _call_of(asked)
        verdict = self.gate.admit_call(name, arguments)
        if isinstance(verdict, Denial):
            self._outbox.deny(asked.id, asked.method, verdict)
            return
        key = self._jobs.mint()
        self._jobs.open(Job(key, asked.id, JobKind.CALL, Method.TOOLS_CALL, name))
        self._outbox.record(AuditKind.CALL, tool=name, arguments=digest(arguments))
        self._outbox.emit(CallTool(key, verdict, _meta_of(asked)))


def _call_of(asked: ViewRequested) -> tuple[str, dict[str, Any]]:
    request = cast("CallToolRequest", asked.request)
    return request.name, request.arguments


def _meta_of(asked: ViewRequested) -> dict[str, Any]:
    """The view's own `_meta`, without its progress token (the host mints its own) and without the host's names."""
    meta = cast("dict[str, Any]", asked.params.get("_meta") or {})
    return {name: value for name, value in meta.items() if name != "progressToken" and not name.startswith(_CORE_META)}
