"""The record of what a mount asked for and what was decided, bounded, with followers.

It never holds arguments, only their digest, and decides nothing. Pure. Spec: Auditable Communication (R12, R87).
"""

from __future__ import annotations

import hashlib
import json
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

__all__ = ["Audit", "AuditEntry", "AuditKind", "Follower", "digest"]

MAX_ENTRIES = 1000  # a mount's history as a person would read it; a flood pushes out the old, not the memory


class AuditKind(StrEnum):
    """What an entry is about."""

    INITIALIZED = "initialized"
    READY = "ready"
    CSP = "csp"
    NARROWED = "narrowed"
    PAGE = "page"
    CALL = "call"
    CALL_ANSWERED = "call-answered"
    CALL_CANCELLED = "call-cancelled"
    READ = "read"
    LIST = "list"
    REFUSED = "refused"
    ASKED = "asked"
    CONSENT = "consent"
    LINK = "link"
    DOWNLOAD = "download"
    MESSAGE = "message"
    MODEL_CONTEXT = "model-context"
    SAMPLING = "sampling"
    DISPLAY_MODE = "display-mode"
    RESIZE = "resize"
    LOG = "log"
    LOG_DROPPED = "log-dropped"
    APP_TOOL = "app-tool"
    UNEXPECTED = "unexpected"
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """One thing that happened, with the few details a reader needs."""

    kind: AuditKind
    details: Mapping[str, Any] = field(default_factory=dict[str, Any])


def digest(arguments: Mapping[str, Any]) -> str:
    """Returns a short fingerprint of call arguments: equal for equal JSON, whatever the order of its keys."""
    text = json.dumps(arguments, sort_keys=True, separators=(",", ":"), ensure_ascii=True, default=repr)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


class Follower:
    """Sees every entry recorded after it subscribed, however long it waits to look."""

    def __init__(self) -> None:
        self._unseen: deque[AuditEntry] = deque()

    def take(self) -> list[AuditEntry]:
        """Returns the entries since the last look, oldest first."""
        taken = list(self._unseen)
        self._unseen.clear()
        return taken

    def see(self, entry: AuditEntry) -> None:
        """Adds one entry; called by the audit."""
        self._unseen.append(entry)


class Audit:
    """Keeps the last `limit` entries in order."""

    def __init__(self, limit: int = MAX_ENTRIES) -> None:
        self._entries: deque[AuditEntry] = deque(maxlen=limit)
        self._followers: list[Follower] = []

    @property
    def entries(self) -> tuple[AuditEntry, ...]:
        """The entries still held, oldest first."""
        return tuple(self._entries)

    def record(self, entry: AuditEntry) -> None:
        """Adds one entry and shows it to every follower."""
        self._entries.append(entry)
        for follower in self._followers:
            follower.see(entry)

    def follow(self) -> Follower:
        """Subscribes; end it with `unfollow`."""
        follower = Follower()
        self._followers.append(follower)
        return follower

    def unfollow(self, follower: Follower) -> None:
        """Ends a subscription; what it has not taken stays readable."""
        self._followers.remove(follower)
