"""The locks: names, versions and hashes, no addresses; and the two sides of the wire have the same pydantic."""

from __future__ import annotations

import json
import re
import tomllib

from tests.contracts.tree import ROOT

PINNED = re.compile(r"^([a-z0-9-]+)==(\S+)", re.MULTILINE)


def pins(name: str) -> dict[str, str]:
    """The packages of a pip lock with their versions."""
    return dict(PINNED.findall((ROOT / "locks" / name).read_text()))


def npm_packages() -> dict[str, dict[str, object]]:
    """The packages of the npm lock by where they lie; the first entry is the project itself."""
    packages = json.loads((ROOT / "web" / "package-lock.json").read_text())["packages"]
    return {place: entry for place, entry in packages.items() if place}


def test_every_pinned_package_has_a_hash() -> None:
    """pip checks what it gets. ours"""
    for name in ("python.lock", "browser.lock"):
        text = (ROOT / "locks" / name).read_text().replace("\\\n", " ")
        requirements = [line for line in text.splitlines() if line and not line.startswith("#")]
        assert len(pins(name)) == len(requirements)
        assert [] == [line for line in requirements if "--hash=sha256:" not in line]


def test_no_lock_holds_a_download_address() -> None:
    """Where packages come from is the reader's configuration. ours"""
    assert [] == [name for name in ("python.lock", "browser.lock") if "://" in (ROOT / "locks" / name).read_text()]
    assert [] == [place for place, entry in npm_packages().items() if "resolved" in entry]


def test_every_npm_package_has_a_hash() -> None:
    """npm checks what it gets. ours"""
    assert [] == [place for place, entry in npm_packages().items() if "integrity" not in entry]


def test_npm_packages_are_pinned_exactly() -> None:
    """An engine range must not make npm take an older counterpart. ours"""
    manifest = json.loads((ROOT / "web" / "package.json").read_text())
    wanted = {**manifest["dependencies"], **manifest["devDependencies"]}
    assert [] == [f"{name} {version}" for name, version in wanted.items() if re.search(r"[\^~*<>x]\d|\*", version)]
    assert "314.0.7" == wanted["pyodide"]


def test_both_sides_of_the_wire_have_the_same_pydantic() -> None:
    """A model means the same on the server and in the browser. ours"""
    browser, server = pins("browser.lock"), pins("python.lock")
    both = browser.keys() & server.keys()
    assert {"pydantic", "pydantic-core", "typing-extensions"} <= both
    assert {name: browser[name] for name in both} == {name: server[name] for name in both}


def test_the_lock_has_what_the_extras_ask_for() -> None:
    """Nothing is installed that the project does not name, directly or through something it names. ours"""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    asked = {
        re.split(r"[\[<>=]", requirement)[0]
        for group in project["optional-dependencies"].values()
        for requirement in group
    }
    assert set() == asked - {"viewsdk"} - pins("python.lock").keys()
