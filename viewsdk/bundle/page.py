"""The HTML shell: the page a host loads, with its scripts inlined and its configuration as data."""

import json
from collections.abc import Iterable, Mapping
from html import escape
from typing import Any

from viewsdk.browser import stylesheet
from viewsdk.bundle.assets import Asset
from viewsdk.bundle.locate import web_folder
from viewsdk.bundle.scripts import inside_style, link, read_sheet, squeeze_css

__all__ = ["LARGEST_SHELL", "page_html"]

LARGEST_SHELL = 48_000  # bytes; what must cross before anything can be shown


def page_html(
    view_ref: str,
    entry: str,
    title: str,
    assets_base: str,
    files: Iterable[Asset],
    *,
    app: Mapping[str, Any] | None = None,
    delivery: str = "linked",
    handshake: Mapping[str, float] | None = None,
    fallback: Mapping[str, str] | None = None,
    baked: Mapping[str, Any] | None = None,
    limits: Mapping[str, float] | None = None,
    styles: str | None = None,
) -> str:
    """The page as text.

    `app` is `{"name", "version", "capabilities"}`, `fallback` is `{"html"}`, `baked` a tool result,
    `limits` is `{"stage"}`, the seconds after which a stage that hangs counts as failed.
    """
    config: dict[str, Any] = {
        "view": view_ref,
        "entry": entry,
        "title": title,
        "app": {"name": title, "version": "0", **(app or {})},
        "delivery": delivery,
        "assets": {"base": assets_base, "files": [asset.entry for asset in files]},
        "handshake": dict(handshake or {}),
    }
    if limits:
        config["limits"] = dict(limits)
    if fallback:
        config["fallback"] = dict(fallback)
    if baked:
        config["baked"] = dict(baked)
    return _shell(title, config, styles if styles is not None else _base_styles())


def _shell(title: str, config: Mapping[str, Any], styles: str) -> str:
    web = web_folder()
    data = json.dumps(config, separators=(",", ":")).replace("<", "\\u003c")
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<script type="application/json" id="viewsdk-config">{data}</script>\n'
        f"<script>{link(web, 'shim.js')}</script>\n"
        f"<title>{escape(title)}</title>\n"
        f'<style id="viewsdk-base">{inside_style(squeeze_css(styles))}</style>\n'
        f'<style id="viewsdk-shell">{inside_style(squeeze_css((web / "shell.css").read_text()))}</style>\n'
        f"<script>{link(web, 'boot.js')}</script>\n"
        "</head>\n<body>\n"
        '<div id="viewsdk-root"><section id="viewsdk-boot" aria-live="polite">'
        f"<h1>{escape(title)}</h1>"
        '<p id="viewsdk-words">Starting</p>'
        '<progress id="viewsdk-bar" max="1" aria-labelledby="viewsdk-words"></progress>'
        "</section></div>\n</body>\n</html>\n"
    )


def _base_styles() -> str:
    """The sheet that the skeleton needs as well; what only Python's parts need comes with the script that starts it."""
    return read_sheet(stylesheet.SHEETS[0])
