"""Questions to a person, their outcomes, and what "for this session" remembers.

It opens no dialog (the shell performs `AskConsent`) and knows no request. Pure. Spec: Security (R37, R50, R53).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from hostsim.denial import Denial, Reason

__all__ = ["ConsentMemory", "Outcome", "Question"]


class Outcome(StrEnum):
    """How a question ended. Only `ALLOWED_FOR_SESSION` is ever remembered."""

    ALLOWED = "allowed"
    ALLOWED_FOR_SESSION = "allowed-for-session"
    REJECTED = "rejected"
    CANCELLED = "cancelled"
    UNAVAILABLE = "unavailable"

    @property
    def is_yes(self) -> bool:
        """Says whether the person agreed."""
        return self in (Outcome.ALLOWED, Outcome.ALLOWED_FOR_SESSION)

    def denial(self, subject: str) -> Denial:
        """Returns the refusal a "no" becomes."""
        reason = {
            Outcome.REJECTED: Reason.CONSENT_REJECTED,
            Outcome.CANCELLED: Reason.CONSENT_CANCELLED,
        }.get(self, Reason.CONSENT_UNAVAILABLE)
        return Denial.consent(reason, subject)


@dataclass(frozen=True, slots=True)
class Question:
    """What a person is asked: which view of which server wants to do what, and with what.

    `can_remember` is true for tools only: a link, a file, a message and a model's answer are looked at each time.
    """

    server: str
    view_uri: str
    method: str
    subject: str
    details: Mapping[str, Any] = field(default_factory=dict[str, Any])
    can_remember: bool = False

    @property
    def key(self) -> tuple[str, str, str]:
        """What a remembered permission is filed under: arguments play no part."""
        return (self.server, self.view_uri, self.subject)


class ConsentMemory:
    """The permissions given for this session. Conversations that share one share what is remembered."""

    def __init__(self) -> None:
        self._allowed: set[tuple[str, str, str]] = set()

    def knows(self, question: Question) -> bool:
        """Says whether this need not be asked again."""
        return question.can_remember and question.key in self._allowed

    def keep(self, question: Question, outcome: Outcome) -> None:
        """Remembers a permission that was given for the session, and nothing else."""
        if question.can_remember and outcome is Outcome.ALLOWED_FOR_SESSION:
            self._allowed.add(question.key)

    def forget(self, server: str) -> None:
        """Drops what was remembered for one server, as when its tools or its page changed."""
        self._allowed = {key for key in self._allowed if key[0] != server}
