"""Every notification a view can send its host, as a closed union. Source: protocol reference A.2."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Annotated, Any, Final, TypeAlias

from viewsdk.protocol.dimensions import Pixels
from viewsdk.protocol.methods import Method
from viewsdk.protocol.wire import Lax, WireModel

__all__ = [
    "VIEW_NOTIFICATIONS",
    "AppToolsChanged",
    "Initialized",
    "Log",
    "LogLevel",
    "RequestTeardown",
    "SizeChanged",
    "ViewNotification",
]


class LogLevel(StrEnum):
    """How bad it is, from least to most."""

    DEBUG = "debug"
    INFO = "info"
    NOTICE = "notice"
    WARNING = "warning"
    ERROR = "error"
    CRITICAL = "critical"
    ALERT = "alert"
    EMERGENCY = "emergency"


class Initialized(WireModel):
    """The view is ready; from now on the host may speak (R30)."""


class SizeChanged(WireModel):
    """The view's rendered size, in CSS pixels; a missing side was not measured."""

    width: Pixels | None = None
    height: Pixels | None = None


class RequestTeardown(WireModel):
    """The view asks to be torn down; the host decides (draft, R70, R71)."""


class Log(WireModel):
    """A line for the host's log; `data` is any JSON value."""

    level: Annotated[LogLevel, Lax]
    data: Any
    logger: str | None = None


class AppToolsChanged(WireModel):
    """The view's own tools are not what they were (draft, R76)."""


ViewNotification: TypeAlias = Initialized | SizeChanged | RequestTeardown | Log | AppToolsChanged

VIEW_NOTIFICATIONS: Final[Mapping[str, type[ViewNotification]]] = MappingProxyType(
    {
        Method.INITIALIZED: Initialized,
        Method.SIZE_CHANGED: SizeChanged,
        Method.REQUEST_TEARDOWN: RequestTeardown,
        Method.LOG: Log,
        Method.TOOLS_LIST_CHANGED: AppToolsChanged,
    }
)
