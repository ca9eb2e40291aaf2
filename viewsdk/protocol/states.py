"""Every state of a conversation and every step between them: one table per role.

Two rules. Nothing about transitions lives anywhere else: both connections move only by these tables. And the tables do
not know who is reading them: each side holds a view machine and a host machine, moves its own by what it does and the
other by what it hears, so both peers are judged by the same rules. What is illegal for us raises; what is illegal for
the peer is traced. `docs/states.md` is drawn from these tables.

Source: protocol reference B.1, B.2, R30, R57 to R64, R72; facts heddle H56, H57, H70.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final, Generic, TypeVar

from viewsdk.protocol.local_errors import LocalProtocolError

__all__ = [
    "HOST_TABLE",
    "LAUNCH_TABLE",
    "VIEW_TABLE",
    "HostState",
    "HostStep",
    "LaunchState",
    "LaunchStep",
    "Machine",
    "ViewState",
    "ViewStep",
]


class ViewState(StrEnum):
    """Where a view is in its life."""

    CREATED = "created"
    INITIALIZING = "initializing"
    ANSWERED = "answered"
    READY = "ready"
    TEARING_DOWN = "tearing-down"
    TORN_DOWN = "torn-down"
    FAILED = "failed"
    CLOSED = "closed"


class ViewStep(StrEnum):
    """What a view does, or what is done to it."""

    INITIALIZE = "sends ui/initialize"
    ANSWER = "hears the answer"
    INITIALIZED = "sends initialized"
    SPEAK = "sends anything else of its own"
    GIVE_UP = "gives up on the handshake"
    TEARDOWN = "hears ui/resource-teardown"
    TEARDOWN_ANSWER = "answers ui/resource-teardown"
    CLOSE = "closes"


class HostState(StrEnum):
    """Where a host is with one mount of a view."""

    LISTENING = "listening"
    ANSWERED = "answered"
    READY = "ready"
    TEARING_DOWN = "tearing-down"
    ENDED = "ended"
    NAVIGATED = "navigated"
    CLOSED = "closed"


class HostStep(StrEnum):
    """What a host does, or what is done to it."""

    ANSWER = "answers ui/initialize"
    INITIALIZED = "hears initialized"
    SPEAK = "sends a request or notification"
    INITIALIZE_AGAIN = "hears ui/initialize after initialized"
    START_OVER = "serves ui/initialize after initialized (lenient)"
    TEARDOWN = "tears down"
    TEARDOWN_OVER = "hears the answer, or waits no longer"
    CLOSE = "closes"


class LaunchState(StrEnum):
    """How far the launch tool's data has come."""

    WAITING = "waiting"
    DRAFTING = "drafting"
    CALLED = "called"
    ENDED = "ended"


class LaunchStep(StrEnum):
    """What is sent of the launch tool's data."""

    PARTIAL = "tool-input-partial"
    INPUT = "tool-input"
    RESULT = "tool-result"
    CANCELLED = "tool-cancelled"


S = TypeVar("S", bound=StrEnum)
E = TypeVar("E", bound=StrEnum)
Table = Mapping[S, Mapping[E, S]]


def _frozen(table: dict[S, dict[E, S]]) -> Table[S, E]:
    return MappingProxyType({state: MappingProxyType(steps) for state, steps in table.items()})


_V, _VS = ViewState, ViewStep
VIEW_TABLE: Final = _frozen(
    {
        _V.CREATED: {_VS.INITIALIZE: _V.INITIALIZING, _VS.CLOSE: _V.CLOSED},
        _V.INITIALIZING: {
            _VS.INITIALIZE: _V.INITIALIZING,
            _VS.ANSWER: _V.ANSWERED,
            _VS.GIVE_UP: _V.FAILED,
            _VS.CLOSE: _V.CLOSED,
        },
        # A teardown before `initialized` is the host's mistake (R30): it is answered, and changes nothing.
        _V.ANSWERED: {_VS.INITIALIZED: _V.READY, _VS.CLOSE: _V.CLOSED},
        _V.READY: {_VS.SPEAK: _V.READY, _VS.TEARDOWN: _V.TEARING_DOWN, _VS.CLOSE: _V.CLOSED},
        # A hook may still call tools, and its host may ask twice.
        _V.TEARING_DOWN: {
            _VS.SPEAK: _V.TEARING_DOWN,
            _VS.TEARDOWN: _V.TEARING_DOWN,
            _VS.TEARDOWN_ANSWER: _V.TORN_DOWN,
            _VS.CLOSE: _V.CLOSED,
        },
        _V.TORN_DOWN: {_VS.SPEAK: _V.TORN_DOWN, _VS.TEARDOWN: _V.TEARING_DOWN, _VS.CLOSE: _V.CLOSED},
        _V.FAILED: {_VS.CLOSE: _V.CLOSED},
        _V.CLOSED: {_VS.INITIALIZE: _V.INITIALIZING},
    }
)

_H, _HS = HostState, HostStep
HOST_TABLE: Final = _frozen(
    {
        _H.LISTENING: {_HS.ANSWER: _H.ANSWERED, _HS.TEARDOWN: _H.ENDED, _HS.CLOSE: _H.CLOSED},
        # A second ui/initialize before initialized is a retry.
        _H.ANSWERED: {
            _HS.ANSWER: _H.ANSWERED,
            _HS.INITIALIZED: _H.READY,
            _HS.TEARDOWN: _H.ENDED,
            _HS.CLOSE: _H.CLOSED,
        },
        _H.READY: {
            _HS.SPEAK: _H.READY,
            _HS.INITIALIZE_AGAIN: _H.NAVIGATED,
            _HS.START_OVER: _H.ANSWERED,
            _HS.TEARDOWN: _H.TEARING_DOWN,
            _HS.CLOSE: _H.CLOSED,
        },
        _H.TEARING_DOWN: {
            _HS.SPEAK: _H.TEARING_DOWN,
            _HS.INITIALIZE_AGAIN: _H.NAVIGATED,
            _HS.TEARDOWN_OVER: _H.ENDED,
            _HS.CLOSE: _H.CLOSED,
        },
        _H.ENDED: {_HS.CLOSE: _H.CLOSED},
        _H.NAVIGATED: {_HS.CLOSE: _H.CLOSED},
        _H.CLOSED: {},
    }
)

_L, _LS = LaunchState, LaunchStep
LAUNCH_TABLE: Final = _frozen(
    {
        _L.WAITING: {_LS.PARTIAL: _L.DRAFTING, _LS.INPUT: _L.CALLED, _LS.CANCELLED: _L.ENDED},
        _L.DRAFTING: {_LS.PARTIAL: _L.DRAFTING, _LS.INPUT: _L.CALLED, _LS.CANCELLED: _L.ENDED},
        _L.CALLED: {_LS.RESULT: _L.ENDED, _LS.CANCELLED: _L.ENDED},
        _L.ENDED: {},
    }
)


class Machine(Generic[S, E]):
    """A place in a table; it moves only by the table's steps."""

    def __init__(self, table: Table[S, E], state: S) -> None:
        self._table = table
        self.state = state

    def allows(self, step: E) -> bool:
        """Whether the present state has this step."""
        return step in self._table[self.state]

    def move(self, step: E) -> None:
        """Take a step of our own.

        Raises:
            LocalProtocolError: the state does not allow it; it stays what it was.
        """
        if not self.follow(step):
            raise LocalProtocolError(f'in state "{self.state}" nobody "{step}"')

    def follow(self, step: E) -> bool:
        """Take a step that was heard of; False, and no change, when the state does not allow it."""
        after = self._table[self.state].get(step)
        if after is None:
            return False
        self.state = after
        return True
