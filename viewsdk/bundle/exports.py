"""The runtime's script without the list of its WebAssembly exports: a third of it, and 60 kB of it compressed.

Emscripten writes a variable and an assignment for each of some 4,900 exports, though the module names them as well and
the script uses 130 of the variables. A loop over the exports takes the list's place. Code of a native library that were
evaluated inside the script would miss the other variables; the policies of hosts allow no `eval`.
"""

import re
from collections import Counter

__all__ = ["without_export_list"]

_LIST = re.compile(r"var ([\w$,]+);function assignWasmExports\(wasmExports\)\{([^{}]*)\}")
_ORDINARY = re.compile(r'_([\w$]+)=Module\["_\1"\]=wasmExports\["\1"\](?:\.value>>>0)?')
_NAMED = re.compile(r'wasmExports\["([\w$]+)"\]')
# Symbols of C++ are for libraries, which find them elsewhere; a name with a dot is our own table (`split.LATE_TABLE`).
# Of the globals all but one are addresses.
_LOOP = (
    "for(const[name,value]of Object.entries(wasmExports)){"
    r"if(/^_Z|^(%s)$|\./.test(name))continue;"
    'const isAddress=value instanceof WebAssembly.Global&&name!=="__stack_pointer";'
    'Module["_"+name]=isAddress?value.value>>>0:value}'
)


def without_export_list(script: str) -> str | None:
    """The script with a loop in place of the list; None if it has no such list."""
    found = _LIST.search(script)
    if found is None:
        return None
    before, after = script[: found.start()], script[found.end() :]
    entries = [(entry, _ORDINARY.fullmatch(entry)) for entry in found[2].split(";")]
    special = [entry for entry, ordinary in entries if ordinary is None]
    used = Counter(re.findall(r"[\w$]+", before + after + ";".join(special)))
    variables = [name for name in found[1].split(",") if used[name]]
    listed = {f"_{ordinary[1]}" for _, ordinary in entries if ordinary is not None}
    own = [f'{name}=Module["{name}"]' for name in variables if name in listed]
    elsewhere = "|".join(["__wasm_call_ctors", *_NAMED.findall(";".join(special))])
    body = ";".join([_LOOP % elsewhere, *own, *special])
    return f"{before}var {','.join(variables)};function assignWasmExports(wasmExports){{{body}}}{after}"
