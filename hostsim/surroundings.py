"""What the view is told about where it is shown: theme, room, display mode, language, pointer.

It measures nothing (the host page does) and sends nothing. Pure. Spec: Host Context; Container Dimensions; Theming.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hostsim.palette import PALETTES
from hostsim.sizes import SizeBounds
from viewsdk.protocol.context import HostContext

__all__ = ["FIRST_HEIGHT", "Surroundings"]

FIRST_HEIGHT = 180  # what a view has until it reports its size; a taller frame would hide that it never does


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The state of one host page, as a view may know it. Sizes are CSS pixels of the view's slot."""

    theme: str = "light"
    display: str = "inline"
    width: int = 720
    height: int = FIRST_HEIGHT
    locale: str = "en-US"
    time_zone: str = "UTC"
    touch: bool = False
    hover: bool = True

    def context(self, displays: Sequence[str], bounds: SizeBounds, tool: Mapping[str, Any]) -> HostContext:
        """The whole context, for the answer to `ui/initialize`."""
        return _context(
            {
                "toolInfo": {"id": "launch", "tool": tool},
                **self._theme(),
                **self._room(bounds),
                "availableDisplayModes": list(displays),
                "locale": self.locale,
                "timeZone": self.time_zone,
                "userAgent": "hostsim",
                "platform": "web",
                "deviceCapabilities": {"touch": self.touch, "hover": self.hover},
            }
        )

    def theme_patch(self) -> HostContext:
        """What changes with the theme."""
        return _context(self._theme())

    def room_patch(self, bounds: SizeBounds) -> HostContext:
        """What changes with the room and the display mode."""
        return _context(self._room(bounds))

    def _theme(self) -> dict[str, Any]:
        return {"theme": self.theme, "styles": {"variables": dict(PALETTES[self.theme])}}

    def _room(self, bounds: SizeBounds) -> dict[str, Any]:
        """Inline the host decides the width and the view the height up to a bound; otherwise the host decides both."""
        sides: dict[str, Any] = {"width": self.width, "maxHeight": bounds.max_height}
        if self.display != "inline":
            sides = {"width": self.width, "height": self.height}
        return {"displayMode": self.display, "containerDimensions": sides}


def _context(raw: dict[str, Any]) -> HostContext:
    context, _ = HostContext.read(raw)
    assert context is not None  # reading an object never refuses: no field of a context is needed
    return context
