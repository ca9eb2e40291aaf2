"""Runs inside Pyodide: turns the packs of sources in /in into byte code of exactly this interpreter in /out.

`/in/jobs.json` lists jobs `{"name": pack, "prefix": where it will be mounted, "as_written": bool}`. Byte code is
unchecked and carries no time, so the same sources give the same bytes. Nothing of viewsdk can be imported here.
"""

import ast
import importlib.util
import json
import marshal
import struct
from pathlib import Path
from typing import Any

__all__ = ["compiled", "run"]

_UNCHECKED = 1  # flags of a hash-based .pyc that nobody compares with its source


_Documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


class _Slimmer(ast.NodeTransformer):
    """Takes out what only readers and type checkers need; what a decorator may look at stays."""

    def visit(self, node: ast.AST) -> ast.AST | None:
        self.generic_visit(node)
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            if "overload" in _decorators(node):
                return None
            if not node.decorator_list:
                _drop_annotations(node)
        if isinstance(node, _Documented):
            _drop_docstring(node)
        if isinstance(node, ast.ClassDef) and "dataclass" in _decorators(node):
            _stand_in_for_docstring(node)
        if getattr(node, "body", None) == [] and not isinstance(node, ast.Module):
            node.body = [ast.Pass()]  # type: ignore[attr-defined] # just looked
        return node


def _drop_docstring(node: _Documented) -> None:
    first = node.body[0] if node.body else None
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
        del node.body[0]


def _stand_in_for_docstring(node: ast.ClassDef) -> None:
    """Without one a dataclass makes itself one of its signature at import, which is slow; this looks like that one."""
    node.body.insert(0, ast.Expr(ast.Constant(f"{node.name}()")))


def _drop_annotations(node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
    node.returns = None
    for parameter in ast.walk(node.args):
        if isinstance(parameter, ast.arg):
            parameter.annotation = None


def _decorators(node: ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) -> set[str]:
    """Their last names, whatever they are called with."""
    named = (entry.func if isinstance(entry, ast.Call) else entry for entry in node.decorator_list)
    return {ast.unparse(name).rpartition(".")[2] for name in named}


def compiled(source: bytes, filename: str, as_written: bool) -> bytes:
    """The `.pyc` of a source file, without docstrings and annotations of functions unless it is to be `as_written`."""
    tree = ast.parse(source, filename)
    if not as_written:
        _Slimmer().visit(tree)
        ast.fix_missing_locations(tree)
    code = compile(tree, filename, "exec", dont_inherit=True, optimize=0)
    header = importlib.util.MAGIC_NUMBER + struct.pack("<I", _UNCHECKED) + importlib.util.source_hash(source)
    return header + marshal.dumps(code)


def run(job: dict[str, Any]) -> None:
    """Do one job."""
    blob = Path("/in", job["name"]).read_bytes()
    (length,) = struct.unpack_from("<I", blob)
    position = 4 + length
    made: dict[str, bytes] = {}
    for name, size in json.loads(blob[4:position]):
        data = blob[position : position + size]
        position += size
        try:
            is_source = name.endswith(".py")
            made[name + "c" if is_source else name] = (
                compiled(data, job["prefix"] + name, job["as_written"]) if is_source else data
            )
        except (SyntaxError, ValueError):  # a template or a test file that is not Python: shipped as it is
            made[name] = data
    _write(Path("/out", job["name"]), made)


def _write(path: Path, files: dict[str, bytes]) -> None:
    ordered = sorted(files.items())
    index = json.dumps([[name, len(data)] for name, data in ordered], separators=(",", ":")).encode()
    index += b" " * (-(len(index) + 4) % 16)
    path.write_bytes(struct.pack("<I", len(index)) + index + b"".join(data for _, data in ordered))


if __name__ == "__main__":
    for listed in json.loads(Path("/in/jobs.json").read_text()):
        run(listed)
