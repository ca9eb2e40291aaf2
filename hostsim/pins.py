"""The first bytes seen of each page, by digest: other bytes under the same name are refused until accepted.

It opens no file (`hostsim.pin_file` does) and shows nothing. Pure. Spec: Security > predeclared review (R88).
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NewType, cast

__all__ = ["Changed", "PinError", "PinKey", "Pins", "page_digest", "read_pins", "write_pins"]

Digest = NewType("Digest", str)


class PinError(ValueError):
    """A pin file that cannot be trusted: what is wrong with it."""


@dataclass(frozen=True, slots=True)
class PinKey:
    """Whose page: the server's name and the page's URI."""

    server: str
    uri: str


@dataclass(frozen=True, slots=True)
class Changed:
    """A page that is not the one seen first, with both digests."""

    key: PinKey
    seen_first: Digest
    seen_now: Digest

    def __str__(self) -> str:
        return (
            f"the page {self.key.uri} of {self.key.server} is not the one seen first: "
            f"it was {self.seen_first} and is {self.seen_now}"
        )


_OWN_PORT = re.compile(r"(https?://(?:127\.0\.0\.1|localhost|\[::1\])):\d+")


def page_digest(html: str) -> Digest:
    """Returns the digest of a page's text, without the ports of this machine: a server takes another at each start."""
    text = _OWN_PORT.sub(r"\1", html)
    return Digest("sha256:" + hashlib.sha256(text.encode("utf-8", errors="surrogatepass")).hexdigest())


@dataclass(frozen=True, slots=True)
class Pins:
    """The digests kept, by page."""

    digests: Mapping[PinKey, Digest] = field(default_factory=dict[PinKey, Digest])

    def judge(self, key: PinKey, html: str) -> Changed | None:
        """Returns how a page differs from the one seen first; None for the same, and for one never seen."""
        first, now = self.digests.get(key), page_digest(html)
        return None if first is None or first == now else Changed(key, first, now)

    def knows(self, key: PinKey) -> bool:
        """Says whether a page was seen before."""
        return key in self.digests

    def keep(self, key: PinKey, html: str) -> Pins:
        """Returns the pins with this page as the one to expect: the first time, or when a person accepts it."""
        return replace(self, digests={**self.digests, key: page_digest(html)})


def read_pins(text: str) -> Pins:
    """Reads pins as `write_pins` wrote them; a blank text holds none. Raises PinError, also for a page pinned twice."""
    digests: dict[PinKey, Digest] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        key, digest = _pin(line, number)
        if key in digests:
            raise PinError(f"line {number}: {key.uri} of {key.server} is pinned twice")
        digests[key] = digest
    return Pins(digests)


def write_pins(pins: Pins) -> str:
    """Returns pins as text, sorted, one a line, so that a line can be deleted by hand."""
    rows = [
        json.dumps({"server": key.server, "uri": key.uri, "digest": digest}, ensure_ascii=False) + "\n"
        for key, digest in sorted(pins.digests.items(), key=lambda pin: (pin[0].server, pin[0].uri))
    ]
    return "".join(rows)


def _pin(line: str, number: int) -> tuple[PinKey, Digest]:
    try:
        entry: object = json.loads(line)
    except ValueError as error:
        raise PinError(f"line {number}: not JSON: {error}") from error
    members = cast("dict[str, Any]", entry) if isinstance(entry, dict) else {}
    server, uri, digest = (members.get(name) for name in ("server", "uri", "digest"))
    if not (isinstance(server, str) and isinstance(uri, str) and isinstance(digest, str)):
        raise PinError(f"line {number}: server, uri and digest are needed, each a text")
    if not digest.startswith("sha256:") or len(digest) != len("sha256:") + 64:
        raise PinError(f"line {number}: {digest!r} is no sha256 digest")
    return PinKey(server, uri), Digest(digest)
