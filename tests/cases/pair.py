"""A view's and a host's connection wired to each other, with every frame that crossed."""

import json
from typing import Any, TypeVar

from viewsdk.protocol.capabilities import AppCapabilities, HostCapabilities
from viewsdk.protocol.context import HostContext
from viewsdk.protocol.host_connection import HostConnection
from viewsdk.protocol.implementation import Implementation
from viewsdk.protocol.view_connection import ViewConnection

E = TypeVar("E")


def new_view(**capabilities: Any) -> ViewConnection:
    """A view named bill, with these capabilities as they stand on the wire."""
    offered, problems = AppCapabilities.read(capabilities)
    assert offered is not None
    assert not problems
    return ViewConnection(Implementation(name="bill", version="1"), offered)


def new_host(context: dict[str, Any] | None = None, **capabilities: Any) -> HostConnection:
    """A host named box, with this context and these capabilities as they stand on the wire."""
    offered, problems = HostCapabilities.read(capabilities)
    surroundings, unread = HostContext.read(context or {})
    assert offered is not None
    assert surroundings is not None
    assert not problems
    assert not unread
    return HostConnection(Implementation(name="box", version="2"), offered, surroundings)


class Pair:
    """Both ends, what each reported, and the frames between them as (sender, object)."""

    def __init__(self, view: ViewConnection | None = None, host: HostConnection | None = None) -> None:
        self.view = view or new_view()
        self.host = host or new_host()
        self.at_view: list[Any] = []
        self.at_host: list[Any] = []
        self.frames: list[tuple[str, dict[str, Any]]] = []

    def connect(self, now: float = 0.0) -> "Pair":
        """Complete the handshake."""
        self.view.start(now)
        return self.settle(now)

    def settle(self, now: float = 0.0) -> "Pair":
        """Carry text both ways until neither end has any left."""
        moved = True
        while moved:
            up, down = self.view.drain(), self.host.drain()
            moved = bool(up or down)
            for text in up:
                self.frames.append(("view", json.loads(text)))
                self.at_host += self.host.receive(text, now)
            for text in down:
                self.frames.append(("host", json.loads(text)))
                self.at_view += self.view.receive(text, now)
        return self

    def sent(self, sender: str) -> list[dict[str, Any]]:
        """The frames one end sent, in order."""
        return [frame for who, frame in self.frames if who == sender]

    def seen_by_view(self, kind: type[E]) -> list[E]:
        """What the view reported of one kind."""
        return [event for event in self.at_view if isinstance(event, kind)]

    def seen_by_host(self, kind: type[E]) -> list[E]:
        """What the host reported of one kind."""
        return [event for event in self.at_host if isinstance(event, kind)]
