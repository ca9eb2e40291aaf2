"""What one server lists: its tools, who may call each, and which open a view.

It asks nothing of a server (`hostsim.upstream` does) and permits nothing (`hostsim.grants` does). Pure.
Spec: Resource Discovery > Visibility (R19 to R22).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, cast

from viewsdk.protocol.ui_meta import Visibility, decode_tool_meta

__all__ = ["Inventory", "ToolEntry"]


@dataclass(frozen=True, slots=True)
class ToolEntry:
    """One listed tool: its definition as the server sent it, and what its metadata says."""

    name: str
    definition: Mapping[str, Any]
    view_uri: str | None
    app_visible: bool
    model_visible: bool
    problems: tuple[str, ...] = ()

    @property
    def arguments(self) -> tuple[str, ...]:
        """The names of the arguments its input schema declares."""
        schema: object = self.definition.get("inputSchema")
        properties: object = cast("Mapping[str, Any]", schema).get("properties") if isinstance(schema, dict) else None
        return tuple(cast("Mapping[str, Any]", properties)) if isinstance(properties, dict) else ()

    @property
    def required_arguments(self) -> tuple[str, ...]:
        """The names of the arguments without which it cannot be called."""
        schema = cast("Mapping[str, Any]", self.definition.get("inputSchema") or {})
        required: object = schema.get("required")
        return tuple(map(str, cast("list[object]", required))) if isinstance(required, list) else ()

    def listed(self) -> dict[str, Any]:
        """Returns the definition for a view's `tools/list`: as sent, with an object schema if it had none."""
        return {"inputSchema": {"type": "object"}, **self.definition}


@dataclass(frozen=True, slots=True)
class Inventory:
    """All tools of one server connection; a tool that is not in it does not exist for a view of that server."""

    entries: tuple[ToolEntry, ...] = ()

    @classmethod
    def read(cls, tools: Iterable[Mapping[str, Any]]) -> Inventory:
        """Reads the `tools` of one or more `tools/list` answers; what has no name is left out."""
        return cls(tuple(_entry(tool["name"], tool) for tool in tools if isinstance(tool.get("name"), str)))

    @property
    def names(self) -> tuple[str, ...]:
        """The tool names, in the server's order."""
        return tuple(entry.name for entry in self.entries)

    @property
    def view_uris(self) -> tuple[str, ...]:
        """The view URIs its tools name, each once, in the server's order."""
        return tuple(dict.fromkeys(entry.view_uri for entry in self.entries if entry.view_uri is not None))

    def count(self, name: str) -> int:
        """How often the server lists a tool of that name: once, if it keeps to MCP."""
        return self.names.count(name)

    def find(self, name: str) -> ToolEntry | None:
        """Returns the tool of that name, or None."""
        return next((entry for entry in self.entries if entry.name == name), None)


def _entry(name: str, tool: Mapping[str, Any]) -> ToolEntry:
    meta, problems = decode_tool_meta(tool.get("_meta"))
    return ToolEntry(
        name=name,
        definition=tool,
        view_uri=meta.resource_uri,
        app_visible=Visibility.APP in meta.visibility,
        model_visible=Visibility.MODEL in meta.visibility,
        problems=tuple(str(problem) for problem in problems),
    )
