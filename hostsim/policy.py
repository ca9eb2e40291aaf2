"""What each view may do, as values: the rules of `policy.toml` once they are read.

Nothing said means nothing granted. It reads no file (`hostsim.policy_file` does) and admits nothing by itself
(`hostsim.grants` does). Pure.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from hostsim.clamp import Allowance

__all__ = ["POLICY_FILE", "Guard", "Patterns", "Policy", "ViewPolicy"]

POLICY_FILE = "policy.toml"


@dataclass(frozen=True, slots=True)
class Patterns:
    """Unanchored regular expressions over a whole text: a `deny` match refuses, else one `allow` must match."""

    allow: tuple[str, ...] = ()
    deny: tuple[str, ...] = ()

    def denied_by(self, text: str) -> str | None:
        """Returns the first `deny` pattern that matches, if any."""
        return next((pattern for pattern in self.deny if re.search(pattern, text)), None)

    def admits(self, text: str) -> bool:
        """Says whether the text passes both lists."""
        return self.denied_by(text) is None and any(re.search(pattern, text) for pattern in self.allow)


@dataclass(frozen=True, slots=True)
class Guard:
    """A rule over one argument of one tool.

    Every text in the argument's value is held against it (numbers and booleans by their JSON text). With `allow`
    patterns an absent argument is refused, because nothing showed that it is allowed.
    """

    argument: str
    patterns: Patterns

    def objection(self, arguments: Mapping[str, Any]) -> str | None:
        """Returns why these arguments may not pass, or None."""
        if self.argument not in arguments:
            return f'argument "{self.argument}" is missing and must be given' if self.patterns.allow else None
        for text in _texts(arguments[self.argument]):
            denied = self.patterns.denied_by(text)
            if denied is not None:
                return f'argument "{self.argument}" matches the denied pattern {denied!r}'
            if self.patterns.allow and not self.patterns.admits(text):
                return f'argument "{self.argument}" matches none of the allowed patterns {list(self.patterns.allow)}'
        return None


def _texts(value: Any) -> list[str]:
    """Every text in a value; without recursion, as a view may nest as deep as it likes."""
    texts: list[str] = []
    left = [value]
    while left:
        item = left.pop()
        if isinstance(item, str):
            texts.append(item)
        elif isinstance(item, dict):
            members = cast("dict[str, Any]", item)
            left += [*members, *members.values()]
        elif isinstance(item, list):
            left += cast("list[Any]", item)
        else:
            texts.append(json.dumps(item))
    return texts


@dataclass(frozen=True, slots=True)
class ViewPolicy:
    """What one view may do. `consent` holds tool names and methods that need a person's yes each time."""

    uri: str
    call: tuple[str, ...] = ()
    never: tuple[str, ...] = ()
    guards: Mapping[str, tuple[Guard, ...]] = field(default_factory=dict[str, tuple[Guard, ...]])
    read: Patterns = Patterns()
    open: Patterns = Patterns()
    save: Patterns = Patterns()
    consent: frozenset[str] = frozenset()
    messages: bool = False
    context: bool = False
    sampling: bool = False
    allowance: Allowance = field(default_factory=Allowance)

    @property
    def table(self) -> str:
        """The header of this view's table in the policy file."""
        return f'[views."{self.uri}"]'


@dataclass(frozen=True, slots=True)
class Policy:
    """The policies of all views of one server, by view URI."""

    views: Mapping[str, ViewPolicy] = field(default_factory=dict[str, ViewPolicy])

    def of(self, uri: str) -> ViewPolicy | None:
        """Returns the policy of one view; None means that nothing at all is said about it."""
        return self.views.get(uri)
