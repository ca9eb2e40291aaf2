"""A conversation whose view has initialized, and plain frames to and from it."""

import json
from typing import Any, TypeVar

from hostsim.audit import AuditEntry
from hostsim.conversation import Conversation
from hostsim.effects import Effect, Record, Send
from hostsim.grants import Gate
from hostsim.inventory import Inventory
from hostsim.offers import Offers
from hostsim.policy import ViewPolicy
from viewsdk.protocol.context import HostContext
from viewsdk.protocol.implementation import Implementation

URI = "ui://box-office/bill"
E = TypeVar("E")

TOOLS = [
    {"name": "list_shows", "_meta": {"ui": {"resourceUri": URI}}},
    {
        "name": "get_show",
        "inputSchema": {"type": "object", "properties": {"id": {}}},
        "_meta": {"ui": {"visibility": ["app"]}},
    },
    {"name": "report", "_meta": {"ui": {"visibility": ["model"]}}},
]


class Mounted:
    """A host's core past the handshake; `act` takes what it does apart."""

    def __init__(
        self,
        policy: ViewPolicy | None = None,
        *,
        offers: Offers | None = None,
        context: dict[str, Any] | None = None,
        capabilities: dict[str, Any] | None = None,
        tools: list[dict[str, Any]] = TOOLS,
        initialized: bool = True,
    ) -> None:
        surroundings, _ = HostContext.read(context or {})
        assert surroundings is not None
        self.conversation = Conversation(
            gate=Gate(URI, policy, Inventory.read(tools)),
            host_info=Implementation(name="box", version="1"),
            context=surroundings,
            offers=offers,
            server="box-office",
        )
        self.answers: dict[Any, dict[str, Any]] = {}
        self.sent: list[dict[str, Any]] = []
        self.audit: list[AuditEntry] = []
        if initialized:
            self.initialize(capabilities or {})

    def initialize(self, capabilities: dict[str, Any]) -> None:
        """Shake hands as the view."""
        params = {"protocolVersion": "2026-01-26", "appInfo": {"name": "bill", "version": "1"}}
        self.ask("ui/initialize", params | {"appCapabilities": capabilities}, id="start")
        self.tell("ui/notifications/initialized", {})

    def ask(self, method: str, params: dict[str, Any] | None = None, id: Any = "q", now: float = 0.0) -> list[Effect]:
        """Send the view's request; what the host wants done besides sending and recording."""
        frame = {"jsonrpc": "2.0", "id": id, "method": method, "params": params or {}}
        return self.act(self.conversation.receive(json.dumps(frame), now))

    def tell(self, method: str, params: dict[str, Any], now: float = 0.0) -> list[Effect]:
        """Send the view's notification; as `ask`."""
        frame = {"jsonrpc": "2.0", "method": method, "params": params}
        return self.act(self.conversation.receive(json.dumps(frame), now))

    def reply(self, id: Any, members: dict[str, Any]) -> list[Effect]:
        """Answer the host's request as the view."""
        return self.act(self.conversation.receive(json.dumps({"jsonrpc": "2.0", "id": id, **members}), 0.0))

    def act(self, effects: list[Effect]) -> list[Effect]:
        """Take frames and audit entries out of some effects; the rest."""
        rest: list[Effect] = []
        for effect in effects:
            if isinstance(effect, Send):
                frame = json.loads(effect.text)
                self.sent.append(frame)
                if "method" not in frame:
                    assert frame["id"] not in self.answers, "a request was answered twice"
                    self.answers[frame["id"]] = frame
            elif isinstance(effect, Record):
                self.audit.append(effect.entry)
            else:
                rest.append(effect)
        return rest
