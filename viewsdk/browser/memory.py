"""A document without a browser: the same page draws into it on CPython, and a test reads it.

It keeps what a browser keeps as far as a view can tell: attributes, properties, order, focus, and how events bubble.
It lays nothing out. What a person does to it is `screen`'s.
"""

import asyncio
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from contextvars import Token
from dataclasses import replace
from typing import Any, Self

from viewsdk.browser.document import STAYS, Event, NodeId
from viewsdk.browser.errors import ErrorSink
from viewsdk.browser.surface import Surface, current_surface

__all__ = ["CONTROLS", "MemoryDocument", "MemoryElement", "MemoryNode", "MemoryText", "text_without"]

CONTROLS = frozenset({"input", "select", "textarea"})

INLINE = frozenset({"a", "abbr", "b", "code", "em", "i", "small", "span", "strong", "sub", "sup", "time", "u", "tspan"})


class MemoryText:
    """Characters in the document."""

    def __init__(self, value: str) -> None:
        self.value = value
        self.parent: MemoryElement | None = None

    @property
    def text(self) -> str:
        """The characters."""
        return self.value


class MemoryElement:
    """An element in the document."""

    def __init__(self, tag: str, namespace: str | None = None) -> None:
        self.tag = tag
        self.namespace = namespace
        self.attributes: dict[str, str] = {}
        self.properties: dict[str, Any] = {}
        self.children: list[MemoryNode] = []
        self.parent: MemoryElement | None = None
        self.markup: str | None = None
        self.number: NodeId | None = None

    @property
    def text(self) -> str:
        """All characters inside, with white space as a reader sees it."""
        return text_without(self, frozenset())

    def elements(self) -> "Iterator[MemoryElement]":
        """This element and all below it, in document order."""
        yield self
        for child in self.children:
            if isinstance(child, MemoryElement):
                yield from child.elements()

    def closest(self, tag: str) -> "MemoryElement | None":
        """The nearest element of that tag around this one, itself included."""
        here: MemoryElement | None = self
        while here is not None and here.tag != tag:
            here = here.parent
        return here


MemoryNode = MemoryElement | MemoryText


class MemoryDocument:
    """A document for tests; entered, it is where pages made inside the `with` draw.

    Errors of what is drawn are collected in `errors`.
    """

    def __init__(self) -> None:
        self.root = MemoryElement("main")
        # An error ends a test's wait, so it counts as a change.
        self.errors = ErrorSink(card=lambda _: self._changed())
        self.focused: MemoryElement | None = None
        self.changes = 0
        """How often anything in it was changed; what has not moved was not touched."""
        self.listened: set[str] = set()
        self._listener: Callable[[NodeId, Event], None] | None = None
        self._surface = Surface(self, self.errors)
        self.is_seen = self._surface.is_seen
        """Set its value to hide the view from the person, or to show it again."""
        self._token: Token[Surface] | None = None
        self._waiting: set[asyncio.Future[None]] = set()

    def __enter__(self) -> Self:
        self._token = current_surface.set(self._surface)
        return self

    def __exit__(self, *error: object) -> None:
        self._surface.close()
        if self._token is not None:
            current_surface.reset(self._token)

    # What a page does to it

    def make_element(self, tag: str, namespace: str | None) -> MemoryElement:
        """Makes an element, an HTML one where no namespace is named; it is nowhere yet."""
        return MemoryElement(tag, namespace)

    def make_text(self, value: str) -> MemoryText:
        """Makes a piece of text; it is nowhere yet."""
        return MemoryText(value)

    def set_text(self, node: MemoryText, value: str) -> None:
        """Changes the characters of a piece of text."""
        node.value = value
        self._changed()

    def set_markup(self, node: MemoryElement, markup: str) -> None:
        """Keeps markup as the text it is; it is not parsed here."""
        node.markup = markup
        self._changed()

    def set_attribute(self, node: MemoryElement, name: str, value: str) -> None:
        """Gives an attribute a value."""
        node.attributes[name] = value
        self._changed()

    def remove_attribute(self, node: MemoryElement, name: str) -> None:
        """Takes an attribute away that the element has."""
        del node.attributes[name]
        self._changed()

    def get_property(self, node: MemoryElement, name: str) -> Any:
        """What was set last, or else the attribute of that name; "" for neither."""
        return node.properties.get(name, node.attributes.get(name, ""))

    def set_property(self, node: MemoryElement, name: str, value: Any) -> None:
        """Gives a property of the live element a value."""
        node.properties[name] = value
        self._changed()

    def append(self, parent: MemoryElement, node: MemoryNode) -> None:
        """Puts a node that was just made behind a parent's other children."""
        self.place(parent, node, None)

    def place(self, parent: MemoryElement, node: MemoryNode, before: MemoryNode | None) -> None:
        """Puts a node before another child, or last; a node that is already somewhere moves."""
        if node.parent is not None:
            node.parent.children.remove(node)
        index = len(parent.children) if before is None else parent.children.index(before)
        parent.children.insert(index, node)
        node.parent = parent
        self._changed()

    def remove(self, node: MemoryNode) -> None:
        """Takes a node, and all that is inside, out of the document."""
        if node.parent is not None:
            node.parent.children.remove(node)
            node.parent = None
        if isinstance(node, MemoryElement) and self.focused in list(node.elements()):
            self.focused = None
        self._changed()

    def mark(self, node: MemoryElement, number: NodeId | None) -> None:
        """Gives an element the number that its events come with, or takes it away."""
        node.number = number

    def listen(self, event_type: str) -> None:
        """From now on events of this type on marked elements reach the listener."""
        self.listened.add(event_type)

    def set_listener(self, listener: Callable[[NodeId, Event], None] | None) -> None:
        """Chooses who is told of events, with the number of the marked element; None ends it."""
        self._listener = listener

    @contextmanager
    def keeping_place(self) -> Generator[None]:
        """Does nothing: here focus stays with its element by itself."""
        yield

    def focus(self, node: MemoryElement) -> None:
        """Remembers which element has the focus."""
        self.focused = node

    # What a person does to it

    def fire(self, node: MemoryElement, event: Event) -> bool:
        """Lets an event happen at an element; False if a handler prevented what the browser would do."""
        prevented = False

        def prevent() -> None:
            nonlocal prevented
            prevented = True

        event = replace(event, prevent_default=prevent)
        here: MemoryElement | None = node
        while here is not None:
            if here.number is not None and self._listener is not None and event.type in self.listened:
                self._listener(here.number, event)
            here = None if event.type in STAYS else here.parent
        return not prevented

    # What a test waits for

    async def changed(self) -> None:
        """Returns after the next change of the document."""
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.add(future)
        try:
            await future
        finally:
            self._waiting.discard(future)

    def _changed(self) -> None:
        self.changes += 1
        for future in self._waiting:
            if not future.done():
                future.set_result(None)


def text_without(element: MemoryElement, tags: frozenset[str]) -> str:
    """The characters inside as a reader sees them, leaving out elements of those tags."""
    return " ".join("".join(_pieces(element, tags)).split())


def _pieces(element: MemoryElement, without: frozenset[str]) -> Iterator[str]:
    if element.markup is not None:
        yield element.markup
    for child in element.children:
        if isinstance(child, MemoryText):
            yield child.value
        elif child.tag not in without:
            # Blocks stand apart; inside a line, words written together stay together.
            space = "" if child.tag in INLINE else " "
            yield space
            yield from _pieces(child, without)
            yield space
