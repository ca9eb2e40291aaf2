"""The page a server sent for a view, checked before it is framed: its content, MIME type, HTML, size and metadata.

It reads nothing from a server and grants nothing. Pure. Spec: UI Resource Format (R1 to R4, R7); field notes 51, 104.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping
from typing import Any, cast

from hostsim.stages import Stage, Stopped
from viewsdk.protocol.ui_meta import UI_MIME_TYPE

__all__ = ["MAX_HTML", "content_of", "html_of", "ui_meta_of"]

MAX_HTML = 16 * 2**20  # bytes of UTF-8: twice a whole Python runtime in one file


def content_of(result: Mapping[str, Any], uri: str) -> Mapping[str, Any]:
    """Returns the content a server sent for `uri`. Raises Stopped when it sent none, or another resource's."""
    contents: object = result.get("contents")
    items = [
        cast("Mapping[str, Any]", item)
        for item in (cast("list[object]", contents) if isinstance(contents, list) else [])
        if isinstance(item, dict)
    ]
    if not items:
        raise Stopped(Stage.RESOURCE_READ, f"the server sent no content for {uri}")
    found = next((item for item in items if item.get("uri") == uri), None)
    if found is None:
        raise Stopped(Stage.RESOURCE_READ, f"the server was asked for {uri} and sent {items[0].get('uri')}")
    return found


def html_of(content: Mapping[str, Any], max_html: int = MAX_HTML) -> tuple[str, list[tuple[Stage, str]]]:
    """Returns the page's HTML and the stages it passed, with a detail each. Raises Stopped at the first that fails."""
    mime = content.get("mimeType")
    if mime != UI_MIME_TYPE:
        raise Stopped(Stage.MIME, f"the MIME type is {_shown(mime)}; a view needs exactly {UI_MIME_TYPE}")
    html = _text_of(content)
    if not _looks_like_html(html):
        raise Stopped(Stage.HTML, f"the content is not an HTML document; it begins with {html[:40]!r}")
    size = len(html.encode("utf-8", errors="surrogatepass"))
    if size > max_html:
        raise Stopped(Stage.SIZE, f"the page has {size} bytes, and this host takes {max_html} (--max-html)")
    return html, [(Stage.MIME, str(mime)), (Stage.HTML, ""), (Stage.SIZE, f"{size} bytes")]


def ui_meta_of(content: Mapping[str, Any], listing: Mapping[str, Any] | None) -> Mapping[str, Any]:
    """Returns the `_meta` that counts: the content's as a whole if it has `ui`, else the listing's (R7)."""
    for place in (content, listing or {}):
        meta: object = place.get("_meta")
        if isinstance(meta, dict) and "ui" in meta:
            return cast("Mapping[str, Any]", meta)
    return {}


def _text_of(content: Mapping[str, Any]) -> str:
    text: object = content.get("text")
    if isinstance(text, str):
        return text
    blob: object = content.get("blob")
    if not isinstance(blob, str):
        raise Stopped(Stage.HTML, "the content has neither text nor blob")
    try:
        return base64.b64decode(blob, validate=True).decode("utf-8")
    except (binascii.Error, UnicodeDecodeError) as error:
        raise Stopped(Stage.HTML, f"the blob cannot be read as base64 of UTF-8 text: {error}") from error


def _looks_like_html(text: str) -> bool:
    start = text.lstrip("\ufeff \t\r\n\f")
    while start.startswith("<!--"):
        start = start.partition("-->")[2].lstrip()
    return start[:15].lower().startswith(("<!doctype html", "<html"))


def _shown(mime: object) -> str:
    return mime if isinstance(mime, str) and mime else "missing"
