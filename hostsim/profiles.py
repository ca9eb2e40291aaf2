"""How known hosts differ, as data: one file each under `known_hosts`, every fact with its source, date and confidence.

Unknown stays unknown: a fact a file does not state is taken from the strictest reading of the spec. It changes no state
and frames nothing. Pure but for reading its own data files.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import Any, Literal, cast

from hostsim.clamp import Allowance, SourceList
from hostsim.csp import SPEC_SHAPE, CspLine, CspShape
from hostsim.sizes import SizeBounds
from viewsdk.protocol.ui_meta import Permission

__all__ = ["DEFAULT_PROFILE", "Fact", "Profile", "Refusals", "WasmRule", "profile_names", "profile_of"]

DEFAULT_PROFILE = "strict"


class WasmRule(StrEnum):
    """When a host lets a resource that asks for WebAssembly have it."""

    NEVER = "never"
    IF_ALLOWED = "if-allowed"  # by the view's policy, or --allow-wasm
    IF_ASKED = "if-asked"


class Refusals(StrEnum):
    """How a host says no to a link, a message or a download."""

    RESULT = "result"
    ERROR = "error"


Confidence = Literal["spec", "code", "probed", "documented", "reported"]


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing known about a host, and why it is believed."""

    name: str
    value: Any
    source: str
    date: str
    confidence: Confidence


@dataclass(frozen=True, slots=True)
class Profile:
    """One host's habits. `facts` holds what was found out; the other members are what the simulator does with it."""

    name: str
    title: str
    csp: CspShape = SPEC_SHAPE
    wasm: WasmRule = WasmRule.IF_ALLOWED
    wildcards: bool = True
    https_only: bool = False
    ignored: frozenset[SourceList] = frozenset()
    permissions: frozenset[Permission] = frozenset(Permission)
    max_html: int | None = None
    bounds: SizeBounds = field(default_factory=SizeBounds)
    display_modes: tuple[str, ...] = ("inline", "fullscreen")
    refusals: Refusals = Refusals.RESULT
    teardown_timeout: float = 2.0
    facts: Mapping[str, Fact] = field(default_factory=dict[str, Fact])

    def smaller_cap(self, max_html: int) -> int:
        """Returns the page size in bytes that both this host and `max_html` take."""
        return max_html if self.max_html is None else min(max_html, self.max_html)

    def allowance_for(self, said: Allowance, *, allow_wasm: bool = False) -> Allowance:
        """Returns what this host allows a view whose policy says `said`."""
        wasm = {
            WasmRule.NEVER: False,
            WasmRule.IF_ALLOWED: said.wasm or allow_wasm,
            WasmRule.IF_ASKED: True,
        }[self.wasm]
        closed = Allowance.closed()
        own = Allowance(permissions=self.permissions, wasm=True, wildcards=self.wildcards, https_only=self.https_only)
        for which in self.ignored:
            own = replace(own, **{_FIELD[which]: closed.admit(which)})
        return replace(own.meet(replace(said, wasm=True)), wasm=wasm)


_FIELD = {
    SourceList.CONNECT: "connect",
    SourceList.RESOURCE: "resource",
    SourceList.FRAME: "frame",
    SourceList.BASE_URI: "base_uri",
}


def profile_names() -> tuple[str, ...]:
    """Returns the names of all profiles."""
    names = (file.name for file in files("hostsim.known_hosts").iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml")))


@cache
def profile_of(name: str) -> Profile:
    """Returns a profile by name. Raises KeyError naming those there are."""
    if name not in profile_names():
        raise KeyError(f'no host profile "{name}"; there are {", ".join(profile_names())}')
    text = files("hostsim.known_hosts").joinpath(f"{name}.toml").read_text(encoding="utf-8")
    return _profile(name, tomllib.loads(text))


def _profile(name: str, data: Mapping[str, Any]) -> Profile:
    facts = {key: Fact(key, **entry) for key, entry in cast("dict[str, dict[str, Any]]", data["facts"]).items()}
    known: dict[str, Any] = {key: _READERS[key](fact.value) for key, fact in facts.items() if key in _READERS}
    return Profile(name=name, title=data["title"], facts=facts, **known)


def _shape(value: Mapping[str, Any]) -> CspShape:
    declared = _lines(value["declared"])
    return CspShape(declared, _lines(value["omitted"]) if "omitted" in value else declared)


def _lines(rows: Sequence[Mapping[str, str]]) -> tuple[CspLine, ...]:
    return tuple(
        CspLine(
            row["directive"],
            tuple(row.get("always", "").split()),
            SourceList(row["takes"]) if "takes" in row else None,
            tuple(row.get("otherwise", "").split()),
        )
        for row in rows
    )


def _permissions(names: Sequence[str]) -> frozenset[Permission]:
    return frozenset(Permission(name) for name in names)


def _lists(names: Sequence[str]) -> frozenset[SourceList]:
    return frozenset(SourceList(name) for name in names)


def _sizes(value: Mapping[str, float]) -> SizeBounds:
    return SizeBounds(**value)


_READERS: Mapping[str, Any] = {
    "csp": _shape,
    "wasm": WasmRule,
    "wildcards": bool,
    "https_only": bool,
    "ignored": _lists,
    "permissions": _permissions,
    "max_html": int,
    "bounds": _sizes,
    "display_modes": tuple,
    "refusals": Refusals,
    "teardown_timeout": float,
}
"""The facts the simulator acts on; any other fact in a file is there to be read."""
