"""What one step of a conversation produces: effects, and the answers to the view's requests, in order.

The one place where a refusal takes its shape on the wire. It decides nothing. Pure.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hostsim.audit import AuditEntry, AuditKind
from hostsim.denial import Denial
from hostsim.effects import Effect, Record, Send
from hostsim.profiles import Refusals
from viewsdk.protocol.host_connection import HostConnection
from viewsdk.protocol.jsonrpc import (
    ABSENT,
    INTERNAL_ERROR,
    METHOD_NOT_FOUND,
    NOT_ALLOWED,
    REFUSED,
    ErrorData,
    RequestId,
)
from viewsdk.protocol.local_errors import Unencodable
from viewsdk.protocol.results import DENIAL_KEY

__all__ = ["Outbox", "passed_on"]


class Outbox:
    """Collects the effects of one step; `flush` hands them out once."""

    def __init__(self, connection: HostConnection, refusals: Refusals) -> None:
        self._connection = connection
        self._refusals = refusals
        self._effects: list[Effect] = []

    def emit(self, effect: Effect) -> None:
        """Adds an effect, after whatever has already been said to the view."""
        self._drain()
        self._effects.append(effect)

    def record(self, kind: AuditKind, **details: Any) -> None:
        """Adds an audit entry; details that are None are left out."""
        kept = {name: value for name, value in details.items() if value is not None}
        self.emit(Record(AuditEntry(kind, kept)))

    def flush(self) -> list[Effect]:
        """Returns everything since the last flush, frames included."""
        self._drain()
        effects, self._effects = self._effects, []
        return effects

    def answer(self, request_id: RequestId, result: Mapping[str, Any]) -> None:
        """Answers a request; a result JSON cannot carry exactly becomes an error that says where."""
        try:
            self._connection.answer(request_id, dict(result))
        except Unencodable as error:
            self._connection.refuse(request_id, INTERNAL_ERROR, f"the answer cannot be sent: {error}")

    def fail(self, request_id: RequestId, error: ErrorData) -> None:
        """Answers a request with an error; data JSON cannot carry is left out."""
        try:
            self._connection.refuse(request_id, error.code, error.message, error.data)
        except Unencodable:
            self._connection.refuse(request_id, error.code, error.message)

    def deny(self, request_id: RequestId, method: str, denial: Denial) -> None:
        """Refuses with an error: for calls, reads, and whatever has no `isError` in its result."""
        self._record_denial(method, denial)
        self.fail(request_id, ErrorData(self._code, denial.message, denial.data))

    def decline(self, request_id: RequestId, method: str, denial: Denial) -> None:
        """Refuses a link, a message or a download, in the host's own way."""
        if self._refusals is Refusals.ERROR:
            self.deny(request_id, method, denial)
            return
        self._record_denial(method, denial)
        meta = {DENIAL_KEY: {"code": REFUSED, "message": denial.message, **denial.data}}
        self.answer(request_id, {"isError": True, "_meta": meta})

    def lack(self, request_id: RequestId, method: str) -> None:
        """Says that this host is not wired for a method."""
        self.record(AuditKind.REFUSED, method=method, reason="not_offered")
        self.fail(request_id, ErrorData(METHOD_NOT_FOUND, f"{method}: this host does not offer it"))

    @property
    def _code(self) -> int:
        # A host that refuses links by error is one that uses the spec's own code throughout.
        return NOT_ALLOWED if self._refusals is Refusals.ERROR else REFUSED

    def _record_denial(self, method: str, denial: Denial) -> None:
        self.record(AuditKind.REFUSED, **{"method": method, "message": denial.message, **denial.data})

    def _drain(self) -> None:
        self._effects += [Send(text) for text in self._connection.drain()]


def passed_on(error: ErrorData) -> ErrorData:
    """Returns an upstream's error as the view may see it: unchanged, but never with the code of our own refusals."""
    if error.code != REFUSED:
        return error
    original = {"code": error.code, "message": error.message}
    if error.data is not ABSENT:
        original["data"] = error.data
    return ErrorData(NOT_ALLOWED, error.message, {"upstream": original})
