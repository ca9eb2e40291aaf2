"""How large a frame may become: reported sizes, clamped to the host's bounds and to the side's owner.

It resizes nothing. Pure. Spec: Container Dimensions (R38), `ui/notifications/size-changed`.
"""

from __future__ import annotations

from dataclasses import dataclass

from viewsdk.protocol.dimensions import Bounded, ContainerDimensions, Fixed, Side

__all__ = ["SizeBounds", "clamp_size"]


@dataclass(frozen=True, slots=True)
class SizeBounds:
    """The sizes a host accepts, in CSS pixels."""

    min_height: float = 96
    max_height: float = 720
    min_width: float = 96
    max_width: float = 1600


def clamp_size(
    width: float | None, height: float | None, bounds: SizeBounds, container: ContainerDimensions | None
) -> tuple[float | None, float | None]:
    """Returns the width and height to apply; None for a side that was not reported or that the host fixed (H21)."""
    sides = container if container is not None else ContainerDimensions()
    return (
        _clamp(width, bounds.min_width, bounds.max_width, sides.horizontal),
        _clamp(height, bounds.min_height, bounds.max_height, sides.vertical),
    )


def _clamp(reported: float | None, least: float, most: float, side: Side) -> float | None:
    if reported is None or isinstance(side, Fixed):
        return None
    if isinstance(side, Bounded):
        most = min(most, side.pixels)
    return min(max(reported, least), most)
