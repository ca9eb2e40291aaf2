"""Asking the host's model: the messages out and the answer back. Source: A.1 `sampling/createMessage` (draft), R36."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BeforeValidator

from viewsdk.protocol.content import Role
from viewsdk.protocol.jsonrpc import JsonObject
from viewsdk.protocol.results import CreateMessageResult
from viewsdk.protocol.wire import Lax, WireModel

__all__ = ["Blocks", "SamplingMessage", "SamplingResult"]


def _as_list(content: Any) -> Any:
    return [content] if isinstance(content, dict) else content


# One block or several on the wire; always several here. Blocks stay JSON: a model's may be of kinds we do not know.
Blocks = Annotated[list[JsonObject], BeforeValidator(_as_list)]


class SamplingMessage(WireModel):
    """One turn of the conversation the host's model is shown."""

    role: Annotated[Role, Lax]
    content: Blocks

    @classmethod
    def of_user(cls, text: str) -> SamplingMessage:
        """What the user says."""
        return cls(role=Role.USER, content=[{"type": "text", "text": text}])


class SamplingResult(CreateMessageResult):
    """What the host's model answered, always as blocks; which model is the host's choice."""

    content: Blocks  # pyright: ignore[reportIncompatibleVariableOverride] -- frozen, so narrower is safe

    @property
    def text(self) -> str:
        """The text blocks of the answer, joined."""
        return "".join(str(block.get("text", "")) for block in self.content if block.get("type") == "text")
