"""The core MCP shapes that cross the bridge: content blocks, tool results, tools, resource contents.

They are read leniently and written exactly; the SDK's own types are stricter and too slow to import in a browser.
Source: protocol reference C.10 and A.7.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Any, Final, Literal, Self, TypeAlias

from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from viewsdk.protocol.implementation import Icon
from viewsdk.protocol.jsonrpc import JsonObject
from viewsdk.protocol.wire import Lax, Meta, Problem, WireModel

__all__ = [
    "Annotations",
    "AudioBlock",
    "CallToolResult",
    "ContentBlock",
    "EmbeddedResource",
    "ImageBlock",
    "ResourceContents",
    "ResourceDefinition",
    "ResourceLink",
    "Role",
    "TextBlock",
    "ToolAnnotations",
    "ToolDefinition",
    "decode_tool_result",
    "is_failure",
]


class Role(StrEnum):
    """Who is speaking, or being spoken to."""

    USER = "user"
    ASSISTANT = "assistant"


# What the reference's `atob` takes: the standard alphabet, spaces anywhere, padding whole or left off.
_BASE64: Final = re.compile(r"(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?")
_SPACES: Final = re.compile(r"[ \t\n\f\r]+")
# RFC 3339 with seconds and an offset; without the offset every reference peer drops the message.
_INSTANT: Final = r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$"


def _check_base64(text: str) -> str:
    if not _BASE64.fullmatch(_SPACES.sub("", text)):
        raise ValueError("not base64 in the standard alphabet")
    return text


Base64Text: TypeAlias = Annotated[str, AfterValidator(_check_base64)]


class Annotations(WireModel):
    """For whom a block is, and how much it matters, from 0 to 1."""

    audience: list[Annotated[Role, Lax]] | None = None
    priority: Annotated[float | None, Field(ge=0, le=1)] = None
    last_modified: Annotated[str | None, Field(pattern=_INSTANT)] = None


class _Block(WireModel):
    annotations: Annotations | None = None
    meta: Meta = None

    def model_post_init(self, context: Any, /) -> None:
        """A block made here says its type on the wire although it is the default."""
        self.model_fields_set.add("type")


class TextBlock(_Block):
    """Words."""

    type: Literal["text"] = "text"
    text: str


class ImageBlock(_Block):
    """A picture, as base64."""

    type: Literal["image"] = "image"
    data: Base64Text
    mime_type: str


class AudioBlock(_Block):
    """A sound, as base64."""

    type: Literal["audio"] = "audio"
    data: Base64Text
    mime_type: str


class ResourceLink(_Block):
    """A resource by its URI; `size` in bytes."""

    type: Literal["resource_link"] = "resource_link"
    uri: str
    name: str
    title: str | None = None
    description: str | None = None
    mime_type: str | None = None
    size: int | None = None
    icons: list[Icon] | None = None


class ResourceContents(WireModel):
    """A resource's content, as text or as base64; one of the two is needed, and text wins."""

    uri: str
    mime_type: str | None = None
    text: str | None = None
    blob: Base64Text | None = None
    meta: Meta = None

    @model_validator(mode="after")
    def _has_content(self) -> Self:
        if self.text is None and self.blob is None:
            raise ValueError("neither text nor blob")
        return self


class EmbeddedResource(_Block):
    """A resource carried whole."""

    type: Literal["resource"] = "resource"
    resource: ResourceContents


ContentBlock: TypeAlias = Annotated[
    TextBlock | ImageBlock | AudioBlock | ResourceLink | EmbeddedResource, Field(discriminator="type")
]


def _failed(flag: object) -> object:
    # A flag that is no boolean was not meant to say "all went well"; dropping it would.
    return flag if flag is None or isinstance(flag, bool) else True


def is_failure(result: Mapping[str, Any]) -> bool:
    """Whether a tool result, as JSON, is the tool's own failure (`isError`)."""
    return bool(_failed(result.get("isError")))


class CallToolResult(WireModel):
    """What a tool returned; `structured_content` may be any JSON value, `is_error` marks the tool's own failure."""

    content: list[ContentBlock] = Field(default_factory=list["ContentBlock"])
    structured_content: Any = None
    is_error: Annotated[bool | None, BeforeValidator(_failed)] = None
    meta: Meta = None


class ToolAnnotations(WireModel):
    """A tool's hints about itself; hints only, never proof."""

    title: str | None = None
    read_only_hint: bool | None = None
    destructive_hint: bool | None = None
    idempotent_hint: bool | None = None
    open_world_hint: bool | None = None


class ToolDefinition(WireModel):
    """A tool as it is listed; its schemas stay JSON Schema."""

    name: str
    title: str | None = None
    description: str | None = None
    input_schema: JsonObject
    output_schema: JsonObject | None = None
    annotations: ToolAnnotations | None = None
    icons: list[Icon] | None = None
    execution: JsonObject | None = None
    meta: Meta = None


class ResourceDefinition(WireModel):
    """A resource as it is listed; `size` in bytes. Source: protocol reference C.10."""

    uri: str
    name: str
    title: str | None = None
    description: str | None = None
    mime_type: str | None = None
    size: int | None = None
    meta: Meta = None


def decode_tool_result(raw: object) -> tuple[CallToolResult, tuple[Problem, ...]]:
    """A tool result as far as it can be read; anything but an object reads as an empty one."""
    result, problems = CallToolResult.read(raw)
    return result or CallToolResult(), problems
