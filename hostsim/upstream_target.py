"""Which server to talk to: a Python file, a command, or the URL of a running one.

It starts nothing (`hostsim.upstream` does). Pure but for looking whether a path exists.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

__all__ = ["Command", "Target", "TargetError", "Url", "target_of"]

SERVER_FILE = "server.py"
MAX_SHOWN = 100  # characters of a command in a sentence
_EXAMPLE_URL = "http://127.0.0.1:8000/mcp"


class TargetError(ValueError):
    """A target that names no server, and what would."""


@dataclass(frozen=True, slots=True)
class Command:
    """A server to start as a process that speaks MCP over its standard streams.

    `variables` are set in its environment, over those of this process.
    """

    argv: tuple[str, ...]
    variables: Mapping[str, str] = field(default_factory=dict[str, str])

    def __str__(self) -> str:
        words = " ".join(" ".join([Path(self.argv[0]).name, *self.argv[1:]]).split())
        return words if len(words) <= MAX_SHOWN else words[:MAX_SHOWN] + "…"


@dataclass(frozen=True, slots=True)
class Url:
    """A server that already runs, at a streamable HTTP address."""

    url: str

    def __str__(self) -> str:
        return self.url


Target = Command | Url


def target_of(words: Sequence[str]) -> Target:
    """Reads a target: a folder with a server.py, a Python file, an http(s) URL, or a command with its arguments.

    Raises TargetError.
    """
    if not words:
        raise TargetError("no server named: give a folder with a server.py, a Python file, an MCP URL, or -- COMMAND")
    if len(words) > 1:
        return Command(tuple(words))
    word = words[0]
    if word.startswith(("http://", "https://")):
        return _url(word)
    return _file(Path(word))


def _url(word: str) -> Url:
    try:
        parts = urlsplit(word)
        is_usable = bool(parts.hostname) and parts.port != 0
    except ValueError as error:  # brackets that hold no address, a port that is no number
        raise TargetError(f"{word} is no URL ({error}); an MCP URL looks like {_EXAMPLE_URL}") from error
    if not is_usable:
        raise TargetError(f"{word} names no host; an MCP URL looks like {_EXAMPLE_URL}")
    return Url(word)


def _file(path: Path) -> Command:
    if path.is_dir():
        path = path / SERVER_FILE
        if not path.is_file():
            raise TargetError(f"{path.parent} holds no {SERVER_FILE}, the file that starts its MCP server")
    if path.suffix == ".py":
        if not path.is_file():
            raise TargetError(f"there is no file {path}")
        return Command((sys.executable, str(path)))
    if shutil.which(path) is None:
        raise TargetError(
            f"{path} is neither a folder with a {SERVER_FILE}, nor a Python file, an http(s) URL or a command"
        )
    return Command((str(path),))
