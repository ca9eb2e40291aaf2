"""The page's files through the host: what a server answers when a view reads a chunk of one.

The URIs are ours and name the view, as `ui://` URIs must be pages: for `ui://box-office/bill` they are
`viewsdk-asset://box-office/bill/<digest>?offset=0&size=524288`. What is served is the file's gzip form.
"""

from collections.abc import Iterable
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from viewsdk.bundle.assets import Asset
from viewsdk.protocol.ui_meta import ASSET_SCHEME

__all__ = ["CHUNK", "LARGEST_CHUNK", "AssetReader", "NoSuchChunk", "bridge_base"]

CHUNK = 512 * 1024  # bytes before base64; a frame of 700 kB passes every host that was looked at
LARGEST_CHUNK = 8 * 1024 * 1024  # what one request may ask for, whatever the page is configured to


class NoSuchChunk(ValueError):
    """A URI that names no part of this view's files; answered as "resource not found"."""


def bridge_base(view_uri: str) -> str:
    """The URI prefix of a view's files, with a slash at its end: `ui://a/b` becomes `viewsdk-asset://a/b/`."""
    return f"{ASSET_SCHEME}://{view_uri.removeprefix('ui://').strip('/')}/"


class AssetReader:
    """Reads chunks of one view's files."""

    def __init__(self, folder: Path, files: Iterable[Asset], view_uri: str) -> None:
        self._folder = folder
        self._files = {asset.digest: asset for asset in files}
        self._base = bridge_base(view_uri)

    def read(self, uri: str) -> bytes:
        """The bytes a URI names; shorter than asked for at the end of the file. Raises NoSuchChunk."""
        parts = urlsplit(uri)
        asset = self._files.get(parts.path.rpartition("/")[2])
        if asset is None or not uri.startswith(f"{self._base}{asset.digest}"):
            raise NoSuchChunk(f"{uri} names no file of this view; the page may be older than the server")
        offset, size = self._range(uri, parts.query)
        path = self._folder / (f"{asset.path}.gz" if asset.packed else asset.path)
        with path.open("rb") as file:
            file.seek(offset)
            return file.read(size)

    def _range(self, uri: str, query: str) -> tuple[int, int]:
        try:
            asked = {name: int(values[0]) for name, values in parse_qs(query, strict_parsing=True).items()}
            offset, size = asked["offset"], asked["size"]
        except (ValueError, KeyError):
            raise NoSuchChunk(f"{uri} does not say offset and size") from None
        if offset < 0 or not 0 < size <= LARGEST_CHUNK:
            raise NoSuchChunk(f"{uri} asks for more than {LARGEST_CHUNK} bytes, or for none")
        return offset, size
