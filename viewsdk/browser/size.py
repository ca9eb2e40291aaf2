"""How large the view is, and when the host is told: decided from numbers, without a document or a clock of its own.

What is reported must converge. A page whose content follows its frame (`height: 100vh`) grows with every frame the host
gives it, so reports that only answer the host's own last answer are stopped (field notes 71, 72).
"""

from dataclasses import dataclass
from math import ceil, inf

from viewsdk.protocol.context import HostContext
from viewsdk.protocol.dimensions import Fixed

__all__ = ["Measure", "SizeRule", "SizeTeller"]

ECHO = 4.0  # CSS pixels; smaller differences are borders and rounding, and answering them never ends

MAX_ECHOES = 2  # outgrowing the frame this often, each time only because it was made larger, is following it


@dataclass(frozen=True, slots=True)
class Measure:
    """Sizes in CSS pixels: of the content, and of the frame it is shown in."""

    width: float
    height: float
    frame_width: float
    frame_height: float


@dataclass(frozen=True, slots=True)
class SizeRule:
    """Which of its two sides a view reports: those the host has not fixed, and only where it lies in the text flow."""

    width: bool = True
    height: bool = True

    @classmethod
    def of(cls, context: HostContext) -> "SizeRule":
        """The rule for a host context (specification, "Container Dimensions")."""
        if context.display_mode not in (None, "inline"):
            return cls(width=False, height=False)
        given = context.container_dimensions
        if given is None:
            return cls()
        return cls(width=not isinstance(given.horizontal, Fixed), height=not isinstance(given.vertical, Fixed))


class SizeTeller:
    """Remembers what was reported and decides what is worth reporting next."""

    def __init__(self, rule: SizeRule | None = None, told: tuple[int, int] | None = None) -> None:
        self.rule = rule or SizeRule()
        self.warning: str | None = None
        """Why reporting is stopped, while it is: until the content fits its frame again."""
        self._told = told
        # What the page told before is no drawing of the view's, so the first one cannot be an answer to the frame.
        self._frame_height = 0.0 if told is None else inf
        self._echoes = 0

    def follow(self, rule: SizeRule) -> None:
        """Reports by another rule from now on; what was reported before no longer counts, as the frame is another."""
        if rule != self.rule:
            self.rule = rule
            self._told = None
            self._echoes = 0
            self.warning = None

    def next_report(self, measure: Measure) -> tuple[int, int] | None:
        """Width and height to report now, in whole CSS pixels, or None."""
        if measure.height <= measure.frame_height + ECHO:
            self._echoes, self.warning = 0, None  # it fits, so what grows later grows by itself
        if not (self.rule.width or self.rule.height) or self.warning is not None:
            return None
        size = (ceil(measure.width), ceil(measure.height))
        if self._told is not None and not self._differs(size):
            return None
        if self._follows_the_frame(measure):
            self.warning = (
                f"the view's height follows its frame ({size[1]} px after the host gave {measure.frame_height:.0f}); "
                "sizes are no longer reported. Give the content a height that does not depend on the frame (no 100vh)"
            )
            return None
        self._told, self._frame_height = size, measure.frame_height
        return size

    def _differs(self, size: tuple[int, int]) -> bool:
        assert self._told is not None
        sides = ((self.rule.width, 0), (self.rule.height, 1))
        return any(counts and abs(size[side] - self._told[side]) > ECHO for counts, side in sides)

    def _follows_the_frame(self, measure: Measure) -> bool:
        """Whether the content has grown once more just because the host did as it was told."""
        obeyed = self._told is not None and abs(measure.frame_height - self._told[1]) <= ECHO
        grew = measure.height > measure.frame_height + ECHO and measure.frame_height > self._frame_height
        self._echoes = self._echoes + 1 if obeyed and grew else 0
        return self._echoes >= MAX_ECHOES
