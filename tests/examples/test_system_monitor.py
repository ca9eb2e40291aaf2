"""The system monitor without a browser: it polls, draws, pauses, rests and says what went wrong."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.examples.theatre import Example, Host, example, performance
from viewsdk.browser.testing import Screen

STAT = """cpu  {0} 0 0 {1} 0 0 0 0
cpu0 {0} 0 0 {1} 0 0 0 0
cpu1 0 0 0 {1} 0 0 0 0
"""


class Machine:
    """A /proc of a test's own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.tick(0, 100)
        (folder / "meminfo").write_text("MemTotal: 1000 kB\nMemFree: 1 kB\nMemAvailable: 250 kB\n")
        (folder / "uptime").write_text("93784.5 1.0\n")

    def tick(self, busy: int, idle: int) -> None:
        (self.folder / "stat").write_text(STAT.format(busy, idle))


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setenv("VIEWSDK_ASSETS_URL", "https://assets.example/")
    with example("system_monitor") as found:
        found.view.PACES["0.001"] = "as fast as a test"
        yield found


@pytest.fixture
async def monitor(made: Example, machine: Machine) -> AsyncIterator[tuple[Screen, Host]]:
    from machine import Meter  # type: ignore[import-not-found]  # the example's own module, on its path

    async with performance(made, made.contract.Monitor, made.server.server_on(Meter(machine.folder))) as parts:
        screen = parts[0]
        # Both the first sample and the machine's name are there, so nothing more comes by itself.
        await screen.until(lambda: "75 %" in screen.text and "Reading" not in screen.text, "the first sample")
        yield parts


async def test_it_names_the_machine_and_samples_at_once(monitor: tuple[Screen, Host], machine: Machine) -> None:
    """The launch result names it; the first sample needs no waiting. ours"""
    screen, host = monitor
    assert "1 d 2 h" in screen.text
    assert ["take_sample"] == host.calls
    assert "Memory: 75 to 75%, last 75%" in screen.all("img")[0].name


async def test_each_sample_compares_with_the_one_before(made: Example, machine: Machine) -> None:
    """Busy ticks over all ticks, per processor. ours"""
    from machine import Meter  # type: ignore[import-not-found]  # the example's own module, on its path

    meter = Meter(machine.folder)
    machine.tick(30, 170)
    sample = meter.sample()
    assert [30.0, 0.0] == sample.processors
    assert 15.0 == sample.processor
    assert [0.0, 0.0] == meter.sample().processors


async def test_a_faster_pace_brings_more_samples(monitor: tuple[Screen, Host]) -> None:
    """The chart grows with each. ours"""
    screen, host = monitor
    screen.labelled("Pace").choose("as fast as a test")
    await screen.until(lambda: len(host.calls) >= 3, "the next samples")


async def test_paused_it_asks_for_nothing(monitor: tuple[Screen, Host]) -> None:
    """And says so on the button. ours"""
    screen, host = monitor
    screen.get("button", "Pause").click()
    screen.labelled("Pace").choose("as fast as a test")
    await nothing_happens(screen)
    assert 1 == len(host.calls)
    screen.get("button", "Go on").click()
    await screen.until(lambda: len(host.calls) >= 3, "the next samples")


async def test_unseen_it_asks_for_nothing(monitor: tuple[Screen, Host]) -> None:
    """A view scrolled out of the chat costs the server nothing. ours"""
    screen, host = monitor
    screen.document.is_seen.value = False
    screen.labelled("Pace").choose("as fast as a test")
    await nothing_happens(screen)
    assert 1 == len(host.calls)
    screen.document.is_seen.value = True
    await screen.until(lambda: len(host.calls) >= 3, "the next samples")


async def nothing_happens(screen: Screen) -> None:
    """Long enough for fifty beats, of which none may change anything."""
    changes = asyncio.ensure_future(screen.document.changed())
    done, _ = await asyncio.wait([changes], timeout=0.05)
    changes.cancel()
    assert not done


async def test_a_refused_sample_ends_the_polling_and_is_shown(monitor: tuple[Screen, Host]) -> None:
    """A view that is not allowed to poll must not poll on. ours"""
    screen, host = monitor
    host.forbid("take_sample")
    screen.labelled("Pace").choose("as fast as a test")
    await screen.see("The host refused")
    assert "Go on" == screen.get("button").name
