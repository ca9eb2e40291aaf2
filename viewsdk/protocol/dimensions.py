"""The room a host gives a view, one side at a time. Source: protocol reference C.5, R38, R40."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, TypeAlias

from pydantic import Field

from viewsdk.protocol.wire import WireModel

__all__ = ["Bounded", "ContainerDimensions", "Fixed", "Free", "Pixels", "Side"]

Pixels: TypeAlias = Annotated[float, Field(ge=0, allow_inf_nan=False)]


@dataclass(frozen=True, slots=True)
class Fixed:
    """The host chose this many CSS pixels; the view fills them."""

    pixels: float


@dataclass(frozen=True, slots=True)
class Bounded:
    """The view chooses, up to this many CSS pixels; the host follows `size-changed`."""

    pixels: float


@dataclass(frozen=True, slots=True)
class Free:
    """The view chooses, without a limit."""


Side: TypeAlias = Fixed | Bounded | Free


class ContainerDimensions(WireModel):
    """`containerDimensions` as sent; read `horizontal` and `vertical` for what it means."""

    width: Pixels | None = None
    max_width: Pixels | None = None
    height: Pixels | None = None
    max_height: Pixels | None = None

    @property
    def horizontal(self) -> Side:
        """Who decides the width."""
        return _side(self.width, self.max_width)

    @property
    def vertical(self) -> Side:
        """Who decides the height."""
        return _side(self.height, self.max_height)


def _side(fixed: float | None, most: float | None) -> Side:
    # Both given: the reference takes the first arm of its union, which is the fixed one (A.7).
    if fixed is not None:
        return Fixed(fixed)
    return Free() if most is None else Bounded(most)
