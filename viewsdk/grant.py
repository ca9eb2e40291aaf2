"""`Grant`: who may call a tool of a view, and the bound form `Bill.show` that calls are made with.

A grant is a descriptor, so that reading it from its view yields a value that knows the view: the type checker then
refuses another view's grant. Nothing here checks a view as a whole; viewsdk.view does.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, cast

from typing_extensions import TypeVar

from viewsdk.protocol.ui_meta import Visibility
from viewsdk.tool import Err, In, Out, Tool

if TYPE_CHECKING:
    from viewsdk.view import View

__all__ = [
    "APP_ONLY",
    "BOTH",
    "AnyGrant",
    "BoundGrant",
    "BoundLaunch",
    "CallGrant",
    "Grant",
    "LaunchGrant",
    "Visibility",
]

V = TypeVar("V", bound="View")


BOTH = (Visibility.MODEL, Visibility.APP)
APP_ONLY = (Visibility.APP,)


@dataclass(frozen=True, slots=True)
class BoundGrant(Generic[V, In, Out, Err]):
    """A grant as read from its view: `Bill.show`."""

    view: type[V]
    attribute: str
    tool: Tool[In, Out, Err]
    visibility: tuple[Visibility, ...]

    def __str__(self) -> str:
        return f"{self.view.__name__}.{self.attribute}"


@dataclass(frozen=True, slots=True)
class BoundLaunch(BoundGrant[V, In, Out, Err]):
    """The launch grant as read from its view: `Bill.launch`."""


class AnyGrant(Generic[In, Out, Err]):
    """What the two kinds of grant share; authors make them with `Grant`."""

    def __init__(self, tool: Tool[In, Out, Err], visibility: tuple[Visibility, ...]) -> None:
        self.tool = tool
        self.visibility = visibility
        self.attribute = ""
        self._bound: Any = None  # made once: calls read it each time

    def __set_name__(self, owner: type, name: str) -> None:
        if self.attribute:
            raise TypeError(f"one grant is given two names: {self.attribute} and {name}; make one grant for each")
        self.attribute = name


class LaunchGrant(AnyGrant[In, Out, Err]):
    """The descriptor `Grant.launch` makes."""

    def __get__(self, instance: None, owner: type[V]) -> BoundLaunch[V, In, Out, Err]:
        if self._bound is None or self._bound.view is not owner:
            self._bound = BoundLaunch(owner, self.attribute, self.tool, self.visibility)
        return self._bound


class CallGrant(AnyGrant[In, Out, Err]):
    """The descriptor `Grant.app` and `Grant.shared` make."""

    def __get__(self, instance: None, owner: type[V]) -> BoundGrant[V, In, Out, Err]:
        if self._bound is None or self._bound.view is not owner:
            self._bound = BoundGrant(owner, self.attribute, self.tool, self.visibility)
        return self._bound


class Grant:
    """Makes grants; each names who may call the tool."""

    def __init__(self) -> None:
        raise TypeError("say who may call the tool: Grant.launch(tool), Grant.app(tool) or Grant.shared(tool)")

    @staticmethod
    def launch(tool: Tool[In, Out, Err]) -> LaunchGrant[In, Out, Err]:
        """The model calls it, and that opens the view; the view may call it again."""
        return LaunchGrant(_a_tool(tool), BOTH)

    @staticmethod
    def app(tool: Tool[In, Out, Err]) -> CallGrant[In, Out, Err]:
        """Only the view calls it; the host keeps it from the model."""
        return CallGrant(_a_tool(tool), APP_ONLY)

    @staticmethod
    def shared(tool: Tool[In, Out, Err]) -> CallGrant[In, Out, Err]:
        """Both the model and the view call it."""
        return CallGrant(_a_tool(tool), BOTH)


def _a_tool(tool: Tool[In, Out, Err]) -> Tool[In, Out, Err]:
    if not isinstance(cast("Any", tool), Tool):
        raise TypeError(f"a grant is of a Tool, not of {tool!r}")
    return tool
