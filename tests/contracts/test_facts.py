"""The catalogue of facts is sound, and the tests cite what it has."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests import facts as tool

ROOT = tool.TESTS.parent


def test_the_catalogue_has_every_fact_once_with_a_text() -> None:
    """The shipped catalogue loads, which it does only without duplicates and empty texts. ours"""
    facts = tool.load_catalogue()

    assert {"umbra": 45, "heddle": 84, "agentgem": 29, "extapps": 10, "R": 86, "F": 151} == {
        family: tally.total for family, tally in tool.tallies(facts.values(), {}).items()
    }


def test_no_test_cites_a_fact_the_catalogue_lacks() -> None:
    """A citation is an id of the catalogue. ours"""
    assert [] == tool.strangers(tool.load_catalogue(), tool.citations())


@pytest.mark.slow
def test_every_claim_rests_on_tests_that_pytest_collects() -> None:
    """What cites a fact is really run: each citing node is among those pytest would run. ours"""
    claims = {node for nodes in tool.citations().values() for node in nodes}
    files = sorted({node.partition("::")[0] for node in claims})

    listing = subprocess.run(
        [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider", *files],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    collected = {line.partition("[")[0] for line in listing.stdout.splitlines() if "::" in line}
    collected |= {node.rpartition("::")[0] for node in collected}

    assert set() == claims - collected, listing.stdout[-2000:] + listing.stderr[-2000:]


def _catalogue(folder: Path, **replaced: str) -> Path:
    for family, (name, _) in tool.FAMILIES.items():
        (folder / name).write_text(replaced.get(family, f'[facts]\nZ01 = "a fact of {family}"\n'), encoding="utf-8")
    return folder


def _problems(folder: Path) -> str:
    try:
        tool.load_catalogue(folder)
    except tool.CatalogueProblem as problem:
        return str(problem)
    return ""


def test_a_doubled_an_empty_and_a_misplaced_entry_are_each_named(tmp_path: Path) -> None:
    """Every fault of a catalogue is in the message, with its file and id. ours"""
    folder = _catalogue(
        tmp_path,
        umbra='[facts]\nU01 = "one"\nU01 = "two"\n',
        heddle='[facts]\nH01 = " "\nH02 = "A fact of R"\n[later]\nH09 = "no such"\n',
        F='[facts]\nW1 = "a case"\n[same_as]\nW1 = "R99"\n[notes]\n',
    )

    said = _problems(folder)

    assert "umbra.toml: Cannot overwrite a value" in said
    assert "heddle.toml: H01 in [facts] is empty" in said
    assert "heddle.toml: [later] speaks of H09, which is no fact" in said
    assert "Z01 says the same as heddle:H02" in said
    assert "F:W1 is the same as R99, which is not a fact that counts for itself" in said
    assert "cases.toml: no section is called [notes]" in said


def test_a_missing_catalogue_file_is_named(tmp_path: Path) -> None:
    """A catalogue without one of its files does not load. ours"""
    assert "umbra.toml" in _problems(tmp_path)


def test_citations_come_from_docstrings_of_tests_alone(tmp_path: Path) -> None:
    """Functions and classes that pytest runs count; comments, helpers, other files and bare prose do not. ours"""
    source = '''
class TestTeardown:
    """Winding up. R68"""
    async def test_waits(self) -> None:
        """It waits (R69, heddle:H69); not xR70, R71a or other:R72."""

def test_plain() -> None:
    """One line. F:W4, umbra:U03"""  # R01

def helper() -> None:
    """R02"""
'''
    tests = tmp_path / "tests"
    tests.mkdir()
    (tests / "test_it.py").write_text(source, encoding="utf-8")
    (tests / "helper.py").write_text('def test_not_collected():\n    """R03"""\n', encoding="utf-8")

    waits, plain = "tests/test_it.py::TestTeardown::test_waits", "tests/test_it.py::test_plain"
    assert {
        "R68": ["tests/test_it.py::TestTeardown"],
        "R69": [waits],
        "heddle:H69": [waits],
        "F:W4": [plain],
        "umbra:U03": [plain],
    } == tool.citations(tests)


def test_a_repeated_fact_shares_its_proof_and_outside_facts_do_not_count() -> None:
    """A test of either of two facts that are the same proves both; what is outside is in no total. ours"""
    facts = {
        "R01": tool.Fact("R01", "R", "a", outside="binds nobody"),
        "R02": tool.Fact("R02", "R", "b"),
        "F:K1": tool.Fact("F:K1", "F", "c", same_as="R02"),
    }

    claimed = tool.proofs(facts, {"F:K1": ["t"]})

    assert {"R02": ["t"], "F:K1": ["t"]} == claimed
    assert tool.Tally("R", 1, 1, 1) == tool.tallies(facts.values(), claimed)["R"]
    assert ["R01: outside the count, binds nobody. a"] == tool.missing(facts.values(), claimed)


def _run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tests.facts", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=30, check=False)


def test_the_command_line_explains_a_wrong_family_number_or_fact() -> None:
    """A family, percentage or id that does not exist ends the command with what would do. ours"""
    family, number, fact = _run("--min", "Q=90"), _run("--min", "R=ninety"), _run("--fact", "R1")

    assert (2, 2, 2) == (family.returncode, number.returncode, fact.returncode)
    assert "no family is called 'Q'; there are umbra, heddle, agentgem, extapps, R, F" in family.stderr
    assert "'R=ninety' needs a percentage from 0 to 100, like R=90" in number.stderr
    assert "no fact is called 'R1'" in fact.stderr


def test_a_minimum_is_reached_or_the_command_fails() -> None:
    """A share is reached when claimed facts are at least that part of those that count. ours"""
    counts = {"R": tool.Tally("R", 9, 10, 0)}

    assert [] == tool.shortfalls(counts, [("R", 90.0)])
    assert ["R is below 91 %: 9 of 10 facts are claimed"] == tool.shortfalls(counts, [("R", 91.0)])
