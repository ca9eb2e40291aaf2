"""Origins that a view may ask to reach, read from what a server wrote.

It decides nothing about allowances: it parses, and what it cannot parse it refuses with a reason. Source: protocol
reference C.9 and D.3, facts heddle H46 and the ruling on wildcards.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final
from urllib.parse import SplitResult, urlsplit

__all__ = ["SCHEMES", "WASM_KEYWORD", "CspOrigin", "parse_origin"]

WASM_KEYWORD: Final = "'wasm-unsafe-eval'"
"""Asks for WebAssembly: the specification has no key for it, and some hosts take it as a resource domain."""
SCHEMES: Final = {"https": 443, "http": 80, "wss": 443, "ws": 80}  # with the port that goes without saying

# Anything else could end a directive or smuggle a keyword into the policy (D.3).
_LEGAL: Final = re.compile(r"[A-Za-z0-9.:/\-*\[\]]+")
_HOST: Final = re.compile(r"(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*|\[[0-9a-f:.]+\]")


@dataclass(frozen=True, slots=True, order=True)
class CspOrigin:
    """One origin, or with `is_wildcard` every host below it; `port` is None for the scheme's own."""

    scheme: str
    host: str
    port: int | None = None
    is_wildcard: bool = False

    def __str__(self) -> str:
        host = f"*.{self.host}" if self.is_wildcard else self.host
        return f"{self.scheme}://{host}" if self.port is None else f"{self.scheme}://{host}:{self.port}"


def parse_origin(text: str) -> CspOrigin | str:
    """The origin a text names, in canonical form, or the reason it names none."""
    if not _LEGAL.fullmatch(text):
        return "a character that no origin has"
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError as problem:
        return str(problem)
    return _reason_against(text, parts) or _origin(parts, port)


def _reason_against(text: str, parts: SplitResult) -> str | None:
    if parts.scheme not in SCHEMES or not text[len(parts.scheme) :].startswith("://"):
        return f"the scheme is not one of {', '.join(SCHEMES)}"
    if parts.path not in ("", "/"):
        return "an origin has no path"
    return None


def _origin(parts: SplitResult, port: int | None) -> CspOrigin | str:
    # `hostname` takes the brackets off an IPv6 address; netloc keeps them.
    host = parts.netloc.lower()
    if port is not None:
        host = host.rpartition(":")[0]
    wild = host.startswith("*.")
    host = host.removeprefix("*.")
    if not _HOST.fullmatch(host):
        return "not a host name"
    if wild and "." not in host:
        return "a wildcard over a whole top-level domain"
    return CspOrigin(parts.scheme, host, None if port == SCHEMES[parts.scheme] else port, wild)
