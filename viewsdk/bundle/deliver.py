"""One page in one of three deliveries, from the same prepared assets.

linked: a shell that fetches its files from a URL. bridge: the same shell, its files through the host. inline: one file.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from viewsdk.bundle.bridge import bridge_base
from viewsdk.bundle.csp import CspNeeds, csp_needs
from viewsdk.bundle.inline import embed, marked
from viewsdk.bundle.page import page_html
from viewsdk.bundle.prepare import Prepared

__all__ = ["DELIVERY_VARIABLE", "Delivered", "Delivery", "ViewPage", "deliver"]

DELIVERY_VARIABLE = "VIEWSDK_DELIVERY"
"""The environment variable that chooses a server's delivery where its author did not."""


class Delivery(StrEnum):
    """How a page gets its files."""

    LINKED = "linked"
    BRIDGE = "bridge"
    INLINE = "inline"


@dataclass(frozen=True, slots=True)
class ViewPage:
    """What a page is of: the view, where its code starts, what `ui/initialize` says, what the page falls back to."""

    uri: str
    view_ref: str
    entry: str
    title: str
    app: Mapping[str, Any] | None = None
    handshake: Mapping[str, float] | None = None
    fallback: Mapping[str, str] | None = None
    baked: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Delivered:
    """A page, the files that have to be reachable for it, and what it needs of the host's policy."""

    delivery: Delivery
    html: str
    prepared: Prepared
    needs: CspNeeds


def deliver(
    page: ViewPage, prepared: Prepared, delivery: Delivery, assets_url: str = "", *, wasm_keyword: bool = True
) -> Delivered:
    """The page in a delivery; `assets_url` is where a linked page's files will lie."""
    if delivery is Delivery.LINKED:
        html = _html(page, delivery, assets_url, prepared)
        return Delivered(delivery, html, prepared, csp_needs(assets_url, wasm_keyword))
    packed = prepared.compressed()
    if delivery is Delivery.INLINE:
        packed = Prepared(packed.folder, marked(packed.files), packed.problems)
    html = _html(page, delivery, bridge_base(page.uri), packed)
    if delivery is Delivery.INLINE:
        html = embed(html, packed.folder, packed.files)
    return Delivered(delivery, html, packed, csp_needs(None, wasm_keyword))


def _html(page: ViewPage, delivery: Delivery, base: str, prepared: Prepared) -> str:
    return page_html(
        page.view_ref,
        page.entry,
        page.title,
        base,
        prepared.files,
        app=page.app,
        delivery=delivery,
        handshake=page.handshake,
        fallback=page.fallback,
        baked=page.baked,
    )
