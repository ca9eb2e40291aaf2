"""A host's conversation with a view that a test plays by hand, and the small box office both are about."""

import json
from collections.abc import Iterable
from typing import Any

from hostsim.consent import ConsentMemory
from hostsim.conversation import Conversation
from hostsim.effects import Effect, Record, Send
from hostsim.grants import Gate
from hostsim.inventory import Inventory
from hostsim.offers import Offers
from hostsim.policy import Policy
from hostsim.policy_file import read_policy
from viewsdk.protocol.context import HostContext
from viewsdk.protocol.implementation import Implementation

BILL = "ui://box-office/bill"


def tool(name: str, *arguments: str, ui: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    schema = {"type": "object", "properties": {argument: {} for argument in arguments}, "required": list(arguments)}
    return {"name": name, "inputSchema": schema, "_meta": {"ui": ui or {}}, **more}


TOOLS = [
    tool("list_shows", ui={"resourceUri": BILL}),
    tool("get_show", "id", ui={"visibility": ["app"]}),
    tool("seat_the_party", "id", "names", ui={"resourceUri": BILL, "visibility": ["model", "app"]}),
    tool("audit_house", ui={"visibility": ["model"]}),
    tool("wipe"),
]
INVENTORY = Inventory.read(TOOLS)


def policy(body: str = "", inventory: Inventory = INVENTORY) -> Policy:
    return read_policy(f'[views."{BILL}"]\n{body}', inventory)


class Scene:
    """Plays the view: sends its frames, keeps what the host said and did."""

    def __init__(
        self,
        body: str | None = "",
        *,
        offers: Offers | None = None,
        context: HostContext | None = None,
        memory: ConsentMemory | None = None,
        inventory: Inventory = INVENTORY,
    ) -> None:
        said = Policy() if body is None else policy(body, inventory)
        self.host = Conversation(
            gate=Gate(BILL, said.of(BILL), inventory),
            host_info=Implementation(name="hostsim", version="1"),
            context=context if context is not None else HostContext(),
            offers=offers,
            server="box-office",
            memory=memory,
        )
        self.now = 0.0
        self.effects: list[Effect] = []

    def ready(self, capabilities: dict[str, Any] | None = None) -> "Scene":
        """Shakes hands and forgets what was said meanwhile."""
        self.request("hello", "ui/initialize", introduction(capabilities))
        self.notify("ui/notifications/initialized")
        self.effects.clear()
        return self

    def send(self, frame: Any) -> list[Effect]:
        text = frame if isinstance(frame, str) else json.dumps(frame)
        return self.took(self.host.receive(text, self.now))

    def request(self, request_id: Any, method: str, params: Any = None) -> list[Effect]:
        return self.send({"jsonrpc": "2.0", "id": request_id, "method": method, "params": params or {}})

    def notify(self, method: str, params: Any = None) -> list[Effect]:
        return self.send({"jsonrpc": "2.0", "method": method, "params": params or {}})

    def call(self, request_id: Any, name: str, arguments: Any = None, **params: Any) -> list[Effect]:
        return self.request(request_id, "tools/call", {"name": name, "arguments": arguments or {}, **params})

    def took(self, effects: list[Effect]) -> list[Effect]:
        """Keeps what a step led to."""
        self.effects += effects
        return effects

    @property
    def said(self) -> list[dict[str, Any]]:
        """Every frame the host sent since it was last cleared."""
        return frames(self.effects)

    @property
    def audit(self) -> list[str]:
        """The kinds of the audit entries since it was last cleared."""
        return [effect.entry.kind.value for effect in self.effects if isinstance(effect, Record)]

    def done(self, kind: type) -> list[Any]:
        """The effects of one kind since it was last cleared."""
        return [effect for effect in self.effects if isinstance(effect, kind)]


def frames(effects: Iterable[Effect]) -> list[dict[str, Any]]:
    return [json.loads(effect.text) for effect in effects if isinstance(effect, Send)]


def introduction(capabilities: dict[str, Any] | None = None) -> dict[str, Any]:
    return {
        "appInfo": {"name": "bill", "version": "1"},
        "appCapabilities": capabilities or {},
        "protocolVersion": "2026-01-26",
    }
