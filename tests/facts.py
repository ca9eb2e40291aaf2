"""The facts we hold ourselves to, and the tests that prove them: `python -m tests.facts`.

A fact is claimed when a test cites its id in its docstring; citations are read from the syntax tree and no test is
run or imported for it. What a fact says is in `tests/catalogue/`, one sentence each.
"""

import argparse
import ast
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

TESTS = Path(__file__).parent
CATALOGUE = TESTS / "catalogue"
# family: (file, what a citation puts before the number)
FAMILIES: Mapping[str, tuple[str, str]] = {
    "umbra": ("umbra.toml", "umbra:"),
    "heddle": ("heddle.toml", "heddle:"),
    "agentgem": ("agentgem.toml", "agentgem:"),
    "extapps": ("extapps.toml", "extapps:"),
    "R": ("rules.toml", ""),
    "F": ("cases.toml", "F:"),
}
SECTIONS = {"facts", "who", "outside", "later", "same_as"}
# A bare U16 is taken for a citation too, so that one without its family is noticed instead of lost.
CITATION = re.compile(r"(?<![\w:])(?:(?:umbra|heddle|agentgem|extapps|F):[A-Z]\d+|R\d+|[UHAE]\d\d)(?![\w-])")


class CatalogueProblem(Exception):
    """The catalogue cannot be read as one; the message has every fault found."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One behaviour: `outside` says why it does not count, `later` why no test proves it yet."""

    id: str
    family: str
    text: str
    who: str | None = None
    outside: str | None = None
    later: str | None = None
    same_as: str | None = None

    @property
    def group(self) -> str:
        """The fact this one repeats, or itself: a test of one is a test of the whole group."""
        return self.same_as or self.id


@dataclass(frozen=True, slots=True)
class Tally:
    """How many of a family's facts count, and how many of those are claimed."""

    family: str
    claimed: int
    total: int
    outside: int

    def reaches(self, percent: float) -> bool:
        """Whether at least this share of the family is claimed."""
        return self.claimed * 100 >= self.total * percent

    def __str__(self) -> str:
        share = 100 * self.claimed / self.total if self.total else 100.0
        note = f"  ({self.outside} outside the count)" if self.outside else ""
        return f"{self.family:<9} {self.claimed:>4} / {self.total:<4} {share:5.1f} %{note}"


def load_catalogue(folder: Path = CATALOGUE) -> dict[str, Fact]:
    """Every fact by its id, in the catalogue's order; raises CatalogueProblem."""
    facts: dict[str, Fact] = {}
    problems: list[str] = []
    for family, (name, prefix) in FAMILIES.items():
        try:
            sections = tomllib.loads((folder / name).read_text(encoding="utf-8"))
        except (OSError, tomllib.TOMLDecodeError) as fault:  # TOML itself refuses an id written twice
            problems.append(f"{name}: {fault}")
            continue
        problems += _section_problems(name, sections)
        facts |= {fact.id: fact for fact in _facts_of(family, prefix, sections)}
    problems += _fact_problems(facts)
    if problems:
        raise CatalogueProblem("\n".join(problems))
    return facts


def _facts_of(family: str, prefix: str, sections: Mapping[str, Mapping[str, str]]) -> Iterator[Fact]:
    notes = {name: sections.get(name, {}) for name in SECTIONS - {"facts"}}
    for number, text in sections.get("facts", {}).items():
        yield Fact(prefix + number, family, text, **{name: values.get(number) for name, values in notes.items()})


def _section_problems(name: str, sections: Mapping[str, Mapping[str, str]]) -> Iterator[str]:
    known = sections.get("facts", {}).keys()
    for section, values in sections.items():
        if section not in SECTIONS:
            yield f"{name}: no section is called [{section}]"
            continue
        for number, text in values.items():
            if number not in known:
                yield f"{name}: [{section}] speaks of {number}, which is no fact"
            if not text.strip():
                yield f"{name}: {number} in [{section}] is empty"


def _fact_problems(facts: Mapping[str, Fact]) -> Iterator[str]:
    told: dict[str, str] = {}
    for fact in facts.values():
        if earlier := told.get(fact.text.casefold()):
            yield f"{fact.id} says the same as {earlier}"
        told[fact.text.casefold()] = fact.id
        if fact.same_as is not None:
            target = facts.get(fact.same_as)
            if target is None or target.same_as or target.outside:
                yield f"{fact.id} is the same as {fact.same_as}, which is not a fact that counts for itself"


def citations(folder: Path = TESTS) -> dict[str, list[str]]:
    """The ids cited under a tests folder, each with the pytest node ids that cite it."""
    found: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("test_*.py")):
        module = ast.parse(path.read_text(encoding="utf-8"), filename=str(path))
        for node_id, docstring in _documented_tests(module, path.relative_to(folder.parent).as_posix()):
            for cited in dict.fromkeys(CITATION.findall(docstring)):
                found.setdefault(cited, []).append(node_id)
    return found


def _documented_tests(scope: ast.Module | ast.ClassDef, name: str) -> Iterator[tuple[str, str]]:
    for node in scope.body:
        if isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
            yield f"{name}::{node.name}", ast.get_docstring(node) or ""
            yield from _documented_tests(node, f"{name}::{node.name}")
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
            yield f"{name}::{node.name}", ast.get_docstring(node) or ""


def proofs(facts: Mapping[str, Fact], cited: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """The tests of every claimed fact, those of the facts it repeats included."""
    groups: dict[str, list[str]] = {}
    for fact in facts.values():
        groups.setdefault(fact.group, []).extend(cited.get(fact.id, ()))
    return {fact.id: list(dict.fromkeys(groups[fact.group])) for fact in facts.values() if groups[fact.group]}


def tallies(facts: Iterable[Fact], claimed: Mapping[str, object]) -> dict[str, Tally]:
    """Claimed and total of each family; facts outside the count are in neither."""
    everything = list(facts)
    result: dict[str, Tally] = {}
    for family in FAMILIES:
        members = [fact for fact in everything if fact.family == family]
        counted = [fact for fact in members if not fact.outside]
        done = sum(fact.id in claimed for fact in counted)
        result[family] = Tally(family, done, len(counted), len(members) - len(counted))
    return result


def missing(facts: Iterable[Fact], claimed: Mapping[str, object]) -> list[str]:
    """A line for every fact that no test claims or that does not count, with the reason."""
    lines: list[str] = []
    for fact in facts:
        if fact.outside:
            lines.append(f"{fact.id}: outside the count, {fact.outside}. {fact.text}")
        elif fact.id not in claimed:
            lines.append(f"{fact.id}: not claimed yet{', ' + fact.later if fact.later else ''}. {fact.text}")
    return lines


def describe(fact: Fact, tests: Sequence[str]) -> str:
    """A fact's text, its notes and its tests, for reading."""
    notes = {"binds": fact.who, "outside the count": fact.outside, "same as": fact.same_as, "later": fact.later}
    said = [f"  {label}: {note}" for label, note in notes.items() if note and not (label == "later" and tests)]
    return "\n".join([f"{fact.id}  {fact.text}", *said, *(f"  {test}" for test in tests or ["no test cites it"])])


def shortfalls(counts: Mapping[str, Tally], minima: Iterable[tuple[str, float]]) -> list[str]:
    """A line for each family with fewer claimed facts than asked for."""
    return [
        f"{name} is below {least:g} %: {counts[name].claimed} of {counts[name].total} facts are claimed"
        for name, least in minima
        if not counts[name].reaches(least)
    ]


def strangers(facts: Mapping[str, Fact], cited: Mapping[str, Sequence[str]]) -> list[str]:
    """A line for each test that cites an id the catalogue does not have."""
    unknown = sorted(cited.keys() - facts.keys())
    return [f"{test} cites {stranger}, which is no fact" for stranger in unknown for test in cited[stranger]]


def minimum(text: str) -> tuple[str, float]:
    """Read FAMILY=PERCENT as the command line gives it."""
    family, _, number = text.partition("=")
    if family not in FAMILIES:
        raise argparse.ArgumentTypeError(f"no family is called {family!r}; there are {', '.join(FAMILIES)}")
    try:
        percent = float(number)
    except ValueError:
        percent = -1.0
    if not 0 <= percent <= 100:
        raise argparse.ArgumentTypeError(f"{text!r} needs a percentage from 0 to 100, like {family}=90")
    return family, percent


def main(arguments: Sequence[str] | None = None) -> int:
    """Print what is claimed; 1 when a minimum is missed or something cited is no fact."""
    parser = argparse.ArgumentParser(prog="python -m tests.facts", description="Which facts the tests prove.")
    parser.add_argument("--missing", action="store_true", help="list what is not claimed, with reasons")
    parser.add_argument("--min", action="append", default=[], type=minimum, metavar="FAMILY=PERCENT", dest="minima")
    parser.add_argument("--fact", metavar="ID", help="show one fact and its tests, like R30 or F:W4")
    options = parser.parse_args(arguments)
    try:
        facts, cited = load_catalogue(), citations()
    except (CatalogueProblem, SyntaxError) as problem:
        print(problem, file=sys.stderr)
        return 1
    claimed = proofs(facts, cited)
    if options.fact is not None:
        if options.fact not in facts:
            parser.error(f"no fact is called {options.fact!r}; ids look like umbra:U01, heddle:H01, R01, F:W4")
        print(describe(facts[options.fact], claimed.get(options.fact, [])))
        return 0
    counts = tallies(facts.values(), claimed)
    print("\n".join([*map(str, counts.values()), *(missing(facts.values(), claimed) if options.missing else ())]))
    complaints = shortfalls(counts, options.minima) + strangers(facts, cited)
    for complaint in complaints:
        print(complaint, file=sys.stderr)
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
