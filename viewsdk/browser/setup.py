"""What the start of a view gives the page: a document, a sink that reaches the host, sizes, insets, links.

Called once by `viewsdk.browser.boot` before the author's `main`. Theme and fonts are the shim's, before and after.
"""

from collections.abc import Mapping
from typing import Any

from viewsdk import App, PortClosed, ViewError
from viewsdk.browser.dom import DomDocument
from viewsdk.browser.errors import ErrorSink
from viewsdk.browser.javascript import js
from viewsdk.browser.motion_watch import MotionWatch
from viewsdk.browser.seen_watch import SeenWatch
from viewsdk.browser.size import SizeRule, SizeTeller
from viewsdk.browser.size_watch import SizeWatch
from viewsdk.browser.surface import Surface, current_surface
from viewsdk.browser.surroundings import surroundings_of
from viewsdk.browser.tasks import Tasks

__all__ = ["set_up"]

ROOT = "viewsdk-root"


async def set_up(app: App[Any], errors: ErrorSink, size: Mapping[str, Any] | None = None) -> None:
    """Makes the page's document current, and everything a view should not have to ask for.

    `size` is what the page last reported of itself (`width` and `height` in CSS pixels): it is not said twice.
    """
    page = js().document
    root = page.getElementById(ROOT) or page.body
    document = DomDocument(root)
    surface = Surface(document, errors)
    current_surface.set(surface)
    tasks = Tasks(errors)
    errors.set_log(lambda params: tasks.start(_log(app, params)))
    document.route_links(lambda address: tasks.start(_open(app, address)))
    sizes = SizeWatch(
        root,
        SizeTeller(SizeRule.of(app.context), _sides(size)),
        lambda width, height: tasks.start(_tell_size(app, width, height)),
        lambda warning: tasks.start(_log(app, {"level": "warning", "logger": "viewsdk", "data": warning})),
    )
    watches = (sizes, SeenWatch(root, surface.is_seen), MotionWatch(surface.reduces_motion))
    tasks.start(_follow(app, sizes, page.documentElement))

    @app.on_teardown
    def end() -> None:
        surface.close()
        for watch in watches:
            watch.close()
        document.close()


def _sides(size: Mapping[str, Any] | None) -> tuple[int, int] | None:
    return None if size is None or not {"width", "height"} <= size.keys() else (size["width"], size["height"])


async def _follow(app: App[Any], sizes: SizeWatch, html: Any) -> None:
    async for context in app.contexts():
        for name, value in surroundings_of(context).variables.items():
            html.style.setProperty(name, value)
        for name, value in surroundings_of(context).attributes.items():
            html.setAttribute(name, value)
        sizes.follow(context)


async def _tell_size(app: App[Any], width: int, height: int) -> None:
    # A page still changes while it is taken down; by then nobody is there to be told.
    try:
        await app.send_size_changed(width, height)
    except PortClosed:
        return


async def _log(app: App[Any], params: dict[str, Any]) -> None:
    # A host without a log misses the line; the error card and the console have it.
    try:
        await app.send_log(params["level"], params["data"], params["logger"])
    except ViewError:
        return


async def _open(app: App[Any], address: str) -> None:
    """Asks the host to open a link; what it says to that is its own to show, so a refusal is only noted."""
    try:
        await app.open_link(address)
    except ViewError as refusal:
        js().viewsdk.note(f"the link {address[:200]} was not opened: {refusal}")
