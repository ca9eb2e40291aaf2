"""The stylesheet of a page that brings none of its own, as text for the build to put into `<head>`."""

from importlib.resources import files

__all__ = ["text"]


SHEETS = ("base.css", "parts.css")


def text() -> str:
    """The CSS of all sheets, in the order in which they override each other."""
    folder = files("viewsdk.browser")
    return "\n".join(folder.joinpath(sheet).read_text("utf-8") for sheet in SHEETS)
