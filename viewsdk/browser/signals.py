"""State a page follows: a signal's readers are drawn again when it changes.

Reading `signal.value` while a page draws makes that page depend on it. There is no loop and no thread here, and an
error raised by a watcher's callback is the caller's: nothing is caught.
"""

from collections.abc import Callable
from typing import Any, Generic, Protocol, TypeVar

__all__ = ["Computed", "Signal", "Watcher", "untracked"]

T = TypeVar("T")

_readers: list["_Reader | None"] = []
"""Who reads right now, innermost last; None hides the ones outside it."""


class _Reader(Protocol):
    def depend(self, source: "_Source") -> None: ...

    def changed(self) -> None: ...


class _Source:
    """Something that can be read and that tells its readers when it changed."""

    __slots__ = ("_listeners",)

    def __init__(self) -> None:
        # A dict keeps the order of subscription, so that redraws happen in a repeatable order.
        self._listeners: dict[_Reader, None] = {}

    def _read_by_current(self) -> None:
        if _readers and (reader := _readers[-1]) is not None:
            self._listeners[reader] = None
            reader.depend(self)

    def _forget(self, reader: _Reader) -> None:
        self._listeners.pop(reader, None)

    def _tell(self) -> None:
        for reader in tuple(self._listeners):
            reader.changed()


class _Tracker:
    """Remembers what was read, so that it can be dropped before the next reading."""

    __slots__ = ("__weakref__", "_sources")

    def __init__(self) -> None:
        self._sources: list[_Source] = []

    def depend(self, source: _Source) -> None:
        self._sources.append(source)

    def _drop_sources(self, reader: Any) -> None:
        for source in self._sources:
            source._forget(reader)  # pyright: ignore[reportPrivateUsage]  # same module, one mechanism
        self._sources.clear()


class Signal(_Source, Generic[T]):
    """A value that can be replaced: `count.value`, `count.value = 3`, `count.update(lambda n: n + 1)`.

    Setting an equal value tells nobody. A list changed in place is the same value: set a new list.
    """

    __slots__ = ("_value",)

    def __init__(self, value: T) -> None:
        super().__init__()
        self._value = value

    @property
    def value(self) -> T:
        """The present value; reading it while a page draws makes the page follow it."""
        self._read_by_current()
        return self._value

    @value.setter
    def value(self, value: T) -> None:
        if value is self._value or _equal(value, self._value):
            return
        self._value = value
        self._tell()

    def update(self, change: Callable[[T], T]) -> None:
        """Replaces the value by `change` of it."""
        self.value = change(self._value)

    def __repr__(self) -> str:
        return f"Signal({self._value!r})"


class Computed(_Source, Generic[T]):
    """A value worked out from signals, when it is read and something it came from has changed."""

    __slots__ = ("_compute", "_has_told", "_stale", "_tracker", "_value")

    def __init__(self, compute: Callable[[], T]) -> None:
        super().__init__()
        self._compute = compute
        self._tracker = _Tracker()
        self._stale = True
        self._has_told = True  # nobody has read it yet
        self._value: T

    @property
    def value(self) -> T:
        """The value as of now; an error of the computation is raised here, on every reading."""
        self._read_by_current()
        self._has_told = False  # also where the computation fails: its readers wait for a better value
        if self._stale:
            self._tracker._drop_sources(self)  # pyright: ignore[reportPrivateUsage]  # same module
            self._value = _reading(self, self._compute)
            self._stale = False
        return self._value

    def depend(self, source: _Source) -> None:
        self._tracker.depend(source)

    def changed(self) -> None:
        self._stale = True
        if not self._has_told:
            self._has_told = True
            self._tell()


class Watcher(_Tracker):
    """Runs a function and calls back once when anything it read has changed."""

    __slots__ = ("_clean", "_on_change")

    def __init__(self, on_change: Callable[[], None]) -> None:
        super().__init__()
        self._on_change = on_change
        self._clean = False

    def run(self, function: Callable[[], T]) -> T:
        """What `function` returns; from now on its readings are the ones watched."""
        self._drop_sources(self)
        self._clean = True
        return _reading(self, function)

    def changed(self) -> None:
        if self._clean:
            self._clean = False
            self._on_change()

    def stop(self) -> None:
        """Watches nothing any more."""
        self._clean = False
        self._drop_sources(self)


def untracked(function: Callable[[], T]) -> T:
    """What `function` returns, without making anybody depend on what it reads."""
    _readers.append(None)
    try:
        return function()
    finally:
        _readers.pop()


def _reading(reader: _Reader, function: Callable[[], T]) -> T:
    _readers.append(reader)
    try:
        return function()
    finally:
        _readers.pop()


def _equal(left: object, right: object) -> bool:
    # Values that cannot say (arrays, or types that compare to something that is no truth value) count as changed.
    try:
        return type(left) is type(right) and bool(left == right)
    except Exception:
        return False
