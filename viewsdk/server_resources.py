"""The server's resources as a view lists them. Source: protocol reference A.1 (`resources/*`), C.10."""

from __future__ import annotations

from viewsdk.protocol.wire import WireModel

__all__ = ["Resource", "ResourcePage"]


class Resource(WireModel):
    """One resource as the server lists it; `size` in bytes."""

    uri: str
    name: str
    title: str | None = None
    description: str | None = None
    mime_type: str | None = None
    size: int | None = None


class ResourcePage(WireModel):
    """A page of resources; `next_cursor` is there when more follow."""

    resources: list[Resource]
    next_cursor: str | None = None
