"""The view's page as an MCP resource: its HTML, built when it is first read, and what it asks of the host.

Listing and content carry the same `_meta.ui`, because both come from one value made before anybody asks. How the page
gets its files is `viewsdk.bundle.deliver`'s affair; `viewsdk.server.view_server` serves them where they go through MCP.
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
from viewsdk.bundle.bridge import AssetReader
from viewsdk.bundle.compile import MakerFailed
from viewsdk.bundle.csp import csp_needs
from viewsdk.bundle.deliver import DELIVERY_VARIABLE, Delivered, Delivery, ViewPage, deliver
from viewsdk.bundle.locate import MissingInput, cache_folder
from viewsdk.bundle.prepare import prepare
from viewsdk.bundle.serve import AssetServer
from viewsdk.view import Declaration

__all__ = ["ASSETS_VARIABLE", "CANNOT_BUILD", "NoFolder", "Page", "PageResource", "UnknownDelivery"]

ASSETS_VARIABLE = "VIEWSDK_ASSETS_URL"


class UnknownDelivery(ValueError):
    """`$VIEWSDK_DELIVERY` is none of the deliveries there are."""


class NoFolder(ValueError):
    """The view's module lies in no file that could be shipped."""


# What is missing or wrong on the server's side, each a sentence that says what to do.
CANNOT_BUILD = (BadReference, MakerFailed, MissingInput, NoFolder, UnwritableFolder)

_STARTING = Lock()  # two hosts may read the page at once, each on a worker thread


@dataclass
class Page:
    """One view's page: where its code starts, how it gets its files, what it asks for."""

    view: Declaration
    entry: str
    assets_url: str | None = None
    wasm_keyword: bool = True
    prefers_border: bool | None = None
    fallback: str | None = None
    chosen: Delivery | None = None
    usual: Delivery = Delivery.LINKED
    """The delivery where nobody chose one: neither the author, nor the environment, nor by naming an assets URL."""
    _reader: AssetReader | None = field(default=None, init=False)
    _is_serving: bool = field(default=False, init=False)

    @property
    def delivery(self) -> Delivery:
        """How the page gets its files.

        Raises:
            UnknownDelivery: the environment names one that does not exist.
        """
        named = os.environ.get(DELIVERY_VARIABLE)
        if self.chosen is not None or not named:
            return self.chosen or (Delivery.LINKED if self._given_url else self.usual)
        try:
            return Delivery(named)
        except ValueError:
            known = ", ".join(Delivery)
            raise UnknownDelivery(f"${DELIVERY_VARIABLE} is {named!r}; it must be one of {known}") from None

    @cached_property
    def assets(self) -> "AssetServer | str":
        """The URL of the assets, or the server in this process that will serve them: its port is taken from now on."""
        return self._given_url or AssetServer(cache_folder() / "assets")

    @property
    def base_url(self) -> str:
        """Where a linked page fetches its assets from, ending in a slash."""
        url = self.assets if isinstance(self.assets, str) else self.assets.url
        return url if url.endswith("/") else f"{url}/"

    @property
    def meta(self) -> dict[str, Any]:
        """The resource's `_meta`: the view's own ask, and what its page needs to start."""
        base_url = self.base_url if self.delivery is Delivery.LINKED else None
        return {"ui": _joined(self.view.ask, base_url, self.wasm_keyword, self.prefers_border).resource_meta()}

    def html(self) -> str:
        """The page; builds what it needs, and serves it if this process is to."""
        return self._deliver().html

    def asset(self, uri: str) -> bytes:
        """Part of a file of the page, where those go through the host; raises bridge.NoSuchChunk."""
        if self._reader is None:  # the host kept the page of an earlier process
            self._deliver()
        assert self._reader is not None
        return self._reader.read(uri)

    def close(self) -> None:
        """Gives the port back, if this process had one for the assets."""
        if "assets" in self.__dict__ and isinstance(self.assets, AssetServer):
            if self._is_serving:
                self.assets.shutdown()
            self.assets.server_close()

    @property
    def _given_url(self) -> str | None:
        return self.assets_url or os.environ.get(ASSETS_VARIABLE)

    def _deliver(self) -> Delivered:
        module = self.view.view.__module__
        reference = f"{module}:{self.view.view.__qualname__}"
        prepared = prepare(_folder_of(module), reference, self.entry)
        page = ViewPage(
            self.view.uri,
            reference,
            self.entry,
            self.view.title,
            app={"capabilities": self.view.app_capabilities},
            fallback={"html": self.fallback} if self.fallback is not None else None,
        )
        is_linked = self.delivery is Delivery.LINKED
        if is_linked:
            self._serve()
        made = deliver(page, prepared, self.delivery, self.base_url if is_linked else "")
        self._reader = AssetReader(made.prepared.folder, made.prepared.files, self.view.uri)
        return made

    def _serve(self) -> None:
        with _STARTING:
            if isinstance(self.assets, AssetServer) and not self._is_serving:
                self.assets.start()
                self._is_serving = True


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


def _joined(ask: Ask, base_url: str | None, wasm_keyword: bool, prefers_border: bool | None) -> Ask:
    return replace(
        ask,
        connect=(*ask.connect, *csp_needs(base_url).connect_domains),
        wasm=ask.wasm or wasm_keyword,
        prefers_border=ask.prefers_border if prefers_border is None else prefers_border,
    )


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
