"""`Surface`: where a page draws: a document, the sink for errors, and whichever page is shown.

The browser's is made by the start of a view, a test's by `MemoryDocument`.
"""

from contextvars import ContextVar
from typing import Protocol

from viewsdk.browser.document import Document
from viewsdk.browser.errors import ErrorSink
from viewsdk.browser.signals import Signal

__all__ = ["Surface", "current_surface"]


class _Closable(Protocol):
    def close(self) -> None: ...


class Surface:
    """A document to draw into, and the sink for the errors of what is drawn."""

    def __init__(self, document: Document, errors: ErrorSink) -> None:
        self.document = document
        self.errors = errors
        self.is_seen: Signal[bool] = Signal(True)
        """Whether anybody can see the view; its document keeps it up to date."""
        self.reduces_motion: Signal[bool] = Signal(False)
        """Whether the person wants less motion; likewise kept up to date."""
        self._shown: _Closable | None = None

    def own(self, page: _Closable) -> None:
        """Makes `page` the one that is shown; the one before is closed."""
        self.close()
        self._shown = page

    def close(self) -> None:
        """Closes what is shown: on teardown, and at the end of a test."""
        shown, self._shown = self._shown, None
        if shown is not None:
            shown.close()


current_surface: ContextVar[Surface] = ContextVar("current_surface")
"""Where pages made in this context draw."""
