"""Our own requests that have not been answered yet, with their deadlines.

It sends nothing. The cost of every step but an expiry is independent of how many requests there are or were.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

from viewsdk.protocol.jsonrpc import RequestId, numeric_id

__all__ = ["Pending", "PendingRequest"]


@dataclass(slots=True)
class PendingRequest:
    """A request that waits: its method, its time-out in seconds, and when that ends."""

    id: int
    method: str
    timeout: float
    deadline: float
    last_moment: float  # progress cannot extend the deadline beyond this


class Pending:
    """The requests of one endpoint that wait for an answer, by id."""

    def __init__(self) -> None:
        self._requests: dict[RequestId, PendingRequest] = {}  # the keys are our numbers, looked up by what peers send
        # Never later than the first deadline, exact after an expiry: an answer need not search for the next one.
        self._earliest = inf

    def __len__(self) -> int:
        return len(self._requests)

    def add(self, number: int, method: str, now: float, timeout: float, max_total: float | None) -> None:
        """Start waiting; `max_total` bounds what progress can extend the wait to."""
        deadline, last_moment = now + timeout, inf
        if max_total is not None:
            last_moment = now + max_total
            deadline = min(deadline, last_moment)
        self._requests[number] = PendingRequest(number, method, timeout, deadline, last_moment)
        if deadline < self._earliest:
            self._earliest = deadline

    def take(self, request_id: RequestId) -> PendingRequest | None:
        """Stop waiting for this one; None when nobody waits for it."""
        request = self._requests.pop(request_id, None)
        if request is None and not isinstance(request_id, int):
            number = numeric_id(request_id)
            request = None if number is None else self._requests.pop(number, None)
        return request

    def extend(self, request_id: RequestId, now: float) -> PendingRequest | None:
        """Start this one's clock again; None when nobody waits for it."""
        number = numeric_id(request_id)
        request = None if number is None else self._requests.get(number)
        if request is not None:
            request.deadline = min(now + request.timeout, request.last_moment)
        return request

    def expire(self, now: float) -> list[PendingRequest]:
        """Take out every request whose deadline has come, in the order they were made."""
        if now < self._earliest:
            return []
        late = [request for request in self._requests.values() if request.deadline <= now]
        for request in late:
            del self._requests[request.id]
        self._earliest = min((request.deadline for request in self._requests.values()), default=inf)
        return late

    def next_deadline(self) -> float | None:
        """When to call `expire` at the latest, or None: perhaps too early, never too late."""
        return self._earliest if self._requests and self._earliest < inf else None

    def clear(self) -> list[PendingRequest]:
        """Take out every request, in the order they were made."""
        requests = list(self._requests.values())
        self._requests.clear()
        self._earliest = inf
        return requests
