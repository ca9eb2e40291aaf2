"""What a build says about the pages it wrote: bytes, needs, and the hosts that would refuse them."""

import gzip
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

from viewsdk.bundle.deliver import Delivered
from viewsdk.bundle.hosts import would_refuse
from viewsdk.bundle.layers import at_start

__all__ = ["brotli_encoder", "describe"]


def brotli_encoder() -> Callable[[bytes], bytes] | None:
    """The encoder, if the `brotli` package is installed."""
    try:
        compress: Callable[..., bytes] = vars(import_module("brotli"))["compress"]
    except ImportError:
        return None
    return lambda data: compress(data, quality=11, lgwin=24)


def describe(page: Delivered, html: Path, assets: Path) -> str:
    """The lines for one page."""
    text = html.read_bytes()
    lines = [f"{page.delivery}: {html}"]
    lines.append(f"  page      {len(text):>12,} bytes, {len(gzip.compress(text, 6)):,} gzip")
    started = [asset for asset in at_start(page.prepared.files) if not asset.inline]
    if started:
        raw = sum(asset.bytes for asset in started)
        sizes = [f"{raw:>12,} bytes", f"{sum(asset.packed or asset.bytes for asset in started):,} gzip"]
        brotli = [assets / f"{asset.path}.br" for asset in started]
        if all(path.is_file() for path in brotli):
            sizes.append(f"{sum(path.stat().st_size for path in brotli):,} brotli")
        lines.append(f"  at start  {', '.join(sizes)}, in {len(started)} files")
    lines.append(f"  needs     connect-src {' '.join(page.needs.connect_domains) or chr(39) + 'none' + chr(39)}")
    lines.append(f"            script-src 'unsafe-inline' {' '.join(page.needs.resource_domains)}")
    refusals = [f"  refused   {host.name}: {why} [{host.source}]" for host, why in would_refuse(page)]
    return "\n".join([*lines, *(refusals or ["  refused   by no host that is known here"])])
