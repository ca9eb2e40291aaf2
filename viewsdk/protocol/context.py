"""What a host tells a view about its surroundings, and how a change is merged into it. Source: C.4, R34, R66, R67."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Self, cast

from pydantic import PrivateAttr

from viewsdk.protocol.content import ToolDefinition
from viewsdk.protocol.dimensions import ContainerDimensions
from viewsdk.protocol.display import DisplayMode
from viewsdk.protocol.implementation import Theme
from viewsdk.protocol.jsonrpc import JsonObject
from viewsdk.protocol.theme import Styles
from viewsdk.protocol.wire import Lax, Problem, WireModel

__all__ = ["DeviceCapabilities", "HostContext", "Platform", "SafeAreaInsets", "ToolInfo"]


class Platform(StrEnum):
    """Where the host runs."""

    WEB = "web"
    DESKTOP = "desktop"
    MOBILE = "mobile"


class DeviceCapabilities(WireModel):
    """How the person points: by touch, with a hovering pointer, or both."""

    touch: bool | None = None
    hover: bool | None = None


class SafeAreaInsets(WireModel):
    """CSS pixels at each edge that something may cover; all four or none."""

    top: float
    right: float
    bottom: float
    left: float


class ToolInfo(WireModel):
    """The call that opened the view; only the initialize result has it, and not every host sends it."""

    tool: ToolDefinition
    id: int | str | None = None


class HostContext(WireModel):
    """The host's surroundings as far as they could be read; everything as sent is in `raw`.

    A known field whose value cannot be read is None here and untouched in `raw`, so one new enum member of a newer
    host costs nothing (H26).
    """

    tool_info: ToolInfo | None = None
    theme: Annotated[Theme | None, Lax] = None
    styles: Styles | None = None
    display_mode: Annotated[DisplayMode | None, Lax] = None
    available_display_modes: list[Annotated[DisplayMode, Lax]] | None = None
    container_dimensions: ContainerDimensions | None = None
    locale: str | None = None
    time_zone: str | None = None
    user_agent: str | None = None
    platform: Annotated[Platform | None, Lax] = None
    device_capabilities: DeviceCapabilities | None = None
    safe_area_insets: SafeAreaInsets | None = None

    _raw: JsonObject | None = PrivateAttr(None)

    @classmethod
    def read(cls, raw: object) -> tuple[Self | None, tuple[Problem, ...]]:
        """The context a host sent; None only when it is no object."""
        value, problems = super().read(raw)
        if value is not None:
            value._raw = dict(cast("JsonObject", raw))
        return value, problems

    @classmethod
    def of(cls, raw: JsonObject) -> tuple[HostContext, tuple[Problem, ...]]:
        """The context that an object holds, and what could not be read of it."""
        value, problems = cls.read(raw)
        assert value is not None  # no field of a context is needed, so an object is never refused
        return value, problems

    @property
    def raw(self) -> JsonObject:
        """Every member as it was sent or set, by its name on the wire; not to be changed."""
        return super().to_wire() if self._raw is None else self._raw

    def to_wire(self) -> JsonObject:
        """Every member, without the nulls that a peer would reject: only unknown members may be null."""
        return {name: value for name, value in self.raw.items() if value is not None or name not in KNOWN_FIELDS}

    def merge(self, patch: HostContext) -> HostContext:
        """This context with the fields of `patch` replaced whole; identity and associativity are laws."""
        return HostContext.of({**self.raw, **patch.raw})[0]

    def changes(self, patch: HostContext) -> HostContext:
        """The part of `patch` that differs from this context."""
        mine = self.raw
        return HostContext.of({k: v for k, v in patch.to_wire().items() if k not in mine or mine[k] != v})[0]

    def __eq__(self, other: object) -> bool:
        """Contexts are equal when they say the same on the wire, whether made here or read."""
        return isinstance(other, HostContext) and self.raw == other.raw

    __hash__ = None  # pyright: ignore[reportAssignmentType]  # it holds dicts


KNOWN_FIELDS = frozenset(info.alias or name for name, info in HostContext.model_fields.items())
