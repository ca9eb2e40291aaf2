"""The questions of one conversation: asked, waited for, answered, and kept from timing out at the view.

It decides nothing: the person does, and what a yes permits goes through the gate afterwards. Pure.
"""

from __future__ import annotations

from collections.abc import Callable

from hostsim.audit import AuditKind
from hostsim.consent import ConsentMemory, Outcome, Question
from hostsim.denial import Denial
from hostsim.effects import AskConsent, Key
from hostsim.jobs import Job, JobKind, Jobs
from hostsim.outbox import Outbox
from viewsdk.protocol.host_connection import HostConnection
from viewsdk.protocol.jsonrpc import RequestId

__all__ = ["HEARTBEAT", "ConsentDesk"]

HEARTBEAT = 15.0  # seconds; a view's request times out after 60, and progress restarts its clock
MAX_QUESTIONS = 8  # open at once; a view that asks more is not asking a person
_STEP = 1e-6  # heartbeats must rise, and stay below any progress the server reports later

Refuse = Callable[[RequestId, str, Denial], None]


class ConsentDesk:
    """Asks about one thing at a time and per request; remembers only what a person allowed for the session."""

    def __init__(self, connection: HostConnection, outbox: Outbox, jobs: Jobs, memory: ConsentMemory) -> None:
        self._connection = connection
        self._outbox = outbox
        self._jobs = jobs
        self._memory = memory
        self._beats: dict[Key, tuple[int, float]] = {}
        self._refusals: dict[Key, Refuse] = {}

    def require(
        self, request_id: RequestId, question: Question, now: float, *, go_on: Callable[[], None], refuse: Refuse
    ) -> None:
        """Goes on at once if that was allowed for the session, else asks; `refuse` answers a no."""
        if self._memory.knows(question):
            go_on()
            return
        if len(self._jobs.of(JobKind.CONSENT)) >= MAX_QUESTIONS:
            refuse(request_id, question.method, Denial.too_many(question.subject, MAX_QUESTIONS))
            return
        key = self._jobs.mint()
        job = Job(key, request_id, JobKind.CONSENT, question.method, question.subject, question, go_on)
        self._jobs.open(job)
        self._beats[key] = (0, now + HEARTBEAT)
        self._refusals[key] = refuse
        self._outbox.record(AuditKind.ASKED, method=question.method, subject=question.subject)
        self._outbox.emit(AskConsent(key, question))

    def decide(self, key: Key, outcome: Outcome) -> None:
        """Ends a question; an answer to one that is no longer open means nothing."""
        job = self._jobs.take(key, JobKind.CONSENT)
        if job is None or job.question is None or job.go_on is None:
            return
        refuse = self._refusals.pop(key)
        del self._beats[key]
        self._outbox.record(AuditKind.CONSENT, method=job.method, subject=job.subject, outcome=outcome.value)
        self._memory.keep(job.question, outcome)
        if outcome.is_yes:
            job.go_on()
        else:
            refuse(job.request_id, job.method, outcome.denial(job.subject))

    def forget(self, key: Key) -> None:
        """Drops what is kept for a question that was withdrawn."""
        self._beats.pop(key, None)
        self._refusals.pop(key, None)

    def tick(self, now: float) -> None:
        """Tells the view that a person is being asked, so that its request does not time out."""
        for job in self._jobs.of(JobKind.CONSENT):
            beats, due = self._beats[job.key]
            if now >= due:
                self._beats[job.key] = (beats + 1, now + HEARTBEAT)
                self._connection.progress(job.request_id, (beats + 1) * _STEP, None, "waiting for a person's consent")

    def next_deadline(self) -> float | None:
        """Returns when `tick` has something to do."""
        return min((due for _, due in self._beats.values()), default=None)
