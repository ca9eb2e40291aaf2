"""The two messages between a host and its sandbox proxy; a view never sees them. Source: A.5, R26, R27.

Their method names carry the reserved prefix, and no other message's name does.
"""

from __future__ import annotations

from viewsdk.protocol.wire import WireModel

__all__ = [
    "PermissionAsked",
    "ResourceCsp",
    "ResourcePermissions",
    "SandboxProxyReady",
    "SandboxResourceReady",
]


class PermissionAsked(WireModel):
    """One permission: `{}` on the wire."""


class ResourceCsp(WireModel):
    """The origins a view may reach, as strings."""

    connect_domains: list[str] | None = None
    resource_domains: list[str] | None = None
    frame_domains: list[str] | None = None
    base_uri_domains: list[str] | None = None


class ResourcePermissions(WireModel):
    """The browser features a view may use."""

    camera: PermissionAsked | None = None
    microphone: PermissionAsked | None = None
    geolocation: PermissionAsked | None = None
    clipboard_write: PermissionAsked | None = None


class SandboxProxyReady(WireModel):
    """The proxy can take the view's page."""


class SandboxResourceReady(WireModel):
    """The host hands the proxy the view's page; `sandbox` overrides the inner frame's attribute."""

    html: str
    sandbox: str | None = None
    csp: ResourceCsp | None = None
    permissions: ResourcePermissions | None = None
