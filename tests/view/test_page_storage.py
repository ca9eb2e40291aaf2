"""Where a frame keeps texts, seen through what JavaScript offers it."""

from types import SimpleNamespace
from typing import Any

import pytest

from viewsdk.browser import storage as under_test
from viewsdk.browser.storage import page_storage


class LocalStorage:
    """What a frame with an origin has; JavaScript's null is not Python's None."""

    NULL = object()

    def __init__(self, refuses: bool = False) -> None:
        self.texts: dict[str, str] = {}
        self.refuses = refuses

    def getItem(self, key: str) -> Any:
        return self.texts.get(key, self.NULL)

    def setItem(self, key: str, text: str) -> None:
        if self.refuses:
            raise OSError("QuotaExceededError")
        self.texts[key] = text

    def removeItem(self, key: str) -> None:
        self.texts.pop(key, None)


class OpaqueWindow:
    """The window of a frame without an origin: reading the attribute is refused."""

    @property
    def localStorage(self) -> Any:
        raise PermissionError("SecurityError")


def in_page(window: Any) -> Any:
    """The storage a page with that window has."""
    patch = pytest.MonkeyPatch()
    with patch.context() as patched:
        patched.setattr(under_test, "js", lambda: window)
        return page_storage()


def test_a_frame_with_an_origin_keeps_texts() -> None:
    """An absent key is None, and nothing of ours is left by looking. ours"""
    local = LocalStorage()
    storage = in_page(SimpleNamespace(localStorage=local))
    assert {} == local.texts
    storage.set("a", "ä")
    assert ("ä", None) == (storage.get("a"), storage.get("b"))


@pytest.mark.parametrize("window", [OpaqueWindow(), SimpleNamespace(localStorage=LocalStorage(refuses=True))])
def test_a_frame_that_cannot_keep_anything_has_no_storage(window: Any) -> None:
    """Then state goes to the server or nowhere; it is never pretended. ours"""
    assert in_page(window) is None
