"""No test waits for ever: coroutines end by a timeout inside their loop, everything else by an alarm.

The timeout leaves the loop and the fixtures of other tests whole; the alarm, a few seconds later, does not ask. When
not even the alarm is heard, every thread's stack is shown and the run ends.
"""

from __future__ import annotations

import asyncio
import faulthandler
import signal
from collections.abc import AsyncGenerator, Callable, Generator
from functools import wraps
from inspect import isasyncgenfunction, iscoroutinefunction
from typing import Any

import pytest

from hostsim.settings import settings

GRACE = 5  # seconds between the polite end and the alarm
LAST_GRACE = 30


def limit_of(node: pytest.Item | pytest.Collector) -> float:
    """How many seconds a test, or what it is set up by, may take."""
    marker = node.get_closest_marker("limit")
    if marker:
        return float(marker.args[0])
    return settings().browser_test_limit if node.get_closest_marker("browser") else settings().test_limit


def bounded(function: Callable[..., Any], limit: float) -> Callable[..., Any]:
    """The same coroutine function or asynchronous fixture, each of its waits within the limit; others unchanged."""
    if isasyncgenfunction(function):
        return _bounded_fixture(function, limit)
    if not iscoroutinefunction(function):
        return function

    @wraps(function)
    async def call(*args: Any, **kwargs: Any) -> Any:
        async with asyncio.timeout(limit):
            return await function(*args, **kwargs)

    return call


def _bounded_fixture(function: Callable[..., AsyncGenerator[Any]], limit: float) -> Callable[..., AsyncGenerator[Any]]:
    @wraps(function)
    async def fixture(*args: Any, **kwargs: Any) -> AsyncGenerator[Any]:
        steps = function(*args, **kwargs)
        async with asyncio.timeout(limit):
            value = await anext(steps)
        yield value
        async with asyncio.timeout(limit):
            await anext(steps, None)

    return fixture


def alarmed(item: pytest.Item) -> Generator[None, None, None]:
    """Fail a phase of a test by an alarm when its time is over."""
    limit = limit_of(item)

    def expire(*_: object) -> None:
        pytest.fail(f"still running after {limit:g} s")

    before = signal.signal(signal.SIGALRM, expire)
    signal.setitimer(signal.ITIMER_REAL, limit + GRACE)
    faulthandler.dump_traceback_later(limit + LAST_GRACE, exit=True)
    try:
        yield
    finally:
        faulthandler.cancel_dump_traceback_later()
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
