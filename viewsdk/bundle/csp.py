"""What a page needs from the host's Content-Security-Policy."""

from dataclasses import dataclass
from urllib.parse import urlsplit

from viewsdk.protocol.csp_sources import WASM_KEYWORD

__all__ = ["CspNeeds", "csp_needs"]


@dataclass(frozen=True, slots=True)
class CspNeeds:
    """The two lists of `_meta.ui.csp` that a page needs."""

    connect_domains: tuple[str, ...] = ()
    resource_domains: tuple[str, ...] = ()


def csp_needs(base_url: str | None, wasm_keyword: bool = True) -> CspNeeds:
    """The needs of a page whose assets lie at `base_url`; None for pages that fetch nothing (bridge, inline)."""
    resources = (WASM_KEYWORD,) if wasm_keyword else ()
    if base_url is None:
        return CspNeeds(resource_domains=resources)
    parts = urlsplit(base_url)
    return CspNeeds((f"{parts.scheme}://{parts.netloc}",), resources)
