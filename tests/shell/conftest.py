"""A scripted server behind a real host, with a page the test writes."""

import json
import sys
from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser

from hostsim.headless import Spectator, spectate
from hostsim.run import Wanted, hosting
from hostsim.settings import settings
from hostsim.upstream_target import Command

HERE = Path(__file__).resolve().parent
SERVER = HERE / "scripted_server.py"
PAGES = HERE / "pages"
PLAIN = PAGES / "plain.html"
POLICY = '[views."ui://scripted/page"]\ncall = ["echo", "stop", "wait"]\n'

Scripted = Callable[..., Wanted]
Show = Callable[[Wanted], AbstractAsyncContextManager[Spectator]]


@pytest.fixture
def called(tmp_path: Path) -> Callable[[], list[dict[str, Any]]]:
    """The tool calls that reached the server, in order."""
    log = tmp_path / "calls.jsonl"
    return lambda: [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []


@pytest.fixture
def scripted(tmp_path: Path) -> Scripted:
    """Makes what is wanted: the scripted server with its options, and a page of the test's own if it gives one."""

    def make(*options: str, page: str | None = None, policy: str = POLICY, **more: Any) -> Wanted:
        file = PLAIN
        if page is not None:
            file = tmp_path / "page.html"
            file.write_text(page)
        rules = tmp_path / "policy.toml"
        rules.write_text(policy)
        words = (sys.executable, str(SERVER), "--page", str(file), "--log", str(tmp_path / "calls.jsonl"), *options)
        return Wanted(target=Command(words), policy=rules, is_watched=True, **more)

    return make


@pytest.fixture
def show(browser: Browser) -> Show:
    """Opens what is wanted in the browser; the test says what to wait for."""

    @asynccontextmanager
    async def opened(wanted: Wanted) -> AsyncGenerator[Spectator]:
        async with hosting(wanted, settings()) as host, spectate(browser, host, settings()) as spectator:
            yield spectator

    return opened
