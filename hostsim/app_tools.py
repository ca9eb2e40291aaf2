"""The tools a view itself offers: listed and called by the host, and gone with the mount.

It decides who may call them: a name the server has is refused, and so is a tool that was not listed. Pure.
Spec: App-Provided Tools (draft; R73 to R81).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from hostsim.audit import AuditKind, digest
from hostsim.effects import AppToolAnswered, AppToolsListed, Key
from hostsim.inventory import Inventory
from hostsim.jobs import Jobs
from hostsim.outbox import Outbox
from viewsdk.protocol.events import Abandoned, Answered, Garbled, Outcome, Rejected, TimedOut
from viewsdk.protocol.host_connection import HostConnection
from viewsdk.protocol.jsonrpc import RequestId
from viewsdk.protocol.methods import Method

__all__ = ["AppTools"]

MAX_TOOLS = 50  # R80
CALL_TIMEOUT = 30.0  # seconds, R80


class AppTools:
    """What one mount's view offers, and the calls of it that are under way."""

    def __init__(self, connection: HostConnection, outbox: Outbox, jobs: Jobs) -> None:
        self._connection = connection
        self._outbox = outbox
        self._jobs = jobs
        self._listing: RequestId | None = None
        self._calls: dict[RequestId, Key] = {}
        self._tools: dict[str, Mapping[str, Any]] = {}

    @property
    def offered(self) -> bool:
        """Says whether the view declared tools."""
        capabilities = self._connection.app_capabilities
        return capabilities is not None and capabilities.tools is not None

    def list(self, now: float) -> None:
        """Asks the view for its tools, if it declared any."""
        if self.offered:
            self._listing = self._connection.request(Method.TOOLS_LIST, {}, now=now, timeout=CALL_TIMEOUT)

    def call(self, name: str, arguments: Mapping[str, Any], now: float) -> Key:
        """Calls a listed tool of the view; the end comes as `AppToolAnswered` with the returned key."""
        key = self._jobs.mint()
        if name not in self._tools:
            self._outbox.emit(AppToolAnswered(key, None, f'the view has not listed a tool "{name}"'))
            return key
        self._outbox.record(AuditKind.APP_TOOL, tool=name, arguments=digest(arguments))
        params = {"name": name, "arguments": dict(arguments)}
        request_id = self._connection.request(
            Method.TOOLS_CALL, params, now=now, timeout=CALL_TIMEOUT, max_total=CALL_TIMEOUT
        )
        self._calls[request_id] = key
        return key

    def ended(self, outcome: Outcome, inventory: Inventory) -> bool:
        """Takes the end of a request made here; False when it was somebody else's."""
        if outcome.id == self._listing:
            self._listing = None
            self._listed(outcome, inventory)
            return True
        key = self._calls.pop(outcome.id, None)
        if key is None:
            return False
        result = outcome.result if isinstance(outcome, Answered) else None
        self._outbox.emit(AppToolAnswered(key, result, _why(outcome)))
        return True

    def close(self) -> None:
        """The mount is over: no tool is left, and calls under way have failed (R77, R79)."""
        self._tools.clear()
        for key in self._calls.values():
            self._outbox.emit(AppToolAnswered(key, None, "the view has closed"))
        self._calls.clear()

    def _listed(self, outcome: Outcome, inventory: Inventory) -> None:
        if not isinstance(outcome, Answered):
            self._outbox.record(AuditKind.UNEXPECTED, note=f"tools/list of the view: {_why(outcome)}")
            return
        listed: object = outcome.result.get("tools")
        named = {
            str(cast("Mapping[str, Any]", tool)["name"]): cast("Mapping[str, Any]", tool)
            for tool in (cast("list[object]", listed) if isinstance(listed, list) else [])
            if isinstance(tool, dict) and "name" in tool
        }
        kept = {name: tool for name, tool in named.items() if name not in inventory.names}
        for name in sorted(named.keys() - kept.keys()):
            self._outbox.record(AuditKind.REFUSED, method="tools/list", tool=name, reason="name_of_a_server_tool")
        self._tools = dict(list(kept.items())[:MAX_TOOLS])
        self._outbox.emit(AppToolsListed(tuple(self._tools.values())))


def _why(outcome: Outcome) -> str | None:
    match outcome:
        case Answered():
            return None
        case Rejected(error=error):
            return error.message
        case Garbled(reason=reason) | Abandoned(reason=reason):
            return reason
        case TimedOut(timeout=timeout):
            return f"no answer within {timeout:g} s"
