"""Splits a WebAssembly module in two: what is needed at once, and functions and data that may come later.

The first part keeps its numbering. A function that was moved leaves a call through a table of its own, which the second
part fills when it is instantiated; what the second part calls in the first lies behind those slots in the same table.
Data that was moved is written to where it belongs then. Binaryen's `wasm-split` does the like, but it is not in its npm
package, and it numbers anew, where an image and the repairs of `web/table.js` rely on numbers.
"""

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from itertools import pairwise

from viewsdk.bundle.program import Import, Program, Segment
from viewsdk.bundle.wasm import HEADER, Kind, Part, Reader, Section, leb, references, section, signed_leb, vector

__all__ = ["KEPT", "LATE_TABLE", "MAIN", "split"]

LATE_TABLE = "viewsdk.late"
"""The name under which the first part exports the table."""
MAIN = "main"
"""The second part imports from here what the first exports, by its name."""
KEPT = "kept"
"""The second part imports from here functions of the first, by their place in the table."""

_FUNCREF = b"\x70"
_END, _I32_CONST, _LOCAL_GET, _CALL_INDIRECT = 0x0B, 0x41, 0x20, 0x11
_NEVER_CALLED = b"\0\0\x0b"  # no locals, unreachable, end
_FIXED = 1  # limits with a highest size
_NAMING_ITS_TABLE = 2  # an element segment that does; without one the first table is meant


@dataclass(frozen=True, slots=True)
class _Plan:
    """How the table is laid out: first moved functions that the first part calls, then kept ones the second calls."""

    moved: Sequence[int]
    slots: Sequence[int]
    kept: Sequence[int]

    @property
    def size(self) -> int:
        return len(self.slots) + len(self.kept)


def split(program: Program, moved: Set[int], data: Sequence[Part]) -> tuple[bytes, bytes]:
    """The module without the functions `moved` and the addresses in `data`, and the module that brings them.

    `data` are ranges of addresses without overlap. Functions that throw or catch cannot be moved.
    """
    plan = _plan(program, moved)
    stays, goes = _divide(program.segments, data)
    return _first(program, plan, stays), _second(program, plan, goes)


def _plan(program: Program, moved: Set[int]) -> _Plan:
    if any(program.names[function].throws for function in moved):
        raise ValueError("a function that throws or catches cannot be moved")
    exported = {number for _, kind, number in program.exports if kind is Kind.FUNCTION}
    by_first = {
        named for function in program.own if function not in moved for named in program.names[function].functions
    }
    by_second = {named for function in moved for named in program.names[function].functions}
    slots = moved & (exported | by_first | program.addressed)
    return _Plan(sorted(moved), sorted(slots), sorted(by_second - moved))


def _divide(segments: Iterable[Segment], ranges: Iterable[Part]) -> tuple[list[Segment], list[Segment]]:
    """The bytes outside and inside some ranges of addresses."""
    bounds = sorted(bound for part in ranges for bound in part)
    outside: list[Segment] = []
    inside: list[Segment] = []
    for segment in segments:
        edges = [segment.address, *(bound for bound in bounds if segment.address < bound < segment.end), segment.end]
        for start, end in pairwise(edges):
            is_inside = sum(bound <= start for bound in bounds) % 2 == 1
            part = Segment(start, segment.data[start - segment.address : end - segment.address])
            (inside if is_inside else outside).append(part)
    return outside, inside


def _first(program: Program, plan: _Plan, segments: Sequence[Segment]) -> bytes:
    table = Reader(program.section(Section.TABLE)).leb()
    stubs = _stubs(program, plan, table)
    changed: dict[int, bytes] = {
        Section.TABLE: _grown(program.section(Section.TABLE), _table(plan)),
        Section.EXPORT: _grown(program.section(Section.EXPORT), _name(LATE_TABLE) + bytes([Kind.TABLE]) + leb(table)),
        Section.ELEMENT: _grown(program.section(Section.ELEMENT), _element(table, len(plan.slots), plan.kept)),
        Section.DATA_COUNT: leb(len(segments)),
        Section.CODE: vector(_sized(stubs.get(own) or program.body(own)) for own in program.own),
        Section.DATA: vector(map(_segment, segments)),
    }
    contents = {number: program.module[part.start : part.end] for number, part in program.sections.items()}
    return HEADER + b"".join(section(number, changed.get(number, content)) for number, content in contents.items())


def _second(program: Program, plan: _Plan, segments: Sequence[Segment]) -> bytes:
    variables = sorted({variable for function in plan.moved for variable in program.names[function].globals})
    functions = {function: number for number, function in enumerate((*plan.kept, *plan.moved))}
    numbers = {Kind.FUNCTION: functions, Kind.GLOBAL: {variable: place for place, variable in enumerate(variables)}}
    contents = {
        Section.TYPE: program.section(Section.TYPE),
        Section.IMPORT: vector(_imports(program, plan, variables)),
        Section.FUNCTION: vector(leb(program.type_of(function)) for function in plan.moved),
        Section.ELEMENT: vector([_element(1, 0, [functions[function] for function in plan.slots])]),
        Section.CODE: vector(_sized(_renumbered(program, function, numbers)) for function in plan.moved),
        Section.DATA: vector(map(_segment, segments)),
    }
    return HEADER + b"".join(section(number, content) for number, content in contents.items())


def _stubs(program: Program, plan: _Plan, table: int) -> dict[int, bytes]:
    """What is left of each function that was moved: a call through the table with what it was given."""
    made = dict.fromkeys(plan.moved, _NEVER_CALLED)
    for slot, function in enumerate(plan.slots):
        kind = program.type_of(function)
        given = b"".join(bytes([_LOCAL_GET]) + leb(number) for number in range(program.parameters[kind]))
        made[function] = (
            b"\0" + given + _constant(slot) + bytes([_CALL_INDIRECT]) + leb(kind) + leb(table) + bytes([_END])
        )
    return made


def _imports(program: Program, plan: _Plan, variables: Iterable[int]) -> Iterator[bytes]:
    for place, function in enumerate(plan.kept, len(plan.slots)):
        yield _import(Import(KEPT, str(place), bytes([Kind.FUNCTION]) + leb(program.type_of(function))))
    tables, memory = Reader(program.section(Section.TABLE)), Reader(program.section(Section.MEMORY))
    for vector_of in (tables, memory):
        vector_of.leb()  # the count: the first of each is the one that is meant
    yield _import(
        Import(MAIN, _exported(program, Kind.TABLE, 0), bytes([Kind.TABLE]) + tables.take(1) + _limits(tables))
    )
    yield _import(Import(MAIN, LATE_TABLE, bytes([Kind.TABLE]) + _table(plan)))
    yield _import(Import(MAIN, _exported(program, Kind.MEMORY, 0), bytes([Kind.MEMORY]) + _limits(memory)))
    imported = program.imports[Kind.GLOBAL]
    for variable in variables:
        own = variable - len(imported)
        yield _import(
            imported[variable]
            if own < 0
            else Import(MAIN, _exported(program, Kind.GLOBAL, variable), program.variables[own])
        )


def _renumbered(program: Program, function: int, numbers: dict[Kind, dict[int, int]]) -> bytes:
    """A body that names functions and globals by their numbers in the second part."""
    module, body = program.module, program.bodies[function - program.first_own]
    made, at = bytearray(), body.start
    for place, kind, index in references(module, body):
        made += module[at : place.start] + leb(numbers[kind][index])
        at = place.end
    return bytes(made + module[at : body.end])


def _exported(program: Program, kind: Kind, number: int) -> str:
    for name, exported, found in program.exports:
        if (exported, found) == (kind, number):
            return name
    raise ValueError(f"the second part needs {kind.name.lower()} {number}, which is not exported")


def _limits(reader: Reader) -> bytes:
    flags = reader.leb()
    return leb(flags) + b"".join(leb(reader.leb()) for _ in range(2 if flags & _FIXED else 1))


def _table(plan: _Plan) -> bytes:
    return _FUNCREF + leb(_FIXED) + leb(plan.size) * 2


def _element(table: int, place: int, functions: Sequence[int]) -> bytes:
    offset = _constant(place) + bytes([_END])
    return leb(_NAMING_ITS_TABLE) + leb(table) + offset + b"\0" + vector(map(leb, functions))


def _segment(segment: Segment) -> bytes:
    return b"\0" + _constant(segment.address) + bytes([_END]) + _sized(segment.data)


def _import(wanted: Import) -> bytes:
    return _name(wanted.module) + _name(wanted.name) + wanted.description


def _grown(content: bytes, item: bytes) -> bytes:
    """A vector with one item more."""
    reader = Reader(content)
    return leb(reader.leb() + 1) + content[reader.at :] + item


def _constant(value: int) -> bytes:
    return bytes([_I32_CONST]) + signed_leb(value)


def _sized(data: bytes) -> bytes:
    return leb(len(data)) + data


def _name(text: str) -> bytes:
    return _sized(text.encode())
