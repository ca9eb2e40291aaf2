"""`ViewState`: what a view remembers when its frame is rebuilt, keyed by `_meta.viewUUID` of the launch result.

It is kept in the frame's own storage where there is any, else through an app-only tool that the author granted (made
with `state_tool`), else nowhere: then loading and saving raise. It never pretends.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Never, Protocol, TypeVar

from pydantic import BaseModel, JsonValue, ValidationError

from viewsdk.errors import UnreadableResult, UnsupportedByHost
from viewsdk.protocol.jsonrpc import JsonObject
from viewsdk.results import summary
from viewsdk.tool import Tool

__all__ = ["StateReply", "StateRequest", "Storage", "ViewState", "state_tool"]

Model = TypeVar("Model", bound=BaseModel)


class Storage(Protocol):
    """Where texts outlive the frame, as `localStorage` does where the frame has an origin."""

    def get(self, key: str) -> str | None:
        """The text under a key, or None."""
        ...

    def set(self, key: str, text: str) -> None:
        """Keep a text under a key."""
        ...


class StateRequest(BaseModel):
    """Load what is kept under `key`, or keep `value` there if it is given."""

    key: str
    value: JsonValue = None


class StateReply(BaseModel):
    """What is kept under the key now; None if nothing is."""

    value: JsonValue = None


def state_tool(name: str) -> Tool[StateRequest, StateReply, Never]:
    """The tool a view keeps its state with; grant it with `Grant.app`, and let the server keep `value` by `key`."""
    return Tool(name, input=StateRequest, output=StateReply)


class ViewState:
    """The state of this one view of this one launch."""

    def __init__(
        self,
        storage: Storage | None,
        ask: Callable[[StateRequest], Awaitable[StateReply]] | None,
        launch_meta: Callable[[], Awaitable[JsonObject]],
    ) -> None:
        self._storage = storage
        self._ask = ask
        self._launch_meta = launch_meta

    async def load(self, model: type[Model]) -> Model | None:
        """What was saved, or None if nothing was.

        Raises:
            UnsupportedByHost: there is nowhere to keep state, or the launch result names no view.
            UnreadableResult: what was saved is no such model.
        """
        kept = await self._load(await self._key())
        if kept is None:
            return None
        try:
            return model.model_validate_json(kept) if isinstance(kept, str) else model.model_validate(kept)
        except ValidationError as problem:
            raise UnreadableResult(f"the saved state is no {model.__name__}: {summary(problem)}", kept) from problem

    async def save(self, state: BaseModel) -> None:
        """Keep a state in place of the one before; raises UnsupportedByHost as `load` does."""
        key = await self._key()
        if self._storage is not None:
            self._storage.set(key, state.model_dump_json())
        elif self._ask is not None:
            await self._ask(StateRequest(key=key, value=state.model_dump(mode="json")))

    async def _load(self, key: str) -> Any:
        if self._storage is not None:
            return self._storage.get(key)
        return None if self._ask is None else (await self._ask(StateRequest(key=key))).value

    async def _key(self) -> str:
        if self._storage is None and self._ask is None:
            raise UnsupportedByHost("state", "the frame has no storage, and the view grants no state_tool")
        identity = (await self._launch_meta()).get("viewUUID")
        if not isinstance(identity, str) or not identity:
            raise UnsupportedByHost("state", "the launch result carries no _meta.viewUUID")
        return f"viewsdk:{identity}"
