"""Taking a WebAssembly module apart, on one small enough to read; Node joins the parts and calls them."""

from pathlib import Path
from typing import Any

import pytest

from tests.runtimes.scripts import run
from tests.runtimes.small import KEPT, MOVED, OTHER, THROWING, module
from viewsdk.bundle.program import Program, Segment
from viewsdk.bundle.split import split
from viewsdk.bundle.wasm import HEADER, Kind, Part, Reader, UnreadableModule, leb, read_sections, references, signed_leb

ALL = list(b"abcdefghijkl")


def joined(folder: Path, moved: set[int], *data: Part) -> Any:
    paths = [folder / "first.wasm", folder / "late.wasm"]
    for path, part in zip(paths, split(Program(module()), moved, data), strict=True):
        path.write_bytes(part)
    return run("parts.mjs", *map(str, paths))


def test_what_was_moved_works_when_the_second_part_is_there(tmp_path: Path) -> None:
    """Before, it traps, and its data are zero; what stays works all the time. ours"""
    found = joined(tmp_path, {MOVED, OTHER}, Part(102, 105), Part(107, 110))
    zeroed = [0 if 2 <= place < 5 or 7 <= place < 10 else byte for place, byte in enumerate(ALL)]
    assert {"bytes": zeroed, "kept": 11} == {name: found["before"][name] for name in ("bytes", "kept")}
    assert "null function" in found["before"]["trap"]
    assert {"bytes": ALL, "kept": 11, "moved": 19} == found["after"]
    # What it calls, its table, the other table, the memory, its global; a function only it calls needs no place.
    assert 5 == found["imports"]


def test_a_module_of_which_nothing_is_moved_is_as_it_was(tmp_path: Path) -> None:
    """The second part is empty then. ours"""
    found = joined(tmp_path, set())
    assert {"bytes": ALL, "kept": 11, "moved": 19} == found["before"] == found["after"]


def test_functions_keep_their_numbers_and_say_what_they_name() -> None:
    """Calls, globals and tags; those in a table may be called by anybody. ours"""
    program = Program(module())
    assert range(1, 5) == program.own
    names = program.names
    assert [{0}, {OTHER, KEPT}, set(), set()] == [{*names[function].functions} for function in program.own]
    assert [False, False, False, True] == [names[function].throws for function in program.own]
    assert ({0}, {MOVED}) == (names[MOVED].globals, program.addressed)
    assert (Segment(100, b"abcdefgh"), Segment(108, b"ijkl")) == program.segments
    first, _ = split(program, {OTHER}, ())
    assert program.bodies[0] != Program(first).bodies[0]
    assert program.body(MOVED) == Program(first).body(MOVED)


def test_a_function_that_throws_stays() -> None:
    """Tags have their own numbers in each module. ours"""
    with pytest.raises(ValueError, match="throws or catches cannot be moved"):
        split(Program(module()), {THROWING}, ())


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"<!doctype html>", "no WebAssembly module"),
        (module()[:-3], "truncated"),
        (module().replace(b"\x20\0\x08\0\x0b", b"\x20\0\xff\0\x0b"), "instruction 0xff"),
        (module().replace(b"\x20\0\x20\0\x6a\x0b", b"\x20\0\x20\0\x6a\x43"), "does not end where it should"),
    ],
)
def test_what_is_no_such_module_is_refused(data: bytes, said: str) -> None:
    """Something else, half a module, an instruction nobody knows, a body that runs on. ours"""
    with pytest.raises(UnreadableModule, match=said):
        assert Program(data).names


@pytest.mark.parametrize("value", [0, 1, 63, 64, 127, 128, 300, 2**31 - 1, 2**32 - 1])
def test_numbers_are_read_as_they_were_written(value: int) -> None:
    """Both ways of writing, with and without a sign. ours"""
    assert value == Reader(leb(value)).leb()
    assert [value, -value] == [Reader(signed_leb(number)).signed_leb() for number in (value, -value)]


def test_every_kind_of_instruction_is_passed_over_by_its_length() -> None:
    """Loads, branches by table, typed select, constants, bulk memory; the call behind them is found. ours"""
    code = (
        b"\x01\x01\x7f"  # one group of locals
        b"\x02\x40\x0e\x01\0\0\x0b"  # block, br_table, end
        b"\x28\x02\x80\x01\x36\x02\0"  # load, store
        b"\x1c\x01\x7f\x44" + bytes(8) + b"\x43" + bytes(4) + b"\x42\x7f"  # select t, f64, f32, i64
        b"\xfc\x0a\0\0\xfc\x0b\0\xfc\x02"  # memory.copy, memory.fill, truncation
        b"\x11\x05\x01\xd0\x70\x25\0"  # call_indirect, ref.null, table.get
    )
    body = code + b"\x10\x85\x01\x0b"
    (found,) = references(body, Part(0, len(body)))
    assert (Kind.FUNCTION, 133, b"\x85\x01") == (found.kind, found.number, body[found.place.start : found.place.end])


def test_sections_are_found_in_order() -> None:
    """A section nobody here knows is passed on as it is. ours"""
    data = HEADER + b"\0\x02\x01a" + b"\x01\x01\0"
    assert [(0, Part(10, 12)), (1, Part(14, 15))] == read_sections(data)
