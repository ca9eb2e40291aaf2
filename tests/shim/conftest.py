"""One browser per test module of the shim, and what the tests send through it."""

from collections.abc import AsyncGenerator

import pytest

from tests.shim.scripted import ScriptedHost, browser, scripted_host


@pytest.fixture
async def host() -> AsyncGenerator[ScriptedHost]:
    """A scripted host page in a fresh browser."""
    async with browser() as running, scripted_host(running) as page:
        yield page
