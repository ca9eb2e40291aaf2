"""What a resource may have: what it asks for, clamped by what the host allows.

It only takes away, and says what it took. It reads no metadata (`viewsdk.protocol.ui_meta` does) and writes no policy
text (`hostsim.csp` does). Pure. Spec: UI Resource Format, Host Behavior, No Loosening (R11, R13).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum

from viewsdk.protocol.csp_sources import WASM_KEYWORD, CspOrigin
from viewsdk.protocol.ui_meta import Permission, ResourceAsk

__all__ = ["Admit", "Allowance", "Clamped", "Narrowing", "SourceList", "clamp", "sources"]


class SourceList(StrEnum):
    """The four lists of origins a resource may declare, by their names on the wire."""

    CONNECT = "connectDomains"
    RESOURCE = "resourceDomains"
    FRAME = "frameDomains"
    BASE_URI = "baseUriDomains"


def sources(ask: ResourceAsk, which: SourceList) -> tuple[CspOrigin, ...]:
    """Returns the origins an ask names in one list."""
    return {
        SourceList.CONNECT: ask.connect,
        SourceList.RESOURCE: ask.resource,
        SourceList.FRAME: ask.frame,
        SourceList.BASE_URI: ask.base_uri,
    }[which]


@dataclass(frozen=True, slots=True)
class Admit:
    """Which origins of one list are allowed: all of them (`only is None`) or those named."""

    only: frozenset[CspOrigin] | None = None

    @classmethod
    def these(cls, *origins: CspOrigin) -> Admit:
        """Allows the named origins; a wildcard also allows each host below it."""
        return cls(frozenset(origins))

    def admits(self, origin: CspOrigin) -> bool:
        """Says whether one origin is allowed."""
        return self.only is None or origin in self.only or any(_covers(wide, origin) for wide in self.only)


def _covers(wide: CspOrigin, origin: CspOrigin) -> bool:
    same_door = (wide.scheme, wide.port) == (origin.scheme, origin.port)
    return wide.is_wildcard and same_door and origin.host.endswith(f".{wide.host}")


@dataclass(frozen=True, slots=True)
class Allowance:
    """What a host allows. The default is open for origins and closed for permissions and WebAssembly."""

    connect: Admit = Admit()
    resource: Admit = Admit()
    frame: Admit = Admit()
    base_uri: Admit = Admit()
    permissions: frozenset[Permission] = frozenset()
    wasm: bool = False
    wildcards: bool = True
    https_only: bool = False

    @classmethod
    def open(cls) -> Allowance:
        """Allows everything that can be asked for."""
        return cls(permissions=frozenset(Permission), wasm=True)

    @classmethod
    def closed(cls) -> Allowance:
        """Allows nothing."""
        none = Admit.these()
        return cls(connect=none, resource=none, frame=none, base_uri=none)

    def admit(self, which: SourceList) -> Admit:
        """Returns the rule for one list."""
        return {
            SourceList.CONNECT: self.connect,
            SourceList.RESOURCE: self.resource,
            SourceList.FRAME: self.frame,
            SourceList.BASE_URI: self.base_uri,
        }[which]

    def meet(self, other: Allowance) -> Allowance:
        """Returns what both allow, list by list."""
        return Allowance(
            connect=_meet(self.connect, other.connect),
            resource=_meet(self.resource, other.resource),
            frame=_meet(self.frame, other.frame),
            base_uri=_meet(self.base_uri, other.base_uri),
            permissions=self.permissions & other.permissions,
            wasm=self.wasm and other.wasm,
            wildcards=self.wildcards and other.wildcards,
            https_only=self.https_only or other.https_only,
        )


def _meet(left: Admit, right: Admit) -> Admit:
    if left.only is None:
        return right
    if right.only is None:
        return left
    both = {origin for origin in left.only if right.admits(origin)}
    return Admit(frozenset(both | {origin for origin in right.only if left.admits(origin)}))


@dataclass(frozen=True, slots=True)
class Narrowing:
    """One thing the clamp took: an origin, a permission or WebAssembly, and why."""

    what: str
    value: str
    why: str

    def __str__(self) -> str:
        return f"{self.what}: {self.value} was not granted: {self.why}"


@dataclass(frozen=True, slots=True)
class Clamped:
    """What is left of an ask, and everything that was taken."""

    granted: ResourceAsk
    narrowings: tuple[Narrowing, ...] = ()


def clamp(ask: ResourceAsk, allowance: Allowance) -> Clamped:
    """Takes from `ask` whatever `allowance` does not allow; `domain` and `prefers_border` ask for no power."""
    taken: list[Narrowing] = []
    kept = {which: _keep(which, sources(ask, which), allowance, taken) for which in SourceList}
    permissions = ask.permissions & allowance.permissions
    for lost in sorted(ask.permissions - permissions):
        taken.append(Narrowing("permissions", lost.value, "the host does not allow this permission"))
    if ask.asks_wasm and not allowance.wasm:
        taken.append(Narrowing("wasm", WASM_KEYWORD, "neither the view's policy nor the host's profile allows it"))
    granted = replace(
        ask,
        connect=kept[SourceList.CONNECT],
        resource=kept[SourceList.RESOURCE],
        frame=kept[SourceList.FRAME],
        base_uri=kept[SourceList.BASE_URI],
        permissions=permissions,
        asks_wasm=ask.asks_wasm and allowance.wasm,
    )
    return Clamped(granted, tuple(taken))


def _keep(
    which: SourceList, origins: tuple[CspOrigin, ...], allowance: Allowance, taken: list[Narrowing]
) -> tuple[CspOrigin, ...]:
    kept: list[CspOrigin] = []
    for origin in origins:
        why = next((why for refuses, why in _REFUSALS if refuses(origin, allowance, which)), None)
        if why is None:
            kept.append(origin)
        else:
            taken.append(Narrowing(which.value, str(origin), why))
    return tuple(kept)


_LOOPBACK_HOSTS = ("localhost", "127.0.0.1", "[::1]")


def _is_plain(origin: CspOrigin) -> bool:
    """Says whether an origin is neither encrypted nor on this machine."""
    return origin.scheme in ("http", "ws") and origin.host not in _LOOPBACK_HOSTS


_REFUSALS: tuple[tuple[Callable[[CspOrigin, Allowance, SourceList], bool], str], ...] = (
    (lambda origin, allowance, _: origin.is_wildcard and not allowance.wildcards, "the host takes no wildcards"),
    (lambda origin, allowance, _: allowance.https_only and _is_plain(origin), "the host takes https and wss only"),
    (lambda origin, allowance, which: not allowance.admit(which).admits(origin), "the host does not allow it"),
)
