"""Every method name of the bridge, and the one table that says who sends it, since when, and what it needs.

It holds no parameter types (those are in the modules named after each direction). Source: protocol reference A.1 to
A.5 and A.8. Anyone may import this module.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from enum import Enum, StrEnum, auto
from functools import lru_cache
from types import MappingProxyType
from typing import Final

__all__ = [
    "LEGACY_NAMES",
    "METHODS",
    "SANDBOX_PREFIX",
    "Direction",
    "Generation",
    "Method",
    "MethodKind",
    "MethodSpec",
    "asks_progress",
    "names_of",
    "nearest_known",
    "unknown_name",
]

SANDBOX_PREFIX: Final = "ui/notifications/sandbox-"  # reserved: never reaches a view, never leaves the proxy

MAX_NAME: Final = 120  # characters of an unknown name that are looked at or shown; a peer chooses it


class Method(StrEnum):
    """A method name as it stands on the wire."""

    INITIALIZE = "ui/initialize"
    OPEN_LINK = "ui/open-link"
    DOWNLOAD_FILE = "ui/download-file"
    MESSAGE = "ui/message"
    UPDATE_MODEL_CONTEXT = "ui/update-model-context"
    REQUEST_DISPLAY_MODE = "ui/request-display-mode"
    TOOLS_CALL = "tools/call"
    TOOLS_LIST = "tools/list"
    RESOURCES_READ = "resources/read"
    RESOURCES_LIST = "resources/list"
    RESOURCE_TEMPLATES_LIST = "resources/templates/list"
    PROMPTS_LIST = "prompts/list"
    CREATE_MESSAGE = "sampling/createMessage"
    PING = "ping"
    RESOURCE_TEARDOWN = "ui/resource-teardown"
    INITIALIZED = "ui/notifications/initialized"
    SIZE_CHANGED = "ui/notifications/size-changed"
    REQUEST_TEARDOWN = "ui/notifications/request-teardown"
    LOG = "notifications/message"
    TOOLS_LIST_CHANGED = "notifications/tools/list_changed"
    RESOURCES_LIST_CHANGED = "notifications/resources/list_changed"
    PROMPTS_LIST_CHANGED = "notifications/prompts/list_changed"
    CANCELLED = "notifications/cancelled"
    PROGRESS = "notifications/progress"
    TOOL_INPUT = "ui/notifications/tool-input"
    TOOL_INPUT_PARTIAL = "ui/notifications/tool-input-partial"
    TOOL_RESULT = "ui/notifications/tool-result"
    TOOL_CANCELLED = "ui/notifications/tool-cancelled"
    HOST_CONTEXT_CHANGED = "ui/notifications/host-context-changed"
    SANDBOX_PROXY_READY = "ui/notifications/sandbox-proxy-ready"
    SANDBOX_RESOURCE_READY = "ui/notifications/sandbox-resource-ready"


class Direction(Enum):
    """Who sends a message to whom."""

    VIEW_TO_HOST = auto()
    HOST_TO_VIEW = auto()
    PROXY_TO_HOST = auto()
    HOST_TO_PROXY = auto()


class MethodKind(Enum):
    """Whether a message is answered."""

    REQUEST = auto()
    NOTIFICATION = auto()


class Generation(StrEnum):
    """The first text that has a message (protocol reference 0.3)."""

    STABLE = "2026-01-26"
    DRAFT = "draft"
    SDK = "sdk"
    CORE = "core"


@dataclass(frozen=True, slots=True)
class MethodSpec:
    """What the table knows of one method.

    `gates` maps a direction to the capability that must have been declared, as a dotted path that starts at
    `hostCapabilities` or `appCapabilities`. `asks_progress` says whether our requests carry a progress token: every
    call does whose answer may wait for a server or a person.
    """

    directions: frozenset[Direction]
    kind: MethodKind
    since: Generation
    gates: Mapping[Direction, str]
    asks_progress: bool


_UP, _DOWN = Direction.VIEW_TO_HOST, Direction.HOST_TO_VIEW
_BOTH: Final = frozenset({_UP, _DOWN})


def _request(
    *directions: Direction,
    since: Generation = Generation.STABLE,
    up: str = "",
    down: str = "",
    asks_progress: bool = True,
) -> MethodSpec:
    return MethodSpec(frozenset(directions), MethodKind.REQUEST, since, _gates(up, down), asks_progress)


def _notification(
    *directions: Direction, since: Generation = Generation.STABLE, up: str = "", down: str = ""
) -> MethodSpec:
    return MethodSpec(frozenset(directions), MethodKind.NOTIFICATION, since, _gates(up, down), False)


def _gates(up: str, down: str) -> Mapping[Direction, str]:
    return MappingProxyType({direction: gate for direction, gate in ((_UP, up), (_DOWN, down)) if gate})


_SERVER_TOOLS: Final = "hostCapabilities.serverTools"
_APP_TOOLS: Final = "appCapabilities.tools"

METHODS: Final[Mapping[Method, MethodSpec]] = MappingProxyType(
    {
        Method.INITIALIZE: _request(_UP, asks_progress=False),
        Method.OPEN_LINK: _request(_UP, up="hostCapabilities.openLinks"),
        Method.DOWNLOAD_FILE: _request(_UP, since=Generation.DRAFT, up="hostCapabilities.downloadFile"),
        Method.MESSAGE: _request(_UP, up="hostCapabilities.message"),
        Method.UPDATE_MODEL_CONTEXT: _request(_UP, up="hostCapabilities.updateModelContext"),
        Method.REQUEST_DISPLAY_MODE: _request(_UP),
        Method.TOOLS_CALL: _request(_UP, _DOWN, up=_SERVER_TOOLS, down=_APP_TOOLS),
        Method.TOOLS_LIST: _request(_UP, _DOWN, since=Generation.DRAFT, up=_SERVER_TOOLS, down=_APP_TOOLS),
        Method.RESOURCES_READ: _request(_UP, up="hostCapabilities.serverResources"),
        Method.RESOURCES_LIST: _request(_UP, since=Generation.SDK, up="hostCapabilities.serverResources"),
        Method.RESOURCE_TEMPLATES_LIST: _request(_UP, since=Generation.SDK, up="hostCapabilities.serverResources"),
        Method.PROMPTS_LIST: _request(_UP, since=Generation.SDK),
        Method.CREATE_MESSAGE: _request(_UP, since=Generation.DRAFT, up="hostCapabilities.sampling"),
        Method.PING: _request(_UP, _DOWN, asks_progress=False),
        Method.RESOURCE_TEARDOWN: _request(_DOWN, asks_progress=False),
        Method.INITIALIZED: _notification(_UP),
        Method.SIZE_CHANGED: _notification(_UP),
        Method.REQUEST_TEARDOWN: _notification(_UP, since=Generation.DRAFT),
        Method.LOG: _notification(_UP, up="hostCapabilities.logging"),
        Method.TOOLS_LIST_CHANGED: _notification(
            _UP,
            _DOWN,
            since=Generation.DRAFT,
            up="appCapabilities.tools.listChanged",
            down="hostCapabilities.serverTools.listChanged",
        ),
        Method.RESOURCES_LIST_CHANGED: _notification(
            _DOWN, since=Generation.SDK, down="hostCapabilities.serverResources.listChanged"
        ),
        Method.PROMPTS_LIST_CHANGED: _notification(_DOWN, since=Generation.SDK),
        Method.CANCELLED: _notification(*_BOTH, since=Generation.CORE),
        Method.PROGRESS: _notification(*_BOTH, since=Generation.CORE),
        Method.TOOL_INPUT: _notification(_DOWN),
        Method.TOOL_INPUT_PARTIAL: _notification(_DOWN),
        Method.TOOL_RESULT: _notification(_DOWN),
        Method.TOOL_CANCELLED: _notification(_DOWN),
        Method.HOST_CONTEXT_CHANGED: _notification(_DOWN),
        Method.SANDBOX_PROXY_READY: _notification(Direction.PROXY_TO_HOST),
        Method.SANDBOX_RESOURCE_READY: _notification(Direction.HOST_TO_PROXY),
    }
)

# Names of drafts before 2026-01-26 (A.8): never acted upon, only explained.
LEGACY_NAMES: Final[Mapping[str, Method]] = MappingProxyType(
    {
        "ui/notifications/sandbox-ready": Method.SANDBOX_PROXY_READY,
        "ui/size-change": Method.SIZE_CHANGED,
        "ui/notifications/size-change": Method.SIZE_CHANGED,
        "ui/host-context-change": Method.HOST_CONTEXT_CHANGED,
        "ui/tool-cancelled": Method.TOOL_CANCELLED,
    }
)


def names_of(direction: Direction, kind: MethodKind) -> frozenset[Method]:
    """The methods of one direction and kind, in no order."""
    return frozenset(method for method, spec in METHODS.items() if spec.kind is kind and direction in spec.directions)


def nearest_known(name: str) -> Method | None:
    """The known method that a name most resembles, for "did you mean", or None when nothing is close."""
    return _nearest(name[:MAX_NAME])


@lru_cache(maxsize=256)  # a peer with one wrong name sends it again and again, and matching is slow
def _nearest(name: str) -> Method | None:
    if name in LEGACY_NAMES:
        return LEGACY_NAMES[name]
    close = get_close_matches(name, list(METHODS), n=1, cutoff=0.75)
    return Method(close[0]) if close else None


def unknown_name(name: str) -> str:
    """A phrase about a name that nobody knows here, with the known one it resembles."""
    nearest = nearest_known(name)
    shown = name if len(name) <= MAX_NAME else f"{name[:MAX_NAME]}…"
    return f"{shown}; did you mean {nearest}?" if nearest else shown


def asks_progress(name: str) -> bool:
    """Whether our requests of this method carry a progress token; unknown ones do."""
    return name not in _WITHOUT_PROGRESS


_WITHOUT_PROGRESS: Final = frozenset(
    method.value for method, spec in METHODS.items() if spec.kind is MethodKind.REQUEST and not spec.asks_progress
)
