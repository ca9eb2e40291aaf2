"""Every request a host can make of its view, as a closed union. Source: protocol reference A.3."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

from viewsdk.protocol.methods import Method
from viewsdk.protocol.view_requests import CallTool, ListTools, Ping
from viewsdk.protocol.wire import WireModel

__all__ = ["HOST_REQUESTS", "CallTool", "HostRequest", "ListTools", "Ping", "ResourceTeardown"]


class ResourceTeardown(WireModel):
    """The host is about to remove the view and waits, briefly, for its answer (R68, R69)."""

    reason: str | None = None


HostRequest: TypeAlias = ResourceTeardown | CallTool | ListTools | Ping

HOST_REQUESTS: Final[Mapping[str, type[HostRequest]]] = MappingProxyType(
    {
        Method.RESOURCE_TEARDOWN: ResourceTeardown,
        Method.TOOLS_CALL: CallTool,
        Method.TOOLS_LIST: ListTools,
        Method.PING: Ping,
    }
)
