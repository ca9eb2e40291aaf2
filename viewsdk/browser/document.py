"""What a page needs of a document: make, change, place and remove nodes, and hear what a person does.

`dom.py` is the browser's, `memory.py` is the one for tests. A handle is whatever the document uses for a node; nobody
else looks inside one.
"""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Any, NewType, Protocol

__all__ = ["STAYS", "Document", "Event", "Handle", "NodeId"]

STAYS = frozenset({"focus", "blur", "mouseenter", "mouseleave", "load", "error", "scroll"})
"""The types of event that reach only their target; all others bubble."""

Handle = Any
"""A node as its document knows it; opaque to everyone else."""

NodeId = NewType("NodeId", int)
"""The number a listening element is marked with, so that an event finds its handlers."""


@dataclass(frozen=True, slots=True)
class Event:
    """What a person did, as plain values: nothing of it is JavaScript, so it may be kept and awaited over."""

    type: str
    value: str = ""
    """The value of the control it happened on, or ""."""
    checked: bool = False
    key: str = ""
    """The key pressed, as `KeyboardEvent.key` names it, or ""."""
    modifiers: frozenset[str] = frozenset()
    """Of "alt", "ctrl", "meta" and "shift", those held down."""
    form: Mapping[str, "str | list[str]"] = field(default_factory=dict[str, "str | list[str]"])
    """On submit: each control's value by name; a name that occurs twice has a list."""
    x: float = 0.0
    """Where the pointer was, in CSS pixels from the left of the view."""
    y: float = 0.0
    prevent_default: Callable[[], None] = field(default=lambda: None, repr=False, compare=False)
    """Stops what the browser would do: in a sync handler, or before the first await of an async one."""


class Document(Protocol):
    """The tree a page draws into."""

    root: Handle

    def make_element(self, tag: str, namespace: str | None) -> Handle:
        """Makes an element, an HTML one where no namespace is named; it is nowhere yet."""
        ...

    def make_text(self, value: str) -> Handle:
        """Makes a piece of text; it is nowhere yet."""
        ...

    def set_text(self, node: Handle, value: str) -> None:
        """Changes the characters of a piece of text."""
        ...

    def set_markup(self, node: Handle, markup: str) -> None:
        """Replaces what is inside by parsed markup; the author vouches for it."""
        ...

    def set_attribute(self, node: Handle, name: str, value: str) -> None:
        """Gives an attribute a value."""
        ...

    def remove_attribute(self, node: Handle, name: str) -> None:
        """Takes an attribute away that the element has."""
        ...

    def get_property(self, node: Handle, name: str) -> Any:
        """What a property of the live element is now, such as what a person has typed."""
        ...

    def set_property(self, node: Handle, name: str, value: Any) -> None:
        """Gives a property of the live element a value."""
        ...

    def append(self, parent: Handle, node: Handle) -> None:
        """Puts a node that was just made behind a parent's other children."""
        ...

    def place(self, parent: Handle, node: Handle, before: Handle | None) -> None:
        """Puts a node before another child, or last; a node that is already somewhere moves with its state."""
        ...

    def remove(self, node: Handle) -> None:
        """Takes a node, and all that is inside, out of the document."""
        ...

    def mark(self, node: Handle, number: NodeId | None) -> None:
        """Marks an element as one that listens, or no longer."""
        ...

    def listen(self, event_type: str) -> None:
        """From now on events of this type on marked elements reach the listener."""
        ...

    def set_listener(self, listener: "Callable[[NodeId, Event], None] | None") -> None:
        """Chooses who is told of events, with the number of the marked element; None ends it."""
        ...

    def keeping_place(self) -> AbstractContextManager[None]:
        """Focus, selection and scroll survive what happens inside, as far as their elements do."""
        ...

    def focus(self, node: Handle) -> None:
        """Puts the focus on an element."""
        ...
