"""The recorded breakages and the draw of facts that must have one."""

import ast
import hashlib
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.facts import TESTS, Fact

RECORDS = Path(__file__).with_name("breakages.toml")
SEED = "viewsdk"
DRAWN = 30
PRODUCT = ("viewsdk/", "hostsim/", "web/")


class BadRecord(Exception):
    """A record that cannot be applied; the message says what to change in breakages.toml."""


@dataclass(frozen=True, slots=True)
class Breakage:
    """One line of the product to spoil, and the test of the fact that has to notice."""

    fact: str
    file: str
    line: str
    becomes: str
    test: str

    def applied(self, source: str) -> str:
        """The file's text with the line replaced at its own indentation; raises BadRecord."""
        lines = source.splitlines(keepends=True)
        places = [number for number, line in enumerate(lines) if line.strip() == self.line.strip()]
        if len(places) != 1:
            raise BadRecord(
                f"{self.fact}: {self.file} has {len(places)} lines {self.line!r}, and exactly one is needed"
            )
        found = lines[places[0]]
        lines[places[0]] = found.replace(self.line.strip(), self.becomes.strip())
        broken = "".join(lines)
        if self.file.endswith(".py"):
            self._check_syntax(broken)
        return broken

    def _check_syntax(self, broken: str) -> None:
        try:
            ast.parse(broken)
        except SyntaxError as fault:
            raise BadRecord(f"{self.fact}: {self.becomes!r} is no Python where it stands: {fault}") from fault


def load_records(path: Path = RECORDS) -> dict[str, Breakage]:
    """Every recorded breakage by its fact; raises BadRecord."""
    records: dict[str, Breakage] = {}
    for fact, fields in tomllib.loads(path.read_text(encoding="utf-8")).items():
        if fields.keys() != {"file", "line", "becomes", "test"}:
            raise BadRecord(f"{fact} needs file, line, becomes and test, and has {', '.join(sorted(fields))}")
        if not fields["file"].startswith(PRODUCT):
            raise BadRecord(f"{fact}: {fields['file']} is not of the product; break a file of {', '.join(PRODUCT)}")
        records[fact] = Breakage(fact, **fields)
    return records


def drawn(facts: Iterable[Fact], claimed: Mapping[str, object], count: int = DRAWN) -> list[str]:
    """The claimed facts to break: a fixed shuffle, so that new claims displace as few as they can."""
    eligible = [fact.id for fact in facts if fact.id in claimed and not fact.outside and not fact.same_as]
    return sorted(eligible, key=_place)[:count]


def _place(fact: str) -> str:
    return hashlib.sha256(f"{SEED} {fact}".encode()).hexdigest()


def faults(records: Mapping[str, Breakage], draw: Sequence[str], proofs: Mapping[str, Sequence[str]]) -> list[str]:
    """What is wrong with the records themselves, a line each, with what to write instead."""
    found = [
        f"{fact} was drawn and has no breakage: "
        f'add [{_key(fact)}] with file, line, becomes and test = "{proofs[fact][0]}"'
        for fact in draw
        if fact not in records
    ]
    for record in records.values():
        if record.test.partition("[")[0] not in proofs.get(record.fact, ()):
            found.append(f"{record.fact}: {record.test} does not cite it")
        if not (TESTS.parent / record.file).is_file():
            found.append(f"{record.fact}: there is no {record.file}")
            continue
        try:
            record.applied((TESTS.parent / record.file).read_text(encoding="utf-8"))
        except BadRecord as problem:
            found.append(str(problem))
    return found


def _key(fact: str) -> str:
    return f'"{fact}"' if ":" in fact else fact
