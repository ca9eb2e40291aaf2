"""Who a peer is: `appInfo` and `hostInfo`. Source: protocol reference C.1."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from viewsdk.protocol.wire import Lax, WireModel

__all__ = ["Icon", "Implementation", "Theme"]


class Theme(StrEnum):
    """The two themes a host can have."""

    LIGHT = "light"
    DARK = "dark"


class Icon(WireModel):
    """A picture that stands for a peer, a tool or a resource; `sizes` as in `48x48`."""

    src: str
    mime_type: str | None = None
    sizes: list[str] | None = None
    theme: Annotated[Theme | None, Lax] = None


class Implementation(WireModel):
    """The name and version of an app or a host."""

    name: str
    version: str
    title: str | None = None
    description: str | None = None
    website_url: str | None = None
    icons: list[Icon] | None = None
