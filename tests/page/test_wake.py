"""What waits while a restored view is still without its late files; Pyodide is played by a module of that name."""

import encodings
import importlib
import sys
import traceback
from collections.abc import Iterator
from types import ModuleType

import pytest

from viewsdk.browser import wake
from viewsdk.browser.wake import LATE_MODULES, LateFiles

BUILT_IN = "_codecs_jp"  # late in a page, and everywhere an extension that can be imported twice
FROZEN = "__phello__.spam"


class Page:
    """Whether Python can be suspended, and how often the files were waited for."""

    def __init__(self) -> None:
        self.suspends = True
        self.waited = 0

    def fetch(self) -> str:
        """The promise."""
        return "late files"

    def run_sync(self, promise: str) -> None:
        """They are here at once."""
        assert promise == self.fetch()
        self.waited += 1


@pytest.fixture
def page(monkeypatch: pytest.MonkeyPatch) -> Iterator[Page]:
    """A page whose late files are not there yet, with the finders for them in place."""
    page = Page()
    ffi = ModuleType("pyodide.ffi")
    vars(ffi).update(can_run_sync=lambda: page.suspends, run_sync=page.run_sync)
    monkeypatch.setitem(sys.modules, "pyodide", ModuleType("pyodide"))
    monkeypatch.setitem(sys.modules, "pyodide.ffi", ffi)
    monkeypatch.setattr(sys, "meta_path", list(sys.meta_path))
    monkeypatch.setattr(traceback, "_display_width", traceback.__dict__.get("_display_width"), raising=False)
    for name in (BUILT_IN, *(name for name in sys.modules if name.startswith("__phello__"))):
        monkeypatch.delitem(sys.modules, name, raising=False)
    LateFiles(page.fetch).install(in_parts=True)
    yield page
    sys.modules.pop(BUILT_IN, None)


@pytest.mark.parametrize("name", [BUILT_IN, FROZEN])
def test_a_module_without_its_code_waits_before_it_is_found(page: Page, name: str) -> None:
    """Built in or part of the interpreter; once for all, and then imports are ordinary again. ours"""
    ordinary = [finder for finder in sys.meta_path if type(finder).__module__ != LateFiles.__module__]
    assert name == importlib.import_module(name).__name__
    assert (1, ordinary) == (page.waited, sys.meta_path)


def test_where_python_cannot_be_suspended_the_import_says_what_to_do(page: Page) -> None:
    """Nothing is imported half; the same import works later. ours"""
    page.suspends = False
    with pytest.raises(ModuleNotFoundError, match=f"{BUILT_IN} is not loaded yet; import it at the top of a module"):
        importlib.import_module(BUILT_IN)
    assert BUILT_IN not in sys.modules
    page.suspends = True
    assert importlib.import_module(BUILT_IN)


def test_with_all_of_the_runtime_its_modules_do_not_wait(page: Page) -> None:
    """Also where Python cannot be suspended, which is why such a page has all of it; files still do. ours"""
    LateFiles(page.fetch).arrived()
    sys.meta_path[:] = [finder for finder in sys.meta_path if type(finder).__module__ != LateFiles.__module__]
    LateFiles(page.fetch).install(in_parts=False)
    page.suspends = False
    assert importlib.import_module(BUILT_IN)
    with pytest.raises(ModuleNotFoundError, match="no_such_module is not loaded yet"):
        importlib.import_module("no_such_module")


def test_a_module_that_is_there_does_not_wait(page: Page) -> None:
    """Nor does one that nobody has: it waits, and then is not found. ours"""
    assert importlib.import_module("json")
    assert 0 == page.waited
    with pytest.raises(ModuleNotFoundError, match="no_such_module"):
        importlib.import_module("no_such_module")
    assert 1 == page.waited


def test_every_late_module_is_one_of_the_interpreters_own() -> None:
    """A misspelt name would let an import run into code that is not there. ours"""
    known = sys.stdlib_module_names | {"_codecs_cn", "_zstd"}
    assert set() == LATE_MODULES - known


def test_an_encoding_that_was_looked_for_too_early_is_looked_for_again(page: Page) -> None:
    """The lookup remembers that there was none; what has arrived is found. ours"""
    encodings._cache["too_early"] = None  # type: ignore[attr-defined] # as its search leaves it
    importlib.import_module(BUILT_IN)
    assert "too_early" not in encodings._cache  # type: ignore[attr-defined]


def test_an_error_in_a_line_that_is_not_ascii_is_told_before_the_table_of_widths_is_there(page: Page) -> None:
    """Python measures such a line by a module that comes late, and to tell an error nothing may have to wait. ours"""
    assert (4, 2) == (vars(traceback)["_display_width"]("Größ"), vars(traceback)["_display_width"]("Größ", 2))
    importlib.import_module(BUILT_IN)
    assert vars(traceback)["_display_width"] is wake._display_width
