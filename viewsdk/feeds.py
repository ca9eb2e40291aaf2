"""`Feed`: values handed to any number of consumers, each at its own pace, by a reader that never waits for them."""

from __future__ import annotations

import asyncio
import weakref
from collections import deque
from collections.abc import Callable, Iterable
from typing import Generic, Self, TypeVar

__all__ = ["Feed", "Subscription"]

T = TypeVar("T")


class Subscription(Generic[T]):
    """One consumer's queue, as an async iterator; `replaces` says whether a new value makes the last unread one old."""

    def __init__(self, first: Iterable[T] = (), replaces: Callable[[T, T], bool] | None = None) -> None:
        self._items: deque[T] = deque(first)
        self._replaces = replaces
        self._waiter: asyncio.Future[None] | None = None
        self._has_ended = False
        self._error: Exception | None = None

    def push(self, item: T) -> None:
        """Hand over a value."""
        if self._replaces is not None and self._items and self._replaces(self._items[-1], item):
            self._items[-1] = item
        else:
            self._items.append(item)
        self._wake()

    def end(self, error: Exception | None = None) -> None:
        """Let the consumer stop, or raise `error`, after what it was handed; the first end counts."""
        if self._has_ended:
            return
        self._has_ended = True
        self._error = error
        self._wake()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> T:
        while not self._items:
            if self._has_ended:
                raise self._error or StopAsyncIteration
            # Not loop.create_future(): see viewsdk.ports.inbox.
            self._waiter = asyncio.Future(loop=asyncio.get_running_loop())
            await self._waiter
        return self._items.popleft()

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)


class Feed(Generic[T]):
    """Hands every value to all present subscriptions; one that is no longer held anywhere is forgotten."""

    def __init__(self) -> None:
        # Not a WeakSet, whose iteration costs more than handing over a value.
        self._subscriptions: list[weakref.ref[Subscription[T]]] = []

    def subscribe(self, first: Iterable[T] = (), replaces: Callable[[T, T], bool] | None = None) -> Subscription[T]:
        """A new consumer, which gets `first` and then everything pushed from now on."""
        subscription = Subscription(first, replaces)
        self._subscriptions.append(weakref.ref(subscription))
        return subscription

    def push(self, item: T) -> None:
        """Hand a value to everybody."""
        for subscription in self._present():
            subscription.push(item)

    def end(self, error: Exception | None = None) -> None:
        """End every subscription."""
        for subscription in self._present():
            subscription.end(error)
        self._subscriptions.clear()

    def _present(self) -> list[Subscription[T]]:
        """The subscriptions that somebody still holds; the others are forgotten."""
        found = [(held, subscription) for held in self._subscriptions if (subscription := held()) is not None]
        if len(found) < len(self._subscriptions):
            self._subscriptions = [held for held, _ in found]
        return [subscription for _, subscription in found]
