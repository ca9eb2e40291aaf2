"""A WebAssembly module that was read: what it imports and exports, its functions, its memory's first content."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from viewsdk.bundle.wasm import Kind, Part, Reader, Section, UnreadableModule, read_sections, references

__all__ = ["Import", "Names", "Program", "Segment"]

_I32_CONST, _END, _FUNCTION_TYPE = 0x41, 0x0B, 0x60


@dataclass(frozen=True, slots=True)
class Import:
    """What a module imports: from where, and its description as it stands in the format."""

    module: str
    name: str
    description: bytes


@dataclass(frozen=True, slots=True)
class Names:
    """What a function names directly; `throws` if it throws or catches."""

    functions: frozenset[int]
    globals: frozenset[int]
    throws: bool


@dataclass(frozen=True, slots=True)
class Segment:
    """Bytes that memory starts with, and where."""

    address: int
    data: bytes

    @property
    def end(self) -> int:
        """The address behind the last byte."""
        return self.address + len(self.data)


class Program:
    """Functions are numbered as in the format: imported ones first, then its own."""

    def __init__(self, module: bytes) -> None:
        self.module = module
        self.sections = dict(read_sections(module))
        self.imports: Mapping[Kind, list[Import]] = {kind: [] for kind in Kind}
        for kind, found in self._read_imports():
            self.imports[kind].append(found)
        self.exports = list(self._read_exports())
        """Name, kind and number."""
        self.bodies = list(self._read_bodies())
        self.first_own = len(self.imports[Kind.FUNCTION])
        self.own = range(self.first_own, self.first_own + len(self.bodies))

    def section(self, number: Section) -> bytes:
        """The content of a section."""
        part = self.sections[number]
        return self.module[part.start : part.end]

    def body(self, function: int) -> bytes:
        """Locals and instructions of one of its own functions."""
        part = self.bodies[function - self.first_own]
        return self.module[part.start : part.end]

    def type_of(self, function: int) -> int:
        """The number of a function's type."""
        if function < self.first_own:
            return Reader(self.imports[Kind.FUNCTION][function].description, 1).leb()
        return self._types[function - self.first_own]

    @cached_property
    def names(self) -> Mapping[int, Names]:
        """What each of its own functions names."""
        return {function: self._names_in(part) for function, part in zip(self.own, self.bodies, strict=True)}

    @cached_property
    def addressed(self) -> frozenset[int]:
        """The functions in its tables: any code may call them by their address."""
        reader = self._reader(Section.ELEMENT)
        found: set[int] = set()
        for _ in range(reader.leb()):
            if reader.leb() != 0:
                raise UnreadableModule("an element segment of a kind that is not known here")
            self._read_offset(reader)
            found |= {reader.leb() for _ in range(reader.leb())}
        return frozenset(found)

    @cached_property
    def segments(self) -> tuple[Segment, ...]:
        """The memory it starts with."""
        return tuple(self._read_segments())

    @cached_property
    def variables(self) -> list[bytes]:
        """The type of each of its own globals, as an import describes it."""
        reader = self._reader(Section.GLOBAL)
        return [self._read_variable(reader) for _ in range(reader.leb())]

    @cached_property
    def parameters(self) -> list[int]:
        """How many parameters each type has."""
        reader = self._reader(Section.TYPE)
        return [self._read_parameters(reader) for _ in range(reader.leb())]

    @cached_property
    def _types(self) -> list[int]:
        reader = self._reader(Section.FUNCTION)
        return [reader.leb() for _ in range(reader.leb())]

    def _reader(self, number: Section) -> Reader:
        return Reader(self.module, self.sections[number].start)

    def _names_in(self, body: Part) -> Names:
        found = list(references(self.module, body))
        functions, variables = (
            frozenset(index for _, kind, index in found if kind is wanted) for wanted in (Kind.FUNCTION, Kind.GLOBAL)
        )
        return Names(functions, variables, any(kind is Kind.TAG for _, kind, _ in found))

    def _read_imports(self) -> Iterator[tuple[Kind, Import]]:
        reader = self._reader(Section.IMPORT)
        for _ in range(reader.leb()):
            module, name = reader.name(), reader.name()
            start = reader.at
            kind = Kind(reader.byte())
            if kind not in (Kind.FUNCTION, Kind.GLOBAL):
                raise UnreadableModule(f"{module}.{name}: importing a {kind.name.lower()} is not known here")
            for _ in range(2 if kind is Kind.GLOBAL else 1):
                reader.leb()
            yield kind, Import(module, name, self.module[start : reader.at])

    def _read_exports(self) -> Iterator[tuple[str, Kind, int]]:
        reader = self._reader(Section.EXPORT)
        for _ in range(reader.leb()):
            yield reader.name(), Kind(reader.byte()), reader.leb()

    def _read_bodies(self) -> Iterator[Part]:
        reader = self._reader(Section.CODE)
        for _ in range(reader.leb()):
            length = reader.leb()
            yield Part(reader.at, reader.at + length)
            reader.at += length

    def _read_segments(self) -> Iterator[Segment]:
        reader = self._reader(Section.DATA)
        for _ in range(reader.leb()):
            if reader.leb() != 0:
                raise UnreadableModule("a data segment of a kind that is not known here")
            address = self._read_offset(reader)
            yield Segment(address, reader.take(reader.leb()))

    def _read_variable(self, reader: Reader) -> bytes:
        description = bytes([Kind.GLOBAL]) + reader.take(2)
        self._read_offset(reader)
        return description

    def _read_parameters(self, reader: Reader) -> int:
        if reader.byte() != _FUNCTION_TYPE:
            raise UnreadableModule(f"the type at byte {reader.at - 1} is not one of a function")
        parameters = len(reader.take(reader.leb()))
        reader.take(reader.leb())
        return parameters

    def _read_offset(self, reader: Reader) -> int:
        if reader.byte() != _I32_CONST:
            raise UnreadableModule(f"the offset at byte {reader.at} is no constant")
        value = reader.signed_leb()
        if reader.byte() != _END:
            raise UnreadableModule(f"the offset at byte {reader.at} is no constant")
        return value
