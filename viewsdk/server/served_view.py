"""`serve_view`: everything a server must say for one view: its tools, its page, and what the page needs.

The result is an extension of the `mcp` SDK and an `Apps` itself: tools and pages added to it, or to an `Apps` passed
in, are served beside the view's. It registers nothing by itself; the server consumes it when it is made.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from mcp.server.apps import APP_MIME_TYPE, Apps
from mcp.server.extension import ResourceBinding, ToolBinding
from mcp_types import ToolAnnotations

from viewsdk.bundle.deliver import Delivery
from viewsdk.grant import Visibility
from viewsdk.protocol.ui_meta import LEGACY_URI_KEY
from viewsdk.server.answering import answering
from viewsdk.server.handlers import Handler, handler_for
from viewsdk.server.page_resource import Page, PageResource
from viewsdk.view import AnyBoundGrant, Declaration, View, declaration

__all__ = ["CannotServe", "ServedView", "serve_view"]


class CannotServe(ValueError):
    """A view and its handlers do not fit together; the message names every tool that is wrong and why."""


class ServedView(Apps):
    """The extension that serves one view; pass it to `MCPServer(extensions=[...])`."""

    def __init__(self, view: Declaration, handlers: Mapping[Any, Any], page: Page, apps: Apps | None = None) -> None:
        super().__init__()
        self.page = page
        self.apps = apps
        self._view = view
        self._handlers = _checked(view, handlers)

    def settings(self) -> dict[str, Any]:
        """What the server advertises for the extension: the one type its pages have."""
        return {"mimeTypes": [APP_MIME_TYPE]}

    def tools(self) -> Sequence[ToolBinding]:
        """The view's granted tools, and what else was added here or to `apps`."""
        others = self.apps.tools() if self.apps is not None else ()
        return [*others, *super().tools(), *(self._binding(grant) for grant in self._view.grants)]

    def resources(self) -> Sequence[ResourceBinding]:
        """The view's page, and what else was added here or to `apps`."""
        others = self.apps.resources() if self.apps is not None else ()
        return [*others, *super().resources(), ResourceBinding(PageResource.of(self.page))]

    def _binding(self, grant: AnyBoundGrant) -> ToolBinding:
        tool = grant.tool
        opens = tool is self._view.launch.tool
        about: dict[str, Any] = {"name": tool.name, "title": tool.title, "structured_output": True}
        if tool.annotations is not None:
            about["annotations"] = ToolAnnotations.model_validate(tool.annotations)
        function = answering(tool, self._handlers[tool.name], opens_the_view=opens)
        return ToolBinding(function, meta=_tool_meta(self._view.uri, grant.visibility), kwargs=about)


def serve_view(
    view: type[View],
    *,
    handlers: Mapping[Any, Any],
    entry: str = "view:main",
    apps: Apps | None = None,
    delivery: Delivery | str | None = None,
    assets_url: str | None = None,
    wasm_keyword: bool = True,
    prefers_border: bool | None = None,
    fallback: str | None = None,
) -> ServedView:
    """An extension that serves a view: its page, and every tool it was granted.

    Args:
        handlers: A function for each granted tool, by tool (see `Handlers`) or by tool name.
        entry: Where the view's code starts, as `module:function`; the module lies beside the view's declaration.
        apps: Tools and pages to serve along with it: one server takes one extension of this kind.
        delivery: How the page gets Pyodide and its other files: `linked` (it fetches them), `bridge` (through the host,
            see `view_server`) or `inline` (one page of some 15 MB); else `$VIEWSDK_DELIVERY`, else linked.
        assets_url: Where a linked page fetches its files; else `$VIEWSDK_ASSETS_URL`, else this process serves them on
            a loopback port, which only a host on the same machine can reach.
        wasm_keyword: Ask for WebAssembly by `'wasm-unsafe-eval'` among `resourceDomains`. The specification has no word
            for it; turn it off for hosts that refuse the whole resource because of it.
        prefers_border: Whether the host should draw a border; the view's own ask, if it has one, when not given.
        fallback: HTML shown where Python cannot run.

    Raises:
        CannotServe: a granted tool has no handler, a handler no grant, or the model could not call the launch tool.
    """
    declared = declaration(view)
    chosen = Delivery(delivery) if delivery is not None else None
    page = Page(declared, entry, assets_url, wasm_keyword, prefers_border, fallback, chosen)
    return ServedView(declared, handlers, page, apps)


def _tool_meta(uri: str, visibility: Sequence[Visibility]) -> dict[str, Any]:
    """A granted tool's `_meta`: the view's URI, who may call the tool, and the URI once more under its legacy key."""
    return {"ui": {"resourceUri": uri, "visibility": [who.value for who in visibility]}, LEGACY_URI_KEY: uri}


def _checked(view: Declaration, handlers: Mapping[Any, Any]) -> dict[str, Handler]:
    found = {grant.tool.name: handler_for(grant.tool, handlers) for grant in view.grants}
    problems = [
        *_launch_problems(view),
        *(f"the tool {name!r} has no handler" for name, handler in found.items() if handler is None),
        *_stray_problems(view, handlers),
        *(
            problem
            for grant in view.grants
            if (handler := found[grant.tool.name]) is not None and (problem := handler.check(grant.tool))
        ),
    ]
    if problems:
        raise CannotServe(f"cannot serve {view.view.__name__}: " + "; ".join(problems))
    return {name: handler for name, handler in found.items() if handler is not None}


def _launch_problems(view: Declaration) -> list[str]:
    if Visibility.MODEL in view.launch.visibility:
        return []
    return [f"the model cannot call the launch tool {view.launch.tool.name!r}, so nothing would open the view"]


def _stray_problems(view: Declaration, handlers: Mapping[Any, Any]) -> list[str]:
    granted: set[Any] = {grant.tool for grant in view.grants} | {grant.tool.name for grant in view.grants}
    strays = [getattr(key, "name", key) for key in handlers if key not in granted]
    return [f"there is a handler for {name!r}, but no grant of a tool with that name" for name in strays]
