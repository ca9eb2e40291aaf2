"""Serving a view from an MCP server: `serve_view`, the handlers of its tools, and `view_server`. CPython only.

Composes with `mcp.server.apps`; nothing here is imported by `import viewsdk` or goes into the browser.
"""

from viewsdk.server.handlers import Handler, Handlers
from viewsdk.server.page_resource import Page
from viewsdk.server.served_view import CannotServe, ServedView, serve_view
from viewsdk.server.view_server import view_server

__all__ = ["CannotServe", "Handler", "Handlers", "Page", "ServedView", "serve_view", "view_server"]
