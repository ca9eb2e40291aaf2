"""What a form holds, as one value per name: the shape pydantic reads."""

from collections.abc import Iterable, Sequence
from typing import Any

__all__ = ["FormValues", "collect_form"]

FormValues = dict[str, "str | list[str]"]


def collect_form(entries: Iterable[Sequence[Any]]) -> FormValues:
    """The values by name, in order; a name that occurs twice has a list. What is no text (a file) is left out."""
    values: FormValues = {}
    for name, value in entries:
        if not isinstance(value, str):
            continue
        before = values.get(name)
        if before is None:
            values[name] = value
        elif isinstance(before, str):
            values[name] = [before, value]
        else:
            before.append(value)
    return values
