"""The door to JavaScript, opened when first used: everything else in this package imports on CPython as well.

Only `viewsdk.browser` and `viewsdk.ports.postmessage` go through such a door.
"""

from importlib import import_module
from typing import Any

__all__ = ["js", "proxy_of"]


def js() -> Any:
    """The page's global object. Raises ModuleNotFoundError outside a browser."""
    return import_module("js")


def proxy_of(function: Any) -> Any:
    """A function JavaScript may keep; whoever asked for it destroys it."""
    return import_module("pyodide.ffi").create_proxy(function)
