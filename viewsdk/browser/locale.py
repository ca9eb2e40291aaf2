"""Numbers and dates in the person's own way of writing them, as the host's context names it.

In a browser the browser's own `Intl` writes them. Outside, as in tests, there is one plain form for all: 1,234.5 and
2026-11-30.
"""

import json
import sys
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Literal

from viewsdk.browser.javascript import js
from viewsdk.browser.surroundings import is_written_right_to_left
from viewsdk.protocol.context import HostContext

__all__ = ["Locale"]

Style = Literal["full", "long", "medium", "short"]

PLAIN = "en"


@dataclass(frozen=True, slots=True)
class Locale:
    """A language tag (BCP 47) and a time zone (IANA); without a zone times are shown as they are given."""

    tag: str = PLAIN
    time_zone: str | None = None

    @classmethod
    def of(cls, context: HostContext) -> "Locale":
        """What the host says of the person."""
        return cls(context.locale or PLAIN, context.time_zone)

    @property
    def is_right_to_left(self) -> bool:
        """Whether the language is written from right to left."""
        return is_written_right_to_left(self.tag)

    def number(self, value: float, *, digits: int | None = None) -> str:
        """A number; `digits` fixes how many follow the decimal sign, else as many as there are, three at most."""
        if sys.platform != "emscripten":
            return f"{value:,.{digits}f}" if digits is not None else f"{round(value, 3):,}"
        fixed = {} if digits is None else {"minimumFractionDigits": digits, "maximumFractionDigits": digits}
        return self._written("NumberFormat", fixed, value)

    def day(self, when: date, style: Style = "medium") -> str:
        """A day."""
        if sys.platform != "emscripten":
            return when.strftime("%Y-%m-%d")
        # A day has no zone: noon of it in UTC, written in UTC, is that day everywhere.
        noon = js().Date.UTC(when.year, when.month - 1, when.day, 12)
        return self._written("DateTimeFormat", {"dateStyle": style, "timeZone": "UTC"}, noon)

    def moment(self, when: datetime, style: Style = "medium") -> str:
        """A day and a time, in the person's zone if `when` knows its own."""
        if sys.platform != "emscripten":
            return when.strftime("%Y-%m-%d %H:%M")
        zone = {"timeZone": self.time_zone} if self.time_zone and when.tzinfo is not None else {}
        options = {"dateStyle": style, "timeStyle": "short", **zone}
        return self._written("DateTimeFormat", options, when.timestamp() * 1000)

    def _written(self, kind: str, options: dict[str, Any], value: Any) -> str:
        maker, wishes = getattr(js().Intl, kind), js().JSON.parse(json.dumps(options))
        try:
            return maker.new(self.tag, wishes).format(value)
        except Exception:
            # A tag or zone the browser does not know; the host's data must not take the view down.
            wishes = js().JSON.parse(json.dumps({**options, "timeZone": "UTC"} if "timeZone" in options else options))
            return maker.new(PLAIN, wishes).format(value)
