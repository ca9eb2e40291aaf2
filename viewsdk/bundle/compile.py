"""Byte code for the browser's interpreter, made by that interpreter itself under Node."""

import json
import subprocess
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from viewsdk.bundle.files import FileSet, pack, unpack
from viewsdk.bundle.locate import node, pyodide_folder, web_folder

__all__ = ["CompileJob", "MakerFailed", "compile_sources", "run_node"]

_LIMIT = 300  # seconds; compiling the standard library takes about 10 on two busy cores


class MakerFailed(RuntimeError):
    """The JavaScript runtime that makes byte code or snapshots failed; the message is what it said."""


@dataclass(frozen=True, slots=True)
class CompileJob:
    """Compile the files of `sources` that will be mounted at `prefix`."""

    name: str
    sources: FileSet
    prefix: str
    keep_docs: bool = False


def compile_sources(jobs: Iterable[CompileJob], stdlib: Path | None = None) -> dict[str, dict[str, bytes]]:
    """Each job's files, with a `.pyc` in place of every `.py`; `stdlib` is a compiled one to start quickly with."""
    listed = list(jobs)
    with tempfile.TemporaryDirectory(prefix="viewsdk-") as folder:
        given, made = Path(folder, "in"), Path(folder, "out")
        given.mkdir()
        made.mkdir()
        for job in listed:
            (given / job.name).write_bytes(pack(job.sources))
        orders = [{"name": job.name, "prefix": job.prefix, "keep_docs": job.keep_docs} for job in listed]
        (given / "jobs.json").write_text(json.dumps(orders))
        script = Path(__file__).parent / "inside/compile_sources.py"
        zipped = [str(stdlib)] if stdlib else []
        run_node("run_python.mjs", str(pyodide_folder()), str(script), str(given), str(made), *zipped)
        return {job.name: unpack((made / job.name).read_bytes()) for job in listed}


def run_node(script: str, *arguments: str, limit: float = _LIMIT) -> str:
    """Run one of the page folder's Node scripts to its end; returns what it printed."""
    command = [node(), str(web_folder() / script), *arguments]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=limit, check=False)
    except subprocess.TimeoutExpired:
        raise MakerFailed(f"{script} did not finish within {limit:.0f} s") from None
    except OSError as error:
        raise MakerFailed(f"{command[0]} could not be started: {error.strerror}") from None
    if done.returncode != 0:
        raise MakerFailed(f"{script} failed: {(done.stderr or done.stdout).strip()[-2000:]}")
    return done.stdout
