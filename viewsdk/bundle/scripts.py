"""Links the page's ES modules into inline classic scripts.

The modules in `web/` are written to be linked: named imports from siblings only, named exports of declarations only.
Each becomes a function of its own, so names need to be unique in a module only; nothing is rewritten inside one.
"""

import json
import re
from importlib.resources import files
from pathlib import Path

__all__ = ["UnlinkableScript", "adding_styles", "inside_script", "inside_style", "link", "read_sheet", "squeeze_css"]

_IMPORT = re.compile(r'^import (\{[^}]*\}) from "\./([\w.-]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|const|class) (\w+))", re.MULTILINE)
_DOC_COMMENT = re.compile(r"[ \t]*/\*\*(?:[^*]|\*(?!/))*\*/[ \t]?")
_LINE_COMMENT = re.compile(r"^[ \t]*//[^\n]*\n", re.MULTILINE)
_INDENT = re.compile(r"^[ \t]+", re.MULTILINE)
_EMPTY = re.compile(r"^\n", re.MULTILINE)
# What ends a script element early, or keeps its end tag from ending it; and what ends a style element.
_SCRIPT_ENDS = re.compile(r"<(?=!--|/script)", re.IGNORECASE)
_STYLE_ENDS = re.compile(r"<(?=/style)", re.IGNORECASE)


class UnlinkableScript(ValueError):
    """A module uses a form of import or export that this linking cannot keep."""


def link(folder: Path, entry: str) -> str:
    """One classic script with the module `entry` and everything it imports, without comments and indentation."""
    ordered: dict[str, str] = {}
    _collect(folder, entry, ordered)
    return '(()=>{"use strict";\n' + inside_script("".join(ordered.values())) + "})();\n"


def inside_script(text: str) -> str:
    """A script as it may lie in a script element: within its strings, an escape means the same."""
    return _SCRIPT_ENDS.sub(r"<\\", text)


def inside_style(css: str) -> str:
    """A stylesheet as it may lie in a style element: within its strings, an escape means the same."""
    return _STYLE_ENDS.sub(r"<\\", css)


def squeeze_css(text: str) -> str:
    """A stylesheet without comments and needless white space; strings with runs of spaces are not expected in it."""
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    return re.sub(r"\s*([{};,>])\s*", r"\1", re.sub(r"\s+", " ", text)).replace(";}", "}").strip()


def read_sheet(name: str) -> str:
    """One of the SDK's own stylesheets, squeezed."""
    return squeeze_css(files("viewsdk.browser").joinpath(name).read_text("utf-8"))


def adding_styles(css: str) -> str:
    """A script that adds a stylesheet to its page."""
    return f"document.head.append(Object.assign(document.createElement('style'),{{textContent:{json.dumps(css)}}}));\n"


def _collect(folder: Path, name: str, ordered: dict[str, str]) -> None:
    if name in ordered:
        return
    text = (folder / name).read_text()
    for _, needed in _IMPORT.findall(text):
        _collect(folder, needed, ordered)
    ordered[name] = _linked(name, text)


def _linked(name: str, text: str) -> str:
    imports = "".join(f"const {names}={_variable(module)};\n" for names, module in _IMPORT.findall(text))
    exports = ",".join(_EXPORT.findall(text))
    body = _EXPORT.sub("", _IMPORT.sub("", text))
    for pattern in (_DOC_COMMENT, _LINE_COMMENT, _INDENT, _EMPTY):
        body = pattern.sub("", body)
    if re.search(r"^(import|export)\b", body, re.MULTILINE):
        raise UnlinkableScript(f"{name} has an import or export that cannot be linked")
    return f"const {_variable(name)}=(()=>{{\n{imports}{body}return{{{exports}}};\n}})();\n"


def _variable(name: str) -> str:
    return "$" + re.sub(r"\W", "_", name.removesuffix(".js"))
