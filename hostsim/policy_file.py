"""Reads `policy.toml` and refuses, by line, whatever could make it mean less or more than it says.

A rule that matches nothing reads like a rule that holds, so every name is checked against the server's own tool list.
It opens no file (`hostsim.policy_loader` does) and decides nothing at run time (`hostsim.grants` does). Pure.

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

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from hostsim.clamp import Admit, Allowance
from hostsim.inventory import Inventory, ToolEntry
from hostsim.policy import POLICY_FILE, Guard, Patterns, Policy, ViewPolicy
from hostsim.toml_lines import TomlPath
from hostsim.toml_reader import TomlReader, nearest, parse_toml
from viewsdk.protocol.csp_sources import CspOrigin, parse_origin
from viewsdk.protocol.ui_meta import Permission

__all__ = ["CONSENT_METHODS", "read_policy"]

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


def read_policy(text: str, inventory: Inventory, *, file: str = POLICY_FILE) -> Policy:
    """Reads policy text against a server's tools. Raises PolicyError."""
    data = parse_toml(text, file)
    reader = _Reader(file, text, inventory)
    reader.known_keys((), data, ("views",))
    views = reader.table(("views",), data.get("views", {}))
    return Policy({uri: reader.view(uri, value) for uri, value in views.items()})


@dataclass(frozen=True, slots=True)
class _Reader(TomlReader):
    """Reads the views of one policy file."""

    inventory: Inventory

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
            messages=self.switch((*path, "messages"), table.get("messages", False)),
            context=self.switch((*path, "context"), table.get("context", False)),
            sampling=self.switch((*path, "sampling"), table.get("sampling", False)),
            allowance=self._allowance(path, table),
        )

    def _known_view(self, path: TomlPath, uri: str) -> None:
        known = self.inventory.view_uris
        # A server without any view is the launch's complaint, which says so for what it is.
        if known and uri not in known:
            listed = ", ".join(known)
            self.fail(path, f'no tool of this server opens a view "{uri}"{nearest(uri, known)}; its views are {listed}')

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
            self.fail(path, f'the server has no tool "{name}"{nearest(name, names)}; its tools are {_listed(names)}')
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
                    f'tool "{entry.name}" takes no argument "{argument}"{nearest(argument, entry.arguments)}; '
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

    def _allowance(self, path: TomlPath, view: Mapping[str, Any]) -> Allowance:
        wasm = self.switch((*path, "wasm"), view.get("wasm", False))
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
            wildcards=self.switch((*path, "wildcards"), table.get("wildcards", True)),
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
                self.fail((*path, index), f'unknown permission "{name}"{nearest(name, known)}')
        return frozenset(Permission(name) for name in names)


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names) or "none"
