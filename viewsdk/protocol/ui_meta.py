"""`_meta.ui` of tools and resources: what a server asks for its view, read without ever widening it.

Reading is total: whatever cannot be understood is dropped and listed. Whether an ask is granted is the host's affair.
Source: protocol reference C.8, C.9, R1, R19.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeAlias, TypeVar, cast

from viewsdk.protocol.csp_sources import WASM_KEYWORD, CspOrigin, parse_origin
from viewsdk.protocol.jsonrpc import JsonObject
from viewsdk.protocol.wire import Problem

__all__ = [
    "ASSET_SCHEME",
    "EXTENSION_ID",
    "LEGACY_URI_KEY",
    "UI_MIME_TYPE",
    "UI_SCHEME",
    "Permission",
    "ResourceAsk",
    "ToolMeta",
    "Visibility",
    "allow_attribute",
    "decode_resource_meta",
    "decode_tool_meta",
]

EXTENSION_ID: Final = "io.modelcontextprotocol/ui"
UI_MIME_TYPE: Final = "text/html;profile=mcp-app"
UI_SCHEME: Final = "ui://"
LEGACY_URI_KEY: Final = "ui/resourceUri"
"""Where hosts looked for the view's URI before `_meta.ui` (ext-apps: `RESOURCE_URI_META_KEY`); still read by some."""
ASSET_SCHEME: Final = "viewsdk-asset"
"""How our servers name the files of a page that are read through the host; no scheme of the specification."""


class Visibility(StrEnum):
    """Who may call a tool."""

    MODEL = "model"
    APP = "app"


class Permission(StrEnum):
    """A browser feature a view may ask for, in the order of the `allow` attribute (D.6)."""

    CAMERA = "camera"
    MICROPHONE = "microphone"
    GEOLOCATION = "geolocation"
    CLIPBOARD_WRITE = "clipboardWrite"


_VISIBILITIES: Final = {visibility.value: visibility for visibility in Visibility}
_PERMISSIONS: Final = {permission.value: permission for permission in Permission}
_ALLOW_NAMES: Final = {permission: permission.value for permission in Permission} | {
    Permission.CLIPBOARD_WRITE: "clipboard-write"
}


@dataclass(frozen=True, slots=True)
class ToolMeta:
    """A tool's link to a view and who may call it; a tool that says nothing is for both (R19)."""

    resource_uri: str | None = None
    visibility: frozenset[Visibility] = frozenset(Visibility)

    @property
    def is_model_only(self) -> bool:
        """Whether only the model may call the tool."""
        return self.visibility == frozenset({Visibility.MODEL})

    @property
    def is_app_only(self) -> bool:
        """Whether only the view may call the tool."""
        return self.visibility == frozenset({Visibility.APP})


@dataclass(frozen=True, slots=True)
class ResourceAsk:
    """All that a resource asks of a host, canonical and sorted; an empty ask is the most restrictive one."""

    connect: tuple[CspOrigin, ...] = ()
    resource: tuple[CspOrigin, ...] = ()
    frame: tuple[CspOrigin, ...] = ()
    base_uri: tuple[CspOrigin, ...] = ()
    asks_wasm: bool = False
    permissions: frozenset[Permission] = frozenset()
    domain: str | None = None
    prefers_border: bool | None = None

    def to_wire(self) -> JsonObject:
        """The `_meta.ui` object of this ask: the same bytes whatever order it was put together in."""
        domains = {
            "connectDomains": [str(origin) for origin in self.connect],
            "resourceDomains": [str(origin) for origin in self.resource] + [WASM_KEYWORD] * self.asks_wasm,
            "frameDomains": [str(origin) for origin in self.frame],
            "baseUriDomains": [str(origin) for origin in self.base_uri],
        }
        members: JsonObject = {
            "csp": {name: origins for name, origins in domains.items() if origins},
            "permissions": {permission.value: {} for permission in Permission if permission in self.permissions},
            "domain": self.domain,
            "prefersBorder": self.prefers_border,
        }
        return {name: value for name, value in members.items() if value not in ({}, None)}


def allow_attribute(permissions: Iterable[Permission]) -> str:
    """The iframe's `allow` attribute for these permissions, in the reference's fixed order; empty for none (D.6)."""
    granted = frozenset(permissions)
    return "; ".join(_ALLOW_NAMES[permission] for permission in Permission if permission in granted)


_Problems: TypeAlias = list[Problem]


def decode_tool_meta(meta: object) -> tuple[ToolMeta, tuple[Problem, ...]]:
    """What a tool's `_meta` says about views, with the legacy flat key, and what was wrong with it."""
    problems: _Problems = []
    members = _object(meta, "_meta", problems)
    ui = _object(members.get("ui"), "_meta.ui", problems)
    for misplaced in sorted(ui.keys() & {"csp", "permissions"}):
        problems.append(Problem(f"_meta.ui.{misplaced}", "belongs on the resource; ignored on a tool"))
    return ToolMeta(_resource_uri(members, ui, problems), _visibility(ui, problems)), tuple(problems)


def _resource_uri(members: JsonObject, ui: JsonObject, problems: _Problems) -> str | None:
    # A nested null does not fall through to the flat key: somebody said "none" (C.8).
    path = "_meta.ui.resourceUri" if "resourceUri" in ui else f'_meta["{LEGACY_URI_KEY}"]'
    if "resourceUri" not in ui and LEGACY_URI_KEY not in members:
        return None
    uri = ui["resourceUri"] if "resourceUri" in ui else members[LEGACY_URI_KEY]
    if isinstance(uri, str) and uri.startswith(UI_SCHEME):
        return uri
    problems.append(Problem(path, f"not a {UI_SCHEME} URI"))
    return None


def _visibility(ui: JsonObject, problems: _Problems) -> frozenset[Visibility]:
    if "visibility" not in ui:
        return frozenset(Visibility)
    # Wrong or empty means nobody, never everybody: decoding may not widen.
    entries = ui["visibility"]
    if not isinstance(entries, list):
        problems.append(Problem("_meta.ui.visibility", "not a list; nobody may call the tool"))
        return frozenset()
    found: set[Visibility] = set()
    for index, entry in enumerate(cast("list[object]", entries)):
        if isinstance(entry, str) and entry in _VISIBILITIES:
            found.add(_VISIBILITIES[entry])
        else:
            problems.append(Problem(f"_meta.ui.visibility[{index}]", "neither model nor app"))
    return frozenset(found)


def decode_resource_meta(meta: object, *, keeps_wildcards: bool = False) -> tuple[ResourceAsk, tuple[Problem, ...]]:
    """What a resource's `_meta` asks for, and what was dropped from it.

    Args:
        keeps_wildcards: keep `https://*.host` among the resource domains, for an allowance to decide about; they are
            dropped and listed otherwise, and everywhere else always.
    """
    problems: _Problems = []
    ui = _object(_object(meta, "_meta", problems).get("ui"), "_meta.ui", problems)
    csp = _object(ui.get("csp"), "_meta.ui.csp", problems)
    ask = ResourceAsk(
        connect=_origins(csp, "connectDomains", False, problems),
        resource=_origins(csp, "resourceDomains", keeps_wildcards, problems),
        frame=_origins(csp, "frameDomains", False, problems),
        base_uri=_origins(csp, "baseUriDomains", False, problems),
        asks_wasm=_asks_wasm(csp),
        permissions=_permissions(_object(ui.get("permissions"), "_meta.ui.permissions", problems), problems),
        domain=_typed(ui, "domain", str, problems),
        prefers_border=_typed(ui, "prefersBorder", bool, problems),
    )
    return ask, tuple(problems)


def _asks_wasm(csp: JsonObject) -> bool:
    # The keyword is what some hosts take today; the flag is what a branch of the reference proposes (C1).
    domains = csp.get("resourceDomains")
    return csp.get("wasmUnsafeEval") is True or (isinstance(domains, list) and WASM_KEYWORD in domains)


def _origins(csp: JsonObject, name: str, keeps_wildcards: bool, problems: _Problems) -> tuple[CspOrigin, ...]:
    entries = csp.get(name, [])
    if not isinstance(entries, list):
        problems.append(Problem(f"_meta.ui.csp.{name}", "not a list"))
        return ()
    found: set[CspOrigin] = set()
    for index, entry in enumerate(cast("list[object]", entries)):
        if entry == WASM_KEYWORD and name == "resourceDomains":
            continue
        origin = parse_origin(entry) if isinstance(entry, str) else "not a string"
        if isinstance(origin, CspOrigin) and origin.is_wildcard and not keeps_wildcards:
            origin = "a wildcard"
        if isinstance(origin, CspOrigin):
            found.add(origin)
        else:
            problems.append(Problem(f"_meta.ui.csp.{name}[{index}]", origin))
    return tuple(sorted(found, key=str))


def _permissions(members: JsonObject, problems: _Problems) -> frozenset[Permission]:
    found: set[Permission] = set()
    for name, value in members.items():
        path = f"_meta.ui.permissions.{name}"
        if name not in _PERMISSIONS:
            problems.append(Problem(path, "unknown permission, not granted"))
        elif not isinstance(value, dict):
            problems.append(Problem(path, "not an object, not granted"))
        else:
            found.add(_PERMISSIONS[name])
    return frozenset(found)


def _object(value: object, path: str, problems: _Problems) -> JsonObject:
    if isinstance(value, dict):
        return cast("JsonObject", value)
    if value is not None:
        problems.append(Problem(path, "not an object"))
    return {}


_Scalar = TypeVar("_Scalar", str, bool)


def _typed(members: JsonObject, name: str, kind: type[_Scalar], problems: _Problems) -> _Scalar | None:
    value = members.get(name)
    if value is None or isinstance(value, kind):
        return value
    problems.append(Problem(f"_meta.ui.{name}", f"not a {kind.__name__}"))
    return None
