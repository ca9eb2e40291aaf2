"""The runtime in two parts does what it does in one, and the first part alone all but what late modules do."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.runtimes.scripts import HERE, run
from viewsdk.browser.wake import LATE_MODULES
from viewsdk.bundle.exports import without_export_list
from viewsdk.bundle.late import late_functions, split_runtime
from viewsdk.bundle.locate import pyodide_folder
from viewsdk.bundle.program import Program
from viewsdk.bundle.runtime import UnknownRuntime
from viewsdk.bundle.split import split
from viewsdk.bundle.wasm import Kind

pytestmark = [pytest.mark.slow, pytest.mark.limit(120)]

WHOLE = pyodide_folder() / "pyodide.asm.wasm"


def python(script: str, *parts: Path) -> Mapping[str, Any]:
    return run("split.mjs", str(pyodide_folder()), str(HERE / script), *map(str, parts))


def written(folder: Path, *parts: bytes) -> list[Path]:
    paths = [folder / f"{number}.wasm" for number in range(len(parts))]
    for path, data in zip(paths, parts, strict=True):
        path.write_bytes(data)
    return paths


@pytest.fixture(scope="module")
def apart(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The first part with all of its data: an interpreter cannot start from nothing without its own modules."""
    program = Program(WHOLE.read_bytes())
    first, _ = split(program, late_functions(program), ())
    (path,) = written(tmp_path_factory.mktemp("apart"), first)
    return path


def test_both_parts_together_do_what_the_whole_does(tmp_path: Path) -> None:
    """Names of characters, encodings of East Asia, SQL, XML, compression, the interpreter's own modules. ours"""
    joined = python("late_modules.py", *written(tmp_path, *split_runtime(WHOLE.read_bytes())))
    assert python("late_modules.py", WHOLE) == joined
    assert ["\N{SNOWMAN}", [[["LEAR", 9], ["TEMPEST", 5]], 2]] == [joined["lookup"], joined["sqlite"]]


def test_without_the_late_part_the_rest_of_the_standard_library_can_be_imported(apart: Path) -> None:
    """Nothing traps; what could not be imported asks for a late module by name. ours"""
    found = python("other_modules.py", apart)
    assert {"asyncio", "decimal", "email", "json", "logging", "pydoc", "xml", "zipfile"} <= {*found["imported"]}
    assert sorted(LATE_MODULES) == found["late"]  # else a module that is missing there would trap in a page
    assert {*LATE_MODULES, "bz2", "lzma", "plistlib", "sqlite3", "stringprep"} <= {*found["waiting"]}
    assert len(found["waiting"]) < 30 < 200 < len(found["imported"])


def test_without_the_late_part_a_late_module_ends_the_interpreter(apart: Path) -> None:
    """The control: this is what waiting for late modules is for. ours"""
    assert "null function" in python("late_modules.py", apart)["trapped"]


def test_the_runtimes_own_script_calls_nothing_late_but_for_exceptions_of_cpp() -> None:
    """Those come from libraries an author chose, and a page with one has the runtime in one piece. ours"""
    program = Program(WHOLE.read_bytes())
    late = late_functions(program)
    script = without_export_list((pyodide_folder() / "pyodide.asm.mjs").read_text())
    assert script is not None
    words = set(re.findall(r"[\w$]+", script))
    exported = {name for name, kind, number in program.exports if kind is Kind.FUNCTION and number in late}
    assert {
        "__cxa_decrement_exception_refcount",
        "__cxa_increment_exception_refcount",
        "__cxa_demangle",
        "__get_exception_message",
    } == {name for name in exported if words & {name, f"_{name}"}}


def test_another_build_of_the_runtime_is_refused() -> None:
    """Numbers of functions and addresses are those of one build. ours"""
    with pytest.raises(UnknownRuntime, match="another build than the one whose parts are known"):
        split_runtime(WHOLE.read_bytes() + b"\0\1\0")
