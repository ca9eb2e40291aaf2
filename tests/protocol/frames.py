"""Texts of frames, so that a test says what goes over the wire and nothing about how."""

import json
from typing import Any

HOST_INFO = {"name": "host", "version": "1"}
APP_INFO = {"name": "app", "version": "1"}


def text(**members: Any) -> str:
    """A JSON-RPC 2.0 frame with these members."""
    return json.dumps({"jsonrpc": "2.0", **members})


def request(request_id: Any, method: str, params: Any = None) -> str:
    """A request; without params when none are given."""
    return text(id=request_id, method=method, **({} if params is None else {"params": params}))


def notification(method: str, params: Any = None) -> str:
    """A notification; without params when none are given."""
    return text(method=method, **({} if params is None else {"params": params}))


def success(request_id: Any, result: Any = None) -> str:
    """An answer that worked, by default with an empty object."""
    return text(id=request_id, result={} if result is None else result)


def failure(request_id: Any, code: int = -32603, message: str = "broken", **error: Any) -> str:
    """An answer that did not work."""
    return text(id=request_id, error={"code": code, "message": message, **error})


def hello(request_id: Any = 0, **params: Any) -> str:
    """A view's `ui/initialize`."""
    said = {"appInfo": APP_INFO, "appCapabilities": {}, "protocolVersion": "2026-01-26"}
    return request(request_id, "ui/initialize", said | params)


def welcome(request_id: Any = 0, **result: Any) -> str:
    """A host's answer to it."""
    said = {"protocolVersion": "2026-01-26", "hostInfo": HOST_INFO, "hostCapabilities": {}, "hostContext": {}}
    return success(request_id, said | result)


def initialized() -> str:
    """A view's `initialized`, without params, as every SDK sends it."""
    return notification("ui/notifications/initialized")


def read(texts: list[str]) -> list[dict[str, Any]]:
    """The frames in these texts."""
    return [json.loads(each) for each in texts]
