"""Small MCP servers a test starts as real processes; each is the text of one Python file."""

GOOD = """
import asyncio
import os
import sys

from mcp.server.mcpserver import Context, MCPServer

server = MCPServer("probe")
here = {"calls": 0, "stopped": 0}


@server.tool()
async def step(ctx: Context, count: int = 3) -> str:
    here["calls"] += 1
    for number in range(count):
        await ctx.report_progress(number + 1, count, f"step {number + 1}")
    return "done"


@server.tool(meta={"ui": {"resourceUri": "ui://probe/page", "visibility": ["model"]}, "vendor/x": 1})
def counted() -> dict[str, int]:
    return dict(here)


@server.tool()
async def hang() -> str:
    try:
        print("hanging", file=sys.stderr, flush=True)
        await asyncio.Event().wait()
    finally:
        here["stopped"] += 1
    return ""


@server.tool()
def die() -> str:
    print("Traceback of sorts", file=sys.stderr)
    print("out of luck", file=sys.stderr, flush=True)
    os._exit(3)


@server.tool()
def client(ctx: Context) -> dict[str, dict[str, list[str]]]:
    return ctx.client_capabilities.extensions or {}


@server.tool()
def environment(name: str) -> str:
    return os.environ.get(name, "")


@server.resource("ui://probe/page", mime_type="text/html;profile=mcp-app")
def page() -> str:
    return "<!doctype html><p>hello"


if len(sys.argv) > 1:
    import uvicorn

    uvicorn.run(server.streamable_http_app(), fd=int(sys.argv[1]), log_level="critical")
else:
    server.run()
"""

EXITS = "import sys\nprint('reading config', file=sys.stderr)\nsys.exit('no such table: shows')\n"

BROKEN = "import nothing_of_that_name\n"

DEAF = "import sys, time\nprint('Listening on port 80', flush=True)\nsys.stdin.read()\n"

REFUSES = """
import json, sys

for line in sys.stdin:
    asked = json.loads(line)
    error = {"code": -32000, "message": "the licence has expired"}
    if "id" in asked:
        print(json.dumps({"jsonrpc": "2.0", "id": asked["id"], "error": error}), flush=True)
"""
