"""The house rules that a machine can check: sizes, public names, and nothing of one machine in the tree."""

from __future__ import annotations

import ast
import tomllib
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from tests.contracts.tree import ROOT, files, module_name, parsed, shown

MOST_LINES_OF_A_FILE = 400
MOST_LINES_OF_A_FUNCTION = 40
PRODUCT = [*files(".py", under="viewsdk"), *files(".py", under="hostsim")]
PUBLIC = [file for file in PRODUCT if not file.stem.startswith("_")]
# Written in two halves, so that this file does not hold them itself.
OF_ONE_MACHINE = ("/work" + "/main", "/work" + "/shared", "/tmp" + "/plan", "/root" + "/")
REGISTRIES = ("registry." + "npm" + "js.org", "py" + "pi.org", "files." + "pythonhosted.org", "deb." + "debian.org")


def lines(file: Path) -> int:
    """How many lines a file has."""
    return len(file.read_text(encoding="utf-8").splitlines())


def functions(file: Path) -> list[tuple[str, int]]:
    """Every function of a file with its length, from `def` to its last line."""
    defined = (node for node in ast.walk(parsed(file)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    return [(f"{shown(file)}:{node.name}", (node.end_lineno or node.lineno) - node.lineno + 1) for node in defined]


def public_definitions(tree: ast.Module) -> set[str]:
    """The functions and classes at the top of a module that do not start with an underscore; a command is none."""
    defined = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    named = [node for node in tree.body if isinstance(node, defined) and not node.name.startswith("_")]
    return {node.name for node in named if not any("click" in ast.dump(mark) for mark in node.decorator_list)}


def listed(tree: ast.Module) -> set[str]:
    """What a module's `__all__` says."""
    for node in tree.body:
        targets = node.targets if isinstance(node, ast.Assign) else []
        if any(isinstance(target, ast.Name) and target.id == "__all__" for target in targets):
            assert isinstance(node, ast.Assign)
            return set(ast.literal_eval(node.value))
    return set()


def test_no_file_is_longer_than_400_lines() -> None:
    """One module, one noun. ours"""
    long = {shown(file): lines(file) for file in files(".py", ".js", ".mjs")}
    assert {} == {name: count for name, count in long.items() if count > MOST_LINES_OF_A_FILE}


def test_no_function_is_longer_than_40_lines() -> None:
    """A function does one thing. ours"""
    measured = [found for file in [*PRODUCT, *files(".py", under="scripts")] for found in functions(file)]
    assert [] == [found for found in measured if found[1] > MOST_LINES_OF_A_FUNCTION]


@pytest.mark.parametrize("file", PUBLIC, ids=shown)
def test_a_public_module_lists_its_public_names(file: Path) -> None:
    """What is not in `__all__` starts with an underscore. ours"""
    tree = parsed(file)
    assert set() == public_definitions(tree) - listed(tree) - {"main"}


def test_every_listed_name_exists() -> None:
    """`from module import *` works for every module that loads outside a browser. ours"""
    importable = [module_name(file) for file in PUBLIC if not module_name(file).endswith("__main__")]
    outside = [name for name in importable if not name.startswith(("viewsdk.browser", "viewsdk.ports.postmessage"))]
    assert [] == [name for name in outside if not _has_all_it_lists(name)]


def _has_all_it_lists(name: str) -> bool:
    module = import_module(name)
    return all(hasattr(module, public) for public in getattr(module, "__all__", ()))


def test_every_public_name_has_a_docstring() -> None:
    """One sentence in the indicative says what it is. ours"""
    bare = [
        f"{shown(file)}: {node.name}"
        for file in PUBLIC
        for node in parsed(file).body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        and not node.name.startswith("_")
        and not ast.get_docstring(node)
    ]
    assert [] == bare


def test_every_module_says_what_it_is() -> None:
    """The first line of a module is what it is. ours"""
    assert [] == [shown(file) for file in PRODUCT if file.stat().st_size and not ast.get_docstring(parsed(file))]


@pytest.mark.parametrize("needle", [*OF_ONE_MACHINE, *REGISTRIES])
def test_nothing_in_the_tree_belongs_to_one_machine(needle: str) -> None:
    """No path of a developer's machine, no address of a registry. ours"""
    assert [] == [shown(file) for file in files() if needle.encode() in file.read_bytes()]


def test_both_packages_are_typed() -> None:
    """Users' type checkers read our annotations. ours"""
    assert [] == [name for name in ("viewsdk", "hostsim") if not (ROOT / name / "py.typed").is_file()]


def test_a_base_install_needs_pydantic_only() -> None:
    """Whoever only writes a view installs one dependency. ours"""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert ["pydantic"] == [requirement.partition(">")[0] for requirement in project["dependencies"]]
    assert {"server", "host", "test", "dev"} == set(project["optional-dependencies"])


def test_continuous_integration_runs_make_test_and_nothing_else() -> None:
    """What passes here passes there. ours"""
    script = (ROOT / ".ci" / "run").read_text().splitlines()
    commands = [line for line in script if line and not line.startswith(("#", "set ", "cd "))]
    assert ["exec make test"] == commands


def test_viewsdk_shows_exactly_what_it_lists() -> None:
    """The public API is what `__all__` says, and nothing leaks beside it. ours"""
    viewsdk = import_module("viewsdk")
    names = {name for name, value in vars(viewsdk).items() if not isinstance(value, ModuleType)}
    assert set(viewsdk.__all__) == {name for name in names if not name.startswith("_")}
    assert {"App", "DeclaredError", "Grant", "Tool", "View", "memory_pair"} <= set(viewsdk.__all__)
