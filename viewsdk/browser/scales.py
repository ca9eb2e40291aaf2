"""Numbers to places on a chart: round ticks, and shares of a range. Pure arithmetic."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil, floor, isfinite, log10

__all__ = ["Scale", "scale_of"]

STEPS = (1.0, 2.0, 2.5, 5.0, 10.0)  # what people count in, as multiples of a power of ten

LEAST_SPAN = 1e-9  # of the values' size; closer together they are one value to any reader, and to the arithmetic


@dataclass(frozen=True, slots=True)
class Scale:
    """A range with round ends, and the round values to label in it."""

    low: float
    high: float
    ticks: tuple[float, ...]

    def share(self, value: float) -> float:
        """Where a value lies, from 0 at the low end to 1 at the high end; values outside are put on the edge."""
        return min(1.0, max(0.0, (value - self.low) / (self.high - self.low)))


def scale_of(values: Iterable[float], *, low: float | None = None, high: float | None = None, count: int = 4) -> Scale:
    """A scale that holds the values; `low` and `high` fix an end. Without values it goes from 0 to 1."""
    finite = [value for value in values if isfinite(value)]
    bottom = min(finite, default=0.0) if low is None else low
    top = max(finite, default=1.0) if high is None else high
    if top - bottom <= LEAST_SPAN * max(1.0, abs(top), abs(bottom)):
        bottom, top = _around(bottom, low, high)
    step = _round_step((top - bottom) / count)
    first = floor(bottom / step) if low is None else ceil(bottom / step)
    last = ceil(top / step) if high is None else floor(top / step)
    ticks = tuple(round(number * step, 12) for number in range(first, last + 1))
    return Scale(bottom if low is not None else ticks[0], top if high is not None else ticks[-1], ticks)


def _around(value: float, low: float | None, high: float | None) -> tuple[float, float]:
    """A range for one value only: from the fixed end if there is one, else with zero in it."""
    if low is not None:
        return low, low + (abs(low) or 1.0)
    if high is not None:
        return high - (abs(high) or 1.0), high
    if abs(value) <= LEAST_SPAN:
        return 0.0, 1.0
    return (0.0, value) if value > 0 else (value, 0.0)


def _round_step(rough: float) -> float:
    power = 10.0 ** floor(log10(rough))
    return next((step * power for step in STEPS if step * power >= rough), 10 * power)
