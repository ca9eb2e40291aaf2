"""Prepares the assets of a page: the shared part once per set of inputs, the author's part each time."""

import hashlib
import json
from collections.abc import Callable, Iterable
from pathlib import Path

from viewsdk.bundle import runtime
from viewsdk.bundle.assets import Asset, AssetFolder
from viewsdk.bundle.author import collect
from viewsdk.bundle.compile import CompileJob, compile_sources
from viewsdk.bundle.files import FileSet, pack, read_folder, read_zip, stored_zip, wheel_files
from viewsdk.bundle.locate import PYODIDE_VERSION, cache_folder, pyodide_folder, sdk_folder, wheels_folder

__all__ = ["SITE_PACKAGES", "Prepared", "prepare", "prepare_base", "sdk_files"]

SITE_PACKAGES = "/lib/python3.14/site-packages/"
STDLIB_ZIP = "/lib/python314.zip/"

_AT_BOOT = ("annotated_types", "pydantic", "pydantic_core", "typing_extensions", "typing_inspection")
_FORMAT = 1  # raise when the shape of any asset changes


class Prepared:
    """A folder of assets and which of its files one page uses."""

    def __init__(self, folder: Path, files: tuple[Asset, ...]) -> None:
        self.folder = folder
        self.files = files


def prepare(author: Path, view_ref: str, entry: str, folder: Path | None = None) -> Prepared:
    """Everything the page of one view needs, in `folder` (default: the cache). Quick when the shared part exists."""
    base = prepare_base(folder)
    modules = collect(author, view_ref, entry)
    asset = AssetFolder(base.folder).add("author.pack", pack(modules))
    return Prepared(base.folder, (*base.files, asset))


def prepare_base(folder: Path | None = None) -> Prepared:
    """What every view shares: runtime, standard library and wheels, then the SDK; each made once per set of inputs."""
    store = AssetFolder(folder or cache_folder() / "assets")
    return Prepared(store.folder, (*_runtime(store), *_sdk(store)))


def _runtime(store: AssetFolder) -> tuple[Asset, ...]:
    pyodide, wheels = pyodide_folder(), boot_wheels()
    inputs = {path.name: str(path.stat().st_size).encode() for path in [pyodide / "pyodide.asm.mjs", *wheels]}
    return _made_once(store, _key(inputs), lambda: _make_runtime(store, pyodide, wheels))


def _sdk(store: AssetFolder) -> tuple[Asset, ...]:
    sources = sdk_files()
    return _made_once(store, _key(sources), lambda: _make_sdk(store, sources))


def _made_once(store: AssetFolder, key: str, make: Callable[[], Iterable[Asset]]) -> tuple[Asset, ...]:
    known = store.read_manifest(key)
    if known is None:
        known = tuple(make())
        store.write_manifest(key, known, {"pyodide": PYODIDE_VERSION})
    return known


def boot_wheels() -> list[Path]:
    """The wheels every page needs, one per distribution."""
    folder = wheels_folder()
    return sorted(wheel for wheel in folder.glob("*.whl") if wheel.name.split("-")[0] in _AT_BOOT)


def sdk_files() -> dict[str, bytes]:
    """The browser half of viewsdk: everything but the build and the server."""
    files = read_folder(sdk_folder(), ("**/*.py", "**/*.css"))
    kept = {path: data for path, data in files.items() if path.split("/")[0] not in ("bundle", "server", "web")}
    return {f"viewsdk/{path}": data for path, data in kept.items()}


def _make_runtime(store: AssetFolder, pyodide: Path, wheels: Iterable[Path]) -> Iterable[Asset]:
    site = {path: data for wheel in wheels for path, data in wheel_files(wheel).items()}
    native = {path: data for path, data in site.items() if path.endswith(".so")}
    pure = {path: data for path, data in site.items() if path not in native}
    stdlib = pyodide / "python_stdlib.zip"
    compiled = compile_sources(
        [CompileJob("stdlib", read_zip(stdlib), STDLIB_ZIP), CompileJob("site", pure, SITE_PACKAGES)]
    )
    yield store.add("pyodide.asm.wasm", (pyodide / "pyodide.asm.wasm").read_bytes())
    yield store.add("pyodide.asm.js", runtime.classic_factory(pyodide))
    yield store.add("pyodide.js", runtime.classic_loader(pyodide))
    yield store.add("native.pack", pack(native))
    yield store.add("stdlib.pyc.zip", stored_zip(compiled["stdlib"]))
    yield store.add("site.pyc.pack", pack(compiled["site"]))
    yield store.add("stdlib.zip", stdlib.read_bytes())
    yield store.add("site.pack", pack(pure))


def _make_sdk(store: AssetFolder, sources: FileSet) -> Iterable[Asset]:
    compiled = compile_sources([CompileJob("sdk", sources, SITE_PACKAGES)])
    yield store.add("sdk.pyc.pack", pack(compiled["sdk"]))
    yield store.add("sdk.pack", pack(sources))


def _key(inputs: FileSet) -> str:
    digest = hashlib.sha256(json.dumps([_FORMAT, PYODIDE_VERSION]).encode())
    digest.update((Path(__file__).parent / "inside/compile_sources.py").read_bytes())
    for path, data in sorted(inputs.items()):
        digest.update(path.encode() + hashlib.sha256(data).digest())
    return digest.hexdigest()[:16]
