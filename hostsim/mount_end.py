"""The end of one mount: asked for, waited for, or simply there. It comes once, and the first reason stays.

It removes no frame (`End` is an effect). Pure. Spec: resource-teardown, request-teardown (R68 to R72).
"""

from __future__ import annotations

from hostsim.audit import AuditKind
from hostsim.effects import End, Ending
from hostsim.parts import Parts
from viewsdk.protocol.events import Outcome, TimedOut
from viewsdk.protocol.jsonrpc import RequestId

__all__ = ["MountEnd"]


class MountEnd:
    """`reached` is None while the mount goes on; afterwards nothing may be handled."""

    def __init__(self, parts: Parts) -> None:
        self.reached: End | None = None
        self._parts = parts
        self._asked: RequestId | None = None
        self._reason: str | None = None

    def tear_down(self, reason: str, now: float) -> None:
        """Asks the view to clean up and waits for a bounded time; a view that is not ready is asked nothing (H70)."""
        if self._reason is not None:
            return
        self._reason = reason
        self._asked = self._parts.connection.teardown(now, reason, timeout=self._parts.offers.teardown_timeout)
        if self._asked is None:
            self.finish(Ending.NEVER_READY, reason)

    def take(self, outcome: Outcome) -> bool:
        """Takes the view's answer to the teardown; False when the outcome belongs to another request.

        An error is an answer: a view without a handler has nothing to save.
        """
        if self._asked is None or self._reason is None or outcome.id != self._asked:
            return False
        self.finish(Ending.UNANSWERED if isinstance(outcome, TimedOut) else Ending.TORN_DOWN, self._reason)
        return True

    def finish(self, ending: Ending, reason: str) -> None:
        """Ends the mount now: what waits is called off and never answered (H62)."""
        if self.reached is not None:
            return
        parts = self._parts
        for job in parts.jobs.take_all():
            parts.call_off(job)
        parts.app_tools.close()
        self.reached = End(ending, reason)
        parts.connection.close(reason)
        parts.outbox.record(AuditKind.ENDED, ending=ending.value, reason=reason)
        parts.outbox.emit(self.reached)
