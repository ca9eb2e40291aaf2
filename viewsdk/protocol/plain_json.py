"""Whether a Python value is one that JSON text carries exactly, and where it is not.

It writes no text. `is_plain` is the quick answer for the ordinary case; `find_unencodable` is the slow one that also
accepts subclasses (a `StrEnum`) and names the place.
"""

from __future__ import annotations

from math import isfinite
from typing import Any, Final, cast

__all__ = ["MAX_DEPTH", "MAX_SAFE_INTEGER", "find_unencodable", "is_plain"]

MAX_SAFE_INTEGER: Final = 2**53 - 1  # JavaScript turns anything larger into another number
MAX_DEPTH: Final = 200  # readers recurse: V8 and CPython stop somewhere above 1,000, a Pyodide stack much earlier

_ATOMS: Final = frozenset({str, bool, type(None)})


def is_plain(members: dict[Any, Any]) -> bool:
    """Whether an object is made of exact JSON types only; False means "look closer", not "bad"."""
    return _is_plain_object(members, MAX_DEPTH)


# The two below test for atoms before they call the third: a call per member would double the cost of every frame.
def _is_plain_object(members: dict[Any, Any], depth: int) -> bool:
    for key, value in members.items():
        if key.__class__ is not str:
            return False
        if value.__class__ not in _ATOMS and not _is_plain_value(value, depth):
            return False
    return True


def _is_plain_array(items: list[Any], depth: int) -> bool:
    for item in items:  # noqa: SIM110  # all() would cost a generator per array
        if item.__class__ not in _ATOMS and not _is_plain_value(item, depth):
            return False
    return True


def _is_plain_value(value: Any, depth: int) -> bool:
    kind = value.__class__
    if kind is int:
        return -MAX_SAFE_INTEGER <= value <= MAX_SAFE_INTEGER
    if kind is float:
        return isfinite(value)
    if not depth:
        return False
    if kind is dict:
        return _is_plain_object(value, depth - 1)
    return kind is list and _is_plain_array(value, depth - 1)


def find_unencodable(value: object, path: str = "", depth: int = MAX_DEPTH) -> tuple[str, str] | None:
    """The path of the first value that JSON cannot carry, with the reason, or None."""
    if value is None or isinstance(value, (str, bool)):
        return None
    if isinstance(value, int):
        return None if abs(value) <= MAX_SAFE_INTEGER else (path, "an integer beyond 2**53-1")
    if isinstance(value, float):
        return None if isfinite(value) else (path, f"{value} is not JSON")
    if not depth:
        return path, f"a cycle, or nested deeper than {MAX_DEPTH} levels"
    if isinstance(value, dict):
        return _search_object(cast("dict[object, object]", value), path, depth - 1)
    if isinstance(value, (list, tuple)):
        return _search_array(cast("list[object]", value), path, depth - 1)
    return path, f"{type(value).__name__} is not a JSON type"


def _search_object(members: dict[object, object], path: str, depth: int) -> tuple[str, str] | None:
    for key, value in members.items():
        if not isinstance(key, str):
            return path, f"the key {key!r} is not a string"
        problem = find_unencodable(value, f"{path}.{key}" if path else key, depth)
        if problem is not None:
            return problem
    return None


def _search_array(items: list[object], path: str, depth: int) -> tuple[str, str] | None:
    for index, item in enumerate(items):
        problem = find_unencodable(item, f"{path}[{index}]", depth)
        if problem is not None:
            return problem
    return None
