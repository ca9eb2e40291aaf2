"""`view_server`: an MCP server that serves a view and, through the protocol itself, the files of its page.

An extension of the `mcp` SDK can add resources but no resource template, and a page's files are read in chunks that
only a template can name; so the server is made here.
"""

from collections.abc import Iterator
from typing import Any

import anyio.to_thread
from mcp.server import MCPServer
from mcp.server.apps import Apps
from mcp.server.mcpserver.exceptions import ResourceError, ResourceNotFoundError

from viewsdk.bundle.bridge import NoSuchChunk, bridge_base
from viewsdk.bundle.deliver import Delivery
from viewsdk.server.page_resource import CANNOT_BUILD
from viewsdk.server.served_view import ServedView

__all__ = ["view_server"]


def view_server(name: str, view: ServedView, **settings: Any) -> MCPServer:
    """A server with this view, delivered by bridge unless something else was chosen: right for stdio.

    A page delivered by bridge reads its files as resources of this server, so it needs no network at all and works with
    `connect-src 'none'`. `settings` are those of `MCPServer`.
    """
    views = list(_views(view))
    for each in views:
        each.page.usual = Delivery.BRIDGE
    server = MCPServer(name, extensions=[view], **settings)
    for each in views:
        _serve_assets(server, each)
    return server


def _views(apps: Apps | None) -> Iterator[ServedView]:
    while isinstance(apps, ServedView):
        yield apps
        apps = apps.apps


def _serve_assets(server: MCPServer, view: ServedView) -> None:
    page = view.page
    base = bridge_base(page.view.uri)

    @server.resource(
        f"{base}{{digest}}{{?offset,size}}",
        name=f"{page.view.view.__name__} files",
        description="A part of a file of the view's page.",
        mime_type="application/octet-stream",
    )
    async def asset(digest: str, offset: str = "", size: str = "") -> bytes:
        uri = f"{base}{digest}?offset={offset}&size={size}"
        try:
            return await anyio.to_thread.run_sync(page.asset, uri)
        except NoSuchChunk as problem:
            raise ResourceNotFoundError(str(problem)) from problem
        except CANNOT_BUILD as problem:
            raise ResourceError(str(problem)) from problem
