"""The WebAssembly binary format, as far as it takes to move functions and data from one module into another.

Sections stay bytes and only those that change are read. Instructions are told apart by how long they are and by what
they refer to; what they do is of no interest here. Source: WebAssembly core specification 3.0, chapter 5.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

__all__ = [
    "HEADER",
    "Kind",
    "Part",
    "Reader",
    "Reference",
    "Section",
    "UnreadableModule",
    "leb",
    "read_sections",
    "references",
    "section",
    "signed_leb",
    "vector",
]

HEADER = b"\0asm\x01\0\0\0"


class UnreadableModule(ValueError):
    """The bytes are no module of the kind that is understood here."""


class Section(IntEnum):
    """The numbers of the sections."""

    CUSTOM = 0
    TYPE = 1
    IMPORT = 2
    FUNCTION = 3
    TABLE = 4
    MEMORY = 5
    GLOBAL = 6
    EXPORT = 7
    ELEMENT = 9
    CODE = 10
    DATA = 11
    DATA_COUNT = 12


class Kind(IntEnum):
    """What an import or an export is."""

    FUNCTION = 0
    TABLE = 1
    MEMORY = 2
    GLOBAL = 3
    TAG = 4


class Part(NamedTuple):
    """Where something lies in a module: the content of a section, the body of a function."""

    start: int
    end: int


class Reference(NamedTuple):
    """A place in a function's body that names a function, a global or a tag by its number."""

    place: Part
    kind: Kind
    number: int


@dataclass(slots=True)
class Reader:
    """Reads numbers and names from a position on."""

    data: bytes
    at: int = 0

    def byte(self) -> int:
        """The next byte."""
        self.at += 1
        return self.data[self.at - 1]

    def leb(self) -> int:
        """An unsigned number in LEB128."""
        value, self.at = _leb_at(self.data, self.at)
        return value

    def signed_leb(self) -> int:
        """A signed number in LEB128."""
        start = self.at
        value = self.leb()
        bits = 7 * (self.at - start)
        return value - (1 << bits) if value >> (bits - 1) else value

    def take(self, length: int) -> bytes:
        """The next bytes."""
        self.at += length
        return self.data[self.at - length : self.at]

    def name(self) -> str:
        """A name: its length, and the characters in UTF-8."""
        return self.take(self.leb()).decode()


def read_sections(module: bytes) -> list[tuple[int, Part]]:
    """The sections of a module in order. Raises `UnreadableModule` for anything else."""
    if not module.startswith(HEADER):
        raise UnreadableModule("this is no WebAssembly module of version 1")
    found: list[tuple[int, Part]] = []
    reader = Reader(module, len(HEADER))
    while reader.at < len(module):
        number, length = reader.byte(), reader.leb()
        found.append((number, Part(reader.at, reader.at + length)))
        reader.at += length
    if reader.at > len(module):
        raise UnreadableModule("the module is truncated")
    return found


def section(number: int, content: bytes) -> bytes:
    """A section as it stands in a module."""
    return bytes([number]) + leb(len(content)) + content


def vector(items: Iterable[bytes]) -> bytes:
    """A count and the items."""
    listed = list(items)
    return leb(len(listed)) + b"".join(listed)


def leb(value: int) -> bytes:
    """An unsigned number in LEB128."""
    made = bytearray()
    while value > 0x7F:
        made.append(value & 0x7F | 0x80)
        value >>= 7
    made.append(value)
    return bytes(made)


def signed_leb(value: int) -> bytes:
    """A signed number in LEB128."""
    made = bytearray()
    while not -0x40 <= value < 0x40:
        made.append(value & 0x7F | 0x80)
        value >>= 7
    made.append(value & 0x7F)
    return bytes(made)


# How many LEB128 numbers follow an instruction that refers to nothing of interest.
_NUMBERS: Mapping[int, int] = {
    **dict.fromkeys((0x00, 0x01, 0x05, 0x0A, 0x0B, 0x0F, 0x19, 0x1A, 0x1B, 0xD1, *range(0x45, 0xC5)), 0),
    **dict.fromkeys((0x02, 0x03, 0x04, 0x06, 0x09, 0x0C, 0x0D, 0x18, 0x20, 0x21, 0x22), 1),
    **dict.fromkeys((0x25, 0x26, 0x3F, 0x40, 0x41, 0x42, 0xD0), 1),
    **dict.fromkeys((0x11, 0x13, *range(0x28, 0x3F)), 2),
}
_REFERRING = {
    **dict.fromkeys((0x10, 0x12, 0xD2), Kind.FUNCTION),
    **dict.fromkeys((0x23, 0x24), Kind.GLOBAL),
    **dict.fromkeys((0x07, 0x08), Kind.TAG),
}
_FLOATS = {0x43: 4, 0x44: 8}
_BRANCH_TABLE, _TYPED_SELECT, _PREFIX = 0x0E, 0x1C, 0xFC
_PREFIXED = {**dict.fromkeys(range(8), 0), 8: 2, 9: 1, 10: 2, 11: 1, 12: 2, 13: 1, 14: 2, 15: 1, 16: 1, 17: 1}


def references(module: bytes, body: Part) -> Iterator[Reference]:
    """What a function's body refers to. Raises `UnreadableModule` at an instruction that is not known here."""
    groups, at = _leb_at(module, body.start)
    for _ in range(groups):
        at = _past(module, at, 1) + 1
    while at < body.end:
        code = module[at]
        numbers = _NUMBERS.get(code)
        if numbers is not None:
            at = _past(module, at + 1, numbers)
        elif (kind := _REFERRING.get(code)) is not None:
            number, end = _leb_at(module, at + 1)
            yield Reference(Part(at + 1, end), kind, number)
            at = end
        else:
            at = _past_long(module, at)
    if at != body.end:
        raise UnreadableModule(f"the function at byte {body.start} does not end where it should")


def _past_long(module: bytes, at: int) -> int:
    """The place behind one of the instructions whose length is not in the table."""
    code = module[at]
    if code in _FLOATS:
        return at + 1 + _FLOATS[code]
    count, behind = _leb_at(module, at + 1)
    if code == _BRANCH_TABLE:
        return _past(module, behind, count + 1)
    if code == _TYPED_SELECT:
        return behind + count
    if code == _PREFIX and count in _PREFIXED:
        return _past(module, behind, _PREFIXED[count])
    raise UnreadableModule(f"instruction {code:#x} at byte {at} is not known")


def _past(module: bytes, at: int, numbers: int) -> int:
    for _ in range(numbers):
        while module[at] > 0x7F:
            at += 1
        at += 1
    return at


def _leb_at(data: bytes, at: int) -> tuple[int, int]:
    result = shift = 0
    while True:
        byte = data[at]
        at += 1
        result |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return result, at
