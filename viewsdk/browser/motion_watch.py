"""Watches in the browser whether the person wants less motion. The stylesheet obeys by itself; this is for Python."""

from typing import Any

from viewsdk.browser.javascript import js, proxy_of
from viewsdk.browser.signals import Signal

__all__ = ["MotionWatch"]


class MotionWatch:
    """Keeps a signal in step with the person's setting."""

    def __init__(self, reduces_motion: Signal[bool]) -> None:
        self._signal = reduces_motion
        self._query = js().matchMedia("(prefers-reduced-motion: reduce)")
        self._ear = proxy_of(self._changed)
        self._query.addEventListener("change", self._ear)
        self._signal.value = bool(self._query.matches)

    def close(self) -> None:
        """Watches nothing any more."""
        self._query.removeEventListener("change", self._ear)
        self._ear.destroy()

    def _changed(self, change: Any) -> None:
        self._signal.value = bool(change.matches)
