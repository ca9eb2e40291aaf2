"""Reads `policy.toml` and refuses, by line, whatever could make it mean less or more than it says.

A rule that matches nothing reads like a rule that holds, so every name is checked against the server's own tool list.
It decides nothing at run time (`hostsim.grants` does). `tomllib` reads the text; `hostsim.toml_lines` finds the lines.

    [views."ui://box-office/bill"]
    call = ["list_shows", "get_show"]       # tools the view may call
    never = ["wipe"]                        # tools it may never call, whatever else is said
    consent = ["get_show", "ui/open-link"]  # tools and methods a person is asked about, each time
    read = ["^ui://box-office/"]            # resources/read; its own page and assets need no rule
    open = { allow = ["^https://"], deny = ["^https://evil"] }      # ui/open-link
    save = ["^ui://"]                       # ui/download-file
    messages = true                         # ui/message
    context = true                          # ui/update-model-context
    sampling = true                         # sampling/createMessage
    wasm = true                             # 'wasm-unsafe-eval', if the resource asks for it
    [views."ui://box-office/bill".guards.get_show]
    id = { deny = ["^13$"] }                # over one argument of one granted tool; a list alone means allow
    [views."ui://box-office/bill".csp]      # narrows what the resource declares; nothing said takes nothing away
    connect = ["https://api.example.com"]   # also resource, frame, base_uri; permissions = ["camera"] grants
"""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn, cast

from hostsim.clamp import Admit, Allowance
from hostsim.inventory import Inventory, ToolEntry
from hostsim.policy import POLICY_FILE, Guard, Patterns, Policy, ViewPolicy
from hostsim.toml_lines import TomlPath, line_of
from viewsdk.protocol.csp_sources import CspOrigin, parse_origin
from viewsdk.protocol.ui_meta import Permission

__all__ = ["PolicyError", "load_policy", "read_policy"]

_VIEW_KEYS = (
    "call",
    "never",
    "consent",
    "read",
    "open",
    "save",
    "messages",
    "context",
    "sampling",
    "wasm",
    "guards",
    "csp",
)
_CSP_KEYS = ("connect", "resource", "frame", "base_uri", "permissions", "wildcards")
_PATTERN_KEYS = ("allow", "deny")
CONSENT_METHODS = ("ui/open-link", "ui/download-file", "ui/message", "sampling/createMessage")
"""Methods besides tool names that `consent` may list."""


class PolicyError(ValueError):
    """A policy file that may not be used: the file, the line, what is wrong and what would be right."""

    def __init__(self, file: str, line: int, what: str) -> None:
        super().__init__(f"{file}:{line}: {what}")
        self.file = file
        self.line = line
        self.what = what


def load_policy(path: Path, inventory: Inventory) -> Policy:
    """Reads a policy file against a server's tools. Raises PolicyError, also when the file cannot be read."""
    try:
        text = path.read_bytes().decode("utf-8")
    except OSError as error:
        raise PolicyError(str(path), 1, f"the policy file cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise PolicyError(str(path), 1, "the policy file is not UTF-8 text; TOML has to be") from error
    return read_policy(text, inventory, file=str(path))


def read_policy(text: str, inventory: Inventory, *, file: str = POLICY_FILE) -> Policy:
    """Reads policy text against a server's tools. Raises PolicyError."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise PolicyError(file, *_toml_fault(str(error), text)) from error
    reader = _Reader(file, text, inventory)
    reader.known_keys((), data, ("views",))
    views = reader.table(("views",), data.get("views", {}))
    return Policy({uri: reader.view(uri, value) for uri, value in views.items()})


def _toml_fault(message: str, text: str) -> tuple[int, str]:
    found = re.search(r"\(at line (\d+), column (\d+)\)", message)
    line = int(found[1]) if found else max(1, len(text.splitlines()))
    return line, f"not TOML: {message}"


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads one file; every complaint carries the line of the value it is about."""

    file: str
    text: str
    inventory: Inventory

    def fail(self, path: TomlPath, what: str) -> NoReturn:
        raise PolicyError(self.file, line_of(self.text, path), what)

    def view(self, uri: str, value: object) -> ViewPolicy:
        path: TomlPath = ("views", uri)
        self._known_view(path, uri)
        table = self.table(path, value)
        self.known_keys(path, table, _VIEW_KEYS)
        call = self._tools((*path, "call"), table.get("call", []))
        never = self._tools((*path, "never"), table.get("never", []))
        for index, name in enumerate(never):
            if name in call:
                self.fail(
                    (*path, "never", index),
                    f'tool "{name}" is both in call = [...] and in never = [...]; keep one of the two',
                )
        return ViewPolicy(
            uri=uri,
            call=call,
            never=never,
            guards=self._guards((*path, "guards"), table.get("guards", {}), call),
            read=self._patterns((*path, "read"), table.get("read", [])),
            open=self._patterns((*path, "open"), table.get("open", [])),
            save=self._patterns((*path, "save"), table.get("save", [])),
            consent=self._consent((*path, "consent"), table.get("consent", []), call),
            messages=self._switch((*path, "messages"), table.get("messages", False)),
            context=self._switch((*path, "context"), table.get("context", False)),
            sampling=self._switch((*path, "sampling"), table.get("sampling", False)),
            allowance=self._allowance(path, table),
        )

    def table(self, path: TomlPath, value: object) -> Mapping[str, Any]:
        if not isinstance(value, dict):
            self.fail(path, f"{path[-1]} must be a table, not {_kind(value)}")
        return cast("dict[str, Any]", value)

    def known_keys(self, path: TomlPath, table: Mapping[str, Any], known: Sequence[str]) -> None:
        for key in table:
            if key not in known:
                self.fail((*path, key), f'unknown key "{key}"{_nearest(key, known)}; known are {", ".join(known)}')

    def strings(self, path: TomlPath, value: object) -> tuple[str, ...]:
        if not isinstance(value, list):
            self.fail(path, f'{path[-1]} must be a list of strings, like ["..."], not {_kind(value)}')
        items = cast("list[object]", value)
        for index, item in enumerate(items):
            if not isinstance(item, str):
                self.fail((*path, index), f"{path[-1]} must hold strings, not {_kind(item)}")
            if item in items[:index]:
                self.fail((*path, index), f'"{item}" is listed twice in {path[-1]}; delete one')
        return tuple(cast("list[str]", items))

    def _known_view(self, path: TomlPath, uri: str) -> None:
        known = self.inventory.view_uris
        if uri not in known:
            named = f"; its views are {', '.join(known)}" if known else "; it has no tool with a view"
            self.fail(path, f'no tool of this server opens a view "{uri}"{_nearest(uri, known)}{named}')

    def _tools(self, path: TomlPath, value: object) -> tuple[str, ...]:
        names = self.strings(path, value)
        for index, name in enumerate(names):
            if "*" in name:
                self.fail(
                    (*path, index),
                    f'"{name}" is a wildcard, and a view is granted tools one by one; name each tool: '
                    f"{_listed(self.inventory.names)}",
                )
            self._known_tool((*path, index), name)
        return names

    def _known_tool(self, path: TomlPath, name: str) -> ToolEntry:
        entry = self.inventory.find(name)
        if entry is None:
            names = self.inventory.names
            self.fail(path, f'the server has no tool "{name}"{_nearest(name, names)}; its tools are {_listed(names)}')
        return entry

    def _guards(self, path: TomlPath, value: object, call: Sequence[str]) -> dict[str, tuple[Guard, ...]]:
        guards: dict[str, tuple[Guard, ...]] = {}
        for name, rules in self.table(path, value).items():
            entry = self._known_tool((*path, name), name)
            if name not in call:
                self.fail((*path, name), f'guard on tool "{name}", which is not granted; add it to call = [...]')
            guards[name] = tuple(self._guard((*path, name), entry, self.table((*path, name), rules)))
        return guards

    def _guard(self, path: TomlPath, entry: ToolEntry, rules: Mapping[str, Any]) -> Iterable[Guard]:
        for argument, patterns in rules.items():
            if argument not in entry.arguments:
                self.fail(
                    (*path, argument),
                    f'tool "{entry.name}" takes no argument "{argument}"{_nearest(argument, entry.arguments)}; '
                    f"it takes {_listed(entry.arguments)}",
                )
            yield Guard(argument, self._patterns((*path, argument), patterns))

    def _patterns(self, path: TomlPath, value: object) -> Patterns:
        if isinstance(value, dict):
            table = self.table(path, cast("object", value))
            self.known_keys(path, table, _PATTERN_KEYS)
            allow, deny = (self._regexes((*path, key), table.get(key, [])) for key in _PATTERN_KEYS)
            return Patterns(allow, deny)
        return Patterns(self._regexes(path, value))

    def _regexes(self, path: TomlPath, value: object) -> tuple[str, ...]:
        patterns = self.strings(path, value)
        for index, pattern in enumerate(patterns):
            try:
                re.compile(pattern)
            except re.error as error:
                self.fail((*path, index), f'"{pattern}" is not a regular expression: {error}')
        return patterns

    def _consent(self, path: TomlPath, value: object, call: Sequence[str]) -> frozenset[str]:
        names = self.strings(path, value)
        for index, name in enumerate(names):
            if name in CONSENT_METHODS:
                continue
            self._known_tool((*path, index), name)
            if name not in call:
                self.fail((*path, index), f'consent for tool "{name}", which is not granted; add it to call = [...]')
        return frozenset(names)

    def _switch(self, path: TomlPath, value: object) -> bool:
        if not isinstance(value, bool):
            self.fail(path, f"{path[-1]} must be true or false, not {_kind(value)}")
        return value

    def _allowance(self, path: TomlPath, view: Mapping[str, Any]) -> Allowance:
        wasm = self._switch((*path, "wasm"), view.get("wasm", False))
        path = (*path, "csp")
        table = self.table(path, view.get("csp", {}))
        self.known_keys(path, table, _CSP_KEYS)
        return Allowance(
            connect=self._admit((*path, "connect"), table.get("connect")),
            resource=self._admit((*path, "resource"), table.get("resource")),
            frame=self._admit((*path, "frame"), table.get("frame")),
            base_uri=self._admit((*path, "base_uri"), table.get("base_uri")),
            permissions=self._permissions((*path, "permissions"), table.get("permissions", [])),
            wasm=wasm,
            wildcards=self._switch((*path, "wildcards"), table.get("wildcards", True)),
        )

    def _admit(self, path: TomlPath, value: object) -> Admit:
        if value is None:
            return Admit()
        return Admit.these(
            *(self._origin((*path, index), text) for index, text in enumerate(self.strings(path, value)))
        )

    def _origin(self, path: TomlPath, text: str) -> CspOrigin:
        origin = parse_origin(text)
        if not isinstance(origin, CspOrigin):
            self.fail(path, f'"{text}" is not an origin: {origin}; write scheme://host[:port]')
        return origin

    def _permissions(self, path: TomlPath, value: object) -> frozenset[Permission]:
        names = self.strings(path, value)
        known = [permission.value for permission in Permission]
        for index, name in enumerate(names):
            if name not in known:
                self.fail((*path, index), f'unknown permission "{name}"{_nearest(name, known)}')
        return frozenset(Permission(name) for name in names)


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


def _nearest(word: str, known: Iterable[str]) -> str:
    close = difflib.get_close_matches(word, list(known), n=1)
    return f' (did you mean "{close[0]}"?)' if close else ""


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names) or "none"
