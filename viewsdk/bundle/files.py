"""A set of files by path, and the one-blob form in which sets travel to the browser.

The blob ("pack") is a little-endian length, a JSON index of `[path, bytes]` in order, and the contents one after
another. It needs no parser in the page and compresses as one stream.
"""

import io
import json
import struct
from collections.abc import Iterable, Mapping
from pathlib import Path
from zipfile import ZIP_STORED, ZipFile, ZipInfo

__all__ = ["FileSet", "pack", "read_folder", "read_zip", "stored_zip", "top_level", "unpack", "wheel_files"]

FileSet = Mapping[str, bytes]

_ALIGNMENT = 16  # contents start on a boundary, so that a page may view them as words without copying
_ZIP_TIME = (2026, 1, 1, 0, 0, 0)  # any fixed time: archives must not depend on when they were made
_NOT_SHIPPED = (".pyi", "py.typed", ".pyc")


def pack(files: FileSet) -> bytes:
    """The set as one blob, in path order, the same bytes for the same set."""
    ordered = sorted(files.items())
    index = json.dumps([[path, len(data)] for path, data in ordered], separators=(",", ":")).encode()
    index += b" " * (-(len(index) + 4) % _ALIGNMENT)
    return struct.pack("<I", len(index)) + index + b"".join(data for _, data in ordered)


def unpack(blob: bytes) -> dict[str, bytes]:
    """The set a blob holds."""
    (length,) = struct.unpack_from("<I", blob)
    position = 4 + length
    files: dict[str, bytes] = {}
    for path, size in json.loads(blob[4:position]):
        files[path] = blob[position : position + size]
        position += size
    return files


def read_zip(archive: Path) -> dict[str, bytes]:
    """The files of a zip archive."""
    with ZipFile(archive) as opened:
        return {name: opened.read(name) for name in opened.namelist() if not name.endswith("/")}


def stored_zip(files: FileSet) -> bytes:
    """The set as a zip archive without compression, in path order: what `zipimport` reads fastest."""
    buffer = io.BytesIO()
    with ZipFile(buffer, "w", ZIP_STORED) as archive:
        for path, data in sorted(files.items()):
            archive.writestr(ZipInfo(path, _ZIP_TIME), data)
    return buffer.getvalue()


def wheel_files(wheel: Path) -> dict[str, bytes]:
    """What a wheel puts on the import path, without type stubs; its metadata stays, for `importlib.metadata`."""
    return {name: data for name, data in read_zip(wheel).items() if _is_shipped(name)}


def top_level(wheel: Path) -> set[str]:
    """The modules a wheel makes importable, by their first name."""
    names = {name.split("/")[0].split(".")[0] for name in wheel_files(wheel) if ".dist-info/" not in name}
    return {name for name in names if name.isidentifier()}


def read_folder(folder: Path, patterns: Iterable[str] = ("**/*.py",)) -> dict[str, bytes]:
    """The files below a folder that match, by path relative to it."""
    found = {path for pattern in patterns for path in folder.glob(pattern) if path.is_file()}
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(found)}


def _is_shipped(name: str) -> bool:
    if ".dist-info/" in name:
        return name.endswith(("/METADATA", "/entry_points.txt"))
    return not name.endswith(_NOT_SHIPPED)
