"""A WebAssembly module small enough to read, written by hand; Node says whether it is one."""

from viewsdk.bundle.wasm import HEADER, Section, leb, section, vector

__all__ = ["ADD_TEN", "KEPT", "MOVED", "OTHER", "THROWING", "module"]

ADD_TEN, KEPT, MOVED, OTHER, THROWING = range(5)
_I32, _FUNCREF, _END = b"\x7f", b"\x70", b"\x0b"
_ONE_TO_ONE = b"\x60\x01\x7f\x01\x7f"


def _name(text: str) -> bytes:
    return leb(len(text)) + text.encode()


def _body(instructions: bytes) -> bytes:
    return leb(len(instructions) + 2) + b"\0" + instructions + _END


def module() -> bytes:
    """`kept(x)` is add_ten(x); `moved(x)` is kept(other(x)) + base; `other(x)` is x + x; another one throws.

    Memory begins with a to l at 100, in two segments, and `moved` is in the table.
    """
    imported = [
        _name("env") + _name("add_ten") + b"\0\0",
        _name("env") + _name("base") + b"\x03" + _I32 + b"\x01",
    ]
    exported = [("memory", 2, 0), ("table", 1, 0), ("kept", 0, KEPT), ("moved", 0, MOVED)]
    code = [
        b"\x20\0\x10" + leb(ADD_TEN),
        b"\x20\0\x10" + leb(OTHER) + b"\x10" + leb(KEPT) + b"\x23\0\x6a",
        b"\x20\0\x20\0\x6a",
        b"\x20\0\x08\0",
    ]
    data = [b"\0\x41\xe4\0" + _END + _name("abcdefgh"), b"\0\x41\xec\0" + _END + _name("ijkl")]
    contents = {
        Section.TYPE: vector([_ONE_TO_ONE, b"\x60\x01\x7f\0"]),
        Section.IMPORT: vector(imported),
        Section.FUNCTION: vector([b"\0"] * 4),
        Section.TABLE: vector([_FUNCREF + b"\0\x01"]),
        Section.MEMORY: vector([b"\0\x01"]),
        13: vector([b"\0\x01"]),  # one tag
        Section.EXPORT: vector(_name(name) + bytes([kind]) + leb(number) for name, kind, number in exported),
        Section.ELEMENT: vector([b"\0\x41\0" + _END + vector([leb(MOVED)])]),
        Section.DATA_COUNT: leb(len(data)),
        Section.CODE: vector(map(_body, code)),
        Section.DATA: vector(data),
    }
    return HEADER + b"".join(section(number, content) for number, content in contents.items())
