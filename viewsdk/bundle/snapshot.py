"""Makes the snapshot: the memory of an interpreter that has imported everything, as a sparse pack of pages.

One run under Node gives the heap after the imports, another the heap a page has just before it restores. Pages that
are the same in both need not travel. The pack is bound to one runtime, one set of native libraries and one table
layout; what binds it is inside, and the page compares before it restores.
"""

import hashlib
import json
import shutil
import struct
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from viewsdk.bundle.compile import run_inside, run_node
from viewsdk.bundle.files import FileSet, pack, read_folder
from viewsdk.bundle.locate import pyodide_folder

__all__ = [
    "LOCK",
    "SCRIPTS",
    "Image",
    "Snapshot",
    "SnapshotOrder",
    "make_snapshot",
    "needs_late_runtime",
    "pristine_memory",
    "sparse",
    "squeezed",
]

PAGE = 4096
_HEAP_STEP = 65536  # bytes; WebAssembly memory grows in these
_ALIGNMENT = 16
_RUN_LIMIT = 90.0  # seconds for one run of the maker; it takes 5 to 15 unless an author's module hangs
# The word that holds the choice between the two forms of `run_sync`, with and without JSPI, in this build of the
# runtime; `freeze` under Node 20 always leaves the second.
_JSPI_ADDRESS = 3_149_588

SCRIPTS = tuple(Path(__file__).parent / "inside" / name for name in ("warm_up.py", "compile_author.py"))
"""What runs before the image is taken, and what after."""

LOCK = {
    "info": {
        "abi_version": "2026_0",
        "arch": "wasm32",
        "platform": "emscripten_5_0_3",
        "python": "3.14.0",
        "version": "314.0.7",
    },
    "packages": {},
}


@dataclass(frozen=True, slots=True)
class SnapshotOrder:
    """What goes into a snapshot: files by where they are mounted, what to import, a contract to warm.

    `modules` have to be importable; `imports` are what an author's sources mention, as far as they can be had.
    """

    stdlib_zip: bytes
    native: FileSet
    site: FileSet
    author: FileSet = field(default_factory=dict[str, bytes])
    modules: Sequence[str] = ()
    imports: Sequence[str] = ()
    contract: str | None = None


@dataclass(frozen=True, slots=True)
class Image:
    """A heap, the heap before the restore, and what the maker recorded about the runtime."""

    heap: bytes
    pristine: Sequence[bytes]
    record: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The sparse pack, and the author's modules as byte code, by path below their folder."""

    pack: bytes
    compiled: FileSet


def make_snapshot(order: SnapshotOrder, pristine: bytes, site_packages: str, author_folder: str) -> Snapshot:
    """What an order asks for; the same bytes for the same order."""
    with tempfile.TemporaryDirectory(prefix="viewsdk-") as name:
        folder = Path(name)
        _write_order(folder, order, site_packages.rstrip("/"), author_folder)
        run_node("freeze.mjs", str(pyodide_folder()), name, limit=_RUN_LIMIT)
        record = json.loads((folder / "image.json").read_text())
        packed = sparse(Image((folder / "heap.bin").read_bytes(), [pristine], record))
        return Snapshot(packed, read_folder(folder / "compiled", ("**/*.pyc",)))


def pristine_memory(stdlib_zip: bytes, native: FileSet, site_packages: str) -> bytes:
    """The memory a page has just before it restores; the same for every snapshot over one runtime."""
    with tempfile.TemporaryDirectory(prefix="viewsdk-") as name:
        _write_order(Path(name), SnapshotOrder(stdlib_zip, native, {}), site_packages.rstrip("/"), "")
        run_node("freeze.mjs", str(pyodide_folder()), name, "--pristine", limit=_RUN_LIMIT)
        return Path(name, "pristine.bin").read_bytes()


def sparse(image: Image) -> bytes:
    """The pack: a header with the runs of kept pages, then those pages."""
    kept = list(_kept_pages(image.heap, image.pristine))
    runs = list(_runs(kept))
    last = max((page for page in range(len(image.heap) // PAGE) if any(_page(image.heap, page))), default=0)
    header = {
        "heap": -(-(last + 1) * PAGE // _HEAP_STEP) * _HEAP_STEP,
        "jspi": _JSPI_ADDRESS,
        "runs": [number for run in runs for number in run],
        **image.record,
    }
    pages = (image.heap[start * PAGE : (start + length) * PAGE] for start, length in runs)
    return _joined(header, b"".join(pages))


def squeezed(snapshot: bytes) -> bytes:
    """The same snapshot with every run as a zstd frame, a quarter smaller than gzip; the page decompresses."""
    header, contents = _split(snapshot)
    position, runs = 0, dict[str, bytes]()
    for number, pages in enumerate(header["runs"][1::2]):
        runs[f"{number:05}"] = contents[position : position + pages * PAGE]
        position += pages * PAGE
    frames = [frame for _, frame in sorted(run_inside("squeeze.py", runs).items())]
    return _joined({**header, "frames": [len(frame) for frame in frames]}, b"".join(frames))


def needs_late_runtime(snapshot: Path) -> bool:
    """Whether a module in the image reaches what of the runtime comes late in other pages; reads only the header."""
    with snapshot.open("rb") as file:
        (length,) = struct.unpack("<I", file.read(4))
        return bool(json.loads(file.read(length))["late"])


def _split(blob: bytes) -> tuple[dict[str, Any], bytes]:
    (length,) = struct.unpack_from("<I", blob)
    return json.loads(blob[4 : 4 + length]), blob[4 + length :]


def _joined(header: dict[str, Any], contents: bytes) -> bytes:
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-(len(text) + 4) % _ALIGNMENT)
    return struct.pack("<I", len(text)) + text + contents


def _write_order(folder: Path, order: SnapshotOrder, site_packages: str, author_folder: str) -> None:
    warm = {"paths": [author_folder], "modules": list(order.modules)}
    warm |= {"imports": list(order.imports), "contract": order.contract}
    packs = {
        "site.pack": (site_packages, order.site),
        "author.pack": (author_folder, order.author),
        "root.pack": ("", {"order.json": json.dumps(warm).encode()}),
    }
    for name, (_, files) in packs.items():
        (folder / name).write_bytes(pack(files))
    (folder / "stdlib.zip").write_bytes(order.stdlib_zip)
    (folder / "native.pack").write_bytes(pack(order.native))
    for script in SCRIPTS:
        shutil.copyfile(script, folder / script.name)
    document = {
        "stdlib": "stdlib.zip",
        "native": "native.pack",
        "place": site_packages,
        "packs": [[name, place] for name, (place, _) in packs.items()],
        "script": SCRIPTS[0].name,
        "after": SCRIPTS[1].name,
        "compiled": author_folder,
        "environment": {"HOME": "/home/pyodide", "PYTHONHASHSEED": str(_seed(order))},
        "lock": LOCK,
    }
    (folder / "order.json").write_text(json.dumps(document))


def _seed(order: SnapshotOrder) -> int:
    """The frozen hash seed: the same for the same inputs, different between builds, never 0 (which means off)."""
    digest = hashlib.sha256(pack(order.author) + hashlib.sha256(pack(order.site)).digest()).digest()
    return int.from_bytes(digest[:4], "little") or 1


def _page(memory: bytes, number: int) -> bytes:
    return memory[number * PAGE : (number + 1) * PAGE]


def _kept_pages(heap: bytes, pristine: Sequence[bytes]) -> Iterable[int]:
    zero = bytes(PAGE)
    for number in range(len(heap) // PAGE):
        page = _page(heap, number)
        before = [_page(memory, number) or zero for memory in pristine]
        if any(page != other for other in before):
            yield number


def _runs(pages: Sequence[int]) -> Iterable[tuple[int, int]]:
    start = 0
    for position in range(1, len(pages) + 1):
        if position == len(pages) or pages[position] != pages[position - 1] + 1:
            yield pages[start], position - start
            start = position
