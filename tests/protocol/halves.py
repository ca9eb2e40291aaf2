"""A view or a host by itself, whose other half is written out frame by frame."""

from typing import Any

from tests.protocol.frames import APP_INFO, HOST_INFO, hello, initialized, read, welcome
from viewsdk.protocol.capabilities import AppCapabilities, HostCapabilities, ListChanges
from viewsdk.protocol.context import HostContext
from viewsdk.protocol.endpoint import Endpoint
from viewsdk.protocol.events import Traced, TraceKind
from viewsdk.protocol.handshake import HandshakePolicy
from viewsdk.protocol.host_connection import HostConnection
from viewsdk.protocol.implementation import Implementation
from viewsdk.protocol.states import HostState, ViewState
from viewsdk.protocol.view_connection import ViewConnection


def new_view(policy: HandshakePolicy | None = None, **capabilities: Any) -> ViewConnection:
    """A view that has not started."""
    return ViewConnection(Implementation(**APP_INFO), AppCapabilities(**capabilities), policy)


def ready_view(**capabilities: Any) -> ViewConnection:
    """A view after its handshake; its first call will have id 1."""
    view = new_view(**capabilities)
    view.start(0.0)
    view.receive(welcome(), 0.0)
    view.drain()
    assert ViewState.READY is view.state
    return view


def new_host(lenient: bool = False, **context: Any) -> HostConnection:
    """A host that has heard nothing."""
    capabilities = HostCapabilities(server_tools=ListChanges())
    return HostConnection(Implementation(**HOST_INFO), capabilities, HostContext(**context), lenient=lenient)


def ready_host(lenient: bool = False, app_capabilities: dict[str, Any] | None = None, **context: Any) -> HostConnection:
    """A host whose view has said `initialized`."""
    host = new_host(lenient, **context)
    host.receive(hello(appCapabilities=app_capabilities or {}), 0.0)
    host.receive(initialized(), 0.0)
    host.drain()
    assert HostState.READY is host.state
    return host


def sent(half: ViewConnection | HostConnection | Endpoint) -> list[dict[str, Any]]:
    """The frames it has to send."""
    return read(half.drain())


def methods(half: ViewConnection | HostConnection) -> list[str]:
    """The methods of the frames it has to send."""
    return [frame["method"] for frame in sent(half)]


def deadline(half: ViewConnection | HostConnection) -> float:
    """When it wants to be ticked."""
    due = half.next_deadline()
    assert due is not None
    return due


def kinds(events: list[Any]) -> list[TraceKind]:
    """The kinds of the traces among these events."""
    return [event.kind for event in events if isinstance(event, Traced)]
