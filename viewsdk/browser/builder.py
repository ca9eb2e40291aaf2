"""`h`: the one name an author needs to build elements.

`h.p("Hello ", h.strong(name), class_="lead")`, or `h("my-element", ...)` for a tag Python cannot spell.
"""

from collections.abc import Callable
from typing import Any

from viewsdk.browser.nodes import Child, Element, element

__all__ = ["Builder", "h"]


class Builder:
    """Makes elements; an attribute of it is a function that makes elements of that tag."""

    __slots__ = ("_makers",)

    def __init__(self) -> None:
        self._makers: dict[str, Callable[..., Element]] = {}

    def __call__(self, tag: str, /, *children: Child, **attributes: Any) -> Element:
        """An element with this tag. Raises ValueError for names that are not legal."""
        return element(tag, children, attributes)

    def __getattr__(self, name: str) -> Callable[..., Element]:
        # Python's own protocols (copy, pickle, inspect) probe for dunder names; those are not elements.
        if name.startswith("_"):
            raise AttributeError(name)
        maker = self._makers.get(name)
        if maker is None:
            maker = self._makers[name] = _maker(name.rstrip("_").replace("_", "-"))
        return maker


def _maker(tag: str) -> Callable[..., Element]:
    def make(*children: Child, **attributes: Any) -> Element:
        return element(tag, children, attributes)

    make.__name__ = make.__qualname__ = tag
    return make


h = Builder()
"""Builds elements: `h.div(...)`, `h.button("Go", on_click=go)`, `h("my-tag", ...)`."""
