"""Installs a wheel from the asset origin, and uses it."""

import importlib

import js
from contract import Installs

from viewsdk import App
from viewsdk.browser.install import CannotInstall, install


async def main(app: App[Installs]) -> None:
    """Install the named wheel; show what its `greet` says, or why it could not be installed."""
    wheel = await app.result(Installs.launch)
    root = js.document.getElementById("viewsdk-root")
    try:
        await install(wheel.name)
        root.textContent = importlib.import_module("greeter").greet()
    except CannotInstall as problem:
        root.textContent = f"not installed: {problem}"
