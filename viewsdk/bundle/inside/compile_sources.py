"""Runs inside Pyodide: turns the packs of sources in /in into byte code of exactly this interpreter in /out.

`/in/jobs.json` lists jobs `{"name": pack, "prefix": where it will be mounted, "keep_docs": bool}`. Byte code is
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


class _WithoutDocstrings(ast.NodeTransformer):
    def visit(self, node: ast.AST) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            first = node.body[0] if node.body else None
            if (
                isinstance(first, ast.Expr)
                and isinstance(first.value, ast.Constant)
                and isinstance(first.value.value, str)
            ):
                node.body = node.body[1:] or [ast.copy_location(ast.Pass(), first)]
        return node


def compiled(source: bytes, filename: str, keep_docs: bool) -> bytes:
    """The `.pyc` of a source file; without docstrings, which are a quarter of its size, unless told otherwise."""
    tree = ast.parse(source, filename)
    if not keep_docs:
        _WithoutDocstrings().visit(tree)
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
                compiled(data, job["prefix"] + name, job["keep_docs"]) if is_source else data
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
