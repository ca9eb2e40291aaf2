"""The gate: the only place that can permit a call to a server or a read from one.

A permit is proof: `hostsim.effects` demands one, and nothing else can make it. The gate keeps no state, asks nobody and
calls nothing. Pure. Spec: Visibility (R21, R22); policy rules as in `hostsim.policy`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import urlsplit

from hostsim.denial import Denial
from hostsim.inventory import Inventory, ToolEntry
from hostsim.policy import Patterns, ViewPolicy
from viewsdk.protocol.ui_meta import ASSET_SCHEME, UI_SCHEME

__all__ = ["CallPermit", "Gate", "ReadPermit"]

_OWN_SCHEMES: Final = ("ui", ASSET_SCHEME)
_SEAL: Final = object()  # never leaves this module: whoever lacks it cannot make a permit


@dataclass(frozen=True, slots=True)
class CallPermit:
    """Proof that the gate admitted a call of one tool with these very arguments."""

    tool: str
    arguments: Mapping[str, Any]
    _seal: object = field(repr=False)

    def __post_init__(self) -> None:
        _check_seal(self._seal)


@dataclass(frozen=True, slots=True)
class ReadPermit:
    """Proof that the gate admitted a read of one resource."""

    uri: str
    _seal: object = field(repr=False)

    def __post_init__(self) -> None:
        _check_seal(self._seal)


def _check_seal(seal: object) -> None:
    if seal is not _SEAL:
        raise TypeError("only hostsim.grants.Gate makes permits")


@dataclass(frozen=True, slots=True)
class Gate:
    """Decides for one mount: its view, that view's policy (None: nothing was said) and its server's tools."""

    view_uri: str
    policy: ViewPolicy | None
    inventory: Inventory

    def admit_call(self, name: str, arguments: Mapping[str, Any]) -> CallPermit | Denial:
        """Admits or refuses one `tools/call`: the name first, the arguments only of a name that passed."""
        policy = self.policy
        if policy is None:
            return Denial.no_policy(self.view_uri, name)
        refused = self._refuse_name(policy, name)
        if refused is not None:
            return refused
        for guard in policy.guards.get(name, ()):
            objection = guard.objection(arguments)
            if objection is not None:
                return Denial.guarded(policy, name, objection)
        return CallPermit(name, arguments, _SEAL)

    def admit_read(self, uri: str) -> ReadPermit | Denial:
        """Admits or refuses one `resources/read`; the view's own page and assets need no rule."""
        rules = self.policy.read if self.policy is not None else Patterns()
        own = self._is_own(uri) and rules.denied_by(uri) is None
        if own or rules.admits(uri):
            return ReadPermit(uri, _SEAL)
        return Denial.uri(self.view_uri, "read", uri, self.policy, rules.allow)

    def admit_link(self, url: str) -> Denial | None:
        """Returns why a link may not be opened, or None."""
        if not _is_web_link(url):
            return Denial.not_a_web_link(url)
        return self._refuse_uri("open", url)

    def admit_saves(self, uris: Iterable[str]) -> Denial | None:
        """Returns why a download may not be saved, or None; one refused item refuses all of it."""
        return next((denial for uri in uris if (denial := self._refuse_uri("save", uri)) is not None), None)

    def callable_tools(self) -> list[ToolEntry]:
        """Returns the tools whose name passes the check a call uses, for `tools/list`."""
        policy = self.policy
        if policy is None:
            return []
        return [entry for entry in self.inventory.entries if self._refuse_name(policy, entry.name) is None]

    def readable(self, uri: str) -> bool:
        """Says whether `resources/read` of this URI would be admitted, for `resources/list`."""
        return isinstance(self.admit_read(uri), ReadPermit)

    def _refuse_name(self, policy: ViewPolicy, name: str) -> Denial | None:
        if name in policy.never:
            return Denial.never(policy, name)
        if name not in policy.call:
            return Denial.not_granted(policy, name)
        entry = self.inventory.find(name)
        if entry is None:
            return Denial.unknown_tool(self.view_uri, name)
        return None if entry.app_visible else Denial.not_visible(self.view_uri, name)

    def _refuse_uri(self, verb: str, target: str) -> Denial | None:
        rules = Patterns() if self.policy is None else self.policy.open if verb == "open" else self.policy.save
        if rules.admits(target):
            return None
        return Denial.uri(self.view_uri, verb, target, self.policy, rules.allow)

    def _is_own(self, uri: str) -> bool:
        """Its page, or a file of it: a URI of a view's kind below the view's own authority and path."""
        if uri == self.view_uri:
            return True
        own = self.view_uri.removeprefix(UI_SCHEME).rstrip("/")
        scheme, _, rest = uri.partition("://")
        return scheme in _OWN_SCHEMES and rest.startswith(f"{own}/") and ".." not in rest.split("/")


def _is_web_link(url: str) -> bool:
    if "\\" in url:  # browsers read it as "/", so that what the policy takes for a host would be another one's path
        return False
    try:
        parts = urlsplit(url)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and url == url.strip() and url.isprintable()
    except ValueError:
        return False
