"""Finds the line on which a value of a TOML text was written.

Not a parser: `tomllib` reads but reports no positions, so this has it read ever longer beginnings of the text until the
value appears. (tomlkit keeps comments, but no positions either.) Runs only when there is an error to report. Pure.
"""

from __future__ import annotations

import tomllib
from typing import Any

__all__ = ["TomlPath", "line_of"]

TomlPath = tuple[str | int, ...]
"""Keys and list positions from the top of the file to one value."""

# What can be open at the end of a line: nothing, an array, an inline table, or one inside the other.
_CLOSERS = ("", "]", "]]", "]}", "}", "}]")


def line_of(text: str, path: TomlPath) -> int:
    """Returns the 1-based line that introduces the value at `path`, or 1 when the text does not hold it."""
    lines = text.splitlines(keepends=True)
    for count in range(1, len(lines) + 1):
        beginning = "".join(lines[:count])
        if any(_holds(beginning + closer, path) for closer in _CLOSERS):
            return count
    return 1


def _holds(text: str, path: TomlPath) -> bool:
    try:
        value: Any = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return False
    for step in path:
        try:
            value = value[step]
        except (KeyError, IndexError, TypeError):
            return False
    return True
