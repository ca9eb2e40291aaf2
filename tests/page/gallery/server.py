"""The gallery's server over stdio."""

from contract import Gallery, begin
from mcp.server import MCPServer

from viewsdk.server import serve_view

server = MCPServer("gallery", extensions=[serve_view(Gallery, handlers={begin: lambda: 1})])

if __name__ == "__main__":
    server.run()
