"""Writes a built page where it is to be published: all of it, or nothing.

Everything goes into a folder beside the target, which takes the target's name only when it is whole. A folder that is
already there is replaced only if an earlier build wrote it.
"""

import contextlib
import json
import os
import shutil
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path

from viewsdk.bundle.assets import Asset, UnwritableFolder
from viewsdk.bundle.deliver import Delivered, Delivery

__all__ = ["ABOUT", "NotOurs", "write"]

ABOUT = "about.json"  # what a build says about itself, and by which it knows its own folder
ASSETS = "assets"


class NotOurs(RuntimeError):
    """The output folder holds something that no build wrote."""


def write(pages: Sequence[tuple[str, Delivered]], target: Path, encode: Callable[[bytes], bytes] | None) -> None:
    """Write each page as `<name>.html` with the files it needs; `encode` makes the brotli form, if one is wanted."""
    if target.exists() and not (target / ABOUT).is_file() and any(target.iterdir()):
        raise NotOurs(f"{target} is not empty and holds no {ABOUT} of an earlier build; choose another folder")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        partial = Path(tempfile.mkdtemp(prefix=f".{target.name}.", dir=target.parent))
    except OSError as error:
        raise UnwritableFolder(f"cannot write {target}: {error.strerror or error}") from error
    try:
        _fill(partial, pages, encode)
        partial.chmod(0o755)
        if target.exists():
            shutil.rmtree(target)
        os.replace(partial, target)
    except OSError as error:
        raise UnwritableFolder(f"cannot write {target}: {error.strerror or error}") from error
    finally:
        with contextlib.suppress(OSError):
            shutil.rmtree(partial)


def _fill(folder: Path, pages: Sequence[tuple[str, Delivered]], encode: Callable[[bytes], bytes] | None) -> None:
    about: dict[str, object] = {}
    for name, page in pages:
        (folder / f"{name}.html").write_text(page.html, encoding="utf-8")
        about[name] = {
            "delivery": page.delivery,
            "csp": asdict(page.needs),
            "files": [a.entry for a in page.prepared.files],
        }
        for asset in page.prepared.files:
            _copy(folder / ASSETS, page, asset, encode if page.delivery is Delivery.LINKED else None)
    (folder / ABOUT).write_text(json.dumps(about, indent=1))


def _copy(folder: Path, page: Delivered, asset: Asset, encode: Callable[[bytes], bytes] | None) -> None:
    if asset.inline:
        return
    folder.mkdir(exist_ok=True)
    source = page.prepared.folder / asset.path
    for suffix in ("", ".gz") if asset.packed else ("",):
        shutil.copyfile(source.with_name(source.name + suffix), folder / (asset.path + suffix))
    if encode:
        (folder / f"{asset.path}.br").write_bytes(encode(source.read_bytes()))
