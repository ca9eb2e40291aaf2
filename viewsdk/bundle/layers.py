"""The shared layers of a page's assets, each made once per set of inputs and found again by a key over them.

runtime: Pyodide, the standard library, the wheels. sdk: the browser half of viewsdk. snapshot: the memory in which
both, and the author's contract, are already imported; with it come the author's modules as byte code.
"""

import fcntl
import hashlib
import json
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import contextmanager
from pathlib import Path

from viewsdk.browser.boot import AUTHOR_FOLDER
from viewsdk.browser.stylesheet import SHEETS
from viewsdk.bundle import runtime
from viewsdk.bundle.assets import Asset, AssetFolder
from viewsdk.bundle.compile import CompileJob, compile_sources
from viewsdk.bundle.files import FileSet, pack, read_folder, read_zip, stored_zip, unpack, wheel_files
from viewsdk.bundle.late import split_runtime
from viewsdk.bundle.locate import PYODIDE_VERSION, pyodide_folder, sdk_folder, web_folder, wheels_folder
from viewsdk.bundle.scripts import adding_styles, link, read_sheet
from viewsdk.bundle.snapshot import SCRIPTS, SnapshotOrder, make_snapshot, pristine_memory, squeezed

__all__ = [
    "AUTHOR_BYTE_CODE",
    "AUTHOR_FOLDER",
    "RUNTIME_PARTS",
    "SITE_PACKAGES",
    "at_start",
    "boot_wheels",
    "has_chosen_libraries",
    "key_of",
    "runtime_layer",
    "script_layer",
    "sdk_files",
    "sdk_layer",
    "site_layer",
    "snapshot_layer",
    "squeezed_snapshot",
]

RUNTIME = "pyodide.asm.wasm"
RUNTIME_PARTS = ("pyodide.first.wasm", "pyodide.late.wasm")  # enough to restore an image of most views in, and the rest
AUTHOR_BYTE_CODE = "author.pyc.pack"  # made with a snapshot; a page has it inside its author.pack
SITE_PACKAGES = "/lib/python3.14/site-packages/"
STDLIB_ZIP = "/lib/python314.zip/"

_AT_START = (
    RUNTIME_PARTS[0],  # first: it compiles while the rest is still on its way
    *(RUNTIME, "start.js", "pyodide.js", "pyodide.asm.js", "native.pack", "author.pack", "snapshot.pack"),
)
_AT_BOOT = ("annotated_types", "micropip", "pydantic", "pydantic_core", "typing_extensions", "typing_inspection")
_INSIDE = Path(__file__).parent / "inside"
_NATIVE = ".so"
# What gives assets their shape, whatever they are made from: an upgrade does not find what another version made.
_SHAPERS = tuple(
    Path(__file__).with_name(name)
    for name in (
        "exports.py",
        "files.py",
        "late.py",
        "layers.py",
        "program.py",
        "runtime.py",
        "snapshot.py",
        "split.py",
        "wasm.py",
    )
)
_NOT_IN_PAGE = ("bundle", "server", "web")

# What a view starts with. The host's half of the protocol, test helpers and the like come with the late files.
_SDK = (
    *("viewsdk", "viewsdk.browser", "viewsdk.browser.boot", "viewsdk.browser.install", "viewsdk.browser.setup"),
    *("viewsdk.browser.storage", "viewsdk.ports.postmessage"),
)

# What views import besides pydantic's own needs, cheap to carry; anything else comes with the late files.
_STANDARD = (
    *("asyncio", "base64", "bisect", "calendar", "collections", "contextlib", "copy", "dataclasses", "datetime"),
    *("decimal", "enum", "functools", "hashlib", "heapq", "io", "itertools", "json", "logging", "math"),
    *("operator", "random", "re", "string", "textwrap", "time", "traceback", "typing"),
    *("urllib.parse", "uuid"),
)


def runtime_layer(store: AssetFolder) -> tuple[Asset, ...]:
    """Interpreter and standard library, as sources and as byte code."""
    pyodide = pyodide_folder()
    inputs = {"loader": (pyodide / "pyodide.mjs").read_bytes(), "factory": (pyodide / "pyodide.asm.mjs").read_bytes()}
    return _made_once(store, key_of("runtime", inputs, *_compiler()), lambda: _make_runtime(store, pyodide))


def site_layer(store: AssetFolder, wheels: Sequence[Path], stdlib: Path) -> tuple[Asset, ...]:
    """What wheels put on the import path: native libraries, sources, byte code."""
    inputs = {wheel.name: str(wheel.stat().st_size).encode() for wheel in wheels}
    return _made_once(store, key_of("site", inputs, *_compiler()), lambda: _make_site(store, wheels, stdlib))


def script_layer(store: AssetFolder) -> tuple[Asset, ...]:
    """The page's own script that starts the runtime, with the styles that Python's parts need beyond the page's."""
    styles = "".join(adding_styles(read_sheet(sheet)) for sheet in SHEETS[1:])
    return (store.add("start.js", (styles + link(web_folder(), "start.js")).encode()),)


def sdk_layer(store: AssetFolder, stdlib: Path) -> tuple[Asset, ...]:
    """The browser half of viewsdk, as sources and as byte code; `stdlib` is the compiled one, to start quickly with."""
    sources = sdk_files()
    return _made_once(store, key_of("sdk", sources, *_compiler()), lambda: _make_sdk(store, sources, stdlib))


def snapshot_layer(
    store: AssetFolder, below: Iterable[Asset], author: FileSet, contract: str | None, imports: Sequence[str]
) -> tuple[Asset, ...]:
    """The snapshot over the layers `below`, with the contract in it if there is one; modules as byte code."""
    files = {asset.name: asset for asset in below}
    modules = [*_STANDARD, *_SDK]
    inputs = {
        name: files[name].digest.encode() for name in ("stdlib.pyc.zip", "native.pack", "site.pyc.pack", "sdk.pyc.pack")
    }
    inputs |= {f"/{path}": data for path, data in author.items()}
    inputs |= {"order": json.dumps([contract, modules, list(imports)]).encode()}

    def make() -> Iterable[Asset]:
        site = {**unpack(store.read(files["site.pyc.pack"])), **unpack(store.read(files["sdk.pyc.pack"]))}
        stdlib, native = store.read(files["stdlib.pyc.zip"]), unpack(store.read(files["native.pack"]))
        (pristine,) = _pristine_layer(store, stdlib, native)
        order = SnapshotOrder(stdlib, native, site, author, modules, imports, contract)
        made = make_snapshot(order, store.read(pristine), SITE_PACKAGES, AUTHOR_FOLDER)
        yield store.add("snapshot.pack", made.pack)
        yield store.add(AUTHOR_BYTE_CODE, pack(made.compiled))

    return _made_once(store, key_of("snapshot", inputs, *_maker(), *SCRIPTS), make)


def at_start(files: Iterable[Asset]) -> list[Asset]:
    """What a page with a snapshot starts with, in the order in which it is wanted."""
    by_name = {asset.name: asset for asset in files}
    if RUNTIME_PARTS[0] in by_name:
        del by_name[RUNTIME]
    return [by_name[name] for name in _AT_START if name in by_name]


def squeezed_snapshot(store: AssetFolder, asset: Asset) -> Asset:
    """The zstd form of a snapshot, made once; any other asset as it is."""
    if asset.name != "snapshot.pack":
        return asset
    key = key_of("squeezed", {asset.name: asset.digest.encode()}, _INSIDE / "squeeze.py")
    return _made_once(store, key, lambda: [store.add(asset.name, squeezed(store.read(asset)))])[0]


def _pristine_layer(store: AssetFolder, stdlib: bytes, native: FileSet) -> tuple[Asset, ...]:
    inputs = {"native": pack(native)}
    return _made_once(
        store,
        key_of("pristine", inputs, *_maker()),
        lambda: [store.add("pristine.bin", pristine_memory(stdlib, native, SITE_PACKAGES))],
    )


def _maker() -> list[Path]:
    return [web_folder() / name for name in ("freeze.mjs", "frozen.js", "native.js")]


def _compiler() -> list[Path]:
    return [web_folder() / "run_python.mjs", _INSIDE / "compile_sources.py"]


def boot_wheels() -> list[Path]:
    """The wheels every page needs."""
    folder = wheels_folder()
    return sorted(wheel for wheel in folder.glob("*.whl") if wheel.name.split("-")[0] in _AT_BOOT)


def has_chosen_libraries(native: FileSet) -> bool:
    """Whether there is a native library that not every page has."""
    return any(path.split("/")[0] not in _AT_BOOT for path in native)


def sdk_files() -> dict[str, bytes]:
    """The browser half of viewsdk: everything but the build and the server."""
    files = read_folder(sdk_folder(), ("**/*.py", "**/*.css"))
    return {f"viewsdk/{path}": data for path, data in files.items() if path.split("/")[0] not in _NOT_IN_PAGE}


def key_of(layer: str, inputs: FileSet, *scripts: Path) -> str:
    """A short name for a layer made from exactly these inputs by exactly these scripts."""
    digest = hashlib.sha256(json.dumps([layer, PYODIDE_VERSION]).encode())
    for script in (*_SHAPERS, *scripts):
        digest.update(script.read_bytes())
    for path, data in sorted(inputs.items()):
        digest.update(path.encode() + hashlib.sha256(data).digest())
    return digest.hexdigest()[:16]


def _made_once(store: AssetFolder, key: str, make: Callable[[], Iterable[Asset]]) -> tuple[Asset, ...]:
    known = store.read_manifest(key)
    if known is not None:
        return known
    with _locked(store.folder / f".making.{key}"):
        known = store.read_manifest(key)  # another process may have made it meanwhile
        if known is None:
            known = tuple(make())
            store.write_manifest(key, known, {"pyodide": PYODIDE_VERSION})
            store.prune()
    return known


@contextmanager
def _locked(path: Path) -> Generator[None]:
    AssetFolder(path.parent).make()
    with path.open("w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def _make_runtime(store: AssetFolder, pyodide: Path) -> Iterable[Asset]:
    stdlib = pyodide / "python_stdlib.zip"
    compiled = compile_sources([CompileJob("stdlib", read_zip(stdlib), STDLIB_ZIP)])
    module = (pyodide / "pyodide.asm.wasm").read_bytes()
    first, late = split_runtime(module)
    yield store.add(RUNTIME, module)
    yield store.add(RUNTIME_PARTS[0], first)
    yield store.add(RUNTIME_PARTS[1], late)
    yield store.add("pyodide.asm.js", runtime.classic_factory(pyodide))
    yield store.add("pyodide.js", runtime.classic_loader(pyodide))
    yield store.add("stdlib.pyc.zip", stored_zip(compiled["stdlib"]))
    yield store.add("stdlib.zip", stdlib.read_bytes())


def _make_site(store: AssetFolder, wheels: Sequence[Path], stdlib: Path) -> Iterable[Asset]:
    known = boot_wheels()
    boot = {path: data for wheel in known for path, data in wheel_files(wheel).items()}
    chosen = {path: data for wheel in wheels if wheel not in known for path, data in wheel_files(wheel).items()}
    jobs = [
        CompileJob("boot", _pure(boot), SITE_PACKAGES),
        CompileJob("chosen", _pure(chosen), SITE_PACKAGES, as_written=True),
    ]
    compiled = compile_sources(jobs, stdlib)
    site = boot | chosen
    yield store.add("native.pack", pack({path: data for path, data in site.items() if path.endswith(_NATIVE)}))
    yield store.add("site.pyc.pack", pack(compiled["boot"] | compiled["chosen"]))
    yield store.add("site.pack", pack(_pure(site)))


def _pure(files: FileSet) -> FileSet:
    return {path: data for path, data in files.items() if not path.endswith(_NATIVE)}


def _make_sdk(store: AssetFolder, sources: FileSet, stdlib: Path) -> Iterable[Asset]:
    compiled = compile_sources([CompileJob("sdk", sources, SITE_PACKAGES)], stdlib)
    yield store.add("sdk.pyc.pack", pack(compiled["sdk"]))
    yield store.add("sdk.pack", pack(sources))
