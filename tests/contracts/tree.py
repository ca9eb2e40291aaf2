"""The files of the project as the contract tests read them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
NOT_OURS = {"node_modules", "__pycache__", ".venv", ".cache", ".git", ".hypothesis", ".coverage", "dist", "build"}


def files(*suffixes: str, under: str = ".") -> list[Path]:
    """Every file of ours with one of the suffixes (or any, when none is given), in order."""
    found = sorted(_walk(ROOT / under))
    return [file for file in found if not suffixes or file.suffix in suffixes]


def _walk(folder: Path) -> Iterator[Path]:
    for entry in folder.iterdir():
        if entry.name in NOT_OURS or entry.name.endswith("_cache"):
            continue
        if entry.is_dir():
            yield from _walk(entry)
        else:
            yield entry


def parsed(file: Path) -> ast.Module:
    """A Python file's syntax tree."""
    return ast.parse(file.read_text(encoding="utf-8"), str(file))


def shown(file: Path) -> str:
    """A file as people name it: relative to the root."""
    return file.relative_to(ROOT).as_posix()


def module_name(file: Path) -> str:
    """The dotted name a Python file is imported by."""
    parts = file.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imported(file: Path) -> set[str]:
    """Every module a file imports, at the top or inside a function, relative ones made absolute."""
    package = module_name(file) if file.name == "__init__.py" else module_name(file).rpartition(".")[0]
    names: set[str] = set()
    for node in ast.walk(parsed(file)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names |= _from(node, package)
    return names


def _from(node: ast.ImportFrom, package: str) -> set[str]:
    """The modules one `from` line may load: the module itself and, of our own packages, each name as a module."""
    base = node.module or ""
    if node.level:
        above = package.split(".")[: len(package.split(".")) - node.level + 1]
        base = ".".join([*above, *([node.module] if node.module else [])])
    within = {f"{base}.{alias.name}" for alias in node.names if _is_module(f"{base}.{alias.name}")}
    # `from viewsdk import protocol` loads viewsdk.protocol; `from viewsdk.protocol import X` loads viewsdk.protocol.
    return within or {base}


def _is_module(name: str) -> bool:
    path = ROOT.joinpath(*name.split("."))
    return path.is_dir() or path.with_suffix(".py").is_file()


def is_in(name: str, *packages: str) -> bool:
    """Whether a module is one of the packages or inside one."""
    return any(name == package or name.startswith(f"{package}.") for package in packages)
