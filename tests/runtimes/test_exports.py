"""The runtime's script without its list of exports leaves the same behind as with it."""

from pathlib import Path

import pytest

from tests.runtimes.scripts import run
from viewsdk.bundle.exports import without_export_list
from viewsdk.bundle.locate import pyodide_folder
from viewsdk.bundle.runtime import UnknownRuntime, classic_factory

FACTORY = "pyodide.asm.mjs"


@pytest.mark.slow
def test_the_runtime_has_the_same_exports_under_the_same_names(tmp_path: Path) -> None:
    """Each of them with the same address, or the same function; the script is a third shorter. ours"""
    original = (pyodide_folder() / FACTORY).read_text()
    shorter = without_export_list(original)
    assert shorter is not None
    assert len(shorter) < len(original) * 2 / 3
    for file in pyodide_folder().iterdir():
        (tmp_path / file.name).symlink_to(file)
    (tmp_path / FACTORY).unlink()
    (tmp_path / FACTORY).write_text(shorter)
    (tmp_path / "pyodide.mjs").unlink()  # a linked module would import its neighbour where it really lies
    (tmp_path / "pyodide.mjs").write_text((pyodide_folder() / "pyodide.mjs").read_text())
    (tmp_path / "package.json").unlink()
    found = run("exports.mjs", str(tmp_path))
    assert run("exports.mjs", str(pyodide_folder())) == found
    assert len(found) > 4_800


def test_variables_that_are_used_and_assignments_of_their_own_kind_stay() -> None:
    """The others are left to the loop. ours"""
    script = (
        'x();var _a,_b,_c,memory;function assignWasmExports(wasmExports){_a=Module["_a"]=wasmExports["a"];'
        '_b=Module["_b"]=wasmExports["b"].value>>>0;_c=Module["_c"]=wasmExports["d"];'
        'memory=Module["memory"]=wasmExports["memory"]}y(_b)'
    )
    shorter = without_export_list(script)
    assert shorter is not None
    before, loop, after = shorter.partition("for(const[name,value]of Object.entries(wasmExports))")
    assert ("x();var _b,_c,memory;function assignWasmExports(wasmExports){", True) == (before, loop != "")
    own = '_b=Module["_b"];_c=Module["_c"]=wasmExports["d"];memory=Module["memory"]=wasmExports["memory"]}y(_b)'
    assert after.endswith("};" + own)


def test_a_script_without_the_list_is_refused(tmp_path: Path) -> None:
    """Another version of the runtime is named as that. ours"""
    assert without_export_list("var a;") is None
    (tmp_path / FACTORY).write_text("async function _createPyodideModule(){}export default _createPyodideModule;")
    with pytest.raises(UnknownRuntime, match=r"pyodide\.asm\.mjs has another shape than expected"):
        classic_factory(tmp_path)
