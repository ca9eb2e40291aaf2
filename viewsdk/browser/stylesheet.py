"""The stylesheet of a page that brings none of its own, as text for the build to put into `<head>`."""

from importlib.resources import files

__all__ = ["text"]


def text() -> str:
    """The CSS of `base.css`."""
    return files("viewsdk.browser").joinpath("base.css").read_text("utf-8")
