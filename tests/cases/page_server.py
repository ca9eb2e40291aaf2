"""An MCP server with one page, whose metadata is an argument, and a tool that says who calls and how often it began.

`python page_server.py PAGE META`: PAGE is an HTML file, META the JSON of the page's `_meta`.
"""

import asyncio
import json
import os
import sys
from pathlib import Path
from typing import Any

import mcp_types as types
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

URI = "ui://probe/page"
TOOLS = [
    {"name": "open", "inputSchema": {"type": "object"}, "_meta": {"ui": {"resourceUri": URI}}},
    {"name": "who", "inputSchema": {"type": "object"}, "_meta": {"ui": {"visibility": ["app", "model"]}}},
]


def _server(page: Path, meta: dict[str, Any]) -> Server[Any]:
    async def list_tools(_context: Any, _params: Any) -> types.ListToolsResult:
        return types.ListToolsResult.model_validate({"tools": TOOLS})

    async def call_tool(context: Any, params: types.CallToolRequestParams) -> types.CallToolResult:
        capabilities = context.session.client_capabilities
        offered = capabilities.model_dump(mode="json", by_alias=True, exclude_none=True) if capabilities else {}
        said = {"tool": params.name, "process": os.getpid(), "extensions": offered.get("extensions", {})}
        return types.CallToolResult(content=[], structured_content=said)

    async def read_resource(_context: Any, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        content = {"uri": str(params.uri), "mimeType": "text/html;profile=mcp-app", "text": page.read_text()}
        return types.ReadResourceResult.model_validate({"contents": [content | {"_meta": meta}]})

    return Server(
        "probe", version="1", on_list_tools=list_tools, on_call_tool=call_tool, on_read_resource=read_resource
    )


async def main(page: Path, meta: dict[str, Any]) -> None:
    """Serve over standard streams until the client goes."""
    server = _server(page, meta)
    async with stdio_server() as (reader, writer):
        await server.run(reader, writer, server.create_initialization_options())


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), json.loads(sys.argv[2])))
