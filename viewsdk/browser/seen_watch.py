"""Watches in the browser whether the view can be seen: its tab, and its place in the scrolled host page."""

from typing import Any

from viewsdk.browser.javascript import js, proxy_of
from viewsdk.browser.signals import Signal

__all__ = ["SeenWatch"]


class SeenWatch:
    """Keeps a signal true while the page is in a visible tab and on screen, as far as the browser tells."""

    def __init__(self, root: Any, is_seen: Signal[bool]) -> None:
        self._document = root.ownerDocument
        self._is_seen = is_seen
        self._is_on_screen = True
        self._turn = proxy_of(self._turned)
        self._cross = proxy_of(self._crossed)
        self._document.addEventListener("visibilitychange", self._turn)
        # The body is observed against the top window, so this knows of the host's scrolling without being told.
        self._observer = js().IntersectionObserver.new(self._cross)
        self._observer.observe(self._document.body)

    def close(self) -> None:
        """Watches nothing any more."""
        self._observer.disconnect()
        self._document.removeEventListener("visibilitychange", self._turn)
        self._turn.destroy()
        self._cross.destroy()

    def _turned(self, _event: Any) -> None:
        self._update()

    def _crossed(self, entries: Any, _observer: Any) -> None:
        self._is_on_screen = bool(entries[len(entries) - 1].isIntersecting)
        self._update()

    def _update(self) -> None:
        self._is_seen.value = self._is_on_screen and self._document.visibilityState == "visible"
