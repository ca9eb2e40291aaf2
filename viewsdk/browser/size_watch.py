"""Watches the page's size in the browser and says so when it is worth saying; what is, `size` decides."""

from collections.abc import Callable
from typing import Any

from viewsdk.browser.javascript import js, proxy_of
from viewsdk.browser.size import Measure, SizeRule, SizeTeller
from viewsdk.protocol.context import HostContext

__all__ = ["SizeWatch"]


class SizeWatch:
    """Observes the root element, the body and the frame; the browser batches what it sees to one call per frame."""

    def __init__(
        self,
        root: Any,
        teller: SizeTeller,
        report: Callable[[int, int], object],
        warn: Callable[[str], object],
    ) -> None:
        self._root = root
        self._document = document = root.ownerDocument
        self._report = report
        self._warn = warn
        self._teller = teller
        self._ear = proxy_of(self._looked)
        self._observer = js().ResizeObserver.new(self._ear)
        self._observer.observe(document.documentElement)
        self._observer.observe(document.body)
        # The frame's own size is heard as well: only so it is known that the content fits what was asked for.
        js().addEventListener("resize", self._ear)

    def follow(self, context: HostContext) -> None:
        """Reports what this context leaves to the view from now on."""
        self._teller.follow(SizeRule.of(context))
        self._look()

    def close(self) -> None:
        """Watches nothing any more."""
        self._observer.disconnect()
        js().removeEventListener("resize", self._ear)
        self._ear.destroy()

    def _looked(self, *_seen: object) -> None:
        self._look()

    def _look(self) -> None:
        # Between the skeleton and the first drawing there is nothing whose size anybody wants to know.
        if not self._root.childElementCount:
            return
        known = self._teller.warning
        size = self._teller.next_report(self._measure())
        if size is not None:
            self._report(*size)
        elif self._teller.warning is not None and known is None:
            self._warn(self._teller.warning)

    def _measure(self) -> Measure:
        world, body = js(), self._document.body
        style = world.getComputedStyle(body)
        margins = _pixels(style.marginTop) + _pixels(style.marginBottom)
        box = self._document.documentElement.getBoundingClientRect()
        # The root's box is the content as long as nobody fixes its height; the body's scroll height then has the rest.
        height = max(box.height, body.scrollHeight + margins)
        return Measure(world.innerWidth, height, world.innerWidth, world.innerHeight)


def _pixels(value: str) -> float:
    return float(value.removesuffix("px")) if value.endswith("px") else 0.0
