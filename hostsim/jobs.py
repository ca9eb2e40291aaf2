"""What a conversation has open: each piece of work that will end in the answer to one request of the view's.

It performs nothing and answers nobody. Pure.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from hostsim.consent import Question
from hostsim.effects import CancelErrand, Effect, Key, WithdrawConsent
from viewsdk.protocol.jsonrpc import RequestId

__all__ = ["Job", "JobKind", "Jobs"]


class JobKind(StrEnum):
    """What a job waits for."""

    CONSENT = "consent"
    CALL = "call"
    READ = "read"
    LIST = "list"
    SAMPLE = "sample"
    DEED = "deed"  # a link, a download, a message or a model context: done by the shell, once, at once


@dataclass(frozen=True, slots=True)
class Job:
    """One piece of work: for which request, about what; `question` and `go_on` belong to a wait for consent."""

    key: Key
    request_id: RequestId
    kind: JobKind
    method: str
    subject: str
    question: Question | None = None
    go_on: Callable[[], None] | None = None

    def withdrawal(self) -> Effect | None:
        """Returns the effect that calls it off, or None for a deed, which cannot be undone."""
        if self.kind is JobKind.CONSENT:
            return WithdrawConsent(self.key)
        return None if self.kind is JobKind.DEED else CancelErrand(self.key)


class Jobs:
    """The open jobs by key; keys count up and are never used again."""

    def __init__(self) -> None:
        self._open: dict[Key, Job] = {}
        self._last = 0

    def mint(self) -> Key:
        """Returns a key that was never used."""
        self._last += 1
        return Key(self._last)

    def open(self, job: Job) -> Job:
        """Remembers a job until it is taken."""
        self._open[job.key] = job
        return job

    def get(self, key: Key, kind: JobKind) -> Job | None:
        """Returns an open job of that kind; None for one that has ended, or never was."""
        job = self._open.get(key)
        return job if job is not None and job.kind is kind else None

    def take(self, key: Key, kind: JobKind) -> Job | None:
        """Ends a job of that kind and returns it; None as in `get`."""
        job = self.get(key, kind)
        if job is not None:
            del self._open[key]
        return job

    def of(self, kind: JobKind) -> list[Job]:
        """Returns the open jobs of one kind, oldest first."""
        return [job for job in self._open.values() if job.kind is kind]

    def take_request(self, request_id: RequestId) -> list[Job]:
        """Ends every job of one request; ids keep their type, so 1 is not "1"."""
        found = [job for job in self._open.values() if _same(job.request_id, request_id)]
        for job in found:
            del self._open[job.key]
        return found

    def take_all(self) -> list[Job]:
        """Ends every job, oldest first."""
        found = list(self._open.values())
        self._open.clear()
        return found


def _same(left: RequestId, right: RequestId) -> bool:
    return type(left) is type(right) and left == right
