"""The view's page as an MCP resource: its HTML, built when it is first read, and what it asks of the host.

Listing and content carry the same `_meta.ui`, because both come from one value made before anybody asks.
"""

import os
import sys
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from threading import Lock
from typing import Any

import anyio.to_thread
from mcp.server.apps import APP_MIME_TYPE
from mcp.server.mcpserver.exceptions import ResourceError
from mcp.server.mcpserver.resources import Resource
from pydantic import PrivateAttr

from viewsdk.ask import Ask
from viewsdk.bundle.assets import UnwritableFolder
from viewsdk.bundle.author import BadReference
from viewsdk.bundle.compile import MakerFailed
from viewsdk.bundle.csp import csp_needs
from viewsdk.bundle.locate import MissingInput, cache_folder
from viewsdk.bundle.page import page_html
from viewsdk.bundle.prepare import prepare
from viewsdk.bundle.serve import AssetServer
from viewsdk.view import Declaration

__all__ = ["ASSETS_VARIABLE", "NoFolder", "Page", "PageResource"]

ASSETS_VARIABLE = "VIEWSDK_ASSETS_URL"


class NoFolder(ValueError):
    """The view's module lies in no file that could be shipped."""


# What is missing or wrong on the server's side, each a sentence that says what to do.
CANNOT_BUILD = (BadReference, MakerFailed, MissingInput, NoFolder, UnwritableFolder)

_STARTING = Lock()  # two hosts may read the page at once, each on a worker thread


@dataclass(frozen=True)
class Page:
    """One view's page: where its code starts, where its assets lie, what it asks for."""

    view: Declaration
    entry: str
    assets_url: str | None = None
    wasm_keyword: bool = True
    prefers_border: bool | None = None
    fallback: str | None = None
    _is_serving: bool = field(default=False, init=False)

    @cached_property
    def assets(self) -> "AssetServer | str":
        """The URL of the assets, or the server in this process that will serve them: its port is taken from now on."""
        return self.assets_url or os.environ.get(ASSETS_VARIABLE) or AssetServer(cache_folder() / "assets")

    @property
    def base_url(self) -> str:
        """Where the page fetches its assets from, ending in a slash."""
        url = self.assets if isinstance(self.assets, str) else self.assets.url
        return url if url.endswith("/") else f"{url}/"

    @property
    def meta(self) -> dict[str, Any]:
        """The resource's `_meta`: the view's own ask, and what its page needs to start."""
        return {"ui": _joined(self.view.ask, self.base_url, self.wasm_keyword, self.prefers_border).resource_meta()}

    def html(self) -> str:
        """The page; builds what it needs, and serves it if this process is to."""
        name = self.view.view.__qualname__
        module = self.view.view.__module__
        reference = f"{module}:{name}"
        prepared = prepare(_folder_of(module), reference, self.entry)
        self._serve()
        return page_html(
            reference,
            self.entry,
            self.view.title,
            self.base_url,
            prepared.files,
            app={"capabilities": self.view.app_capabilities},
            fallback={"html": self.fallback} if self.fallback is not None else None,
        )

    def close(self) -> None:
        """Gives the port back, if this process had one for the assets."""
        if "assets" in self.__dict__ and isinstance(self.assets, AssetServer):
            if self._is_serving:
                self.assets.shutdown()
            self.assets.server_close()

    def _serve(self) -> None:
        with _STARTING:
            if isinstance(self.assets, AssetServer) and not self._is_serving:
                self.assets.start()
                self.__dict__["_is_serving"] = True


class PageResource(Resource):
    """The resource a host reads and frames."""

    _page: Page = PrivateAttr()

    @classmethod
    def of(cls, page: Page) -> "PageResource":
        """The resource that serves a page."""
        view = page.view
        resource = cls(
            uri=view.uri,
            name=view.view.__name__,
            title=view.title,
            description=view.description,
            mime_type=APP_MIME_TYPE,
            meta=page.meta,
        )
        resource._page = page
        return resource

    async def read(self) -> str:
        """The page's HTML. The first reading builds, which takes seconds: beside the loop, not on it."""
        try:
            return await anyio.to_thread.run_sync(self._page.html)
        except CANNOT_BUILD as problem:  # whatever else is raised, the SDK keeps its text from the host
            raise ResourceError(str(problem)) from problem


def _joined(ask: Ask, base_url: str, wasm_keyword: bool, prefers_border: bool | None) -> Ask:
    # The keyword is no origin, so it passes by the ask's own check; it is added as the wire has it.
    needs = csp_needs(base_url, wasm_keyword)
    joined = replace(
        ask,
        connect=(*ask.connect, *needs.connect_domains),
        prefers_border=ask.prefers_border if prefers_border is None else prefers_border,
    )
    object.__setattr__(joined, "resources", (*ask.resources, *needs.resource_domains))
    return joined


def _folder_of(module: str) -> Path:
    """The folder from which the view's modules are imported.

    Raises:
        NoFolder: the view was declared where there is no file to ship, as in an interactive session.
    """
    file = getattr(sys.modules.get(module), "__file__", None)
    if file is None or module == "__main__":
        raise NoFolder(f"the view is declared in {module}, which a browser cannot import; put it into a module file")
    path = Path(file).resolve()
    inside = path.parent if path.name != "__init__.py" else path.parent.parent
    for _ in range(module.count(".")):
        inside = inside.parent
    return inside
