"""Which of an author's files travel, what `viewsdk check` warns about, and how requirements are read."""

from pathlib import Path

import pytest

from viewsdk.bundle.author import BadReference, collect, module_of, outside_imports
from viewsdk.bundle.check import check
from viewsdk.bundle.packages import NoWheel, requirements_of


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A view with a helper package, beside a server and its secrets."""
    (tmp_path / "contract.py").write_text("from pydantic import BaseModel\n")
    (tmp_path / "view.py").write_text("import contract, statistics\nfrom parts.rows import row\n")
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts/__init__.py").write_text("")
    (tmp_path / "parts/rows.py").write_text("from . import cells\n")
    (tmp_path / "parts/cells.py").write_text("")
    (tmp_path / "parts/unused.py").write_text("")
    (tmp_path / "server.py").write_text("import mcp\nTOKEN = 'secret'\n")
    return tmp_path


def test_only_what_the_view_imports_travels(folder: Path) -> None:
    """The server beside it, and modules nobody imports, stay where they are."""
    collected = collect(folder, "contract:Bill", "view:main")
    assert ["contract.py", "parts/__init__.py", "parts/cells.py", "parts/rows.py", "view.py"] == list(collected)


def test_what_they_import_from_elsewhere_is_listed(folder: Path) -> None:
    """Modules and names in modules, for the snapshot to import."""
    assert ["pydantic", "pydantic.BaseModel", "statistics"] == outside_imports(
        collect(folder, "contract:Bill", "view:main")
    )


@pytest.mark.parametrize("reference", ["view", "view:", ":main", "my-view:main", "view:main()"])
def test_a_reference_that_is_none_says_what_one_looks_like(reference: str) -> None:
    """One sentence, with an example."""
    with pytest.raises(BadReference, match="is not of the form module:name, as in view:main"):
        module_of(reference)


def test_a_module_that_is_not_there_is_named(folder: Path) -> None:
    """With the folder that was searched."""
    with pytest.raises(BadReference, match="has no module 'missing'"):
        collect(folder, "missing:Bill", "view:main")


def test_a_source_that_is_not_python_travels_so_that_the_page_can_show_it(folder: Path) -> None:
    """The error card has the author's line only if the source is there."""
    (folder / "view.py").write_text("def main(:\n")
    assert b"def main(:\n" == collect(folder, "contract:Bill", "view:main")["view.py"]


def test_check_warns_by_file_and_line() -> None:
    """Imports and calls that cannot work in a browser, each with its reason."""
    source = b"import asyncio, socket\nfrom numpy import array\n\ninput('?')\nasyncio.run(None)\nimport json\n"
    assert [
        "view.py:1: socket cannot work in a browser: there are no sockets: call a tool of the server instead",
        "view.py:2: numpy is not in the page: list its package under [tool.viewsdk] requirements in pyproject.toml",
        "view.py:4: input() cannot work in a browser: there is no terminal",
        "view.py:5: asyncio.run() cannot work in a browser: the page's loop is already running: await instead",
    ] == [str(concern) for concern in check({"view.py": source})]


def test_check_is_quiet_about_packages_that_are_in_the_page() -> None:
    """A listed requirement, the SDK, the runtime's own modules."""
    source = b"import js, pyodide.ffi, viewsdk.browser, reaktiv, sibling\n"
    assert [] == check({"view.py": source, "sibling.py": b""}, provided=["reaktiv"])


def test_check_says_where_a_module_is_not_python() -> None:
    """One warning, at the line of the mistake."""
    assert ["view.py:2: it is not Python: invalid syntax"] == [
        str(one) for one in check({"view.py": b"x = 1\ny = =\n"})
    ]


def test_requirements_come_from_the_project_and_from_the_script(folder: Path) -> None:
    """Both places, each once, in order."""
    (folder / "pyproject.toml").write_text('[tool.viewsdk]\nrequirements = ["reaktiv>=0.24", "humanize"]\n')
    (folder / "view.py").write_text('# /// script\n# dependencies = ["humanize", "svgwrite"]\n# ///\nimport humanize\n')
    assert ["reaktiv>=0.24", "humanize", "svgwrite"] == requirements_of(folder)


def test_a_project_file_that_is_not_toml_is_named(folder: Path) -> None:
    """With the parser's own words."""
    (folder / "pyproject.toml").write_text("[tool.viewsdk\n")
    with pytest.raises(NoWheel, match=r"pyproject.toml is not TOML"):
        requirements_of(folder)
