"""The host simulator: shows a view in a real browser, with a real MCP server behind it, under a policy.

It imports viewsdk; viewsdk never imports it. Import what you need from its modules: `hostsim.run` for a host in a test,
`hostsim.trace` for reading traces.
"""

__all__: list[str] = []
