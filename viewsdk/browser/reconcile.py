"""Making a document show new nodes where it showed old ones, touching only what differs.

An element that stays keeps its identity, hence its focus, selection, scroll and running transitions. Children are
matched by key, the others by order and kind; of those that change order as few as possible are moved.
"""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from viewsdk.browser.document import Document, Handle, NodeId
from viewsdk.browser.nodes import Element, Handler, Node, Text

__all__ = ["Reconciler"]

SVG = "http://www.w3.org/2000/svg"

# With one of these a value that differs from the node's is the author's word against the person's, and is written.
FOLLOWS_INPUT = frozenset({"input", "change"})


@dataclass(slots=True)
class _Shown:
    """A node that is in the document."""

    node: Node
    handle: Handle
    number: NodeId | None = None
    namespace: str | None = None
    children: "list[_Shown]" = field(default_factory=list["_Shown"])


class Reconciler:
    """Draws nodes into one place of a document and remembers what it drew."""

    def __init__(self, document: Document, parent: Handle) -> None:
        self._document = document
        self._parent = parent
        self._shown: list[_Shown] = []
        self._numbers = count(1)
        self._handlers: dict[NodeId, Mapping[str, Handler]] = {}
        self._autofocus: Handle | None = None

    def draw(self, nodes: Sequence[Node]) -> None:
        """Shows exactly these nodes."""
        first = not self._shown
        self._autofocus = None
        with self._document.keeping_place():
            self._shown = self._children(self._parent, self._shown, nodes, None)
        # The first drawing comes unasked, and must not take the focus from the host's own input.
        if self._autofocus is not None and not first:
            self._document.focus(self._autofocus)

    def clear(self) -> None:
        """Shows nothing, and forgets every handler."""
        for shown in self._shown:
            self._take_out(shown)
        self._shown = []

    def handler(self, number: NodeId, event_type: str) -> Handler | None:
        """What the element marked with `number` wants done on such an event."""
        return self._handlers.get(number, {}).get(event_type)

    def _children(
        self, parent: Handle, old: list[_Shown], nodes: Sequence[Node], namespace: str | None
    ) -> list[_Shown]:
        if not old:
            return self._fresh(parent, nodes, namespace)
        # Most drawings change what nodes say and not which there are; this way they cost no bookkeeping.
        if len(old) == len(nodes) and all(_continues(shown.node, node) for shown, node in zip(old, nodes, strict=True)):
            return [self._change(shown, node) for shown, node in zip(old, nodes, strict=True)]
        return self._rearranged(parent, old, nodes, namespace)

    def _fresh(self, parent: Handle, nodes: Sequence[Node], namespace: str | None) -> list[_Shown]:
        _check_keys(nodes)
        result = [self._make(node, namespace) for node in nodes]
        for shown in result:
            self._document.append(parent, shown.handle)
        return result

    def _rearranged(
        self, parent: Handle, old: list[_Shown], nodes: Sequence[Node], namespace: str | None
    ) -> list[_Shown]:
        matches = _match([shown.node for shown in old], nodes)
        kept = {index for index in matches if index is not None}
        for index, shown in enumerate(old):
            if index not in kept:
                self._take_out(shown)
        still = _longest_rise([index for index in matches if index is not None])
        result: list[_Shown] = [
            self._make(node, namespace) if index is None else self._change(old[index], node)
            for node, index in zip(nodes, matches, strict=True)
        ]
        before: Handle | None = None
        for shown, index in zip(reversed(result), reversed(matches), strict=True):
            if index is None or index not in still:
                self._document.place(parent, shown.handle, before)
            before = shown.handle
        return result

    def _make(self, node: Node, namespace: str | None) -> _Shown:
        if isinstance(node, Text):
            return _Shown(node, self._document.make_text(node.value))
        namespace = SVG if node.tag == "svg" else namespace
        shown = _Shown(node, self._document.make_element(node.tag, namespace), namespace=namespace)
        for name, value in node.attributes.items():
            self._document.set_attribute(shown.handle, name, value)
        self._fill(shown, node, [])
        # Properties come last: a select's value means something only once its options are there.
        for name, value in node.properties.items():
            if value is not None:
                self._document.set_property(shown.handle, name, value)
        self._listen(shown, node.handlers)
        if node.takes_focus:
            self._autofocus = shown.handle
        return shown

    def _fill(self, shown: _Shown, node: Element, old: list[_Shown]) -> None:
        if node.unsafe_html is not None:
            self._document.set_markup(shown.handle, node.unsafe_html)
            return
        inside = None if node.tag == "foreignObject" else shown.namespace
        shown.children = self._children(shown.handle, old, node.children, inside)

    def _change(self, shown: _Shown, node: Node) -> _Shown:
        old, shown.node = shown.node, node
        if old is node:
            return shown
        if isinstance(node, Text):
            if node != old:
                self._document.set_text(shown.handle, node.value)
            return shown
        assert isinstance(old, Element)  # _match pairs only nodes of one kind
        self._change_attributes(shown.handle, old.attributes, node.attributes)
        if node.unsafe_html is None or node.unsafe_html != old.unsafe_html:
            self._fill(shown, node, shown.children)
        self._change_properties(shown.handle, old.properties, node)
        self._listen(shown, node.handlers)
        return shown

    def _change_attributes(self, handle: Handle, old: Mapping[str, str], new: Mapping[str, str]) -> None:
        if old == new:
            return
        for name in old.keys() - new.keys():
            self._document.remove_attribute(handle, name)
        for name, value in new.items():
            if old.get(name) != value:
                self._document.set_attribute(handle, name, value)

    def _change_properties(self, handle: Handle, old: Mapping[str, Any], node: Element) -> None:
        follows = not FOLLOWS_INPUT.isdisjoint(node.handlers)
        for name, value in node.properties.items():
            if value is None or (not follows and old.get(name) == value):
                continue
            # Writing an equal value would move the caret.
            if self._document.get_property(handle, name) != value:
                self._document.set_property(handle, name, value)

    def _listen(self, shown: _Shown, handlers: Mapping[str, Handler]) -> None:
        if not handlers:
            if shown.number is not None:
                self._forget(shown)
            return
        if shown.number is None:
            shown.number = NodeId(next(self._numbers))
            self._document.mark(shown.handle, shown.number)
        for event_type in handlers:
            self._document.listen(event_type)
        self._handlers[shown.number] = handlers

    def _forget(self, shown: _Shown) -> None:
        assert shown.number is not None
        self._handlers.pop(shown.number, None)
        self._document.mark(shown.handle, None)
        shown.number = None

    def _take_out(self, shown: _Shown) -> None:
        self._drop_handlers(shown)
        self._document.remove(shown.handle)

    def _drop_handlers(self, shown: _Shown) -> None:
        if shown.number is not None:
            self._handlers.pop(shown.number, None)
        for child in shown.children:
            self._drop_handlers(child)


def _kind(node: Node) -> tuple[Any, ...]:
    """Two nodes of one kind can be turned into each other."""
    if isinstance(node, Text):
        return ("text",)
    # Markup and children never turn into each other: neither side knows what the other left in the element.
    return (node.tag, node.key, node.unsafe_html is None)


def _continues(old: Node, new: Node) -> bool:
    """Whether one node can be turned into the other: `_kind` of both, without making it."""
    if isinstance(old, Text) or isinstance(new, Text):
        return type(old) is type(new)
    return old.tag == new.tag and old.key == new.key and (old.unsafe_html is None) == (new.unsafe_html is None)


def _match(old: Sequence[Node], new: Sequence[Node]) -> list[int | None]:
    """For each new node the index of the old one it continues; None for a node that must be made.

    Raises:
        ValueError: two siblings have the same key.
    """
    waiting: dict[tuple[Any, ...], list[int]] = {}
    for index, node in enumerate(old):
        waiting.setdefault(_kind(node), []).append(index)
    _check_keys(new)
    matches: list[int | None] = []
    for node in new:
        candidates = waiting.get(_kind(node))
        matches.append(candidates.pop(0) if candidates else None)
    return matches


def _check_keys(nodes: Sequence[Node]) -> None:
    seen: set[tuple[str, str | int]] = set()
    for node in nodes:
        if isinstance(node, Element) and node.key is not None:
            if (node.tag, node.key) in seen:
                raise ValueError(f"two <{node.tag}> side by side have the key {node.key!r}; a key names one of them")
            seen.add((node.tag, node.key))


def _longest_rise(indices: Sequence[int]) -> set[int]:
    """The largest set of old indices that are already in the right order: all others have to move."""
    tails: list[int] = []
    previous: dict[int, int | None] = {}
    for index in indices:
        place = bisect_left(tails, index)
        previous[index] = tails[place - 1] if place else None
        if place == len(tails):
            tails.append(index)
        else:
            tails[place] = index
    rise: set[int] = set()
    last = tails[-1] if tails else None
    while last is not None:
        rise.add(last)
        last = previous[last]
    return rise
