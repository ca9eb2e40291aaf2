"""Values of a TOML file, checked as they are taken out; every complaint names the file and the line.

It knows nothing of policies. `tomllib` reads the text, `hostsim.toml_lines` finds the lines. Pure.
"""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn, cast

from hostsim.toml_lines import TomlPath, line_of

__all__ = ["PolicyError", "TomlReader", "nearest", "parse_toml"]


class PolicyError(ValueError):
    """A policy file that may not be used: the file, the line, what is wrong and what would be right."""

    def __init__(self, file: str, line: int, what: str) -> None:
        super().__init__(f"{file}:{line}: {what}")
        self.file = file
        self.line = line
        self.what = what


def parse_toml(text: str, file: str) -> dict[str, Any]:
    """Reads TOML text. Raises PolicyError at the line where it stops being TOML."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise PolicyError(file, *_toml_fault(str(error), text)) from error


def _toml_fault(message: str, text: str) -> tuple[int, str]:
    found = re.search(r"\(at line (\d+), column (\d+)\)", message)
    line = int(found[1]) if found else max(1, len(text.splitlines()))
    return line, f"not TOML: {message}"


@dataclass(frozen=True, slots=True)
class TomlReader:
    """Takes values of one file by their path, each of the kind it has to be. Raises PolicyError."""

    file: str
    text: str

    def fail(self, path: TomlPath, what: str) -> NoReturn:
        """Complains about the value at a path."""
        raise PolicyError(self.file, line_of(self.text, path), what)

    def table(self, path: TomlPath, value: object) -> Mapping[str, Any]:
        """Takes a table."""
        if not isinstance(value, dict):
            self.fail(path, f"{path[-1]} must be a table, not {_kind(value)}")
        return cast("dict[str, Any]", value)

    def known_keys(self, path: TomlPath, table: Mapping[str, Any], known: Sequence[str]) -> None:
        """Refuses any key that is not one of those known."""
        for key in table:
            if key not in known:
                self.fail((*path, key), f'unknown key "{key}"{nearest(key, known)}; known are {", ".join(known)}')

    def strings(self, path: TomlPath, value: object) -> tuple[str, ...]:
        """Takes a list of strings, each once."""
        if not isinstance(value, list):
            self.fail(path, f'{path[-1]} must be a list of strings, like ["..."], not {_kind(value)}')
        items = cast("list[object]", value)
        for index, item in enumerate(items):
            if not isinstance(item, str):
                self.fail((*path, index), f"{path[-1]} must hold strings, not {_kind(item)}")
            if item in items[:index]:
                self.fail((*path, index), f'"{item}" is listed twice in {path[-1]}; delete one')
        return tuple(cast("list[str]", items))

    def switch(self, path: TomlPath, value: object) -> bool:
        """Takes true or false."""
        if not isinstance(value, bool):
            self.fail(path, f"{path[-1]} must be true or false, not {_kind(value)}")
        return value


_KINDS: tuple[tuple[type, str], ...] = (
    (bool, "a boolean"),
    (str, "a string"),
    (int, "a number"),
    (float, "a number"),
    (list, "a list"),
    (dict, "a table"),
)


def _kind(value: object) -> str:
    return next((name for kind, name in _KINDS if isinstance(value, kind)), "a date or time")


def nearest(word: str, known: Iterable[str]) -> str:
    """Returns " (did you mean ...?)" for a word that resembles a known one, else nothing."""
    close = difflib.get_close_matches(word, list(known), n=1)
    return f' (did you mean "{close[0]}"?)' if close else ""
