"""The shared assets inside an installed wheel, with a snapshot that holds no author's module.

With them a page starts fast after `pip install` alone: no Node, no npm package, no wheels. A release makes them once
with `viewsdk ship`; a checkout has none, and makes what it needs from its inputs.
"""

import hashlib
import os
import shutil
from collections.abc import Sequence
from pathlib import Path

from viewsdk.bundle.assets import Asset, AssetFolder, UnwritableFolder
from viewsdk.bundle.files import pack
from viewsdk.bundle.layers import sdk_files
from viewsdk.bundle.locate import sdk_folder

__all__ = ["FOLDER", "ship", "shipped"]

FOLDER = sdk_folder() / "assets"


def ship(source: Path, assets: Sequence[Asset], target: Path = FOLDER) -> None:
    """Put the shared assets where the wheel will have them, in place of those of an earlier version."""
    shutil.rmtree(target, ignore_errors=True)
    _copy(source, target, assets)
    AssetFolder(target).write_manifest(_version(), assets, {})


def shipped(store: AssetFolder) -> tuple[Asset, ...] | None:
    """The assets that came with this very version of the SDK, now in `store` as well; None if there are none."""
    assets = AssetFolder(FOLDER).read_manifest(_version())
    if assets is not None:
        _copy(FOLDER, store.folder, assets)
    return assets


def _version() -> str:
    return hashlib.sha256(pack(sdk_files())).hexdigest()[:16]


def _copy(source: Path, target: Path, assets: Sequence[Asset]) -> None:
    try:
        target.mkdir(parents=True, exist_ok=True)
        for asset in assets:
            if not (target / asset.path).is_file():
                partial = target / f".{asset.path}.{os.getpid()}"
                shutil.copyfile(source / asset.path, partial)
                partial.replace(target / asset.path)
    except OSError as error:
        raise UnwritableFolder(f"cannot write {target}: {error.strerror or error}") from error
