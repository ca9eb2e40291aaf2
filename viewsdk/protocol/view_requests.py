"""Every request a view can make of its host, as a closed union. Source: protocol reference A.1.

It says what the parameters are, not whether the host offers the method.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, Final, Literal, Self, TypeAlias, cast

from pydantic import Field

from viewsdk.protocol.content import ContentBlock, EmbeddedResource, ResourceLink
from viewsdk.protocol.display import DisplayMode
from viewsdk.protocol.initialize import Initialize
from viewsdk.protocol.jsonrpc import JsonObject
from viewsdk.protocol.methods import Method
from viewsdk.protocol.wire import Lax, Meta, Problem, WireModel

__all__ = [
    "VIEW_REQUESTS",
    "CallTool",
    "CreateMessage",
    "DownloadFile",
    "Initialize",
    "ListPrompts",
    "ListResourceTemplates",
    "ListResources",
    "ListTools",
    "Message",
    "OpenLink",
    "Ping",
    "ReadResource",
    "RequestDisplayMode",
    "UpdateModelContext",
    "ViewRequest",
]


class OpenLink(WireModel):
    """The view asks the host to open a URL; which URLs open is the host's policy."""

    url: str


class DownloadFile(WireModel):
    """The view hands the host resources to save; nothing but resources can be saved."""

    all_or_nothing: ClassVar[frozenset[str]] = frozenset({"contents"})

    contents: list[Annotated[EmbeddedResource | ResourceLink, Field(discriminator="type")]]


class Message(WireModel):
    """The view adds a message of the user's to the conversation."""

    all_or_nothing: ClassVar[frozenset[str]] = frozenset({"content"})

    role: Literal["user"]
    content: list[ContentBlock]

    @classmethod
    def read(cls, raw: object) -> tuple[Self | None, tuple[Problem, ...]]:
        """The message a view sent; a single block, as the spec's prose shows it, is read as a list of one (H1)."""
        members = cast("JsonObject", raw) if isinstance(raw, dict) else {}
        if not isinstance(members.get("content"), dict):
            return super().read(cast("object", raw))
        value, problems = super().read({**members, "content": [members["content"]]})
        return value, (Problem("content", "a single block, read as a list of one"), *problems)


class UpdateModelContext(WireModel):
    """The view replaces what the model knows of it; both members empty means "forget it"."""

    all_or_nothing: ClassVar[frozenset[str]] = frozenset({"content", "structuredContent"})

    content: list[ContentBlock] | None = None
    structured_content: JsonObject | None = None


class RequestDisplayMode(WireModel):
    """The view asks to be shown in another mode."""

    mode: Annotated[DisplayMode, Lax]


class CallTool(WireModel):
    """A tool call, by the view of the server's tools or by the host of the view's."""

    all_or_nothing: ClassVar[frozenset[str]] = frozenset({"arguments"})

    # The core's own rule for names; a longer or stranger one could not be granted or logged safely.
    name: Annotated[str, Field(pattern=r"^[A-Za-z0-9_./-]{1,128}$")]
    arguments: JsonObject = Field(default_factory=dict[str, Any])
    meta: Meta = None


class _Listing(WireModel):
    cursor: str | None = None
    meta: Meta = None


class ListTools(_Listing):
    """A page of tools: of the server's for the view, of the view's for the host (both draft)."""


class ListResources(_Listing):
    """A page of the server's resources."""


class ListResourceTemplates(_Listing):
    """A page of the server's resource templates."""


class ListPrompts(_Listing):
    """A page of the server's prompts."""


class ReadResource(WireModel):
    """The content of one resource of the server's."""

    uri: Annotated[str, Field(min_length=1)]
    meta: Meta = None


class CreateMessage(WireModel):
    """The view asks the host's model; `max_tokens` bounds the answer (draft, R36, R37)."""

    all_or_nothing: ClassVar[frozenset[str]] = frozenset({"messages", "tools", "toolChoice"})

    messages: list[JsonObject]
    max_tokens: int
    system_prompt: str | None = None
    model_preferences: JsonObject | None = None
    temperature: float | None = None
    stop_sequences: list[str] | None = None
    include_context: str | None = None
    metadata: JsonObject | None = None
    tools: list[JsonObject] | None = None
    tool_choice: JsonObject | None = None


class Ping(WireModel):
    """A sign of life, either way; answered without anyone being asked."""


ViewRequest: TypeAlias = (
    Initialize
    | OpenLink
    | DownloadFile
    | Message
    | UpdateModelContext
    | RequestDisplayMode
    | CallTool
    | ListTools
    | ReadResource
    | ListResources
    | ListResourceTemplates
    | ListPrompts
    | CreateMessage
    | Ping
)

VIEW_REQUESTS: Final[Mapping[str, type[ViewRequest]]] = MappingProxyType(
    {
        Method.INITIALIZE: Initialize,
        Method.OPEN_LINK: OpenLink,
        Method.DOWNLOAD_FILE: DownloadFile,
        Method.MESSAGE: Message,
        Method.UPDATE_MODEL_CONTEXT: UpdateModelContext,
        Method.REQUEST_DISPLAY_MODE: RequestDisplayMode,
        Method.TOOLS_CALL: CallTool,
        Method.TOOLS_LIST: ListTools,
        Method.RESOURCES_READ: ReadResource,
        Method.RESOURCES_LIST: ListResources,
        Method.RESOURCE_TEMPLATES_LIST: ListResourceTemplates,
        Method.PROMPTS_LIST: ListPrompts,
        Method.CREATE_MESSAGE: CreateMessage,
        Method.PING: Ping,
    }
)
