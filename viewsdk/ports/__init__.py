"""Ports: how JSON-RPC text travels between a view and its host.

A port moves whole texts in order and knows nothing of their meaning. `memory_pair` joins two ends in one process;
viewsdk.ports.postmessage is the one a browser uses, and is never imported from here.
"""

from __future__ import annotations

from typing import Protocol

from viewsdk.ports.memory import memory_pair

__all__ = ["Port", "memory_pair"]


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
