"""Waiting for what no event tells of."""

import asyncio
from collections.abc import Callable
from typing import Any


async def until(condition: Callable[[], Any]) -> Any:
    """The condition's value, once it is true; the trace has no event of its own to wait for."""
    async with asyncio.timeout(10):
        while not (value := condition()):
            await asyncio.sleep(0.02)
    return value
