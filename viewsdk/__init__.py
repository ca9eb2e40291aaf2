"""Interactive MCP views written in Python: what a view author imports.

A view is declared once (`View`, `Grant`, `Tool`, `DeclaredError`), shared by server and page, and lives as an `App`.
Importing this loads the standard library, pydantic, and no bundle, server or browser code.
"""

from viewsdk.app import App
from viewsdk.ask import Ask, Permission
from viewsdk.declared import DeclaredError
from viewsdk.downloads import Download
from viewsdk.errors import (
    HandshakeFailed,
    InternalError,
    InvalidParams,
    LaunchCancelled,
    LocalProtocolError,
    MethodNotFound,
    MisusedGrant,
    PortClosed,
    Refused,
    RemoteProtocolError,
    RequestError,
    RequestTimeout,
    ToolFailed,
    Unencodable,
    UnreadableResult,
    UnsupportedByHost,
    ViewError,
)
from viewsdk.grant import BoundGrant, BoundLaunch, Grant, Visibility
from viewsdk.ports import Port, memory_pair
from viewsdk.protocol.handshake import HandshakePolicy
from viewsdk.run import Called, Cancelled, Failed, Partial, Returned, Run, Unreadable, Waiting, step
from viewsdk.sampling import SamplingMessage, SamplingResult
from viewsdk.session import Progress
from viewsdk.settings import Settings
from viewsdk.state import StateReply, StateRequest, Storage, state_tool
from viewsdk.stream import Stream
from viewsdk.tool import NoInput, Tool
from viewsdk.view import Declaration, View, declaration

__all__ = [
    "App",
    "Ask",
    "BoundGrant",
    "BoundLaunch",
    "Called",
    "Cancelled",
    "Declaration",
    "DeclaredError",
    "Download",
    "Failed",
    "Grant",
    "HandshakeFailed",
    "HandshakePolicy",
    "InternalError",
    "InvalidParams",
    "LaunchCancelled",
    "LocalProtocolError",
    "MethodNotFound",
    "MisusedGrant",
    "NoInput",
    "Partial",
    "Permission",
    "Port",
    "PortClosed",
    "Progress",
    "Refused",
    "RemoteProtocolError",
    "RequestError",
    "RequestTimeout",
    "Returned",
    "Run",
    "SamplingMessage",
    "SamplingResult",
    "Settings",
    "StateReply",
    "StateRequest",
    "Storage",
    "Stream",
    "Tool",
    "ToolFailed",
    "Unencodable",
    "Unreadable",
    "UnreadableResult",
    "UnsupportedByHost",
    "View",
    "ViewError",
    "Visibility",
    "Waiting",
    "declaration",
    "memory_pair",
    "state_tool",
    "step",
]
