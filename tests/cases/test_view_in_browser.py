"""A Python view in a browser: whom it hears, what it posts, and how it tells its size. Rule R39, Part F.8."""

import sys
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.async_api import FrameLocator, expect

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
    heights = [frame["params"]["height"] for frame in after]
    assert all(one != other for one, other in pairwise(heights))


STYLED = """() => { for (const size of ['11px', '12px']) window[0].postMessage({
    jsonrpc: '2.0', method: 'ui/notifications/host-context-changed', params: { styles: {
        variables: {
            '--font-text-md-size': size, '--color-text-primary': 'red; } body { display: none', '--mine': 'blue'
        },
        css: { fonts: `@font-face { font-family: "House"; src: local("Georgia"); }` },
    } },
}, '*'); }"""
SHOWN = """() => {
    const style = getComputedStyle(document.documentElement);
    const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
    const faces = rules.filter((rule) => rule instanceof CSSFontFaceRule).length;
    const values = ['--font-text-md-size', '--mine'].map((name) => style.getPropertyValue(name));
    return [...values, getComputedStyle(document.body).display, faces];
}"""


@pytest.mark.browser
async def test_the_hosts_styles_stay_in_their_rule_and_its_fonts_are_there_once(
    view: FrameLocator, spectator: Spectator
) -> None:
    """Values that end their rule and unknown names are refused; fonts sent twice are there once. heddle:H23 R92"""
    (sandbox,) = spectator.page.main_frame.child_frames
    (inner,) = sandbox.child_frames

    await sandbox.evaluate(STYLED)
    await inner.wait_for_function(f"() => ({SHOWN})()[0] === '12px'", timeout=5000)

    assert ["12px", "", "block", 1] == await inner.evaluate(SHOWN)


FORGED = """(view) => view.postMessage({
    jsonrpc: '2.0', method: 'ui/notifications/host-context-changed', params: { theme: 'dark', locale: 'xx' }
}, '*')"""


@pytest.mark.browser
async def test_the_view_hears_its_parent_alone_and_goes_on_listening(
    view: FrameLocator, spectator: Spectator, trace: TraceReader
) -> None:
    """Neither the top page nor its own window is its parent, and noise is noise. F:M1 F:M4 heddle:H18 agentgem:A01"""
    (sandbox,) = spectator.page.main_frame.child_frames
    (inner,) = sandbox.child_frames
    theme = view.locator("html")

    await spectator.page.evaluate(f"() => ({FORGED})(window[0][0])")
    await inner.evaluate(f"() => ({FORGED})(window)")
    await sandbox.evaluate(
        "() => { for (const noise of ['text', null, 7, [], {}]) window[0].postMessage(noise, '*'); }"
    )
    await view.get_by_role("button", name="Twelfth Night").first.click()
    await expect(view.get_by_role("button", name="Seat the party")).to_be_visible()
    unmoved = await theme.get_attribute("data-theme")
    await sandbox.evaluate(f"() => ({FORGED})(window[0])")

    assert "dark" != unmoved
    await expect(theme).to_have_attribute("data-theme", "dark")
    ids = [frame["id"] for frame in trace.frames(direction="view-to-host") if "method" in frame and "id" in frame]
    sent = [number for number in ids if isinstance(number, int)]  # the page's own reads of its files have texts
    assert sorted(sent) == sent
