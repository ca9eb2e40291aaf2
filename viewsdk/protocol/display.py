"""The display modes a view can be shown in. Source: protocol reference C.6."""

from __future__ import annotations

from enum import StrEnum

__all__ = ["DisplayMode"]


class DisplayMode(StrEnum):
    """How a host shows a view: in the conversation, over the whole window, or floating."""

    INLINE = "inline"
    FULLSCREEN = "fullscreen"
    PIP = "pip"
