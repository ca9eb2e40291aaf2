"""Prepares the assets of one view's page: the shared layers, found or made, and the author's modules.

With a JavaScript runtime at hand the author's contract goes into the snapshot. Without one, or when the contract cannot
be imported at build time, the page gets what exists: a snapshot without it, or byte code.
"""

import json
import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from viewsdk.browser.boot import IMPORTS_FILE
from viewsdk.bundle.assets import Asset, AssetFolder
from viewsdk.bundle.author import AuthorModules, collect, outside_imports
from viewsdk.bundle.compile import MakerFailed
from viewsdk.bundle.files import pack, unpack
from viewsdk.bundle.layers import (
    AUTHOR_BYTE_CODE,
    RUNTIME_PARTS,
    boot_wheels,
    has_chosen_libraries,
    runtime_layer,
    script_layer,
    sdk_layer,
    site_layer,
    snapshot_layer,
    squeezed_snapshot,
)
from viewsdk.bundle.locate import MissingInput, cache_folder, pyodide_folder
from viewsdk.bundle.packages import packages_of
from viewsdk.bundle.shipped import shipped
from viewsdk.bundle.snapshot import needs_late_runtime

__all__ = ["Prepared", "prepare", "prepare_base"]

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Prepared:
    """A folder of assets, which of its files one page uses, and what had to be left out."""

    folder: Path
    files: tuple[Asset, ...]
    problems: tuple[str, ...] = ()

    def squeezed(self) -> "Prepared":
        """The same with the snapshot as zstd, which takes some 15 s to make and is for pages that count bytes."""
        store = AssetFolder(self.folder)
        return replace(self, files=tuple(squeezed_snapshot(store, asset) for asset in self.files))

    def compressed(self) -> "Prepared":
        """The same with a gzip form of every file, as pages delivered through the host or in one piece need it."""
        store = AssetFolder(self.folder)
        return replace(self, files=tuple(store.compressed(asset) for asset in self.files))


def prepare(author: Path, view_ref: str, entry: str, folder: Path | None = None) -> Prepared:
    """Everything the page of one view needs, in `folder` (default: the cache). Quick when nothing has changed."""
    store = AssetFolder(folder or cache_folder() / "assets")
    modules = collect(author, view_ref, entry)
    files, problems = _with_shipped(store) or _made(store, author, modules, view_ref)
    own = {**modules, IMPORTS_FILE: json.dumps(outside_imports(modules)).encode()}
    for asset in files:
        if asset.name == AUTHOR_BYTE_CODE:
            own |= unpack(store.read(asset))
    return Prepared(store.folder, (*_of_page(store, files), store.add("author.pack", pack(own))), problems)


def prepare_base(folder: Path | None = None) -> Prepared:
    """What every view shares, with a snapshot that holds no author's module."""
    store = AssetFolder(folder or cache_folder() / "assets")
    shared = _shared(store, boot_wheels())
    snapshot = snapshot_layer(store, shared, {}, None, ())
    return Prepared(store.folder, _of_page(store, (*shared, *snapshot)))


def _of_page(store: AssetFolder, files: Sequence[Asset]) -> tuple[Asset, ...]:
    """Without the author's byte code, which goes into the page's author.pack, and what of the runtime is not used."""
    unused = {AUTHOR_BYTE_CODE, *(RUNTIME_PARTS if _needs_whole_runtime(store, files) else ())}
    return tuple(asset for asset in files if asset.name not in unused)


def _needs_whole_runtime(store: AssetFolder, files: Sequence[Asset]) -> bool:
    """Whether nothing of it may come late: there is no image, or it needs all, or a library may call into any part."""
    by_name = {asset.name: asset for asset in files}
    snapshot = by_name.get("snapshot.pack")
    if snapshot is None or needs_late_runtime(store.folder / snapshot.path):
        return True
    return has_chosen_libraries(unpack(store.read(by_name["native.pack"])))


def _with_shipped(store: AssetFolder) -> tuple[tuple[Asset, ...], tuple[str, ...]] | None:
    """What came with the wheel, where the inputs for making anything are not installed."""
    try:
        boot_wheels()
        pyodide_folder()
    except MissingInput as missing:
        files = shipped(store)
        if files is None:
            raise
        return files, (f"the contract is not in the snapshot: {missing}",)
    return None


def _made(
    store: AssetFolder, author: Path, modules: AuthorModules, contract: str
) -> tuple[tuple[Asset, ...], tuple[str, ...]]:
    wheels = boot_wheels()
    shared = _shared(store, [*wheels, *packages_of(author, wheels).wheels])
    snapshot, problems = _snapshot(store, shared, modules, contract)
    return (*shared, *snapshot), problems


def _shared(store: AssetFolder, wheels: Sequence[Path]) -> tuple[Asset, ...]:
    runtime = runtime_layer(store)
    stdlib = store.folder / next(asset.path for asset in runtime if asset.name == "stdlib.pyc.zip")
    return (*runtime, *script_layer(store), *site_layer(store, wheels, stdlib), *sdk_layer(store, stdlib))


def _snapshot(
    store: AssetFolder, shared: tuple[Asset, ...], modules: AuthorModules, contract: str
) -> tuple[tuple[Asset, ...], tuple[str, ...]]:
    problems: list[str] = []
    with_author = (modules, contract, outside_imports(modules))
    without: tuple[AuthorModules, None, list[str]] = ({}, None, [])
    for author, reference, imports in (with_author, without):
        try:
            return snapshot_layer(store, shared, author, reference, imports), tuple(problems)
        except (MakerFailed, MissingInput) as failure:
            logger.warning("no snapshot %s: %s", "with the contract" if reference else "at all", failure)
            problems.append(str(failure))
    return (), tuple(problems)
