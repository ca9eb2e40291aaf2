"""What is checked before a call leaves: that the grant is the view's own and the input is the tool's."""

from __future__ import annotations

from typing import Any, is_typeddict

from pydantic import ValidationError

from viewsdk.errors import MisusedGrant
from viewsdk.grant import BoundGrant
from viewsdk.protocol.jsonrpc import JsonObject
from viewsdk.results import summary
from viewsdk.tool import NoInput, Tool
from viewsdk.view import AnyBoundGrant, View

__all__ = ["arguments_of", "check_grant"]


def arguments_of(view: type[View], grant: AnyBoundGrant, value: Any) -> JsonObject:
    """The arguments to send; raises MisusedGrant for what the type checker refuses as well."""
    check_grant(view, grant)
    tool = grant.tool
    if not tool.has_input:
        if value is not None and not isinstance(value, NoInput):
            raise MisusedGrant(f"{grant} takes no input, and was given {value!r}")
        return {}
    if value is None:
        raise MisusedGrant(f"{grant} needs an input: {_described(tool)}")
    _check_input(grant, tool, value)
    return tool.write_input(value)


def check_grant(view: type[View], grant: object) -> None:
    """Refuse what is no grant of this view."""
    if not isinstance(grant, BoundGrant):
        raise MisusedGrant(f"{grant!r} is not a grant; name one by its view, as in {view.__name__}.launch")
    if grant.view is not view:  # pyright: ignore[reportUnknownMemberType]  isinstance knows no type arguments
        raise MisusedGrant(f"{grant} is not a grant of {view.__name__}, the view that is running")


def _check_input(grant: AnyBoundGrant, tool: Tool[Any, Any, Any], value: Any) -> None:
    if isinstance(tool.input, type) and not is_typeddict(tool.input):
        if not isinstance(value, tool.input):
            raise MisusedGrant(f"{grant} takes {_described(tool)}, not {value!r}")
        return
    try:
        tool.input_adapter.validate_python(value)
    except ValidationError as problem:
        raise MisusedGrant(f"{grant} takes {_described(tool)}: {summary(problem)}") from problem


def _described(tool: Tool[Any, Any, Any]) -> str:
    return getattr(tool.input, "__name__", repr(tool.input))
