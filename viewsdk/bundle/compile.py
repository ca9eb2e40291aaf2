"""Byte code for the browser's interpreter, made by that interpreter itself under Node."""

import json
import os
import subprocess
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from viewsdk.bundle.files import FileSet, pack, unpack
from viewsdk.bundle.locate import node, pyodide_folder, web_folder

__all__ = ["CompileJob", "MakerFailed", "compile_sources", "run_inside", "run_node"]

_LIMIT = 300  # seconds; compiling the standard library takes about 10 on two busy cores


class MakerFailed(RuntimeError):
    """The JavaScript runtime that makes byte code or snapshots failed; the message is what it said."""


@dataclass(frozen=True, slots=True)
class CompileJob:
    """Compile the files of `sources` that will be mounted at `prefix`.

    `as_written` keeps docstrings and the annotations of functions, which a package may read; what every view starts
    with does not.
    """

    name: str
    sources: FileSet
    prefix: str
    as_written: bool = False


def compile_sources(jobs: Iterable[CompileJob], stdlib: Path | None = None) -> dict[str, dict[str, bytes]]:
    """Each job's files, with a `.pyc` in place of every `.py`; `stdlib` is a compiled one to start quickly with."""
    listed = list(jobs)
    orders = [{"name": job.name, "prefix": job.prefix, "as_written": job.as_written} for job in listed]
    given = {job.name: pack(job.sources) for job in listed} | {"jobs.json": json.dumps(orders).encode()}
    return {name: unpack(blob) for name, blob in run_inside("compile_sources.py", given, stdlib).items()}


def run_inside(script: str, given: FileSet, stdlib: Path | None = None) -> dict[str, bytes]:
    """Run one of the scripts in `inside/` under Pyodide with these files in /in; what it leaves in /out."""
    with tempfile.TemporaryDirectory(prefix="viewsdk-") as folder:
        source, target = Path(folder, "in"), Path(folder, "out")
        source.mkdir()
        target.mkdir()
        for name, data in given.items():
            (source / name).write_bytes(data)
        zipped = [str(stdlib)] if stdlib else []
        path = Path(__file__).parent / "inside" / script
        run_node("run_python.mjs", str(pyodide_folder()), str(path), str(source), str(target), *zipped)
        return {path.name: path.read_bytes() for path in target.iterdir()}


def _environment() -> dict[str, str]:
    """What the maker sees of this machine: nothing that could end up in what it makes."""
    kept = {name: value for name in ("PATH", "SYSTEMROOT", "TEMP") if (value := os.environ.get(name))}
    return {**kept, "TZ": "UTC", "LANG": "C.UTF-8"}


def run_node(script: str, *arguments: str, limit: float = _LIMIT) -> str:
    """Run one of the page folder's Node scripts to its end; returns what it printed."""
    command = [node(), str(web_folder() / script), *arguments]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=limit, check=False, env=_environment())
    except subprocess.TimeoutExpired:
        raise MakerFailed(f"{script} did not finish within {limit:.0f} s") from None
    except OSError as error:
        raise MakerFailed(f"{command[0]} could not be started: {error.strerror}") from None
    if done.returncode != 0:
        raise MakerFailed(f"{script} failed: {(done.stderr or done.stdout).strip()[-2000:]}")
    return done.stdout
