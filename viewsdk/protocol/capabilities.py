"""What each side says it can do. Source: protocol reference C.2 and C.3."""

from __future__ import annotations

from typing import Annotated

from viewsdk.protocol.display import DisplayMode
from viewsdk.protocol.jsonrpc import JsonObject
from viewsdk.protocol.sandbox_messages import ResourceCsp, ResourcePermissions
from viewsdk.protocol.wire import Lax, WireModel

__all__ = [
    "AppCapabilities",
    "HostCapabilities",
    "ListChanges",
    "Modalities",
    "Offered",
    "SamplingOffer",
    "SandboxGrant",
]


class Offered(WireModel):
    """A capability that is there or not: `{}` on the wire."""


class ListChanges(WireModel):
    """A capability with a list behind it; `list_changed` promises a notice when that list changes."""

    list_changed: bool | None = None


class Modalities(WireModel):
    """The kinds of content a host takes; none named means only that it takes something."""

    text: Offered | None = None
    image: Offered | None = None
    audio: Offered | None = None
    resource: Offered | None = None
    resource_link: Offered | None = None
    structured_content: Offered | None = None


class SamplingOffer(WireModel):
    """The host lets a view ask its model; `tools` when the request may carry tools (draft, R36)."""

    tools: Offered | None = None


class SandboxGrant(WireModel):
    """What the host's sandbox really granted of the view's ask."""

    permissions: ResourcePermissions | None = None
    csp: ResourceCsp | None = None


class AppCapabilities(WireModel):
    """What a view offers its host; no `available_display_modes` means it never said."""

    experimental: dict[str, JsonObject] | None = None
    tools: ListChanges | None = None
    available_display_modes: list[Annotated[DisplayMode, Lax]] | None = None


class HostCapabilities(WireModel):
    """What a host offers a view; absence of `message` or `update_model_context` proves nothing (H10)."""

    experimental: dict[str, JsonObject] | None = None
    open_links: Offered | None = None
    download_file: Offered | None = None
    server_tools: ListChanges | None = None
    server_resources: ListChanges | None = None
    logging: Offered | None = None
    sandbox: SandboxGrant | None = None
    update_model_context: Modalities | None = None
    message: Modalities | None = None
    sampling: SamplingOffer | None = None
