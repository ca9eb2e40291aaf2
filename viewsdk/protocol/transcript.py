"""What a JavaScript shim sent and heard before Python was up, as the shim hands it over.

It judges nothing: `ViewConnection.adopt` does.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, Literal, Self, cast

from viewsdk.protocol.jsonrpc import JsonObject, Notification, Request, decode

__all__ = ["Transcript", "TranscriptFrame"]


@dataclass(frozen=True, slots=True)
class TranscriptFrame:
    """One frame by its text; `at` is in milliseconds on the page's own clock."""

    direction: Literal["out", "in"]
    text: str
    at: float = 0.0


@dataclass(frozen=True, slots=True)
class Transcript:
    """Every frame in order, except partial inputs: the last of them is here, `partials` counts them all."""

    frames: tuple[TranscriptFrame, ...] = ()
    partials: int = 0
    boot: JsonObject = field(default_factory=dict[str, Any])

    @classmethod
    def from_json(cls, text: str) -> Self:
        """The transcript in the shim's JSON.

        Raises:
            ValueError: this is not the shim's JSON; the shim is ours, so this is a bug and not a peer's fault.
        """
        try:
            members = cast("JsonObject", json.loads(text))
            frames = tuple(_frame(entry) for entry in members["frames"])
            return cls(frames, int(members.get("partials", 0)), dict(members.get("boot", {})))
        except (KeyError, TypeError, AttributeError) as problem:
            raise ValueError(f"not a shim's transcript: {problem!r}") from problem

    def last_sent(self, method: str) -> JsonObject | None:
        """The params of the newest frame of this method that the shim sent."""
        for entry in reversed(self.frames):
            frame = decode(entry.text) if entry.direction == "out" else None
            if isinstance(frame, Notification | Request) and frame.method == method:
                return frame.params or {}
        return None


def _frame(entry: JsonObject) -> TranscriptFrame:
    if entry["direction"] not in ("out", "in") or not isinstance(entry["text"], str):
        raise ValueError(f"not a frame of a transcript: {entry!r}")
    return TranscriptFrame(entry["direction"], entry["text"], float(entry.get("at", 0.0)))
