"""`Download`: one thing a view hands its host to save: text, bytes, or a link to a resource. Source: R50 to R52."""

from __future__ import annotations

import base64
from dataclasses import dataclass
from typing import Self
from urllib.parse import quote

from viewsdk.protocol.content import EmbeddedResource, ResourceContents, ResourceLink
from viewsdk.protocol.jsonrpc import JsonObject

__all__ = ["Download"]


@dataclass(frozen=True, slots=True)
class Download:
    """What to save and under which name; hosts take the file's name from the last segment of its URI.

    `uri` defaults to the name below the view's own URI, so that a policy can say which view may save what.
    """

    name: str
    text: str | None = None
    data: bytes | None = None
    link: str | None = None
    mime_type: str | None = None
    uri: str | None = None

    @classmethod
    def of_text(cls, name: str, text: str, *, mime_type: str = "text/plain", uri: str | None = None) -> Self:
        """A text file."""
        return cls(name, text=text, mime_type=mime_type, uri=uri)

    @classmethod
    def of_bytes(
        cls, name: str, data: bytes, *, mime_type: str = "application/octet-stream", uri: str | None = None
    ) -> Self:
        """A binary file; it travels as base64."""
        return cls(name, data=data, mime_type=mime_type, uri=uri)

    @classmethod
    def of_link(cls, name: str, link: str, *, mime_type: str | None = None) -> Self:
        """A resource of the server's, which the host fetches itself."""
        return cls(name, link=link, mime_type=mime_type)

    def block(self, view_uri: str) -> JsonObject:
        """The content block this travels as."""
        if self.link is not None:
            return ResourceLink(uri=self.link, name=self.name, mime_type=self.mime_type).to_wire()
        uri = self.uri or f"{view_uri}/{quote(self.name, safe='')}"
        return EmbeddedResource(resource=self._contents(uri)).to_wire()

    def _contents(self, uri: str) -> ResourceContents:
        if self.data is not None:
            blob = base64.b64encode(self.data).decode("ascii")
            return ResourceContents(uri=uri, mime_type=self.mime_type, blob=blob)
        return ResourceContents(uri=uri, mime_type=self.mime_type, text=self.text or "")
