"""Signals: who is told what, and how often."""

import pytest

from viewsdk.browser.signals import Computed, Signal, Watcher, untracked


def test_a_watcher_is_told_once_until_it_runs_again() -> None:
    """Ten changes before the next drawing are one drawing. ours"""
    count, calls = Signal(0), []
    watcher = Watcher(lambda: calls.append(1))
    watcher.run(lambda: count.value)
    for number in range(1, 11):
        count.value = number
    assert [1] == calls
    assert 10 == watcher.run(lambda: count.value)
    count.value = 11
    assert [1, 1] == calls


def test_an_equal_value_tells_nobody() -> None:
    """Equality of the same type counts, so 1 and True differ. ours"""
    count, calls = Signal[object](1), []
    watcher = Watcher(lambda: calls.append(1))
    watcher.run(lambda: count.value)
    count.value = 1
    assert [] == calls
    count.value = True
    assert [1] == calls


def test_what_is_no_longer_read_is_no_longer_watched() -> None:
    """A branch not taken depends on nothing. ours"""
    first, second, calls = Signal(True), Signal("a"), []
    watcher = Watcher(lambda: calls.append(1))
    watcher.run(lambda: first.value and second.value)
    first.value = False
    watcher.run(lambda: first.value and second.value)
    second.value = "b"
    assert [1] == calls


def test_a_computed_value_is_worked_out_when_read_and_only_when_stale() -> None:
    """Lazy and remembered. ours"""
    count, worked = Signal(2), []
    double = Computed(lambda: worked.append(1) or count.value * 2)
    assert [] == worked
    assert (4, 4) == (double.value, double.value)
    assert [1] == worked
    count.value = 3
    assert 6 == double.value
    assert [1, 1] == worked


def test_a_watcher_of_a_computed_value_follows_its_signals() -> None:
    """Changes pass through computed values. ours"""
    count, calls = Signal(1), []
    double = Computed(lambda: count.value * 2)
    watcher = Watcher(lambda: calls.append(1))
    assert 2 == watcher.run(lambda: double.value)
    count.value = 5
    assert [1] == calls
    assert 10 == watcher.run(lambda: double.value)


def test_an_error_in_a_computation_is_raised_to_every_reader_and_can_heal() -> None:
    """Nothing is swallowed and nothing is remembered of a failure. ours"""
    count = Signal(0)
    inverse = Computed(lambda: 1 / count.value)
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            _ = inverse.value
    count.value = 4
    assert 0.25 == inverse.value


def test_untracked_reading_is_not_watched() -> None:
    """A value may be used without following it. ours"""
    count, calls = Signal(1), []
    watcher = Watcher(lambda: calls.append(1))
    watcher.run(lambda: untracked(lambda: count.value))
    count.value = 2
    assert [] == calls


def test_a_stopped_watcher_is_told_nothing() -> None:
    """After close nothing draws. ours"""
    count, calls = Signal(1), []
    watcher = Watcher(lambda: calls.append(1))
    watcher.run(lambda: count.value)
    watcher.stop()
    count.value = 2
    assert [] == calls


def test_values_that_cannot_be_compared_count_as_changed() -> None:
    """An array-like equality raises; the page draws rather than guesses. ours"""

    class Odd:
        def __eq__(self, other: object) -> bool:
            raise ValueError("ambiguous")

        __hash__ = None  # type: ignore[assignment]

    value, calls = Signal(Odd()), []
    watcher = Watcher(lambda: calls.append(1))
    watcher.run(lambda: value.value)
    value.value = Odd()
    assert [1] == calls


def test_a_computation_that_failed_is_tried_again_once_what_it_came_from_has_changed() -> None:
    """Its readers hear of the change, so that a page recovers from a bad value. ours"""
    seats = Signal(0)
    each = Computed(lambda: 12 // seats.value)
    heard: list[str] = []
    watcher = Watcher(lambda: heard.append("changed"))
    with pytest.raises(ZeroDivisionError):
        watcher.run(lambda: each.value)
    seats.value = 4
    assert ["changed"] == heard
    assert 3 == watcher.run(lambda: each.value)
    seats.value = 6
    assert ["changed", "changed"] == heard
