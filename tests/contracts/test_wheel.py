"""The wheel: what somebody who installs viewsdk without a checkout gets."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.contracts.tree import ROOT, files

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project's wheel, built without network."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel's content and nothing of the checkout."""
    folder = tmp_path_factory.mktemp("site")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


def test_the_wheel_holds_both_packages_and_nothing_else(installed: Path) -> None:
    """Tests, examples and scripts stay at home. ours"""
    assert {"hostsim", "viewsdk"} == {entry.name for entry in installed.iterdir() if ".dist-info" not in entry.name}


def test_the_wheel_holds_types_licence_and_notices(installed: Path) -> None:
    """What users' type checkers and lawyers read. ours"""
    shipped = {file.name for file in installed.rglob("*")}
    assert {"py.typed", "LICENSE", "NOTICE"} <= shipped


def test_the_wheel_holds_every_script_of_the_page(installed: Path) -> None:
    """The shim is in viewsdk, the host page in hostsim. ours"""
    scripts = [file.name for file in files(".js", ".mjs", under="web") if file.parent.name == "web"]
    hosts = [file.name for file in files(under="web/host")]
    assert scripts
    assert hosts
    assert [] == [name for name in scripts if not (installed / "viewsdk" / "web" / name).is_file()]
    assert [] == [name for name in hosts if not (installed / "hostsim" / "web" / name).is_file()]


def test_the_installed_settings_are_those_of_the_checkout(installed: Path) -> None:
    """Without the file at the root the one beside the loader counts. ours"""
    code = "import hostsim.settings as s; print(s.__file__); print(s.settings())"
    paths = {"PYTHONPATH": str(installed), "PYTHONSAFEPATH": "1"}
    there, here = (
        subprocess.run(
            [sys.executable, "-c", code], env={**os.environ, **chosen}, capture_output=True, text=True, check=True
        ).stdout.splitlines()
        for chosen in (paths, {})
    )
    assert there[0].startswith(str(installed))
    assert here[1] == there[1]


def test_the_installed_package_imports_with_pydantic_alone(installed: Path) -> None:
    """A base install is enough for a contract and its tests. ours"""
    code = (
        "import sys\n"
        "for name in ('mcp', 'starlette', 'uvicorn', 'click', 'playwright', 'anyio'): sys.modules[name] = None\n"
        "import viewsdk; print(viewsdk.__file__)"
    )
    environment = {**os.environ, "PYTHONPATH": str(installed), "PYTHONSAFEPATH": "1"}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.startswith(str(installed))
