"""Ports: how JSON-RPC text travels between a view and its host.

A port moves whole texts in order and knows nothing of their meaning. `memory_pair` joins two ends in one process;
viewsdk.ports.postmessage is the one a browser uses, and is never imported from here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, runtime_checkable

from viewsdk.ports.memory import memory_pair

__all__ = ["DirectPort", "Port", "memory_pair"]


class Port(Protocol):
    """One end of a conversation."""

    async def send(self, text: str) -> None:
        """Send one text; raises ConnectionError once the port has ended."""
        ...

    async def receive(self) -> str | None:
        """The next text, in order; None once the port has ended and everything that came before is received."""
        ...

    async def close(self) -> None:
        """End the port at both ends; closing twice is fine."""
        ...


@runtime_checkable
class DirectPort(Port, Protocol):
    """A port whose texts come and go by plain calls: no task and no turn of the loop between host and view.

    In a browser those turns cost more than everything else about a message; see viewsdk.ports.turn.
    """

    def listen(self, on_text: Callable[[str | bytes], None]) -> None:
        """From now on call this with each text, as str or UTF-8, in order; `receive` gets nothing any more."""
        ...

    def post(self, text: str) -> None:
        """Send one text; raises ConnectionError once the port has ended."""
        ...

    def want_every_partial(self) -> None:
        """Hand over every partial input; until then it may be only the newest of those that wait."""
        ...
