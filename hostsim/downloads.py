"""The items of a `ui/download-file`, with file names that are safe to use.

It saves nothing and permits nothing. Pure. Spec: ui/download-file (R51, R52).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, cast
from urllib.parse import unquote, urlsplit

from hostsim.effects import SaveItem

__all__ = ["file_name", "save_items"]

_UNSAFE = re.compile(r'[\x00-\x1f\x7f<>:"/\\|?*]+')
_RESERVED = re.compile(r"(?i)(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\..*)?")  # device names on Windows
MAX_NAME = 120


def save_items(contents: Sequence[Mapping[str, Any]]) -> tuple[SaveItem, ...]:
    """Reads checked download contents: resource links and embedded resources, both addressed by URI."""
    return tuple(_item(block) for block in contents)


def _item(block: Mapping[str, Any]) -> SaveItem:
    source = cast("Mapping[str, Any]", block["resource"]) if block.get("type") == "resource" else block
    uri = str(source.get("uri", ""))
    mime = source.get("mimeType")
    return SaveItem(uri=uri, name=file_name(uri), mime_type=mime if isinstance(mime, str) else None, item=block)


def file_name(uri: str) -> str:
    """Returns the last segment of a URI as a file name that leads nowhere else (R51)."""
    try:
        path = urlsplit(uri).path
    except ValueError:
        path = uri
    last = unquote(path.rstrip("/").rpartition("/")[2])
    name = _UNSAFE.sub("_", last).strip(" .")[:MAX_NAME]
    return f"_{name}" if _RESERVED.fullmatch(name) else name or "download"
