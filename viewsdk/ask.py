"""`Ask`: what a view asks of a host: origins it reaches, browser permissions, a border, a stable origin.

An ask is never an entitlement; the host clamps it by its own allowance. The wire names are those of a resource's
`_meta.ui` (specification 2026-01-26, "UI Resource Format").
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from viewsdk.protocol.csp_sources import CspOrigin, parse_origin
from viewsdk.protocol.jsonrpc import JsonObject
from viewsdk.protocol.ui_meta import Permission, ResourceAsk

__all__ = ["Ask", "Permission"]


@dataclass(frozen=True, slots=True)
class Ask:
    """What a view needs from its host; the default is nothing: no network, no permissions, a fresh opaque origin."""

    connect: tuple[str, ...] = ()
    """Origins of fetch, XHR and WebSocket."""
    resources: tuple[str, ...] = ()
    """Origins of scripts, styles, images, fonts and media."""
    frames: tuple[str, ...] = ()
    """Origins the view frames."""
    base_uris: tuple[str, ...] = ()
    """Origins a `<base>` may name."""
    permissions: tuple[Permission, ...] = ()
    prefers_border: bool | None = None
    """Whether the host should draw a border; None leaves it to the host."""
    domain: str | None = field(default=None)
    """A stable origin, in a form only the host in question defines; hosts that do not know it may refuse the view."""
    wasm: bool = False
    """Whether the view runs WebAssembly; a page of viewsdk asks for it by itself, so a view need not."""

    def __post_init__(self) -> None:
        for origins in (self.connect, self.resources, self.frames, self.base_uris):
            _origins(origins)

    def resource_meta(self) -> JsonObject:
        """The resource's `_meta.ui` value: only what was asked, in one order whatever order it was asked in."""
        return ResourceAsk(
            connect=_origins(self.connect),
            resource=_origins(self.resources),
            frame=_origins(self.frames),
            base_uri=_origins(self.base_uris),
            asks_wasm=self.wasm,
            permissions=frozenset(self.permissions),
            domain=self.domain,
            prefers_border=self.prefers_border,
        ).to_wire()


def _origins(texts: Iterable[str]) -> tuple[CspOrigin, ...]:
    """The origins in canonical form and order, each once; what a host would drop is no ask and raises ValueError."""
    return tuple(sorted({_origin(text) for text in texts}, key=str))


def _origin(text: str) -> CspOrigin:
    read = parse_origin(text)
    if isinstance(read, CspOrigin):
        return read
    raise ValueError(f"{text!r} is not an origin ({read}): scheme://host[:port], without path, query or user")
