"""Links the page's ES modules into inline classic scripts.

The modules in `web/` are written to be linked: named imports from siblings only, named exports only, and no top-level
name used twice. Linking is then order and concatenation; nothing is rewritten inside a module.
"""

import re
from pathlib import Path

__all__ = ["UnlinkableScript", "link", "squeeze_css"]

_IMPORT = re.compile(r'^import \{[^}]*\} from "\./([\w.-]+)";\n', re.MULTILINE)
_BLOCK_COMMENT = re.compile(r"^[ \t]*/\*\*?(?:[^*]|\*(?!/))*\*/[ \t]*\n?", re.MULTILINE)
_LINE_COMMENT = re.compile(r"^[ \t]*//[^\n]*\n", re.MULTILINE)
_INDENT = re.compile(r"^[ \t]+", re.MULTILINE)


class UnlinkableScript(ValueError):
    """A module uses a form of import or export that linking by concatenation cannot keep."""


def link(folder: Path, entry: str) -> str:
    """One classic script with the module `entry` and everything it imports, without comments and indentation."""
    ordered: dict[str, str] = {}
    _collect(folder, entry, ordered)
    body = "".join(ordered.values())
    return '(()=>{"use strict";\n' + body + "})();\n"


def _collect(folder: Path, name: str, ordered: dict[str, str]) -> None:
    if name in ordered:
        return
    text = (folder / name).read_text()
    for needed in _IMPORT.findall(text):
        _collect(folder, needed, ordered)
    ordered[name] = _body(name, text)


def _body(name: str, text: str) -> str:
    body = _IMPORT.sub("", text)
    for pattern in (_BLOCK_COMMENT, _LINE_COMMENT, _INDENT):
        body = pattern.sub("", body)
    body = re.sub(r"^export (?=(?:async )?function|const |class )", "", body, flags=re.MULTILINE)
    if re.search(r"^(import|export)\b", body, re.MULTILINE):
        raise UnlinkableScript(f"{name} has an import or export that cannot be linked")
    return body.replace("</script", "<\\/script")


def squeeze_css(text: str) -> str:
    """A stylesheet without comments and needless white space; strings with runs of spaces are not expected in it."""
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    return re.sub(r"\s*([{};,>])\s*", r"\1", re.sub(r"\s+", " ", text)).replace(";}", "}").strip()
