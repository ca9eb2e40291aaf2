"""What was said before it could be sent: requests and notifications in the order they were made.

It decides nothing about when; its owner releases it. Every entry is text already, so a release cannot fail.
"""

from __future__ import annotations

from dataclasses import dataclass

from viewsdk.protocol.endpoint import Endpoint, request_text
from viewsdk.protocol.events import Abandoned
from viewsdk.protocol.jsonrpc import EncodedParams, JsonObject, Notification, RequestId, encode, numeric_id

__all__ = ["Waiting"]


@dataclass(frozen=True, slots=True)
class _Entry:
    text: str
    method: str
    number: int | None = None  # None for a notification
    timeout: float = 0.0
    max_total: float | None = None


class Waiting:
    """Holds back what its endpoint may not send yet; the clock of a request starts when it is released."""

    def __init__(self, endpoint: Endpoint) -> None:
        self._endpoint = endpoint
        self._entries: list[_Entry] = []

    def request(
        self,
        method: str,
        params: JsonObject | EncodedParams | None,
        *,
        timeout: float,
        max_total: float | None,
        progress: bool,
    ) -> int:
        """Hold a request back; its id is its own from now on.

        Raises:
            Unencodable: nothing is held.
        """
        number = self._endpoint.reserve()
        text = request_text(number, method, params, progress)
        self._entries.append(_Entry(text, method, number, timeout, max_total))
        return number

    def notify(self, method: str, params: JsonObject | None) -> None:
        """Hold a notification back.

        Raises:
            Unencodable: nothing is held.
        """
        self._entries.append(_Entry(encode(Notification(method, params)), method))

    def renew(self, method: str, params: JsonObject | None) -> None:
        """Hold a notification back in place of the ones of its method that are held already.

        Raises:
            Unencodable: what was held still is.
        """
        text = encode(Notification(method, params))
        self._entries = [entry for entry in self._entries if entry.number is not None or entry.method != method]
        self._entries.append(_Entry(text, method))

    def withdraw(self, request_id: RequestId) -> bool:
        """Drop a held request; False when it is not held."""
        number = numeric_id(request_id)
        kept = [entry for entry in self._entries if entry.number is None or entry.number != number]
        was_held = len(kept) < len(self._entries)
        self._entries = kept
        return was_held

    def release(self, now: float) -> None:
        """Send everything, in order."""
        for entry in self._entries:
            self._endpoint.post(entry.text)
            if entry.number is not None:
                self._endpoint.expect(
                    entry.number, entry.method, now=now, timeout=entry.timeout, max_total=entry.max_total
                )
        self._entries = []

    def abandon(self, reason: str) -> list[Abandoned]:
        """Drop everything; the requests among it have ended."""
        entries, self._entries = self._entries, []
        return [Abandoned(entry.number, entry.method, reason) for entry in entries if entry.number is not None]
