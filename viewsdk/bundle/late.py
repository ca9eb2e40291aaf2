"""What of the runtime comes late, in this build of it: libraries and tables that only certain modules reach.

A view that does not import one of `LATE_MODULES` never needs them, so they travel with the late files, and an import of
one waits for them. The numbers here say where to look; what may be moved is read off the module: a function stays where
others than its library and the library's users call it, and where its address is taken, unless it calls what only the
library has.
"""

import hashlib
from dataclasses import dataclass

from viewsdk.bundle.program import Program
from viewsdk.bundle.runtime import UnknownRuntime
from viewsdk.bundle.split import split
from viewsdk.bundle.wasm import Kind, Part

__all__ = ["Library", "late_functions", "split_runtime"]

_BUILD = "cc36e3cab04fdfc9a63ff13eb52eae2b911bf46c025cc7b281f394bd3de1d5e6"
_SMALL = 24  # bytes; a call through the table is hardly smaller


@dataclass(frozen=True, slots=True)
class Library:
    """Functions by their numbers in this build; `users` are those of the late modules that call it.

    `needed` are exports that are called whatever a view imports: by the page's scripts, or when the runtime starts.
    """

    name: str
    functions: range
    users: range = range(0)
    needed: tuple[str, ...] = ()


LIBRARIES = (
    Library("expat", range(9890, 10155), range(6795, 6864)),
    Library("liblzma", range(10185, 10451), range(5772, 5796)),
    Library("sqlite", range(10451, 12399), range(5640, 5772)),
    Library(
        "zstd",
        range(12399, 12951),
        range(5796, 5831),
        ("ZSTD_estimateDCtxSize", "ZSTD_initStaticDCtx", "ZSTD_decompressDCtx"),
    ),
    Library("bzip2", range(12959, 12998), range(5458, 5476)),
    Library(
        "libc++",
        range(14768, 17226),
        needed=("_ZNSt3__210__stdinbufIcE5imbueERKNS_6localeE", "_ZNKSt3__27codecvtIwc11__mbstate_tE11do_encodingEv"),
    ),
)

# Addresses, with who reads them.
TABLES = (
    Part(800_544, 1_389_872),  # the encodings of East Asia: _codecs_cn, _codecs_hk, _codecs_jp, _codecs_kr, _codecs_tw
    Part(1_396_272, 2_097_904),  # properties and names of characters: unicodedata
    Part(2_279_248, 2_714_728),  # modules that are part of the interpreter, as byte code; an image has imported them
    Part(2_823_168, 2_962_526),  # the C library's iconv, which only native libraries could call
)


def split_runtime(module: bytes) -> tuple[bytes, bytes]:
    """The runtime's module in its two parts. Raises `UnknownRuntime` for another build than the one known here."""
    if hashlib.sha256(module).hexdigest() != _BUILD:
        raise UnknownRuntime("pyodide.asm.wasm is another build than the one whose parts are known")
    program = Program(module)
    return split(program, late_functions(program), TABLES)


def late_functions(program: Program) -> frozenset[int]:
    """All functions that may come late."""
    return frozenset(function for library in LIBRARIES for function in _private(program, library))


def _private(program: Program, library: Library) -> set[int]:
    """What of a library and its users is only reached through them."""
    inside = {*library.functions, *library.users} - _exposed(program, library)
    movable = {function for function in inside if _is_movable(program, function)}
    private = (movable & {*library.functions}) - program.addressed
    return private | {function for function in movable if program.names[function].functions & private}


def _is_movable(program: Program, function: int) -> bool:
    return len(program.body(function)) > _SMALL and not program.names[function].throws


def _exposed(program: Program, library: Library) -> set[int]:
    """What of a library others call, and what that calls in turn."""
    inside = {*library.functions, *library.users}
    found = {number for name, kind, number in program.exports if kind is Kind.FUNCTION and name in library.needed}
    for function, names in program.names.items():
        if function not in inside:
            found |= names.functions & inside
    waiting = list(found)
    while waiting:
        called = program.names[waiting.pop()].functions & inside - found
        found |= called
        waiting += called
    return found
