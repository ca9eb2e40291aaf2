"""When a view sends `ui/initialize`, sends it again, and gives up. Facts agentgem A03, A25, A26; heddle H57.

A retry is only safe while the host has said nothing at all: a host that has answered takes another `ui/initialize` for
a new document. It sends nothing itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from viewsdk.protocol.jsonrpc import RequestId, numeric_id

__all__ = ["Handshake", "HandshakePolicy"]

MAX_HEARD: Final = 20  # entries kept for the explanation; a host that will not answer may talk for a minute


@dataclass(frozen=True, slots=True)
class HandshakePolicy:
    """How a view asks for its host, in seconds.

    `sends` in all, `interval` apart; after the last it waits `patience` (None: one more interval). A host that has said
    anything but the answer gets `answer_within` from then on, and no further send.
    """

    sends: int = 5
    interval: float = 0.8
    patience: float | None = None
    answer_within: float = 60.0


class Handshake:
    """One attempt to find a host: which ids were used, what was heard, and when the next step is due."""

    def __init__(self, policy: HandshakePolicy) -> None:
        self._policy = policy
        self._ids: set[RequestId] = set()
        self.due: float | None = None
        """When the next step is due; None once it is decided or before it began."""
        self.tries = 0
        self.heard: list[str] = []

    def sent(self, request_id: RequestId, now: float) -> None:
        """`ui/initialize` has gone out under this id."""
        self._ids.add(request_id)
        self.tries += 1
        self.wait(now)

    def wait(self, now: float) -> None:
        """Start the present wait again, from now."""
        policy = self._policy
        last_wait = policy.interval if policy.patience is None else policy.patience
        wait = policy.answer_within if self.heard else policy.interval if self.tries < policy.sends else last_wait
        self.due = now + wait

    def hear(self, what: str, now: float) -> None:
        """The host has said something, so it is there: no more sends."""
        self.heard = [*self.heard[:MAX_HEARD], what]
        if len(self.heard) == 1 and self.due is not None:
            self.wait(now)

    def settle(self) -> None:
        """It is decided, one way or the other."""
        self.due = None

    def asked(self, request_id: RequestId | None) -> bool:
        """Whether this is the id of one of our `ui/initialize`."""
        return request_id is not None and (request_id in self._ids or numeric_id(request_id) in self._ids)

    @property
    def may_retry(self) -> bool:
        """Whether another send is allowed: nothing heard, and sends left."""
        return not self.heard and self.tries < self._policy.sends

    def why(self) -> str:
        """Why it came to nothing, when nobody answered."""
        if not self.heard:
            return "nobody answered ui/initialize"
        return f"the host spoke ({', '.join(self.heard[:3])}) but did not answer ui/initialize"
