"""A view's use of its server's resources: `resources/read` through the gate, `resources/list` filtered by it.

It reads nothing itself and permits nothing. Pure. Spec: Standard MCP Messages (R93).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from hostsim.audit import AuditKind
from hostsim.denial import Denial
from hostsim.effects import Key, ListResources, ReadResource
from hostsim.grants import Gate
from hostsim.jobs import Job, JobKind, Jobs
from hostsim.offers import Offers
from hostsim.outbox import Outbox, passed_on
from viewsdk.protocol.events import ViewRequested
from viewsdk.protocol.jsonrpc import ErrorData
from viewsdk.protocol.view_requests import ListResources as ListResourcesRequest
from viewsdk.protocol.view_requests import ReadResource as ReadResourceRequest

__all__ = ["ResourceReads"]


class ResourceReads:
    """The reads and listings of one mount."""

    def __init__(self, outbox: Outbox, jobs: Jobs, gate: Gate, offers: Offers) -> None:
        self.gate = gate
        self._outbox = outbox
        self._jobs = jobs
        self._offers = offers

    def read(self, asked: ViewRequested, now: float) -> None:
        """Admits or refuses one `resources/read`."""
        if not self._offers.resources:
            self._outbox.lack(asked.id, asked.method)
            return
        uri = cast("ReadResourceRequest", asked.request).uri
        verdict = self.gate.admit_read(uri)
        if isinstance(verdict, Denial):
            self._outbox.deny(asked.id, asked.method, verdict)
            return
        key = self._jobs.mint()
        self._jobs.open(Job(key, asked.id, JobKind.READ, asked.method, uri))
        self._outbox.record(AuditKind.READ, uri=uri)
        self._outbox.emit(ReadResource(key, verdict))

    def list(self, asked: ViewRequested, now: float) -> None:
        """Starts a listing; what it shows is decided when it arrives. Without a policy there is nothing to show."""
        if not self._offers.resources:
            self._outbox.lack(asked.id, asked.method)
            return
        if self.gate.policy is None:
            self._outbox.record(AuditKind.LIST, method=asked.method, count=0)
            self._outbox.answer(asked.id, {"resources": []})
            return
        cursor = cast("ListResourcesRequest", asked.request).cursor
        key = self._jobs.mint()
        self._jobs.open(Job(key, asked.id, JobKind.LIST, asked.method, asked.method))
        self._outbox.emit(ListResources(key, cursor))

    def answered(self, key: Key, answer: Mapping[str, Any] | ErrorData) -> None:
        """Passes the content on, untouched."""
        job = self._jobs.take(key, JobKind.READ)
        if job is not None:
            self._pass_on(job, answer)

    def listed(self, key: Key, answer: Mapping[str, Any] | ErrorData) -> None:
        """Passes a listing on, without what a read would be refused."""
        job = self._jobs.take(key, JobKind.LIST)
        if job is None:
            return
        if not isinstance(answer, ErrorData):
            listed = cast("list[Mapping[str, Any]]", answer.get("resources", []))
            shown = [resource for resource in listed if self.gate.readable(str(resource.get("uri", "")))]
            self._outbox.record(AuditKind.LIST, method=job.method, count=len(shown))
            answer = {**answer, "resources": shown}
        self._pass_on(job, answer)

    def _pass_on(self, job: Job, answer: Mapping[str, Any] | ErrorData) -> None:
        if isinstance(answer, ErrorData):
            self._outbox.fail(job.request_id, passed_on(answer))
        else:
            self._outbox.answer(job.request_id, answer)
