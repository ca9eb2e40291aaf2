"""The peer's requests that have not been answered yet: each gets exactly one reply, or none once it is cancelled.

It sends nothing. Source: protocol reference A.0 (A0.16, A0.17).
"""

from __future__ import annotations

from typing import Any, Final, cast

from viewsdk.protocol.jsonrpc import Request, RequestId
from viewsdk.protocol.local_errors import LocalProtocolError

__all__ = ["OpenRequests"]

MAX_CANCELLED: Final = 256  # cancelled requests whose answer is still awaited, to be swallowed; peers may not grow this


class OpenRequests:
    """Counts the peer's requests by id: peers do reuse an id in flight, and then each use is answered."""

    def __init__(self) -> None:
        self._open: dict[RequestId, int] = {}
        self._tokens: dict[RequestId, RequestId] = {}
        self._cancelled: dict[RequestId, None] = {}

    def add(self, request: Request) -> None:
        """The peer asked."""
        self._open[request.id] = self._open.get(request.id, 0) + 1
        params = request.params
        if params is not None and "_meta" in params:
            meta = cast("dict[str, Any]", params["_meta"])
            if "progressToken" in meta:
                self._tokens[request.id] = meta["progressToken"]

    def token(self, request_id: RequestId) -> RequestId | None:
        """The token under which the peer wants to hear of progress, if it does."""
        return self._tokens.get(request_id)

    def is_cancelled(self, request_id: RequestId) -> bool:
        """Whether the answer to this request is to be swallowed.

        Raises:
            LocalProtocolError: there is no such request, or it has been answered.
        """
        if request_id in self._open:
            return False
        if request_id in self._cancelled:
            return True
        raise LocalProtocolError(f"request {request_id!r} is not open: never asked, or answered already")

    def close(self, request_id: RequestId) -> None:
        """One use of this id has had its answer, sent or swallowed."""
        if request_id not in self._open:
            del self._cancelled[request_id]
            return
        left = self._open.pop(request_id) - 1
        if left:
            self._open[request_id] = left
        else:
            self._tokens.pop(request_id, None)

    def cancel(self, request_id: RequestId) -> bool:
        """The peer no longer wants an answer; False when it was not waiting for one."""
        if self._open.pop(request_id, None) is None:
            return False
        self._tokens.pop(request_id, None)
        self._cancelled[request_id] = None
        if len(self._cancelled) > MAX_CANCELLED:
            del self._cancelled[next(iter(self._cancelled))]
        return True
