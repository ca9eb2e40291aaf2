"""Shells for tests that never get as far as Python."""

from collections.abc import Mapping
from typing import Any

from viewsdk.bundle.page import page_html


def shell(
    *,
    title: str = "Bill",
    handshake: Mapping[str, float] | None = None,
    fallback: Mapping[str, str] | None = None,
    baked: Mapping[str, Any] | None = None,
    app: Mapping[str, Any] | None = None,
) -> str:
    """A page that has no assets at all."""
    return page_html(
        "contract:Bill",
        "view:main",
        title,
        "http://127.0.0.1:9/",
        [],
        app=app,
        handshake=handshake,
        fallback=fallback,
        baked=baked,
        styles="",
    )
