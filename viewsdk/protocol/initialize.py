"""The handshake's two halves: what a view says of itself, and what the host answers. Source: A.1, R33 to R35."""

from __future__ import annotations

from typing import Final, Self, cast

from viewsdk.protocol.capabilities import AppCapabilities, HostCapabilities
from viewsdk.protocol.context import HostContext
from viewsdk.protocol.implementation import Implementation
from viewsdk.protocol.jsonrpc import JsonObject
from viewsdk.protocol.wire import Problem, WireModel

__all__ = ["PROTOCOL_VERSION", "Initialize", "InitializeResult", "negotiated"]

PROTOCOL_VERSION: Final = "2026-01-26"


class Initialize(WireModel):
    """The view introduces itself."""

    app_info: Implementation
    app_capabilities: AppCapabilities
    protocol_version: str


class InitializeResult(WireModel):
    """The host's answer; any version string is taken, and a host that sends no context has an empty one (H2)."""

    protocol_version: str
    host_info: Implementation
    host_capabilities: HostCapabilities
    host_context: HostContext = HostContext()

    @classmethod
    def read(cls, raw: object) -> tuple[Self | None, tuple[Problem, ...]]:
        """The answer a host sent; its context is read by its own rules, so that `raw` is kept."""
        if not isinstance(raw, dict):
            return super().read(raw)
        members = dict(cast("JsonObject", raw))
        context, lost = HostContext.read(members.pop("hostContext", {}))
        value, problems = super().read(members)
        if value is None:
            return None, problems
        lost = tuple(Problem(f"hostContext.{problem.path}".rstrip("."), problem.reason) for problem in lost)
        return value.model_copy(update={"host_context": context or HostContext()}), (*problems, *lost)


def negotiated(requested: str) -> str:
    """The version a host answers with: there is one, whatever was asked for (H of the reference's own list)."""
    return requested if requested == PROTOCOL_VERSION else PROTOCOL_VERSION
