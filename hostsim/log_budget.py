"""How many log lines a view may put into the audit: a token bucket, and a bound on each line.

It stores no lines. Pure.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

__all__ = ["LogBudget", "shorten"]

BURST = 60  # lines at once; a view that reports its boot says less
REFILL = 1.0  # lines per second; a chatty view may not grow the audit
MAX_LINE = 4096  # characters of JSON kept of one line


@dataclass(slots=True)
class LogBudget:
    """Counts lines against time; what does not fit is counted, not kept."""

    burst: int = BURST
    refill: float = REFILL
    _tokens: float | None = None
    _since: float = 0.0
    _dropped: int = 0

    def take(self, now: float) -> bool:
        """Says whether one more line fits, and counts it either way."""
        held = self.burst if self._tokens is None else self._tokens + (now - self._since) * self.refill
        self._tokens, self._since = min(self.burst, held), now
        if self._tokens < 1:
            self._dropped += 1
            return False
        self._tokens -= 1
        return True

    def dropped(self) -> int:
        """Returns how many lines were lost since this was last asked."""
        lost, self._dropped = self._dropped, 0
        return lost


def shorten(data: Any) -> Any:
    """Returns a log line's data, or the beginning of its JSON text when it is too long to keep."""
    text = json.dumps(data, ensure_ascii=False)
    return data if len(text) <= MAX_LINE else text[:MAX_LINE] + "…"
