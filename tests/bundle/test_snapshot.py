"""Making a snapshot: the same bytes each time, nothing of the machine that made it, and failures in one sentence."""

import getpass
import hashlib
import json
import platform
import struct
from collections.abc import Sequence
from pathlib import Path

import pytest

from viewsdk.bundle.assets import Asset, AssetFolder
from viewsdk.bundle.compile import MakerFailed, run_node
from viewsdk.bundle.files import unpack
from viewsdk.bundle.layers import AUTHOR_FOLDER, SITE_PACKAGES
from viewsdk.bundle.locate import cache_folder, node, pyodide_folder, sdk_folder
from viewsdk.bundle.prepare import prepare, prepare_base
from viewsdk.bundle.snapshot import PAGE, Image, SnapshotOrder, make_snapshot, sparse, squeezed

pytestmark = [pytest.mark.slow, pytest.mark.limit(240)]

CONTRACT = b"""from pydantic import BaseModel
from viewsdk import Grant, Tool, View
class Greeting(BaseModel):
    text: str
greet = Tool("greet", output=Greeting)
class Card(View, uri="ui://boot/card", title="Card"):
    launch = Grant.launch(greet)
"""


@pytest.fixture(scope="module")
def base() -> Sequence[Asset]:
    """The layers every snapshot lies over."""
    return prepare_base().files


def order(base: Sequence[Asset], contract: bytes = CONTRACT) -> SnapshotOrder:
    store = AssetFolder(cache_folder() / "assets")
    data = {asset.name: store.read(asset) for asset in base if asset.name != "snapshot.pack"}
    site = {**unpack(data["site.pyc.pack"]), **unpack(data["sdk.pyc.pack"])}
    native, author = unpack(data["native.pack"]), {"contract.py": contract}
    return SnapshotOrder(data["stdlib.pyc.zip"], native, site, author, ["viewsdk"], [], "contract:Card")


def made(base: Sequence[Asset], contract: bytes = CONTRACT) -> bytes:
    # What a page has before it restores only decides what may be left out; nothing is, here.
    return make_snapshot(order(base, contract), b"", SITE_PACKAGES, AUTHOR_FOLDER).pack


def test_the_same_inputs_give_the_same_snapshot_and_nothing_of_this_machine_is_inside(
    base: Sequence[Asset], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Byte for byte: no listed exceptions are needed. Paths, names and the environment of the builder are not in it."""
    first = made(base)
    monkeypatch.setenv("A_SECRET_OF_THE_BUILDER", "correct horse battery staple")
    monkeypatch.setenv("TZ", "America/New_York")
    again = made(base)
    assert hashlib.sha256(first).digest() == hashlib.sha256(again).digest()
    names = {str(sdk_folder().parent), str(Path.home()) + "/", node(), platform.node(), "correct horse battery staple"}
    names |= {f"/{getpass.getuser()}/.", str(cache_folder()), "node_modules", "freeze.mjs"}
    # What the runtime and the wheels themselves say is theirs: cargo's folders, for example.
    given = b"".join(path.read_bytes() for path in [pyodide_folder() / "pyodide.asm.wasm", *_unpacked(base)])
    assert [] == [name for name in names if len(name) > 3 and name.encode() in first and name.encode() not in given]


def _unpacked(base: Sequence[Asset]) -> list[Path]:
    folder = cache_folder() / "assets"
    return [folder / asset.path for asset in base if asset.name in ("native.pack", "stdlib.pyc.zip", "site.pyc.pack")]


def test_a_page_gets_its_authors_modules_as_source_and_as_byte_code_nobody_compares(tmp_path: Path) -> None:
    """Sources are there to be shown; a module that is not Python has no byte code, and fails in the page. ours"""
    (tmp_path / "contract.py").write_bytes(CONTRACT)
    (tmp_path / "view.py").write_text("import broken\nasync def main(app): ...\n")
    (tmp_path / "broken.py").write_text("def\n")
    prepared = prepare(tmp_path, "contract:Card", "view:main")
    (own,) = (asset for asset in prepared.files if asset.name == "author.pack")
    files = unpack((prepared.folder / own.path).read_bytes())
    sources = {"contract.py", "view.py", "broken.py"}
    compiled = {f"__pycache__/{name}.cpython-314.pyc" for name in ("contract", "view")}
    assert sources | compiled | {".imports.json"} == set(files)
    assert {(1).to_bytes(4, "little")} == {files[name][4:8] for name in compiled}


def test_a_contract_that_fails_at_import_is_shown_with_its_line(base: Sequence[Asset]) -> None:
    """The maker's message ends with the author's own error."""
    with pytest.raises(MakerFailed, match=r'(?s)"/view/contract.py", line 2.*ZeroDivisionError'):
        made(base, b"x = 1\ny = x / 0\n")


def test_a_contract_that_imports_js_is_refused_by_name(base: Sequence[Asset]) -> None:
    """It is shared with the server, where there is no page."""
    with pytest.raises(MakerFailed, match="import of js halted"):
        made(base, b"import js\n" + CONTRACT)


def test_a_script_that_hangs_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The limit is in the message; the process is gone."""
    (tmp_path / "shim.js").write_text("")
    (tmp_path / "hang.mjs").write_text("setInterval(() => {}, 1000);")
    monkeypatch.setattr("viewsdk.bundle.compile.web_folder", lambda: tmp_path)
    with pytest.raises(MakerFailed, match=r"hang\.mjs did not finish within 1 s"):
        run_node("hang.mjs", limit=1.0)


def test_a_page_whose_contract_cannot_be_imported_still_gets_a_snapshot(tmp_path: Path) -> None:
    """Without the contract; the reason is in what the build returns, and the page will show it with its line."""
    (tmp_path / "contract.py").write_text("raise LookupError('no such play')\n")
    (tmp_path / "view.py").write_text("import contract\n")
    prepared = prepare(tmp_path, "contract:Card", "view:main")
    assert "snapshot.pack" in {asset.name for asset in prepared.files}
    assert 1 == len(prepared.problems)
    assert "no such play" in prepared.problems[0]


def test_pages_that_a_restore_finds_anyway_do_not_travel() -> None:
    """Equal pages and untouched memory are left out, changed ones and those that became zero are kept."""
    pristine = b"".join(bytes([number]) * PAGE for number in (1, 2, 3, 0))
    heap = b"".join(bytes([number]) * PAGE for number in (1, 9, 0, 0, 7, 0))
    blob = sparse(Image(heap, [pristine], {"table": 5}))
    (length,) = struct.unpack_from("<I", blob)
    header = json.loads(blob[4 : 4 + length])
    assert [1, 2, 4, 1] == header["runs"]
    assert 5 == header["table"]
    assert b"".join(bytes([number]) * PAGE for number in (9, 0, 7)) == blob[4 + length :]


def test_a_squeezed_snapshot_is_smaller_and_says_the_length_of_each_part() -> None:
    """One frame a run, so that each can be decompressed to where it belongs."""
    heap = b"".join(bytes([number]) * PAGE for number in (1, 0, 2, 2))
    small = squeezed(sparse(Image(heap, [bytes(len(heap))], {})))
    (length,) = struct.unpack_from("<I", small)
    header = json.loads(small[4 : 4 + length])
    assert len(small) < PAGE
    assert 2 == len(header["frames"])
    assert sum(header["frames"]) == len(small) - 4 - length
