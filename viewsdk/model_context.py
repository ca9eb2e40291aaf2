"""`ModelContext`: named slots of what the model should know of the view, sent together and only as the last version.

The protocol replaces the whole context with each update (R54), so everything a view says has to be said again each
time; the slots keep it. Changes of one turn of the loop make one request, and while one is under way the later ones
wait and go out as one.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from pydantic import BaseModel

from viewsdk.protocol.jsonrpc import JsonObject

__all__ = ["Begin", "ModelContext", "Send", "text_of_slot"]

Send = Callable[[JsonObject], Awaitable[None]]
Begin = Callable[[Coroutine[Any, Any, None], str], "asyncio.Task[None]"]


class ModelContext:
    """Slots by name; setting one schedules the update. A failed update goes to the app's error sink."""

    def __init__(self, send: Send, begin: Begin) -> None:
        self._send = send
        self._begin = begin
        self._slots: JsonObject = {}
        self._is_dirty = False
        self._sending: asyncio.Task[None] | None = None

    def __setitem__(self, slot: str, value: Any) -> None:
        """Say something under a name: text, a JSON value, or a pydantic model."""
        said = value.model_dump(mode="json", by_alias=True) if isinstance(value, BaseModel) else value
        if slot not in self._slots or self._slots[slot] != said:
            self._slots[slot] = said
            self._changed()

    def __delitem__(self, slot: str) -> None:
        """Take back what was said under a name."""
        del self._slots[slot]
        self._changed()

    def __getitem__(self, slot: str) -> Any:
        """What is said under a name, as JSON."""
        return self._slots[slot]

    def __contains__(self, slot: str) -> bool:
        return slot in self._slots

    def __len__(self) -> int:
        return len(self._slots)

    async def flush(self) -> None:
        """Wait until no update is under way or due."""
        while self._sending is not None and not self._sending.done():
            await asyncio.wait([self._sending])

    def _changed(self) -> None:
        self._is_dirty = True
        if self._sending is None:
            self._sending = self._begin(self._update(), "the model context")

    async def _update(self) -> None:
        try:
            while self._is_dirty:
                self._is_dirty = False
                await self._send(dict(self._slots))
        finally:
            self._sending = None


def text_of_slot(name: str, value: Any) -> str:
    """A slot as text, headed by its name, for hosts that take text only."""
    return f"{name}: {value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)}"
