"""Requirements of a view: resolved by pip from a folder of wheels, locked by hash, and in the page; or named."""

import os
import zipfile
from pathlib import Path

import pytest

from viewsdk.bundle.assets import AssetFolder
from viewsdk.bundle.files import top_level, unpack
from viewsdk.bundle.layers import boot_wheels, site_layer
from viewsdk.bundle.locate import MissingInput
from viewsdk.bundle.packages import LOCK, NoWheel, packages_of
from viewsdk.bundle.prepare import prepare, prepare_base
from viewsdk.bundle.shipped import ship

pytestmark = [pytest.mark.slow, pytest.mark.limit(240)]


GREETER = 'def greet():\n    """Says hello."""\n    return 1\n'


def write_wheel(folder: Path, name: str, body: str = GREETER, needs: str = "") -> None:
    package, version, *_ = name.split("-")
    tag = name.removesuffix(".whl").split("-", 2)[2]
    info = f"{package}-{version}.dist-info"
    with zipfile.ZipFile(folder / name, "w") as wheel:
        wheel.writestr(f"{package}.py", body)
        wheel.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {package}\nVersion: {version}\n{needs}")
        wheel.writestr(f"{info}/WHEEL", f"Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: {tag}\n")
        wheel.writestr(f"{info}/RECORD", "")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A view that asks for a package, and an index that is a folder."""
    index = tmp_path / "index"
    index.mkdir()
    write_wheel(index, "greeter-1.2-py3-none-any.whl", needs="Requires-Dist: polite\n")
    write_wheel(index, "polite-0.1-py3-none-any.whl")
    write_wheel(index, "foreign-1.0-cp312-cp312-manylinux_2_28_x86_64.whl")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(index))
    monkeypatch.setattr("viewsdk.bundle.packages.cache_folder", lambda: tmp_path / "cache")
    view = tmp_path / "view"
    view.mkdir()
    (view / "pyproject.toml").write_text('[tool.viewsdk]\nrequirements = ["greeter>=1"]\n')
    (view / "contract.py").write_text("raise SystemExit('never imported by this test')\n")
    (view / "view.py").write_text("import greeter\n")
    return view


def test_requirements_are_resolved_with_what_they_need_and_locked_by_hash(folder: Path) -> None:
    """The lock names versions and hashes and no address; the second time pip is not asked."""
    wheels = packages_of(folder, boot_wheels()).wheels
    assert ["greeter", "polite"] == sorted(name for wheel in wheels for name in top_level(wheel))
    lock = (folder / LOCK).read_text().splitlines()
    assert ["# greeter>=1", "greeter==1.2", "polite==0.1"] == [line.partition(" --hash=sha256:")[0] for line in lock]
    assert "http" not in (folder / LOCK).read_text()
    assert 2 == len(packages_of(folder, boot_wheels()).wheels)


def test_a_wheel_that_is_not_the_locked_one_is_refused(folder: Path) -> None:
    """The same version with another content."""
    packages_of(folder, boot_wheels())
    write_wheel(Path(os.environ["PIP_FIND_LINKS"]), "greeter-1.2-py3-none-any.whl", body="def greet():\n    return 2\n")
    with pytest.raises(NoWheel, match="greeter"):
        packages_of(folder, boot_wheels())


@pytest.mark.parametrize("name", ["foreign", "nowhere"])
def test_a_requirement_without_a_usable_wheel_is_named(folder: Path, name: str) -> None:
    """One for another platform, and none at all, in one sentence."""
    (folder / "pyproject.toml").write_text(f'[tool.viewsdk]\nrequirements = ["{name}"]\n')
    with pytest.raises(NoWheel, match=rf"^{name} has no wheel for the browser \(neither a pure one nor one for"):
        packages_of(folder, boot_wheels())


def test_packages_are_among_the_files_of_the_page(folder: Path, tmp_path: Path) -> None:
    """As sources and as byte code, beside those every page has."""
    base = prepare_base()
    stdlib = base.folder / next(asset.path for asset in base.files if asset.name == "stdlib.pyc.zip")
    store = AssetFolder(tmp_path / "assets")
    made = site_layer(store, [*boot_wheels(), *packages_of(folder, boot_wheels()).wheels], stdlib)
    data = {asset.name: store.read(asset) for asset in made}
    assert {"greeter.py", "polite.py", "pydantic/__init__.py"} <= set(unpack(data["site.pack"]))
    compiled = unpack(data["site.pyc.pack"])
    assert {"greeter.pyc", "polite.pyc", "pydantic/__init__.pyc"} <= set(compiled)
    assert b"Says hello." in compiled["greeter.pyc"], "what an author chose keeps its docstrings"
    assert b"Usage Documentation" in unpack(data["site.pack"])["pydantic/main.py"]
    assert b"Usage Documentation" not in compiled["pydantic/main.pyc"]


def test_an_installed_wheel_with_assets_needs_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No npm package, no wheels, no Node: the shipped snapshot is used; without it the missing piece is named."""
    base = prepare_base()
    inside = tmp_path / "inside the wheel"
    view = tmp_path / "view"
    view.mkdir()
    for name in ("contract.py", "view.py"):
        (view / name).write_text("")
    monkeypatch.setattr("viewsdk.bundle.shipped.FOLDER", inside)
    monkeypatch.setenv("VIEWSDK_PYODIDE", str(tmp_path / "nowhere"))
    monkeypatch.setenv("VIEWSDK_NODE", str(tmp_path / "no node"))
    with pytest.raises(MissingInput, match=r"Pyodide .* is missing"):
        prepare(view, "contract:View", "view:main", tmp_path / "assets")
    ship(base.folder, base.files, inside)
    prepared = prepare(view, "contract:View", "view:main", tmp_path / "assets")
    names = {asset.name for asset in prepared.files}
    assert {"snapshot.pack", "author.pack", "stdlib.pyc.zip"} <= names
    assert "author.pyc.pack" not in names
    assert all((prepared.folder / asset.path).stat().st_size == asset.bytes for asset in prepared.files)
    assert 1 == len(prepared.problems)


def test_what_nobody_asks_for_is_dropped_from_the_cache(tmp_path: Path) -> None:
    """By age since it was last asked for."""
    folder = AssetFolder(tmp_path)
    old, kept = folder.add("old.pack", b"old"), folder.add("kept.pack", b"kept")
    for asset in (old, kept):
        os.utime(tmp_path / asset.path, (1, 1))
    folder.add("kept.pack", b"kept")
    folder.prune()
    assert [kept.path] == [path.name for path in tmp_path.iterdir()]
