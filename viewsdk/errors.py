"""The errors a view author meets, in one tree.

    ViewError
    ├── LocalProtocolError      used out of order or out of place; nothing was sent, no state changed
    │   ├── MisusedGrant        another view's grant, a wrong or missing input (also a TypeError)
    │   └── Unencodable         a value that JSON text cannot carry exactly; names its path
    ├── UnsupportedByHost       this host does not offer it; known before anything was sent, or from its -32601
    │   └── MethodNotFound      (also a RequestError)
    ├── RemoteProtocolError     the peer broke the protocol; carries what it sent
    │   └── UnreadableResult    an answer the declared types cannot read; payload kept
    ├── RequestError            the peer answered with a JSON-RPC error: method, code, message, data
    │   ├── MethodNotFound      -32601
    │   ├── InvalidParams       -32602
    │   ├── Refused             policy or a person said no: -32001, -32000, or `isError` from a host
    │   └── InternalError       -32603
    ├── RequestTimeout          no answer in time (also a TimeoutError)
    ├── PortClosed              the connection ended first (also a ConnectionError)
    ├── HandshakeFailed         no host, or an unreadable one: why, tries, what was heard (a ConnectionError)
    ├── LaunchCancelled         the tool call that opened the view was cancelled
    ├── ToolFailed              the tool ran and failed in a way it did not declare; its text is kept
    └── DeclaredError           the author's own failures (viewsdk.declared)

A tool failure, a refusal and a transport fault are never turned into one another. Anyone may import this module.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from viewsdk.protocol.jsonrpc import (
    ABSENT,
    INTERNAL_ERROR,
    INVALID_PARAMS,
    METHOD_NOT_FOUND,
    NOT_ALLOWED,
    REFUSED,
    ErrorData,
    JsonObject,
)
from viewsdk.protocol.local_errors import HandshakeFailed, LocalProtocolError, Unencodable, ViewError

__all__ = [
    "HandshakeFailed",
    "InternalError",
    "InvalidParams",
    "LaunchCancelled",
    "LocalProtocolError",
    "MethodNotFound",
    "MisusedGrant",
    "PortClosed",
    "Refused",
    "RemoteProtocolError",
    "RequestError",
    "RequestTimeout",
    "ToolFailed",
    "Unencodable",
    "UnreadableResult",
    "UnsupportedByHost",
    "ViewError",
    "error_of_answer",
]


class MisusedGrant(LocalProtocolError, TypeError):
    """A call the type checker would have refused: another view's grant, a wrong or missing input."""


class UnsupportedByHost(ViewError):
    """The host does not offer what was asked for; `what` names it."""

    def __init__(self, what: str, why: str) -> None:
        super().__init__(what, why)
        self.what = what
        self.why = why

    def __str__(self) -> str:
        return f"this host does not offer {self.what}: {self.why}"


class RemoteProtocolError(ViewError):
    """The peer broke the protocol; `payload` is what it sent."""

    def __init__(self, detail: str, payload: Any = None) -> None:
        super().__init__(detail, payload)
        self.detail = detail
        self.payload = payload

    def __str__(self) -> str:
        return self.detail


class UnreadableResult(RemoteProtocolError):
    """An answer arrived whose content the declared types cannot read; `is_empty` if it carried nothing at all."""

    def __init__(self, detail: str, payload: Any = None, is_empty: bool = False) -> None:
        super().__init__(detail, payload)
        self.args = (detail, payload, is_empty)
        self.is_empty = is_empty


class RequestError(ViewError):
    """The peer answered a request with a JSON-RPC error."""

    def __init__(self, method: str, code: int, message: str, data: Any = None) -> None:
        ViewError.__init__(self, method, code, message, data)
        self.method = method
        self.code = code
        self.message = message
        self.data = data

    def __str__(self) -> str:
        return f"{self.method}: {self.message} ({self.code})"


class MethodNotFound(RequestError, UnsupportedByHost):
    """The peer does not know the method (-32601)."""

    def __init__(self, method: str, code: int, message: str, data: Any = None) -> None:
        RequestError.__init__(self, method, code, message, data)
        self.what = method
        self.why = message

    __str__ = RequestError.__str__


class InvalidParams(RequestError):
    """The peer could not read the request's params (-32602)."""


class InternalError(RequestError):
    """The peer failed while answering (-32603)."""


class Refused(RequestError):
    """Policy or a person said no; `reason` is the host's machine-readable reason if it gave one."""

    @property
    def reason(self) -> str | None:
        """The `reason` member of the error's data."""
        return ErrorData(self.code, self.message, self.data).reason


class RequestTimeout(ViewError, TimeoutError):
    """No answer in time: ours ran out (`seconds`), or the peer says its own did (`seconds` is None)."""

    def __init__(self, method: str, seconds: float | None = None, message: str | None = None) -> None:
        super().__init__(method, seconds, message)
        self.method = method
        self.seconds = seconds
        self.message = message

    def __str__(self) -> str:
        if self.seconds is None:
            return f"{self.method}: {self.message or 'the peer timed out'}"
        return f"{self.method} was not answered within {self.seconds:g} s"


class PortClosed(ViewError, ConnectionError):
    """The connection ended before `method` was answered, or before it could be sent."""

    def __init__(self, reason: str, method: str | None = None) -> None:
        super().__init__(reason, method)
        self.reason = reason
        self.method = method

    def __str__(self) -> str:
        return self.reason if self.method is None else f"{self.method}: {self.reason}"


class LaunchCancelled(ViewError):
    """The tool call that opened the view was cancelled; `reason` if the host gave one."""

    def __init__(self, reason: str | None = None) -> None:
        super().__init__(reason)
        self.reason = reason

    def __str__(self) -> str:
        return f"the launch was cancelled: {self.reason}" if self.reason else "the launch was cancelled"


class ToolFailed(ViewError):
    """A tool ran and failed without declaring how; `text` is what it said, `result` the whole result."""

    def __init__(self, tool: str, text: str, result: Any = None) -> None:
        super().__init__(tool, text, result)
        self.tool = tool
        self.text = text
        self.result = result

    def __str__(self) -> str:
        return f"{self.tool} failed: {self.text or 'it did not say why'}"


_BY_CODE: Mapping[int, type[RequestError]] = {
    METHOD_NOT_FOUND: MethodNotFound,
    INVALID_PARAMS: InvalidParams,
    INTERNAL_ERROR: InternalError,
    NOT_ALLOWED: Refused,
    REFUSED: Refused,
}


_SERVER_ENDED = "upstream_ended"  # hostsim's reason


def error_of_answer(method: str, error: ErrorData) -> RequestError | RequestTimeout:
    """The exception an error answer stands for; time-outs that other SDKs send as -32001 are read as time-outs."""
    data = None if error.data is ABSENT else error.data
    if error.says_timed_out or _is_a_time_out(_upstream(data)):
        return RequestTimeout(method, None, error.message)
    kind = RequestError if _is_about_the_server(error, data) else _BY_CODE.get(error.code, RequestError)
    return kind(method, error.code, error.plain_message, data)


def _is_about_the_server(error: ErrorData, data: object) -> bool:
    """Whether a -32000 reports a lost server (the TypeScript SDK's other use of the code), not a refusal."""
    if error.code != NOT_ALLOWED or error.reason is not None:
        return error.code == NOT_ALLOWED and error.reason == _SERVER_ENDED
    return _upstream(data) is not None or "connection closed" in error.message.lower()


def _upstream(data: object) -> JsonObject | None:
    """What the server itself said, where the host had to rewrite it (`data.upstream`)."""
    upstream = cast("JsonObject", data).get("upstream") if isinstance(data, dict) else None
    return cast("JsonObject", upstream) if isinstance(upstream, dict) else None


def _is_a_time_out(upstream: JsonObject | None) -> bool:
    if upstream is None:
        return False
    code, message = upstream.get("code"), upstream.get("message")
    return isinstance(code, int) and isinstance(message, str) and ErrorData(code, message).says_timed_out
