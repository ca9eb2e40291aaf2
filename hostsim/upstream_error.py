"""How a server fails a request, as the rest of the host sees it, without the SDK that noticed."""

from __future__ import annotations

from typing import Any

from viewsdk.protocol.jsonrpc import ABSENT

__all__ = ["UpstreamError"]


class UpstreamError(Exception):
    """The server answered a request with an error, or ended before it answered; `data` is ABSENT if it sent none."""

    def __init__(self, code: int, message: str, data: Any = ABSENT) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.data = data
