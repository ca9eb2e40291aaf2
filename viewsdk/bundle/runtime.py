"""Pyodide's two module scripts, rewritten as classic scripts.

A page gets them as text and runs them as inline scripts, which every policy here allows; importing them as modules
would need their origin in `script-src`, and is impossible where they come through the host.
"""

import re
from pathlib import Path

from viewsdk.bundle.exports import without_export_list

__all__ = ["UnknownRuntime", "classic_factory", "classic_loader"]

_GLOBAL = "globalThis.viewsdkRuntime"


class UnknownRuntime(RuntimeError):
    """The runtime's scripts do not look like the version this code was written for."""


def classic_loader(pyodide: Path) -> bytes:
    """`pyodide.mjs`; leaves `loadPyodide` in `globalThis.viewsdkRuntime`."""
    text = (pyodide / "pyodide.mjs").read_text()
    body, found = re.subn(
        r"export\{(\w+) as loadPyodide,\w+ as version\};\s*(//# sourceMappingURL=\S+\s*)?$",
        rf"Object.assign({_GLOBAL}??={{}},{{loadPyodide:\1}});",
        text,
    )
    return _script(body, found, "pyodide.mjs")


def classic_factory(pyodide: Path) -> bytes:
    """`pyodide.asm.mjs`; leaves `createModule` in `globalThis.viewsdkRuntime`."""
    text = without_export_list((pyodide / "pyodide.asm.mjs").read_text()) or ""
    text = text.replace("import.meta.url", "document.baseURI")
    body, found = re.subn(
        r"^async function _createPyodideModule(\(.*)export default _createPyodideModule;\s*$",
        # In parentheses, as engines parse such a function once and not twice.
        rf"Object.assign({_GLOBAL}??={{}},{{createModule:(async function\1)}});",
        text,
        flags=re.DOTALL,
    )
    return _script(body, found, "pyodide.asm.mjs")


def _script(body: str, found: int, name: str) -> bytes:
    if found != 1 or "import.meta" in body:
        raise UnknownRuntime(f"{name} has another shape than expected: is web/node_modules/pyodide the pinned version?")
    return f'(()=>{{"use strict";{body}\n}})();\n'.encode()
