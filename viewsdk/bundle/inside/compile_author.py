"""Runs inside Pyodide when a snapshot has been taken: leaves the author's modules as byte code where Python looks.

Not before: compiling a name of a character loads the table of names, which a view that only has such constants does not
need. A faulty module is left for the page to show.
"""

import contextlib
import json
import py_compile
from pathlib import Path

__all__ = ["compile_author"]


def compile_author(folder: Path) -> None:
    """Byte code in `__pycache__` beside each module."""
    for path in sorted(folder.rglob("*.py")):
        with contextlib.suppress(py_compile.PyCompileError):
            py_compile.compile(str(path), doraise=True, invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)


if __name__ == "__main__":
    for place in json.loads(Path("/order.json").read_text())["paths"]:
        compile_author(Path(place))
