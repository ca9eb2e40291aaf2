"""The box office in a real browser: its server on a database file of each test's own."""

import os
import shlex
import signal
import sqlite3
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.async_api import expect

from hostsim.run import Wanted
from hostsim.upstream_target import Command

expect.set_options(timeout=20_000)  # a view that is mounted again starts Python anew

BOX_OFFICE = Path(__file__).resolve().parents[2] / "examples" / "box_office"


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "house.sqlite"


@pytest.fixture
def wanted(database: Path, tmp_path: Path) -> Wanted:
    """The box office's server, its process id on file before it starts."""
    words = " ".join(shlex.quote(str(word)) for word in (sys.executable, BOX_OFFICE / "server.py", database))
    start = f"echo $$ > {shlex.quote(str(tmp_path / 'pid'))}; exec {words}"
    return Wanted(target=Command(("/bin/sh", "-c", start)), policy=BOX_OFFICE / "policy.toml")


@pytest.fixture
def end_server(tmp_path: Path) -> Callable[[], None]:
    """Ends the server's process without a word."""
    return lambda: os.kill(int((tmp_path / "pid").read_text()), signal.SIGKILL)


@pytest.fixture
def bookings(database: Path) -> Callable[[], int]:
    """How many seats are taken in the house, asked of its database."""

    def count() -> int:
        connection = sqlite3.connect(database)
        try:
            return int(connection.execute("select count(*) from bookings").fetchone()[0])
        finally:
            connection.close()

    return count
