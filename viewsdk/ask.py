"""`Ask`: what a view asks of a host: origins it reaches, browser permissions, a border, a stable origin.

An ask is never an entitlement; the host clamps it by its own allowance. The wire names are those of a resource's
`_meta.ui` (specification 2026-01-26, "UI Resource Format").
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from viewsdk.protocol.csp_sources import CspOrigin, parse_origin
from viewsdk.protocol.jsonrpc import JsonObject
from viewsdk.protocol.ui_meta import Permission

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

    def __post_init__(self) -> None:
        for origin in (*self.connect, *self.resources, *self.frames, *self.base_uris):
            read = parse_origin(origin)  # as hostsim does: what it would drop is no ask
            if not isinstance(read, CspOrigin):
                raise ValueError(
                    f"{origin!r} is not an origin ({read}): scheme://host[:port], without path, query or user"
                )

    def resource_meta(self) -> JsonObject:
        """The resource's `_meta.ui` value: only what was asked, in one order whatever order it was asked in."""
        csp: JsonObject = {
            key: sorted(set(origins))
            for key, origins in (
                ("connectDomains", self.connect),
                ("resourceDomains", self.resources),
                ("frameDomains", self.frames),
                ("baseUriDomains", self.base_uris),
            )
            if origins
        }
        meta: JsonObject = {"csp": csp} if csp else {}
        if self.permissions:
            meta["permissions"] = {permission.value: {} for permission in _in_order(self.permissions)}
        if self.domain is not None:
            meta["domain"] = self.domain
        if self.prefers_border is not None:
            meta["prefersBorder"] = self.prefers_border
        return meta


def _in_order(permissions: Iterable[Permission]) -> list[Permission]:
    asked = set(permissions)
    return [permission for permission in Permission if permission in asked]
