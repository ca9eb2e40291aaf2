"""What a view shows, as values: elements, text, and markup the author vouches for.

A node never touches a document. Text is text: it is never parsed as HTML. The one way to have markup parsed is the
attribute `unsafe_html`, which says so. Importable everywhere; imports no `js`.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias, cast

__all__ = ["Child", "Element", "Handler", "Node", "Text", "element", "flatten"]

Handler: TypeAlias = Callable[..., Any]
"""Called on an event, with the `Event` or with nothing; sync or async."""

Child: TypeAlias = "Node | str | int | float | Iterable[Child] | None"
"""None, True and False show nothing; numbers and strings are text; iterables are flattened."""

TAG = re.compile(r"[a-zA-Z][a-zA-Z0-9-]*\Z")
ATTRIBUTE = re.compile(r"[a-zA-Z_:][-a-zA-Z0-9_:.]*\Z")

PROPERTIES = frozenset({"value", "checked", "selected", "indeterminate", "muted"})
"""Set as DOM properties: the attribute of the same name is only the initial value."""

ADDRESSES = frozenset({"href", "src", "action", "formaction", "xlink:href", "data", "poster"})
"""Attributes that hold an address, in which a script scheme would run."""

# Control characters and spaces are ignored by browsers inside a scheme, so they are before the check as well.
SCRIPT_SCHEME = re.compile(r"(javascript|vbscript):", re.IGNORECASE)
IGNORED_IN_SCHEME = re.compile(r"[\x00-\x20]+")


@dataclass(frozen=True, slots=True)
class Text:
    """Characters, shown as they are."""

    value: str


@dataclass(frozen=True, slots=True)
class Element:
    """One HTML or SVG element with its attributes, handlers and children.

    `key` names it among its siblings, so that a list can be reordered without rebuilding what it holds.
    """

    tag: str
    attributes: Mapping[str, str] = field(default_factory=dict[str, str])
    properties: Mapping[str, Any] = field(default_factory=dict[str, Any])
    handlers: Mapping[str, Handler] = field(default_factory=dict[str, Handler])
    children: "tuple[Node, ...]" = ()
    key: str | int | None = None
    unsafe_html: str | None = None
    takes_focus: bool = False
    """Written `autofocus=True`; not the attribute of that name, which browsers refuse in a frame of another origin."""


Node: TypeAlias = Element | Text


def element(tag: str, children: Iterable[Child], attributes: Mapping[str, Any]) -> Element:
    """An element from Python names: `class_`, `aria_label`, `on_click`, `style` as text or mapping, `key`.

    Raises:
        ValueError: the tag or an attribute has no legal name, a handler is not callable, or `unsafe_html` has siblings.
    """
    if not TAG.match(tag):
        raise ValueError(f"{tag!r} is not the name of an element")
    parts = _Parts(tag)
    for name, value in attributes.items():
        parts.add(name, value)
    nodes = flatten(children)
    if parts.unsafe_html is not None and nodes:
        raise ValueError(f"<{tag}> has unsafe_html and children; it can show one of them")
    return Element(
        tag,
        parts.attributes,
        parts.properties,
        parts.handlers,
        nodes,
        key=parts.key,
        unsafe_html=parts.unsafe_html,
        takes_focus=parts.takes_focus,
    )


def flatten(children: Iterable[Child]) -> tuple[Node, ...]:
    """The nodes among `children`, in order, with nothing for None, True and False."""
    nodes: list[Node] = []
    for child in children:
        if isinstance(child, (Element, Text)):
            nodes.append(child)
        elif child is None or isinstance(child, bool):
            continue
        elif isinstance(child, (str, int, float)):
            nodes.append(Text(str(child)))
        else:
            nodes.extend(flatten(_iterable(child)))
    return tuple(nodes)


def _iterable(child: Any) -> Iterable[Child]:
    if isinstance(child, (bytes, bytearray, Mapping)) or not isinstance(child, Iterable):
        kind = type(cast("object", child)).__name__
        raise TypeError(f"cannot show a {kind}; make it text or an element first")
    return child  # pyright: ignore[reportUnknownVariableType]  # checked one by one by flatten


class _Parts:
    """The keyword arguments of one element, sorted by what they are."""

    def __init__(self, tag: str) -> None:
        self.tag = tag
        self.attributes: dict[str, str] = {}
        self.properties: dict[str, Any] = {}
        self.handlers: dict[str, Handler] = {}
        self.key: str | int | None = None
        self.unsafe_html: str | None = None
        self.takes_focus = False

    def add(self, name: str, value: Any) -> None:
        if name == "key":
            self.key = value
        elif name == "unsafe_html":
            self.unsafe_html = value
        elif name == "autofocus":
            self.takes_focus = bool(value)
        elif name.startswith("on_"):
            self._add_handler(name, value)
        elif name in PROPERTIES:
            self.properties[name] = value
        else:
            self._add_attribute(_attribute_name(name), value)

    def _add_handler(self, name: str, value: Any) -> None:
        if value is None:
            return
        if not callable(value):
            raise ValueError(f"{name} of <{self.tag}> is {type(value).__name__}, not a function to call")
        self.handlers[name.removeprefix("on_").replace("_", "")] = value

    def _add_attribute(self, name: str, value: Any) -> None:
        if not ATTRIBUTE.match(name):
            raise ValueError(f"{name!r} is not the name of an attribute of <{self.tag}>")
        if name.lower().startswith("on"):
            raise ValueError(f"{name!r} of <{self.tag}> would be code in text; use on_{name[2:].lower()}=function")
        text = _attribute_text(name, value)
        if text is None:
            return
        if name.lower() in ADDRESSES and SCRIPT_SCHEME.match(IGNORED_IN_SCHEME.sub("", text)):
            # Shown, not raised: the address is often data, and bad data must not take the whole view down.
            name, text = f"data-refused-{name.replace(':', '-')}", text
        self.attributes[name] = text


def _attribute_name(name: str) -> str:
    """`class_` is `class`, `aria_label` is `aria-label`; a name written with capitals or a hyphen stays as it is."""
    return name.rstrip("_").replace("_", "-")


def _attribute_text(name: str, value: Any) -> str | None:
    if value is None:
        return None
    if isinstance(value, bool):
        return _boolean_text(name, value)
    if isinstance(value, (str, int, float)):
        return str(value)
    if isinstance(value, Mapping):
        pairs = [f"{_attribute_name(str(key))}: {part}" for key, part in value.items() if part is not None]  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
        return "; ".join(pairs)
    if isinstance(value, Iterable):
        return " ".join(str(part) for part in value if part)  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
    raise ValueError(f"{name} cannot be a {type(value).__name__}")


def _boolean_text(name: str, value: bool) -> str | None:
    # ARIA states are words, and so are these three; every other boolean attribute is there or not.
    if name.startswith("aria-") or name in {"draggable", "contenteditable", "spellcheck"}:
        return "true" if value else "false"
    return "" if value else None
