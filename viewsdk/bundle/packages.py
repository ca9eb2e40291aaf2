"""The packages a view asks for: resolved by pip for the browser's Python, locked by hash, read from their wheels.

Requirements stand in the folder's `pyproject.toml` under `[tool.viewsdk] requirements`, or as inline script metadata in
`view.py`. The lock, `view.lock` beside them, is what a build uses; it is renewed when the requirements change.
"""

import contextlib
import hashlib
import json
import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from viewsdk.bundle.locate import MissingInput, cache_folder

__all__ = ["LOCK", "NoWheel", "Packages", "packages_of", "requirements_of"]

LOCK = "view.lock"
PLATFORM = "pyemscripten_2026_0_wasm32"  # what wheels for this Pyodide are tagged with
_TARGET = ("--only-binary", ":all:", "--platform", PLATFORM, "--python-version", "3.14", "--implementation", "cp")
_INLINE = re.compile(r"^# /// script\s*$\n((?:^#.*$\n)+?)^# ///\s*$", re.MULTILINE)
_LIMIT = 300  # seconds for pip to resolve and download


class NoWheel(MissingInput):
    """A requirement that cannot be had for the browser; the message names it and says why."""


@dataclass(frozen=True, slots=True)
class Packages:
    """The wheels of a view's requirements, beyond what every page has."""

    wheels: tuple[Path, ...] = ()


def requirements_of(folder: Path) -> list[str]:
    """What the folder's view asks for, in order, from both places."""
    found: list[str] = []
    project = folder / "pyproject.toml"
    if project.is_file():
        try:
            found += tomllib.loads(project.read_text()).get("tool", {}).get("viewsdk", {}).get("requirements", [])
        except tomllib.TOMLDecodeError as error:
            raise NoWheel(f"{project} is not TOML: {error}") from error
    view = folder / "view.py"
    match = _INLINE.search(view.read_text()) if view.is_file() else None
    if match:
        text = "\n".join(line.removeprefix("#").removeprefix(" ") for line in match[1].splitlines())
        found += tomllib.loads(text).get("dependencies", [])
    return list(dict.fromkeys(found))


def packages_of(folder: Path, present: Iterable[Path]) -> Packages:
    """The wheels for the folder's requirements; `present` are the wheels every page has, which are not repeated."""
    requirements = requirements_of(folder)
    if not requirements:
        return Packages()
    fixed = sorted(_pin(wheel) for wheel in present)
    lock = folder / LOCK
    locked = lock.read_text() if lock.is_file() and _asks(lock.read_text()) == requirements else None
    key = hashlib.sha256(json.dumps([requirements, fixed, PLATFORM, locked]).encode()).hexdigest()[:16]
    place = cache_folder() / "packages" / key
    if not place.is_dir():
        _fetch(requirements, fixed, lock if locked else None, place)
    wheels = [wheel for wheel in sorted(place.glob("*.whl")) if _pin(wheel) not in fixed]
    if locked is None:
        _lock(lock, requirements, wheels)
    return Packages(tuple(wheels))


def _fetch(requirements: Sequence[str], fixed: Sequence[str], lock: Path | None, place: Path) -> None:
    """By the lock if there is one for these requirements, else by what pip resolves now."""
    place.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=place.parent) as name:
        constraints, target = Path(name, "constraints.txt"), Path(name, "wheels")
        target.mkdir()
        constraints.write_text("\n".join(fixed))
        command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-input", "download", *_TARGET]
        command += ["-d", str(target)]
        wanted = ["--no-deps", "--require-hashes", "-r", str(lock)] if lock else ["-c", str(constraints), *requirements]
        try:
            done = subprocess.run([*command, *wanted], capture_output=True, text=True, timeout=_LIMIT, check=False)
        except subprocess.TimeoutExpired:
            raise NoWheel(f"pip did not find {', '.join(requirements)} within {_LIMIT} s") from None
        if done.returncode != 0:
            raise NoWheel(_reason(requirements, done.stderr))
        if not place.exists():
            target.rename(place)


def _reason(requirements: Sequence[str], said: str) -> str:
    errors = [line.removeprefix("ERROR: ") for line in said.splitlines() if line.startswith("ERROR: ")]
    missing = next(
        (match[1] for line in errors if (match := re.search(r"No matching distribution found for (\S+)", line))), None
    )
    if missing:
        return f"{missing} has no wheel for the browser (neither a pure one nor one for {PLATFORM}, CPython 3.14)"
    return f"pip cannot resolve {', '.join(requirements)}: {errors[-1] if errors else said.strip()[-300:]}"


def _pin(wheel: Path) -> str:
    name, version = wheel.name.split("-")[:2]
    return f"{name.replace('_', '-').lower()}=={version}"


def _asks(lock: str) -> list[str]:
    return [line.removeprefix("# ") for line in lock.splitlines() if line.startswith("# ")]


def _lock(lock: Path, requirements: Sequence[str], wheels: Iterable[Path]) -> None:
    """Write the lock; a folder that cannot be written keeps none, and what was resolved stays in the cache."""
    lines = [f"# {requirement}" for requirement in requirements]
    lines += [f"{_pin(wheel)} --hash=sha256:{hashlib.sha256(wheel.read_bytes()).hexdigest()}" for wheel in wheels]
    with contextlib.suppress(OSError):
        lock.write_text("\n".join(lines) + "\n")
