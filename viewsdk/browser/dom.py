"""The browser's document, as a page needs it.

One listener on the page's root hears each type of event and finds the marked elements on the event's path, so a page of
a thousand buttons keeps one proxy alive. Nodes stay JavaScript's; nothing of them leaves this module.
"""

import json
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Any

from viewsdk.browser.document import STAYS, Event, NodeId
from viewsdk.browser.forms import collect_form
from viewsdk.browser.javascript import js, proxy_of

__all__ = ["DomDocument"]

MARK = "data-listens"

# A frame without `allow-forms` may never fire `submit`; what leads to it is heard instead.
LEADS_TO_SUBMIT = ("click", "keydown")

MODIFIERS = ("alt", "ctrl", "meta", "shift")


class DomDocument:
    """The live document; `root` is the element the page draws into."""

    def __init__(self, root: Any) -> None:
        self.root = root
        self._document = root.ownerDocument
        self._skeleton = root.querySelector("#viewsdk-boot")
        # Looked up once: each look-up of a JavaScript attribute costs more than the call itself.
        self._make_element = self._document.createElement
        self._make_text = self._document.createTextNode
        self._heard: set[str] = set()
        self._wanted: set[str] = set()
        self._listener: Callable[[NodeId, Event], None] | None = None
        self._open_link: Callable[[str], object] | None = None
        self._ear = proxy_of(self._hear)

    def make_element(self, tag: str, namespace: str | None) -> Any:
        """Makes an element, an HTML one where no namespace is named; it is nowhere yet."""
        if namespace is None:
            return self._make_element(tag)
        return self._document.createElementNS(namespace, tag)

    def make_text(self, value: str) -> Any:
        """Makes a piece of text; it is nowhere yet."""
        return self._make_text(value)

    def set_text(self, node: Any, value: str) -> None:
        """Changes the characters of a piece of text."""
        node.data = value

    def set_markup(self, node: Any, markup: str) -> None:
        """Replaces what is inside by markup that the browser parses."""
        node.innerHTML = markup

    def set_attribute(self, node: Any, name: str, value: str) -> None:
        """Gives an attribute a value."""
        node.setAttribute(name, value)

    def remove_attribute(self, node: Any, name: str) -> None:
        """Takes an attribute away that the element has."""
        node.removeAttribute(name)

    def get_property(self, node: Any, name: str) -> Any:
        """What a property of the live element is now, such as what a person has typed."""
        return getattr(node, name)

    def set_property(self, node: Any, name: str, value: Any) -> None:
        """Gives a property of the live element a value."""
        setattr(node, name, value)

    def append(self, parent: Any, node: Any) -> None:
        """Puts a node behind a parent's other children; the first one takes the place of the boot page."""
        if self._skeleton:
            self._skeleton.remove()
            self._skeleton = None
        parent.appendChild(node)

    def place(self, parent: Any, node: Any, before: Any) -> None:
        """Puts a node before another child, or last; a node that moves keeps its state where the browser can."""
        # Where there is moveBefore, an element that moves keeps its focus, scroll and animations.
        if node.isConnected and parent.isConnected and hasattr(parent, "moveBefore"):
            parent.moveBefore(node, before)
        elif before is None:
            parent.appendChild(node)
        else:
            parent.insertBefore(node, before)

    def remove(self, node: Any) -> None:
        """Takes a node, and all that is inside, out of the document."""
        node.remove()

    def mark(self, node: Any, number: NodeId | None) -> None:
        """Writes the number that events find the element by into an attribute, or takes it away."""
        if number is None:
            node.removeAttribute(MARK)
        else:
            node.setAttribute(MARK, str(number))

    def listen(self, event_type: str) -> None:
        """Hears events of this type on the root from now on; `submit` is heard by what leads to it."""
        if event_type in self._wanted:
            return
        self._wanted.add(event_type)
        for needed in LEADS_TO_SUBMIT if event_type == "submit" else (event_type,):
            self._hear_from_now(needed)

    def set_listener(self, listener: Callable[[NodeId, Event], None] | None) -> None:
        """Chooses who is told of events, with the number of the marked element; None ends it."""
        self._listener = listener

    def route_links(self, open_link: Callable[[str], object]) -> None:
        """From now on a click on a link calls `open_link` with its address; a frame may not navigate by itself."""
        self._open_link = open_link
        self._hear_from_now("click")

    def focus(self, node: Any) -> None:
        """Puts the focus on an element."""
        node.focus()

    def close(self) -> None:
        """Hears nothing any more and gives the proxy back."""
        for event_type in self._heard:
            self.root.removeEventListener(event_type, self._ear, True)
        self._heard.clear()
        self._ear.destroy()

    @contextmanager
    def keeping_place(self) -> Generator[None]:
        """Gives focus and selection back afterwards if their element is still there."""
        active = self._document.activeElement
        if not active or not self.root.contains(active):
            yield
            return
        selection = _selection_of(active)
        yield
        if active.isConnected and not active.isSameNode(self._document.activeElement):
            active.focus(preventScroll=True)
            if selection is not None:
                active.setSelectionRange(*selection)

    def _hear_from_now(self, event_type: str) -> None:
        if event_type not in self._heard:
            self._heard.add(event_type)
            self.root.addEventListener(event_type, self._ear, True)

    def _hear(self, happened: Any) -> None:
        self._tell(happened, happened.target, happened.type)
        if happened.type in LEADS_TO_SUBMIT and "submit" in self._wanted and not happened.defaultPrevented:
            self._submit_if_asked(happened)
        if happened.type == "click" and self._open_link is not None and not happened.defaultPrevented:
            self._follow_link(happened)

    def _tell(self, happened: Any, target: Any, event_type: str, form: Any = None) -> None:
        if event_type not in self._wanted:
            return
        element = target.closest(f"[{MARK}]")
        event = _snapshot(happened, target, event_type, form) if element else None
        while element and event is not None:
            if self._listener is not None:
                self._listener(NodeId(int(element.getAttribute(MARK))), event)
            # Everything is heard on the way down, so bubbling is ours to do.
            parent = element.parentElement
            element = parent.closest(f"[{MARK}]") if parent and event_type not in STAYS else None

    def _submit_if_asked(self, happened: Any) -> None:
        form = _clicked_form(happened) if happened.type == "click" else _entered_form(happened)
        if not form:
            return
        happened.preventDefault()
        if form.noValidate or form.reportValidity():
            self._tell(happened, form, "submit", form)

    def _follow_link(self, happened: Any) -> None:
        link = happened.target.closest("a[href]")
        address = link.getAttribute("href") if link else "#"
        if address.startswith("#"):
            return  # within the page
        happened.preventDefault()
        if self._open_link is not None:
            self._open_link(address)


def _clicked_form(happened: Any) -> Any:
    """The form whose submit button was clicked, which is what Enter in a field does as well."""
    button = happened.target.closest("button, input")
    return button.form if button and button.type in {"submit", "image"} else None


def _entered_form(happened: Any) -> Any:
    """The form in which Enter was pressed in a field, if it has no button that would be clicked by that."""
    field = happened.target
    if happened.key != "Enter" or happened.isComposing or field.tagName != "INPUT" or not field.form:
        return None
    has_button = field.form.querySelector("button:not([type]), [type=submit], [type=image]")
    return None if has_button else field.form


def _snapshot(happened: Any, target: Any, event_type: str, form: Any) -> Event:
    value = getattr(target, "value", "")
    return Event(
        event_type,
        value=value if isinstance(value, str) else "",
        checked=getattr(target, "checked", False) is True,
        key=getattr(happened, "key", ""),
        modifiers=frozenset(name for name in MODIFIERS if getattr(happened, f"{name}Key", False)),
        form=collect_form(_form_entries(form)) if form else {},
        x=float(getattr(happened, "clientX", 0)),
        y=float(getattr(happened, "clientY", 0)),
        # After the handlers have returned this does nothing, which is what the browser makes of it as well.
        prevent_default=lambda: happened.preventDefault(),
    )


def _form_entries(form: Any) -> list[list[Any]]:
    world = js()
    return json.loads(world.JSON.stringify(world.Array.from_(world.FormData.new(form).entries())))


def _selection_of(element: Any) -> tuple[int, int] | None:
    # Only text-like inputs have one; the others say null, or raise when asked.
    try:
        start, end = getattr(element, "selectionStart", None), getattr(element, "selectionEnd", None)
    except Exception:
        return None
    return (start, end) if isinstance(start, int) and isinstance(end, int) else None
