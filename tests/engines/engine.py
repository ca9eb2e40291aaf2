"""What the smoke tests need of a browser engine, and what is said when one is not installed."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Protocol

ANSWER_LIMIT = 110.0  # seconds for one answer; starting from sources takes WebKit 30 on a busy machine


class MissingEngine(Exception):
    """An engine cannot be started; the message says what is missing and what to do."""


class EngineFailed(Exception):
    """An engine, or the page in it, answered with an error."""


class Engine(Protocol):
    """One running browser with one page."""

    name: str
    version: str

    async def open(self, url: str) -> None:
        """Leave the page for another."""
        ...

    async def ask(self, expression: str) -> Any:
        """The value of an expression in the page, awaited when it is a promise."""
        ...

    async def ask_view(self, expression: str) -> Any:
        """The same in the frame in the page."""
        ...

    async def click(self, selector: str) -> None:
        """Press an element in the frame the way a person would."""
        ...


def program(path: str, package: str, variable: str) -> str:
    """The path of a program that is there."""
    if Path(path).is_file() and os.access(path, os.X_OK):
        return path
    raise MissingEngine(
        f"{path} is missing: as root on Debian, make test-engines installs {package} (apt-get install {package}); "
        f"elsewhere install it and set {variable} to its path"
    )
