"""Warns about what an author's modules import or call that cannot work in a browser, with file and line."""

import ast
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from viewsdk.bundle.author import AuthorModules

__all__ = ["Concern", "check"]

# Modules that Pyodide's standard library lacks, or has and cannot make work without threads, processes or sockets.
_NO_IMPORT = {
    "curses": "there is no terminal",
    "dbm": "it is not part of the browser's standard library",
    "ensurepip": "packages are put in at build time",
    "fcntl": "it is not part of the browser's standard library",
    "grp": "it is not part of the browser's standard library",
    "idlelib": "it is not part of the browser's standard library",
    "multiprocessing": "there are no processes",
    "pwd": "it is not part of the browser's standard library",
    "readline": "there is no terminal",
    "resource": "it is not part of the browser's standard library",
    "socket": "there are no sockets: call a tool of the server instead",
    "socketserver": "there are no sockets",
    "subprocess": "there are no processes",
    "syslog": "it is not part of the browser's standard library",
    "termios": "there is no terminal",
    "tkinter": "it is not part of the browser's standard library",
    "turtle": "it is not part of the browser's standard library",
    "venv": "packages are put in at build time",
    "requests": "there are no sockets: call a tool of the server instead",
    "httpx": "there are no sockets: call a tool of the server instead",
    "mcp": "the view has App for that; the server is another program",
}
_NO_CALL = {
    ("asyncio", "run"): "the page's loop is already running: await instead",
    ("time", "sleep"): "it would stop the page: await asyncio.sleep instead",
    ("threading", "Thread"): "there are no threads: start a task instead",
    ("os", "system"): "there are no processes",
    ("os", "fork"): "there are no processes",
}
_NO_BUILTIN = {"input": "there is no terminal", "breakpoint": "there is no terminal"}
_PROVIDED = ("js", "pyodide", "pyodide_js", "viewsdk", "pydantic", "pydantic_core", "annotated_types")
_ALSO_PROVIDED = ("typing_extensions", "typing_inspection")


@dataclass(frozen=True, slots=True)
class Concern:
    """One thing that will not work, by file and line."""

    path: str
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.text}"


def check(modules: AuthorModules, provided: Iterable[str] = ()) -> list[Concern]:
    """What to warn about; `provided` are the top-level modules of the packages that go into the page."""
    own = {path.split("/")[0].removesuffix(".py") for path in modules}
    known = own | {*provided, *_PROVIDED, *_ALSO_PROVIDED}
    found = [concern for path, source in modules.items() for concern in _check_module(path, source, known)]
    return sorted(found, key=lambda concern: (concern.path, concern.line))


def _check_module(path: str, source: bytes, known: set[str]) -> Iterator[Concern]:
    try:
        tree = ast.parse(source, path)
    except SyntaxError as error:
        yield Concern(path, error.lineno or 1, f"it is not Python: {error.msg}")
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            texts = [_about_import(alias.name, known) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            texts = [_about_import(node.module, known)] if node.module and not node.level else []
        elif isinstance(node, ast.Call):
            texts = [_about_call(node.func)]
        else:
            continue
        yield from (Concern(path, node.lineno, text) for text in texts if text)


def _about_import(name: str, known: set[str]) -> str | None:
    top = name.partition(".")[0]
    if top in known:
        return None
    if top in _NO_IMPORT:
        return f"{name} cannot work in a browser: {_NO_IMPORT[top]}"
    if top in sys.stdlib_module_names:
        return None
    return f"{name} is not in the page: list its package under [tool.viewsdk] requirements in pyproject.toml"


def _about_call(called: ast.expr) -> str | None:
    if isinstance(called, ast.Name) and called.id in _NO_BUILTIN:
        return f"{called.id}() cannot work in a browser: {_NO_BUILTIN[called.id]}"
    if isinstance(called, ast.Attribute) and isinstance(called.value, ast.Name):
        reason = _NO_CALL.get((called.value.id, called.attr))
        return f"{called.value.id}.{called.attr}() cannot work in a browser: {reason}" if reason else None
    return None
