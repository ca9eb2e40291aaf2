"""Valid frames to mutate: one of every method in every direction, and answers of every shape."""

import json
from typing import Any

from viewsdk.protocol.methods import METHODS, MethodKind

INFO = {"name": "a", "version": "1", "icons": [{"src": "a", "theme": "dark"}]}
CONTEXT = {
    "theme": "dark",
    "toolInfo": {"id": 1, "tool": {"name": "t", "inputSchema": {"type": "object"}}},
    "styles": {"variables": {"--font-sans": "serif"}, "css": {"fonts": "@import 'a'"}},
    "availableDisplayModes": ["inline", "pip"],
    "containerDimensions": {"width": 1, "maxHeight": 2.5},
    "safeAreaInsets": {"top": 0, "right": 0, "bottom": 0, "left": 0},
}
BLOCKS = [
    {"type": "text", "text": "a", "annotations": {"audience": ["user"], "lastModified": "2025-01-01T00:00:00Z"}},
    {"type": "image", "data": "aGk=", "mimeType": "image/png"},
    {"type": "resource", "resource": {"uri": "a", "blob": "aGk="}},
    {"type": "resource_link", "uri": "a", "name": "b", "size": 1},
]
PARAMS: list[dict[str, Any]] = [
    {"appInfo": INFO, "appCapabilities": {"tools": {"listChanged": True}}, "protocolVersion": "2026-01-26"},
    {"url": "https://a"},
    {"contents": BLOCKS[2:]},
    {"role": "user", "content": BLOCKS},
    {"mode": "pip"},
    {"name": "a", "arguments": {"b": [1, None]}, "_meta": {"progressToken": 0}},
    {"uri": "ui://a"},
    {"messages": [], "maxTokens": 1},
    {"width": 1, "height": 2.5},
    {"level": "info", "data": None},
    {"requestId": 0, "reason": "x"},
    {"progressToken": 0, "progress": 1, "total": 2, "message": "x"},
    {"arguments": {"a": {"b": "c"}}},
    {"content": BLOCKS, "structuredContent": {"a": 1}, "isError": False},
    {"toolName": "a", "chunk": 1},
    CONTEXT,
]
RESULTS: list[dict[str, Any]] = [
    {},
    {"protocolVersion": "2026-01-26", "hostInfo": INFO, "hostCapabilities": {"openLinks": {}}, "hostContext": CONTEXT},
    {"content": BLOCKS},
    {"tools": [{"name": "t", "inputSchema": {}}]},
    {"contents": [{"uri": "a", "text": "b"}]},
    {"mode": "inline"},
    {"isError": True},
]


def frames() -> list[str]:
    """The texts of all of them."""
    made: list[dict[str, Any]] = []
    for method, spec in METHODS.items():
        for params in PARAMS:
            head = {"jsonrpc": "2.0", "method": method.value, "params": params}
            made.append({**head, "id": 1} if spec.kind is MethodKind.REQUEST else head)
    made += [{"jsonrpc": "2.0", "id": number, "result": result} for number in range(3) for result in RESULTS]
    made += [{"jsonrpc": "2.0", "id": number, "error": {"code": -32001, "message": "timed out"}} for number in range(3)]
    return [json.dumps(frame) for frame in made]
