"""A page in one piece: its files as base64 text in the page itself.

Only what the start needs lies in the page; byte code for the other ways to start, and the rest of the standard library,
would not fit under real hosts' caps and comes through the host when it is asked for.
"""

import base64
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from viewsdk.bundle.assets import Asset
from viewsdk.bundle.layers import at_start

__all__ = ["embed", "marked"]


def marked(files: Sequence[Asset]) -> tuple[Asset, ...]:
    """The files, with those that will lie in the page marked."""
    started = at_start(files)
    return tuple(replace(asset, inline=True) if asset in started else asset for asset in files)


def embed(html: str, folder: Path, files: Sequence[Asset]) -> str:
    """The page with the marked files in it, each announced to the shim as soon as the parser has passed it."""
    blocks = "".join(_block(folder, asset) for asset in at_start(files) if asset.inline)
    head, end, tail = html.rpartition("</body>")
    return head + blocks + end + tail


def _block(folder: Path, asset: Asset) -> str:
    path = folder / (f"{asset.path}.gz" if asset.packed else asset.path)
    text = base64.b64encode(path.read_bytes()).decode()
    return (
        f'<script type="text/plain" data-asset="{asset.name}">{text}</script>'
        f'<script>viewsdk.arrived("{asset.name}")</script>\n'
    )
