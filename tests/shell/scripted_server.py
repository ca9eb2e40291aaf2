"""A small MCP server that serves one page as a view and misbehaves on request; tests start it as a child process.

`python scripted_server.py --page FILE` is well behaved. Each tool call is appended to `--log FILE`, so that a test can
prove what reached the server.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
from pathlib import Path
from typing import Any

import mcp_types as types
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError

URI = "ui://scripted/page"
VIEW = {"ui": {"resourceUri": URI}}
APP_ONLY = {"ui": {"visibility": ["app"]}}
MODEL_ONLY = {"ui": {"visibility": ["model"]}}
ANY_OBJECT = {"type": "object"}
NAMED = {"type": "object", "properties": {"name": {"type": "string"}}}


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("--page", type=Path)
    parser.add_argument("--log", type=Path)
    parser.add_argument("--mime", default="text/html;profile=mcp-app")
    parser.add_argument("--csp", type=json.loads)
    parser.add_argument("--permissions", type=json.loads)
    parser.add_argument("--without", choices=["view", "resource", "list"], help="what the server lacks")
    parser.add_argument("--hangs", choices=["start", "tools", "resource", "launch"], help="where it never answers")
    parser.add_argument("--launch", choices=["fails", "dies"], help="what becomes of the call that opens the page")
    parser.add_argument("--says", help="a line it writes to its output before it hangs, which may be no message")
    parser.add_argument("--exits", action="store_true", help="it writes a line to stderr and ends at once")
    return parser.parse_args()


def tools(without: str | None) -> list[types.Tool]:
    launch = None if without == "view" else VIEW
    listed = [
        ("open_page", "Opens the page", NAMED, launch),
        ("echo", "Says its arguments", NAMED, APP_ONLY),
        ("stop", "Ends the server in the middle of the call", ANY_OBJECT, APP_ONLY),
        ("wait", "Never answers", ANY_OBJECT, APP_ONLY),
        ("secret", "For the model only", ANY_OBJECT, MODEL_ONLY),
    ]
    return [
        types.Tool.model_validate({"name": name, "description": text, "inputSchema": schema, "_meta": meta})
        for name, text, schema, meta in listed
    ]


async def serve(chosen: argparse.Namespace) -> None:
    output = os.dup(1)  # the SDK diverts what is printed

    async def list_tools(_context: Any, _params: Any) -> types.ListToolsResult:
        await pause("tools")
        return types.ListToolsResult(tools=tools(chosen.without))

    async def call_tool(_context: Any, params: types.CallToolRequestParams) -> types.CallToolResult:
        arguments = params.arguments or {}
        if chosen.log:
            with chosen.log.open("a") as log:
                log.write(json.dumps({"tool": params.name, "arguments": arguments}) + "\n")
        if params.name == "stop":
            os._exit(3)
        if params.name == "wait":
            await asyncio.Event().wait()
        await pause("launch")
        if chosen.launch == "fails":
            raise MCPError(code=-32000, message="no such show")
        if chosen.launch == "dies":
            os._exit(3)
        text = types.TextContent(type="text", text=json.dumps(arguments))
        return types.CallToolResult(content=[text], structured_content={"tool": params.name, "arguments": arguments})

    async def list_resources(_context: Any, _params: Any) -> types.ListResourcesResult:
        listed = [] if chosen.without in ("resource", "list") else [types.Resource(uri=URI, name="page")]
        return types.ListResourcesResult(resources=listed)

    async def read_resource(_context: Any, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        await pause("resource")
        if chosen.without == "resource" or str(params.uri) != URI:
            raise MCPError(code=-32602, message=f"no resource {params.uri}")
        asks = {"csp": chosen.csp, "permissions": chosen.permissions}
        meta = {"ui": {name: value for name, value in asks.items() if value is not None}}
        content = {"uri": URI, "mimeType": chosen.mime, "text": chosen.page.read_text(), "_meta": meta}
        return types.ReadResourceResult(contents=[types.TextResourceContents.model_validate(content)])

    async def pause(where: str) -> None:
        if chosen.hangs == where:
            if chosen.says:
                os.write(output, f"{chosen.says}\n".encode())
            await asyncio.Event().wait()

    server = Server(
        "scripted",
        version="1",
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_resources=list_resources,
        on_read_resource=read_resource,
    )
    await pause("start")
    async with stdio_server() as (reader, writer):
        await server.run(reader, writer, server.create_initialization_options())


def main() -> None:
    chosen = options()
    if chosen.exits:
        sys.exit("the scripted server has had enough")
    asyncio.run(serve(chosen))


if __name__ == "__main__":
    main()
