"""Tests that would not notice a broken product prove nothing; these break it and look."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.breakage.recorded import BadRecord, Breakage, drawn, faults, load_records
from tests.breakage.tree import Tree, verdicts
from tests.facts import TESTS, Fact, citations, load_catalogue, proofs


def _draw() -> tuple[list[str], dict[str, list[str]]]:
    facts = load_catalogue()
    proven = proofs(facts, citations())
    return drawn(facts.values(), proven), proven


def test_every_drawn_fact_has_a_breakage_that_can_be_applied() -> None:
    """Thirty claimed facts are drawn by seed, and for each a line to break is on record and found once. ours"""
    draw, proven = _draw()

    assert [] == faults(load_records(), draw, proven)


@pytest.mark.slow
@pytest.mark.limit(480)
async def test_each_recorded_breakage_turns_the_test_of_its_fact_red(tmp_path: Path) -> None:
    """The drawn facts' tests pass as things are, and each fails once its one line is broken. ours"""
    draw, _ = _draw()
    records = load_records()
    chosen = [records[fact] for fact in draw if fact in records]
    trees = [Tree(TESTS.parent, tmp_path / name) for name in ("one", "other")]

    code, output = await trees[0].run(sorted({breakage.test for breakage in chosen}))
    assert 0 == code, output[-3000:]
    unnoticed = await verdicts(trees, chosen)

    assert [] == unnoticed, "\n\n".join(unnoticed)


def test_a_line_that_is_not_there_exactly_once_is_said_to_be_so() -> None:
    """A record whose line is missing or doubled, or whose replacement is no Python, names what to mend. ours"""
    record = Breakage("R01", "viewsdk/x.py", "return 1", "return 2", "tests/test_x.py::test_x")

    assert "def f():\n    return 2\n" == record.applied("def f():\n    return 1\n")
    assert "R01: viewsdk/x.py has 0 lines 'return 1', and exactly one is needed" == _problem(record, "return 12\n")
    assert "has 2 lines" in _problem(record, "    return 1\nreturn 1\n")
    assert "is no Python" in _problem(Breakage("R01", "viewsdk/x.py", "a = 1", "a = (", "t"), "a = 1\n")


def _problem(record: Breakage, source: str) -> str:
    with pytest.raises(BadRecord) as caught:
        record.applied(source)
    return str(caught.value)


def test_a_record_that_names_a_wrong_file_or_misses_a_field_does_not_load(tmp_path: Path) -> None:
    """Only lines of the product are broken, and each record has its four fields. ours"""
    path = tmp_path / "breakages.toml"

    assert "R01 needs file, line, becomes and test, and has file" == _load_problem(path, '[R01]\nfile = "a"\n')
    outside = '[R01]\nfile = "tests/a.py"\nline = "a"\nbecomes = "b"\ntest = "c"\n'
    assert "R01: tests/a.py is not of the product" in _load_problem(path, outside)


def _load_problem(path: Path, text: str) -> str:
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadRecord) as caught:
        load_records(path)
    return str(caught.value)


def test_a_drawn_fact_without_a_record_says_what_to_record() -> None:
    """The message has the table to add, with a test that would do. ours"""
    (complaint,) = faults({}, ["F:W4"], {"F:W4": ["tests/test_x.py::test_x"]})

    assert 'add ["F:W4"] with file, line, becomes and test = "tests/test_x.py::test_x"' in complaint


def test_the_draw_keeps_its_order_when_more_facts_are_claimed() -> None:
    """New claims enter the draw at their own place and leave the others where they were. ours"""
    facts = [Fact(f"R{number:02}", "R", str(number)) for number in range(1, 61)]
    few, all_of_them = {fact.id: () for fact in facts[::2]}, {fact.id: () for fact in facts}

    before, after = drawn(facts, few, 20), drawn(facts, all_of_them, 20)

    assert _kept(after, few) == before[: len(_kept(after, few))]


def _kept(draw: Sequence[str], among: dict[str, tuple[()]]) -> list[str]:
    return [fact for fact in draw if fact in among]
