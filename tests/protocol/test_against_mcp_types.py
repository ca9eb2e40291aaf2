"""Our dozen core models against the SDK's own: what one writes the other reads, both ways."""

from typing import Any

import mcp_types as theirs
import pytest
from pydantic import BaseModel

from viewsdk.protocol.content import CallToolResult, ResourceContents, ToolDefinition
from viewsdk.protocol.implementation import Implementation
from viewsdk.protocol.results import (
    CreateMessageResult,
    ListPromptsResult,
    ListResourcesResult,
    ListResourceTemplatesResult,
    ListToolsResult,
    ReadResourceResult,
)
from viewsdk.protocol.wire import WireModel

ICON = {"src": "https://a/icon.png", "mimeType": "image/png", "sizes": ["48x48"], "theme": "dark"}
BLOCKS = [
    {"type": "text", "text": "a", "annotations": {"audience": ["user", "assistant"], "priority": 0.5}},
    {"type": "image", "data": "aGk=", "mimeType": "image/png", "_meta": {"a": 1}},
    {"type": "audio", "data": "aGk=", "mimeType": "audio/wav"},
    {"type": "resource_link", "uri": "file:///a", "name": "a", "title": "A", "mimeType": "text/plain", "size": 3},
    {"type": "resource", "resource": {"uri": "file:///a", "mimeType": "text/plain", "text": "b"}},
    {"type": "resource", "resource": {"uri": "file:///a", "blob": "aGk="}},
]
TOOL = {
    "name": "get_show",
    "title": "Show",
    "description": "One show",
    "inputSchema": {"type": "object", "properties": {"id": {"type": "integer"}}},
    "outputSchema": {"type": "object"},
    "annotations": {"title": "Show", "readOnlyHint": True, "destructiveHint": False, "idempotentHint": True},
    "icons": [ICON],
    "_meta": {"ui": {"resourceUri": "ui://a/b", "visibility": ["app"]}},
}

PAIRS: list[tuple[type[WireModel], type[BaseModel], dict[str, Any]]] = [
    (
        CallToolResult,
        theirs.CallToolResult,
        {"content": BLOCKS, "structuredContent": {"a": [1]}, "isError": True, "_meta": {"b": 2}},
    ),
    (CallToolResult, theirs.CallToolResult, {"content": []}),
    (ToolDefinition, theirs.Tool, TOOL),
    (ToolDefinition, theirs.Tool, {"name": "a", "inputSchema": {"type": "object"}}),
    (ListToolsResult, theirs.ListToolsResult, {"tools": [TOOL], "nextCursor": "2"}),
    (
        Implementation,
        theirs.Implementation,
        {"name": "a", "version": "1", "title": "A", "websiteUrl": "https://a", "icons": [ICON]},
    ),
    (ResourceContents, theirs.TextResourceContents, {"uri": "ui://a/b", "mimeType": "text/html", "text": "<p>"}),
    (ResourceContents, theirs.BlobResourceContents, {"uri": "ui://a/b", "blob": "aGk=", "_meta": {"ui": {}}}),
    (ReadResourceResult, theirs.ReadResourceResult, {"contents": [{"uri": "ui://a/b", "text": "<p>"}]}),
    (ListResourcesResult, theirs.ListResourcesResult, {"resources": [{"uri": "ui://a/b", "name": "a"}]}),
    (
        ListResourceTemplatesResult,
        theirs.ListResourceTemplatesResult,
        {"resourceTemplates": [{"uriTemplate": "ui://{a}", "name": "a"}]},
    ),
    (ListPromptsResult, theirs.ListPromptsResult, {"prompts": [{"name": "a"}]}),
    (
        CreateMessageResult,
        theirs.CreateMessageResult,
        {"model": "m", "role": "assistant", "content": {"type": "text", "text": "a"}, "stopReason": "endTurn"},
    ),
]


def their_json(value: BaseModel) -> dict[str, Any]:
    return value.model_dump(mode="json", by_alias=True, exclude_none=True)


@pytest.mark.parametrize(("ours", "sdk", "raw"), PAIRS, ids=lambda part: getattr(part, "__name__", ""))
def test_what_the_sdk_writes_we_read_without_a_problem(
    ours: type[WireModel], sdk: type[BaseModel], raw: dict[str, Any]
) -> None:
    """And we write the same again."""
    written = their_json(sdk.model_validate(raw))
    value, problems = ours.read(written)

    assert value is not None
    assert () == problems
    assert written == value.to_wire()


@pytest.mark.parametrize(("ours", "sdk", "raw"), PAIRS, ids=lambda part: getattr(part, "__name__", ""))
def test_what_we_write_the_sdk_reads(ours: type[WireModel], sdk: type[BaseModel], raw: dict[str, Any]) -> None:
    """With the same meaning."""
    value, problems = ours.read(raw)

    assert value is not None
    assert () == problems
    assert sdk.model_validate(raw) == sdk.model_validate(value.to_wire())
