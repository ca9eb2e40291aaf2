"""A Python view in a browser tells its host how large it is. Rule R39."""

import sys
from pathlib import Path

import pytest
from playwright.async_api import FrameLocator

from hostsim.headless import Spectator
from hostsim.run import Wanted
from hostsim.trace_reader import TraceReader
from hostsim.upstream_target import Command

SERVER = Path(__file__).resolve().parents[2] / "examples" / "box_office" / "server.py"
FRAME_HEIGHT = "() => document.querySelector('#slot iframe').offsetHeight"
REPORT = "ui/notifications/size-changed"


@pytest.fixture
def wanted(tmp_path: Path) -> Wanted:
    return Wanted(target=Command((sys.executable, str(SERVER), str(tmp_path / "house.sqlite"))))


@pytest.mark.browser
async def test_the_view_reports_its_size_from_the_handshake_on_and_with_each_change(
    view: FrameLocator, spectator: Spectator, trace: TraceReader
) -> None:
    """Nothing before initialized, then once, then again when the content has grown or shrunk. R39 F:A4 heddle:H22"""
    methods = trace.methods(mount=1)
    before = trace.frames(REPORT)
    height = await spectator.page.evaluate(FRAME_HEIGHT)

    await view.get_by_role("button", name="Twelfth Night").first.click()
    await spectator.page.wait_for_function(f"(before) => ({FRAME_HEIGHT})() !== before", arg=height, timeout=10_000)
    after = trace.frames(REPORT)

    assert methods.index(REPORT) > methods.index("ui/notifications/initialized")
    assert len(after) > len(before) >= 1
    assert len(after) == len({frame["params"]["height"] for frame in after})
