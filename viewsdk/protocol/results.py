"""What each request is answered with, in either direction. Source: protocol reference, the result columns of A.1, A.3.

It decides whether an answer is one at all; what a refusal inside it means is for whoever asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, ClassVar, Final

from viewsdk.protocol.content import CallToolResult, ResourceContents, ResourceDefinition, Role, ToolDefinition
from viewsdk.protocol.display import DisplayMode
from viewsdk.protocol.events import Answered, Garbled
from viewsdk.protocol.initialize import InitializeResult
from viewsdk.protocol.jsonrpc import JsonObject
from viewsdk.protocol.methods import Method
from viewsdk.protocol.wire import Lax, Meta, WireModel, described

__all__ = [
    "DENIAL_KEY",
    "HOST_RESULTS",
    "VIEW_RESULTS",
    "CreateMessageResult",
    "DisplayModeResult",
    "Done",
    "EmptyResult",
    "ListPromptsResult",
    "ListResourceTemplatesResult",
    "ListResourcesResult",
    "ListToolsResult",
    "ReadResourceResult",
    "checked",
]


DENIAL_KEY: Final = "viewsdk/denial"
"""Where an `isError` refusal carries its reason and message: in `_meta`, under a vendor key (agentgem:A19)."""


class EmptyResult(WireModel):
    """Done, with nothing to say; ours are exactly `{}` (X18)."""

    meta: Meta = None


class Done(WireModel):
    """Done, or with `is_error` turned down: one of the two ways a host refuses."""

    # Dropping a wrong flag would turn a refusal into a success.
    all_or_nothing: ClassVar[frozenset[str]] = frozenset({"isError"})

    is_error: bool | None = None


class DisplayModeResult(WireModel):
    """The mode the view is in now, whether it changed or not (R45)."""

    mode: Annotated[DisplayMode, Lax]


class _Page(WireModel):
    next_cursor: str | None = None
    meta: Meta = None


class ListToolsResult(_Page):
    """A page of tools."""

    tools: list[ToolDefinition]


class ListResourcesResult(_Page):
    """A page of resources."""

    resources: list[ResourceDefinition]


class ListResourceTemplatesResult(_Page):
    """A page of resource templates."""

    resource_templates: list[JsonObject]


class ListPromptsResult(_Page):
    """A page of prompts."""

    prompts: list[JsonObject]


class ReadResourceResult(WireModel):
    """The contents of a resource; each is text or base64, and one that is neither spoils the answer."""

    all_or_nothing: ClassVar[frozenset[str]] = frozenset({"contents"})

    contents: list[ResourceContents]
    meta: Meta = None


class CreateMessageResult(WireModel):
    """What the host's model said: one block, or several."""

    all_or_nothing: ClassVar[frozenset[str]] = frozenset({"content"})

    model: str
    role: Annotated[Role, Lax]
    content: JsonObject | list[JsonObject]
    stop_reason: str | None = None


VIEW_RESULTS: Final[Mapping[str, type[WireModel]]] = MappingProxyType(
    {
        Method.INITIALIZE: InitializeResult,
        Method.OPEN_LINK: Done,
        Method.DOWNLOAD_FILE: Done,
        Method.MESSAGE: Done,
        Method.UPDATE_MODEL_CONTEXT: Done,  # empty by the specification; a host that refuses here too is understood
        Method.REQUEST_DISPLAY_MODE: DisplayModeResult,
        Method.TOOLS_CALL: CallToolResult,
        Method.TOOLS_LIST: ListToolsResult,
        Method.RESOURCES_READ: ReadResourceResult,
        Method.RESOURCES_LIST: ListResourcesResult,
        Method.RESOURCE_TEMPLATES_LIST: ListResourceTemplatesResult,
        Method.PROMPTS_LIST: ListPromptsResult,
        Method.CREATE_MESSAGE: CreateMessageResult,
        Method.PING: EmptyResult,
    }
)
"""What a host answers a view's requests with."""

HOST_RESULTS: Final[Mapping[str, type[WireModel]]] = MappingProxyType(
    {
        Method.RESOURCE_TEARDOWN: EmptyResult,
        Method.TOOLS_CALL: CallToolResult,
        Method.TOOLS_LIST: ListToolsResult,
        Method.PING: EmptyResult,
    }
)
"""What a view answers a host's requests with."""


def checked(answered: Answered, results: Mapping[str, type[WireModel]]) -> Answered | Garbled:
    """The answer itself, or the report that it lacks what its method's answer must have."""
    if answered.method == Method.TOOLS_CALL:  # nothing in its answer is needed, and it comes by the thousand
        return answered
    model = results.get(answered.method)
    if model is None:
        return answered
    value, problems = model.read(answered.result)
    return answered if value is not None else Garbled(answered.id, answered.method, described(problems))
