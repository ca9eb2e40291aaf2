"""The asset folder: files named after their content, and the manifest that lists them.

A name never changes its meaning, so any server may let browsers keep these files for ever. The manifest is written
last and by renaming, so a folder with a manifest is whole.
"""

import contextlib
import gzip
import hashlib
import json
import os
import tempfile
import time
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from pathlib import Path

__all__ = ["Asset", "AssetFolder", "UnwritableFolder"]

_GZIP_LEVEL = 6  # 9 takes three times as long for one hundredth
_KEPT = 3.0  # days
_WORTH_PACKING = 0.98
_PIECE = 1 << 20  # bytes; the same in the page's `checking.js`
_DIGEST_IN_NAME = 16  # hex digits; the manifest holds the whole digest, the name only has to be unique


class UnwritableFolder(RuntimeError):
    """The output folder cannot be written."""


@dataclass(frozen=True, slots=True)
class Asset:
    """One file of a page: `name` is its role, `path` its place in the folder, `bytes` its size as it is.

    `digest` is the SHA-256 of the digests of its pieces of 1 MiB, in hex: a page can check it while the file comes.
    `packed` is the size of its gzip form, where there is one beside it; `inline` says that it lies in the page.
    """

    name: str
    path: str
    digest: str
    bytes: int
    packed: int | None = None
    inline: bool | None = None

    @property
    def entry(self) -> dict[str, object]:
        """The asset as JSON values, without what is not there."""
        return {name: value for name, value in asdict(self).items() if value is not None}


class AssetFolder:
    """A folder of content-addressed files."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def add(self, name: str, data: bytes) -> Asset:
        """Store `data` in the role `name`; what is there already is left as it is."""
        digest = _digest(data)
        stem, dot, suffix = name.rpartition(".")
        path = f"{stem}.{digest[:_DIGEST_IN_NAME]}{dot}{suffix}"
        target = self.folder / path
        if target.is_file() and target.stat().st_size == len(data):
            self._touch(target)
        else:
            self._write(target, data)
        return Asset(name, path, digest, len(data))

    def compressed(self, asset: Asset) -> Asset:
        """The asset with its gzip form beside it, made if it is not there; as it is if that would not be smaller."""
        target = self.folder / f"{asset.path}.gz"
        if target.is_file():
            self._touch(target)
        else:
            self._write(target, gzip.compress(self.read(asset), _GZIP_LEVEL, mtime=0))
        packed = target.stat().st_size
        return replace(asset, packed=packed if packed < asset.bytes * _WORTH_PACKING else None)

    def read(self, asset: Asset) -> bytes:
        """The contents of a file."""
        return (self.folder / asset.path).read_bytes()

    def make(self) -> None:
        """Create the folder if it is not there."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UnwritableFolder(f"cannot write {self.folder}: {error.strerror or error}") from error

    def write_manifest(self, key: str, assets: Iterable[Asset], about: dict[str, object]) -> None:
        """Record that the build `key` is whole."""
        document = {"about": about, "files": [asset.entry for asset in assets]}
        self._write(self._manifest(key), json.dumps(document, indent=1, sort_keys=True).encode())

    def read_manifest(self, key: str) -> tuple[Asset, ...] | None:
        """The assets of a finished build, or None when it is absent or lacks a file."""
        with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
            entries = json.loads(self._manifest(key).read_bytes())["files"]
            assets = tuple(Asset(**entry) for entry in entries)
            if all((self.folder / asset.path).stat().st_size == asset.bytes for asset in assets):
                self._touch(self._manifest(key), *(self.folder / asset.path for asset in assets))
                return assets
        return None

    def prune(self, days: float = _KEPT) -> None:
        """Drop what no build has asked for in so many days; builds of a changing source would fill the disk."""
        oldest = time.time() - days * 86_400
        for path in self.folder.iterdir():
            with contextlib.suppress(OSError):  # another process may be at it as well
                if path.is_file() and path.stat().st_mtime < oldest:
                    path.unlink()

    def _touch(self, *paths: Path) -> None:
        """Say that these were asked for; a folder that cannot be written is never pruned either."""
        for path in paths:
            with contextlib.suppress(OSError):
                os.utime(path)

    def _manifest(self, key: str) -> Path:
        return self.folder / f"manifest.{key}.json"

    def _write(self, target: Path, data: bytes) -> None:
        self.make()
        try:
            with tempfile.NamedTemporaryFile(dir=self.folder, prefix=".", delete=False) as partial:
                partial.write(data)
            Path(partial.name).chmod(0o644)
            os.replace(partial.name, target)
        except OSError as error:
            raise UnwritableFolder(f"cannot write {target}: {error.strerror or error}") from error


def _digest(data: bytes) -> str:
    pieces = (data[start : start + _PIECE] for start in range(0, len(data), _PIECE))
    return hashlib.sha256(b"".join(hashlib.sha256(piece).digest() for piece in pieces)).hexdigest()
