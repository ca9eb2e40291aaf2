"""The state tables and the machine that moves by them."""

from collections import deque
from collections.abc import Mapping
from enum import StrEnum

import pytest

from tests.protocol.states_document import DOCUMENT, document
from viewsdk.protocol.local_errors import LocalProtocolError
from viewsdk.protocol.states import (
    HOST_TABLE,
    LAUNCH_TABLE,
    VIEW_TABLE,
    HostState,
    HostStep,
    LaunchState,
    LaunchStep,
    Machine,
    ViewState,
    ViewStep,
)

Table = Mapping[StrEnum, Mapping[StrEnum, StrEnum]]
TABLES = [
    (VIEW_TABLE, ViewState, ViewStep, ViewState.CREATED),
    (HOST_TABLE, HostState, HostStep, HostState.LISTENING),
    (LAUNCH_TABLE, LaunchState, LaunchStep, LaunchState.WAITING),
]


@pytest.mark.parametrize(("table", "states", "steps", "start"), TABLES)
def test_a_table_is_total_over_its_states(
    table: Table, states: type[StrEnum], steps: type[StrEnum], start: StrEnum
) -> None:
    """Every state has an entry, every step leads somewhere known, every step is used. agentgem:A29"""
    assert set(states) == set(table)
    assert {after for row in table.values() for after in row.values()} <= set(states)
    assert {step for row in table.values() for step in row} == set(steps)


@pytest.mark.parametrize(("table", "states", "steps", "start"), TABLES)
def test_every_state_can_be_reached(table: Table, states: type[StrEnum], steps: type[StrEnum], start: StrEnum) -> None:
    """A state nobody can be in would be dead code."""
    seen, todo = {start}, deque([start])
    while todo:
        for after in table[todo.popleft()].values():
            if after not in seen:
                seen.add(after)
                todo.append(after)

    assert set(states) == seen


def test_a_view_can_be_closed_and_torn_down_at_any_point() -> None:
    """Once it is initialized, teardown may come at any time, and again. R72"""
    living = {ViewState.READY, ViewState.TEARING_DOWN, ViewState.TORN_DOWN}

    assert living == {state for state, row in VIEW_TABLE.items() if ViewStep.TEARDOWN in row}
    assert {ViewState.CLOSED} == {state for state, row in VIEW_TABLE.items() if ViewStep.CLOSE not in row}


def test_a_host_speaks_only_between_initialized_and_the_end() -> None:
    """Nothing but answers leaves a host in any other state. R30"""
    assert {HostState.READY, HostState.TEARING_DOWN} == {
        state for state, row in HOST_TABLE.items() if HostStep.SPEAK in row
    }


def test_an_illegal_step_of_our_own_raises_and_changes_nothing() -> None:
    """The message says which step in which state."""
    machine = Machine[LaunchState, LaunchStep](LAUNCH_TABLE, LaunchState.WAITING)

    with pytest.raises(LocalProtocolError, match='in state "waiting" nobody "tool-result"'):
        machine.move(LaunchStep.RESULT)
    assert LaunchState.WAITING is machine.state


def test_an_illegal_step_that_was_heard_changes_nothing() -> None:
    """It is for whoever heard it to say so."""
    machine = Machine[LaunchState, LaunchStep](LAUNCH_TABLE, LaunchState.WAITING)

    assert not machine.follow(LaunchStep.RESULT)
    assert machine.allows(LaunchStep.INPUT)
    assert machine.follow(LaunchStep.INPUT)
    machine.move(LaunchStep.RESULT)
    assert LaunchState.ENDED is machine.state


def test_the_documentations_diagrams_are_the_tables() -> None:
    """Run `python -m tests.protocol.states_document` after changing a table."""
    assert document() == DOCUMENT.read_text(encoding="utf-8")
