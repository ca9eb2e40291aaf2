"""`View`: the declaration of one view: its URI, title, grants and ask, checked when the class is made.

A view class is never instantiated and holds nothing but grants; the live object in the frame is viewsdk.app.App.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from viewsdk.ask import Ask
from viewsdk.grant import AnyGrant, BoundGrant, BoundLaunch, LaunchGrant
from viewsdk.protocol.display import DisplayMode
from viewsdk.protocol.jsonrpc import JsonObject
from viewsdk.tool import Tool

__all__ = [
    "AnyBoundGrant",
    "AnyBoundLaunch",
    "Declaration",
    "View",
    "declaration",
]

AnyBoundGrant = BoundGrant[Any, Any, Any, Any]
AnyBoundLaunch = BoundLaunch[Any, Any, Any, Any]


@dataclass(frozen=True, slots=True)
class Declaration:
    """What a view class says, as a value."""

    view: type[View]
    uri: str
    title: str
    description: str | None
    launch: AnyBoundLaunch
    grants: tuple[AnyBoundGrant, ...]
    ask: Ask
    display_modes: tuple[str, ...]
    provides_tools: bool

    @property
    def app_capabilities(self) -> JsonObject:
        """What `ui/initialize` must carry as `appCapabilities`, whoever sends it."""
        modes: JsonObject = {"availableDisplayModes": list(self.display_modes)}
        return {**modes, "tools": {"listChanged": True}} if self.provides_tools else modes


class View:
    """Subclass it once per view; every public attribute is a grant of a tool, one of them the launch grant.

    `uri` starts with `ui://`; `display_modes` are the modes the view can be shown in; `provides_tools` says that the
    view offers tools of its own to the host.
    """

    __declaration__: ClassVar[Declaration]

    def __init_subclass__(
        cls,
        *,
        uri: str,
        title: str,
        description: str | None = None,
        ask: Ask | None = None,
        display_modes: tuple[str, ...] = ("inline",),
        provides_tools: bool = False,
    ) -> None:
        if cls.__bases__ != (View,):
            raise TypeError(f"{cls.__name__}: a view derives from View and from nothing else")
        _check_the_names(cls.__name__, uri, title, display_modes)
        descriptors = _grants_in(cls)
        launch = _the_launch_grant(cls.__name__, descriptors)
        _check_tools(cls.__name__, descriptors)
        cls.__declaration__ = Declaration(
            view=cls,
            uri=uri,
            title=title,
            description=description,
            launch=launch.__get__(None, cls),
            grants=tuple(getattr(cls, name) for name in descriptors),
            ask=ask or Ask(),
            display_modes=display_modes,
            provides_tools=provides_tools,
        )

    def __init__(self) -> None:  # not a __new__ that never returns: mypy then takes no subclass for a class
        raise TypeError(f"{type(self).__name__} is a declaration; the live view is App[{type(self).__name__}]")


def declaration(view: type[View]) -> Declaration:
    """What a view class says, as a value."""
    return view.__declaration__


def _check_the_names(view: str, uri: str, title: str, display_modes: tuple[str, ...]) -> None:
    if not uri.startswith("ui://") or uri == "ui://" or any(c.isspace() for c in uri):
        raise TypeError(f"{view}: {uri!r} is not a view's URI: it starts with ui:// and holds no spaces")
    if not title.strip():
        raise TypeError(f"{view}: the title is empty; hosts show it to people")
    unknown = [mode for mode in display_modes if mode not in tuple(DisplayMode)]
    if unknown or not display_modes:
        raise TypeError(f"{view}: display_modes must be some of {', '.join(DisplayMode)}, not {display_modes!r}")


def _grants_in(view: type[View]) -> dict[str, AnyGrant[Any, Any, Any]]:
    found: dict[str, AnyGrant[Any, Any, Any]] = {}
    for name, value in view.__dict__.items():
        if name.startswith("_"):
            continue
        if not isinstance(value, AnyGrant):
            raise TypeError(
                f"{view.__name__}.{name} is {_described(value)}; every public attribute of a view is a grant"
            )
        found[name] = value
    return found


def _described(value: object) -> str:
    return (
        "a Tool: say who may call it, as in Grant.app(tool)" if isinstance(value, Tool) else f"not a grant: {value!r}"
    )


def _the_launch_grant(view: str, grants: Mapping[str, AnyGrant[Any, Any, Any]]) -> LaunchGrant[Any, Any, Any]:
    launches = {name: grant for name, grant in grants.items() if isinstance(grant, LaunchGrant)}
    if not launches:
        raise TypeError(f"{view} has no launch grant: give it one attribute made with Grant.launch(tool)")
    if len(launches) > 1:
        raise TypeError(f"{view} has {len(launches)} launch grants ({', '.join(launches)}); one tool opens a view")
    return next(iter(launches.values()))


def _check_tools(view: str, grants: Mapping[str, AnyGrant[Any, Any, Any]]) -> None:
    first: dict[str, str] = {}
    for name, grant in grants.items():
        earlier = first.setdefault(grant.tool.name, name)
        if earlier != name:
            raise TypeError(f"{view}.{name} and {view}.{earlier} grant the same tool {grant.tool.name!r}")
