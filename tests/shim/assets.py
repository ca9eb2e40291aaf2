"""Copies of a prepared asset folder that tests may damage."""

import shutil
import struct
from collections.abc import Callable, Sequence
from pathlib import Path

from viewsdk.bundle.assets import Asset, AssetFolder
from viewsdk.bundle.prepare import Prepared, prepare

AUTHOR = Path(__file__).parent / "author"
VIEW, ENTRY = "contract:Card", "view:main"


def prepared_card() -> Prepared:
    """The assets of the one-tool view beside this file."""
    return prepare(AUTHOR, VIEW, ENTRY)


class Damaged:
    """The same files under the same names, in a folder of its own, some of them changed."""

    def __init__(self, prepared: Prepared, folder: Path) -> None:
        self.folder = folder
        self.files: Sequence[Asset] = prepared.files
        for asset in prepared.files:
            shutil.copyfile(prepared.folder / asset.path, folder / asset.path)

    def path(self, name: str) -> Path:
        """Where the file in a role lies."""
        return self.folder / next(asset.path for asset in self.files if asset.name == name)

    def change(self, name: str, how: Callable[[bytes], bytes]) -> None:
        """Change what is served, but not what the page was told to expect."""
        path = self.path(name)
        data = path.read_bytes()
        path.unlink()
        path.write_bytes(how(data))

    def replace(self, name: str, how: Callable[[bytes], bytes]) -> None:
        """Change what is served and what the page expects: a sound file that does not fit the others."""
        data = how(self.path(name).read_bytes())
        fresh = AssetFolder(self.folder).add(name, data)
        self.files = [fresh if asset.name == name else asset for asset in self.files]


def flip_a_byte(data: bytes) -> bytes:
    """One bit of one byte in the middle."""
    middle = len(data) // 2
    return data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :]


def cut_in_half(data: bytes) -> bytes:
    """What a broken connection or a full disk leaves."""
    return data[: len(data) // 2]


def other_table(pack: bytes) -> bytes:
    """A snapshot made for a runtime with one function more."""
    (length,) = struct.unpack_from("<I", pack)
    header = pack[4 : 4 + length]
    position = header.index(b'"table":') + len(b'"table":')
    changed = header[:position] + b"9" + header[position + 1 :]
    return pack[:4] + changed + pack[4 + length :]
