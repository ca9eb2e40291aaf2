"""`PageStorage`: the frame's `localStorage`, where it has one; a frame of an opaque origin has none.

What is kept in it is decided in viewsdk.state.
"""

from typing import Any

from viewsdk.browser.javascript import js

__all__ = ["PageStorage", "page_storage"]

PROBE = "viewsdk:probe"


class PageStorage:
    """Texts by key that outlive the frame, as long as the host keeps the frame's origin."""

    def __init__(self, storage: Any) -> None:
        self._storage = storage

    def get(self, key: str) -> str | None:
        """The text under a key, or None."""
        found = self._storage.getItem(key)
        return found if isinstance(found, str) else None  # JavaScript's null is no None

    def set(self, key: str, text: str) -> None:
        """Keep a text under a key."""
        self._storage.setItem(key, text)

    def remove(self, key: str) -> None:
        """Forget what is under a key."""
        self._storage.removeItem(key)


def page_storage() -> PageStorage | None:
    """The frame's storage if it can really be written, else None: some browsers refuse the object, some the write."""
    try:
        storage = PageStorage(js().localStorage)
        storage.set(PROBE, "1")
        storage.remove(PROBE)
    except Exception:  # a SecurityError or QuotaExceededError, which only JavaScript has names for
        return None
    return storage
