"""JSON-RPC 2.0 frames as values, and the one codec between them and text.

It knows nothing of methods, ids in use or time. Rules: protocol reference A.0; a frame that breaks one is a `Fault`,
never an exception. Anyone may import this module.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, StrEnum
from typing import Any, Final, Literal, TypeAlias, cast

from viewsdk.protocol.json_text import read_text, write_text
from viewsdk.protocol.local_errors import Unencodable
from viewsdk.protocol.plain_json import MAX_SAFE_INTEGER, find_unencodable, is_plain

__all__ = [
    "ABSENT",
    "INTERNAL_ERROR",
    "INVALID_PARAMS",
    "INVALID_REQUEST",
    "METHOD_NOT_FOUND",
    "NOT_ALLOWED",
    "REFUSED",
    "Absent",
    "EncodedParams",
    "ErrorData",
    "Failure",
    "Fault",
    "FaultKind",
    "Frame",
    "JsonObject",
    "Notification",
    "Request",
    "RequestId",
    "Success",
    "decode",
    "encode",
    "numeric_id",
    "read_id",
]

RequestId: TypeAlias = int | str
JsonObject: TypeAlias = dict[str, Any]  # JSON as `json` reads it; types begin where a method is known

INVALID_REQUEST: Final = -32600
METHOD_NOT_FOUND: Final = -32601
INVALID_PARAMS: Final = -32602
INTERNAL_ERROR: Final = -32603
NOT_ALLOWED: Final = -32000  # the spec's own refusal code; ours only where a host profile asks for it
REFUSED: Final = -32001  # refusal by policy or consent, with data.reason

_OLD_PREFIX: Final = re.compile(r"^(?:MCP error -?\d+: )+")


class Absent(Enum):
    """The type of `ABSENT`: an error without `data` is not an error whose `data` is null."""

    ABSENT = "absent"


ABSENT: Final = Absent.ABSENT


@dataclass(frozen=True, slots=True)
class ErrorData:
    """The `error` member of an answer; `data` is `ABSENT` when the peer sent none."""

    code: int
    message: str
    data: Any | Literal[Absent.ABSENT] = ABSENT

    @property
    def reason(self) -> str | None:
        """The machine-readable `data.reason` of a refusal, if it has one."""
        data: object = self.data
        found = cast("JsonObject", data).get("reason") if isinstance(data, dict) else None
        return found if isinstance(found, str) else None

    @property
    def plain_message(self) -> str:
        """The message for a person, without the prefix that the older SDK puts on an error it passes on (G.2)."""
        return _OLD_PREFIX.sub("", self.message)

    @property
    def says_timed_out(self) -> bool:
        """Whether this is an SDK's time-out rather than a refusal: both use -32001, only a refusal has a reason."""
        return self.code == REFUSED and self.reason is None and "timed out" in self.message.lower()


class EncodedParams(str):
    """Params that are JSON text already, ASCII, without braces and `_meta`: `"name":"show","arguments":{"id":7}`."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Request:
    """A call that must be answered exactly once."""

    id: RequestId
    method: str
    params: JsonObject | None = None


@dataclass(frozen=True, slots=True)
class Notification:
    """A message that is never answered."""

    method: str
    params: JsonObject | None = None


@dataclass(frozen=True, slots=True)
class Success:
    """The answer to a request that worked."""

    id: RequestId
    result: JsonObject = field(default_factory=dict[str, Any])


@dataclass(frozen=True, slots=True)
class Failure:
    """The answer to a request that did not work."""

    id: RequestId
    error: ErrorData


class FaultKind(StrEnum):
    """How far a text got towards being a frame."""

    NOT_JSON = "not-json"
    NOISE = "noise"  # JSON, but it never claimed to be JSON-RPC 2.0: other people's traffic
    BAD_REQUEST = "bad-request"  # answerable when `id` is known
    BAD_NOTIFICATION = "bad-notification"
    BAD_ANSWER = "bad-answer"  # concerns our own request `id` when that is known


@dataclass(frozen=True, slots=True)
class Fault:
    """A text that is no frame: why, with the id and method as far as they could be read."""

    kind: FaultKind
    reason: str
    id: RequestId | None = None
    method: str | None = None
    code: int = INVALID_REQUEST


Frame: TypeAlias = Request | Notification | Success | Failure

_CALL_MEMBERS: Final = frozenset({"jsonrpc", "id", "method", "params"})
_ANSWER_MEMBERS: Final = frozenset({"jsonrpc", "id", "result", "error"})
_SUCCESS_MEMBERS: Final = frozenset({"jsonrpc", "id", "result"})


def decode(text: str | bytes) -> Frame | Fault:
    """The frame that a text holds, or the fault that keeps it from being one; never raises."""
    try:
        value = read_text(text)
    except (ValueError, RecursionError) as problem:  # bad JSON, bad UTF-8, absurd integers; absurd nesting
        return Fault(FaultKind.NOT_JSON, str(problem) or type(problem).__name__)
    if not isinstance(value, dict):
        return Fault(FaultKind.NOISE, "not a JSON object")
    frame = cast("JsonObject", value)
    if frame.get("jsonrpc") != "2.0":
        return Fault(FaultKind.NOISE, 'jsonrpc is not "2.0"')
    if "method" in frame:
        return _call(frame)
    if frame.keys() == _SUCCESS_MEMBERS and frame["id"].__class__ is int and frame["result"].__class__ is dict:
        request_id = frame["id"]  # the ordinary answer, without a question more than it needs
        if 0 <= request_id <= MAX_SAFE_INTEGER:
            return Success(request_id, frame["result"])
    return _answer(frame)


def _call(frame: JsonObject) -> Request | Notification | Fault:
    method = frame["method"]
    params: Any = frame.get("params")
    if "id" not in frame:
        if len(frame) == 3 and method.__class__ is str and params.__class__ is dict and "_meta" not in params:
            return Notification(method, params)  # the ordinary one, which comes by the thousand
        problem = _call_problem(frame, method, params)
        if problem is None:
            return Notification(method, params)
        return Fault(FaultKind.BAD_NOTIFICATION, problem[1], None, _text_or_none(method), problem[0])
    request_id = read_id(frame["id"])
    if request_id is None:
        return Fault(FaultKind.BAD_REQUEST, "id is neither a string nor an integer", None, _text_or_none(method))
    problem = _call_problem(frame, method, params)
    if problem is None:
        return Request(request_id, method, params)
    return Fault(FaultKind.BAD_REQUEST, problem[1], request_id, _text_or_none(method), problem[0])


def _call_problem(frame: JsonObject, method: object, params: object) -> tuple[int, str] | None:
    if not isinstance(method, str):
        return INVALID_REQUEST, "method is not a string"
    if not frame.keys() <= _CALL_MEMBERS:
        return INVALID_REQUEST, f"members JSON-RPC does not know: {_extras(frame, _CALL_MEMBERS)}"
    if params is None:
        return (INVALID_PARAMS, "params is null, not an object") if "params" in frame else None
    if not isinstance(params, dict):
        return INVALID_PARAMS, "params is not an object"
    return _meta_problem(cast("JsonObject", params))


def _meta_problem(params: JsonObject) -> tuple[int, str] | None:
    if "_meta" not in params:
        return None
    meta = params["_meta"]
    if not isinstance(meta, dict):
        return INVALID_PARAMS, "params._meta is not an object"
    if "progressToken" in meta and read_id(cast("JsonObject", meta)["progressToken"]) is None:
        return INVALID_PARAMS, "params._meta.progressToken is neither a string nor an integer"
    return None


def _answer(frame: JsonObject) -> Success | Failure | Fault:
    request_id = read_id(frame.get("id"))
    if request_id is None:
        return Fault(FaultKind.BAD_ANSWER, "an answer whose id is neither a string nor an integer")
    if not frame.keys() <= _ANSWER_MEMBERS:
        reason = f"members JSON-RPC does not know: {_extras(frame, _ANSWER_MEMBERS)}"
        return Fault(FaultKind.BAD_ANSWER, reason, request_id)
    if "error" in frame:
        return _failure(request_id, frame)
    result = frame.get("result")
    if not isinstance(result, dict):
        return Fault(FaultKind.BAD_ANSWER, "result is not an object", request_id)
    return Success(request_id, cast("JsonObject", result))


def _failure(request_id: RequestId, frame: JsonObject) -> Failure | Fault:
    if "result" in frame:
        return Fault(FaultKind.BAD_ANSWER, "both result and error", request_id)
    error = frame["error"]
    if not isinstance(error, dict):
        return Fault(FaultKind.BAD_ANSWER, "error is not an object", request_id)
    members = cast("JsonObject", error)
    code, message = members.get("code"), members.get("message")
    if not isinstance(code, int) or isinstance(code, bool) or not isinstance(message, str):
        return Fault(FaultKind.BAD_ANSWER, "error needs an integer code and a string message", request_id)
    return Failure(request_id, ErrorData(code, message, members.get("data", ABSENT)))


def read_id(value: object) -> RequestId | None:
    """An id as JSON carries it, or None; `1.0` is the integer 1, as it is to every JavaScript peer."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    if isinstance(value, float):
        return int(value) if value.is_integer() and abs(value) <= MAX_SAFE_INTEGER else None
    return value if abs(value) <= MAX_SAFE_INTEGER else None


def _text_or_none(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _extras(frame: Mapping[str, object], known: frozenset[str]) -> str:
    return ", ".join(sorted(frame.keys() - known))


def numeric_id(value: RequestId) -> int | None:
    """The integer an answer's id stands for: reference peers compare ids as numbers, so `"1"` answers request 1."""
    if isinstance(value, int):
        return value
    # Bounded, because int() of a long digit string is slow and then raises.
    return int(value) if len(value) <= 16 and value.isascii() and value.isdigit() else None


def encode(frame: Frame) -> str:
    """The text of a frame, pure ASCII, absent members left out.

    Raises:
        Unencodable: a value JSON cannot carry exactly (bytes, NaN, an integer beyond 2**53-1, a cycle, a key that is
            no string); its `path` starts at the frame, as in `params.rows[3]`.
    """
    members = _members(frame)
    if not is_plain(members):
        problem = find_unencodable(members)
        if problem is not None:
            raise Unencodable(*problem)
    return write_text(members)


def _members(frame: Frame) -> JsonObject:
    if isinstance(frame, Success):
        return {"jsonrpc": "2.0", "id": frame.id, "result": frame.result}
    if isinstance(frame, Failure):
        return {"jsonrpc": "2.0", "id": frame.id, "error": _error_members(frame.error)}
    # As a plain text: a `Method` would send every frame down the slow check.
    members: JsonObject = {"jsonrpc": "2.0", "method": str(frame.method)}
    if isinstance(frame, Request):
        members["id"] = frame.id
    if frame.params is not None:
        members["params"] = frame.params
    return members


def _error_members(error: ErrorData) -> JsonObject:
    if error.data is ABSENT:
        return {"code": error.code, "message": error.message}
    return {"code": error.code, "message": error.message, "data": error.data}
