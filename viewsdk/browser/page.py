"""`Page`: what a view shows, drawn from a function and drawn again when the signals it read have changed.

A page owns the tasks its handlers start. It draws into the document that is current where it is made: the browser's in
a view, a `MemoryDocument` in a test.
"""

import asyncio
import inspect
from collections.abc import AsyncGenerator, Callable, Coroutine
from typing import Any

from viewsdk.browser.document import Event, NodeId
from viewsdk.browser.errors import Where
from viewsdk.browser.nodes import Child, Handler, flatten
from viewsdk.browser.reconcile import Reconciler
from viewsdk.browser.signals import Signal, Watcher
from viewsdk.browser.surface import Surface, current_surface
from viewsdk.browser.tasks import Tasks
from viewsdk.browser.visibility import every

__all__ = ["Page"]


class Page:
    """Shows what a function says, for as long as the view lives.

    ```python
    count = Signal(0)
    page = Page()
    page.show(lambda: h.button(f"{count.value}", on_click=lambda: count.update(lambda n: n + 1)))
    ```

    Raises:
        RuntimeError: there is no document here: outside a browser a test makes one with `MemoryDocument`.
    """

    def __init__(self, surface: Surface | None = None) -> None:
        self._surface = surface = surface or _surface_here()
        self._document = surface.document
        self._errors = surface.errors
        self._reconciler = Reconciler(surface.document, surface.document.root)
        self._watcher = Watcher(self._draw_soon)
        self._view: Callable[[], Child] | None = None
        self._tasks = Tasks(surface.errors)
        self._is_drawing_soon = False
        surface.own(self)
        surface.document.set_listener(self._heard)

    def show(self, view: Callable[[], Child]) -> None:
        """Draws what `view` returns, now and after each change of a signal it reads. Replaces what was shown."""
        self._view = view
        self._draw()

    def start(self, work: Coroutine[Any, Any, Any], *, where: str = Where.TASK) -> asyncio.Task[Any]:
        """Runs `work` beside everything else; its error reaches the error card, and it ends with the page."""
        return self._tasks.start(work, where)

    @property
    def is_seen(self) -> Signal[bool]:
        """Whether anybody can see the view: false while its tab is hidden or it is scrolled out of sight."""
        return self._surface.is_seen

    @property
    def reduces_motion(self) -> Signal[bool]:
        """Whether the person wants less motion; the stylesheet's own animations heed it already."""
        return self._surface.reduces_motion

    def every(self, seconds: float) -> AsyncGenerator[None]:
        """A beat to poll by: at once, then `seconds` after the last one's work; it rests while the view is unseen."""
        return every(seconds, self._surface.is_seen)

    def close(self) -> None:
        """Shows nothing any more and cancels what was started."""
        self._document.set_listener(None)
        self._watcher.stop()
        self._view = None
        self._tasks.cancel()
        self._reconciler.clear()

    def _draw(self) -> None:
        self._is_drawing_soon = False
        view = self._view
        if view is None:
            return
        # What cannot be drawn leaves the last drawing in place, with the error card above it.
        try:
            self._reconciler.draw(flatten([self._watcher.run(view)]))
        except Exception as error:
            self._errors.report(error, Where.DRAW)

    def _draw_soon(self) -> None:
        """One drawing for all changes made in one turn of the loop."""
        if not self._is_drawing_soon:
            self._is_drawing_soon = True
            asyncio.get_running_loop().call_soon(self._draw_if_due)

    def _draw_if_due(self) -> None:
        if self._is_drawing_soon:
            self._draw()

    def _heard(self, number: NodeId, event: Event) -> None:
        handler = self._reconciler.handler(number, event.type)
        if handler is None:
            return
        try:
            result = handler(event) if _takes_an_event(handler) else handler()
        except Exception as error:
            self._errors.report(error, Where.HANDLER)
        else:
            if inspect.iscoroutine(result):
                self.start(result, where=Where.HANDLER)
        # The person sees the effect of a sync handler in the same turn, without one more hop through the loop.
        self._draw_if_due()


def _surface_here() -> Surface:
    try:
        return current_surface.get()
    except LookupError:
        raise RuntimeError(
            "there is no document to draw into: in a browser the view is started by viewsdk; "
            "in a test, make it inside `with MemoryDocument():` (viewsdk.browser.testing)"
        ) from None


def _takes_an_event(handler: Handler) -> bool:
    try:
        parameters = inspect.signature(handler).parameters.values()
    except (TypeError, ValueError):
        return False  # a built-in that cannot say; those worth calling on an event take nothing
    required = [
        parameter
        for parameter in parameters
        if parameter.default is parameter.empty
        and parameter.kind in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD)
    ]
    return bool(required)
