"""What is checked before a call leaves: that the grant is the view's own and the input is the tool's."""

from __future__ import annotations

import re
from typing import Any, Final

from pydantic import ValidationError

from viewsdk.errors import MisusedGrant
from viewsdk.grant import BoundGrant
from viewsdk.protocol.jsonrpc import EncodedParams, JsonObject
from viewsdk.protocol.plain_json import MAX_DEPTH
from viewsdk.results import summary
from viewsdk.tool import NoInput, Tool
from viewsdk.view import AnyBoundGrant, View

__all__ = ["check_call", "check_grant", "params_of"]

# Where pydantic's text may not say what was meant: null for NaN, an integer that JavaScript rounds.
_DOUBTFUL: Final = re.compile(rb"null|NaN|Infinity|\d{16}")


def check_call(view: type[View], grant: AnyBoundGrant, value: Any) -> None:
    """Raise MisusedGrant for what the type checker refuses as well."""
    check_grant(view, grant)
    tool = grant.tool
    if not tool.has_input:
        if value is not None and not isinstance(value, NoInput):
            raise MisusedGrant(f"{grant} takes no input, and was given {value!r}")
    elif value is None:
        raise MisusedGrant(f"{grant} needs an input: {_described(tool)}")
    else:
        _check_input(grant, tool, value)


def params_of(tool: Tool[Any, Any, Any], value: Any) -> EncodedParams | JsonObject:
    """The params of a checked call: as text where that is sure to be right, else as values the protocol examines."""
    if not tool.has_input:
        return EncodedParams(f'"name":"{tool.name}","arguments":{{}}')
    text = tool.input_json(value) if tool.input_is_plain else None
    if text is None or _DOUBTFUL.search(text) or text.count(b"{") + text.count(b"[") > MAX_DEPTH:
        return {"name": tool.name, "arguments": tool.write_input(value)}
    return EncodedParams(f'"name":"{tool.name}","arguments":{text.decode()}')


def check_grant(view: type[View], grant: object) -> None:
    """Refuse what is no grant of this view."""
    if not isinstance(grant, BoundGrant):
        raise MisusedGrant(f"{grant!r} is not a grant; name one by its view, as in {view.__name__}.launch")
    if grant.view is not view:  # pyright: ignore[reportUnknownMemberType]  isinstance knows no type arguments
        raise MisusedGrant(f"{grant} is not a grant of {view.__name__}, the view that is running")


def _check_input(grant: AnyBoundGrant, tool: Tool[Any, Any, Any], value: Any) -> None:
    if tool.input_class is not None:
        if not isinstance(value, tool.input_class):
            raise MisusedGrant(f"{grant} takes {_described(tool)}, not {value!r}")
        return
    try:
        tool.input_adapter.validate_python(value)
    except ValidationError as problem:
        raise MisusedGrant(f"{grant} takes {_described(tool)}: {summary(problem)}") from problem


def _described(tool: Tool[Any, Any, Any]) -> str:
    return getattr(tool.input, "__name__", repr(tool.input))
