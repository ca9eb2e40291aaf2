"""A page in one piece: its files as base64 text in the page itself.

Only what the start needs lies in the page; byte code for the other ways to start, and the rest of the standard library,
would not fit under real hosts' caps and comes through the host when it is asked for.
"""

import base64
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from viewsdk.bundle.assets import Asset

__all__ = ["IN_PAGE", "embed", "marked"]

IN_PAGE = (
    "pyodide.asm.wasm",  # first: it compiles while the rest is still being parsed
    "start.js",
    "pyodide.js",
    "pyodide.asm.js",
    "native.pack",
    "author.pack",
    "snapshot.pack",
)


def marked(files: Iterable[Asset]) -> tuple[Asset, ...]:
    """The files, with those that will lie in the page marked."""
    return tuple(replace(asset, inline=True) if asset.name in IN_PAGE else asset for asset in files)


def embed(html: str, folder: Path, files: Sequence[Asset]) -> str:
    """The page with the marked files in it, each announced to the shim as soon as the parser has passed it."""
    by_name = {asset.name: asset for asset in files if asset.inline}
    blocks = "".join(_block(folder, by_name[name]) for name in IN_PAGE if name in by_name)
    head, end, tail = html.rpartition("</body>")
    return head + blocks + end + tail


def _block(folder: Path, asset: Asset) -> str:
    path = folder / (f"{asset.path}.gz" if asset.packed else asset.path)
    text = base64.b64encode(path.read_bytes()).decode()
    return (
        f'<script type="text/plain" data-asset="{asset.name}">{text}</script>'
        f'<script>viewsdk.arrived("{asset.name}")</script>\n'
    )
