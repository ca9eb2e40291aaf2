"""Whose work a built view carries: NOTICE names each piece with its version and licence."""

from __future__ import annotations

import json
import re
import zipfile
from email import message_from_bytes
from email.message import Message
from pathlib import Path

import pytest

from tests.contracts.tree import ROOT

HEADING = re.compile(r"^([\w-]+) (\S+) \((\S+)\)$", re.MULTILINE)
# What older metadata calls a licence, as SPDX writes it.
SPDX = {"Mozilla Public License Version 2.0": "MPL-2.0"}
WHEELS = sorted((ROOT / ".cache" / "wheels").glob("*.whl"))


def noticed() -> set[tuple[str, ...]]:
    """Name, version and licence of each work in NOTICE."""
    return set(HEADING.findall((ROOT / "NOTICE").read_text()))


def metadata(wheel: Path) -> Message:
    """A wheel's METADATA."""
    with zipfile.ZipFile(wheel) as archive:
        name = next(name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        return message_from_bytes(archive.read(name))


@pytest.mark.parametrize("wheel", WHEELS, ids=lambda wheel: wheel.name.partition("-")[0])
def test_each_browser_side_wheel_is_noticed(wheel: Path) -> None:
    """Name, version and licence as the package itself says. ours"""
    says = metadata(wheel)
    licence = (says["License-Expression"] or says["License"]).splitlines()[0]
    name = says["Name"].lower().replace("_", "-")
    assert (name, says["Version"], SPDX.get(licence, licence)) in noticed()


def test_pyodide_is_noticed() -> None:
    """Name, version and licence as the package itself says. ours"""
    says = json.loads((ROOT / "web" / "node_modules" / "pyodide" / "package.json").read_text())
    assert ("Pyodide", says["version"], says["license"]) in noticed()


def test_every_wheel_of_the_lock_is_there_to_be_read() -> None:
    """The control: a missing wheel would pass unread. ours"""
    lock = (ROOT / "locks" / "browser.lock").read_text()
    assert len(WHEELS) == lock.count("--hash")
