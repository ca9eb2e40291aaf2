"""The shim's half of the handshake, counted in frames, without Python."""

from itertools import pairwise

import pytest

from tests.shim.pages import shell
from tests.shim.scripted import ScriptedHost

pytestmark = pytest.mark.browser

NO_WASM = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'"


def methods(heard: list[dict]) -> list[str]:
    return [entry["frame"].get("method", "answer") for entry in heard]


async def test_the_first_frame_is_initialize_with_id_zero_and_three_members(host: ScriptedHost) -> None:
    """The view opens with ui/initialize and nothing else. F:W4, F:W5, R33, F:A1"""
    await host.mount(shell(), NO_WASM)
    await host.wait_for("count('ui/notifications/initialized') === 1")
    first = (await host.heard())[0]["frame"]
    assert {"jsonrpc", "id", "method", "params"} == set(first)
    assert ("2.0", 0, "ui/initialize") == (first["jsonrpc"], first["id"], first["method"])
    assert {"protocolVersion", "appInfo", "appCapabilities"} == set(first["params"])
    assert ["ui/initialize", "ui/notifications/initialized"] == methods(await host.heard())[:2]


async def test_a_listener_that_attaches_late_gets_a_later_send_with_a_fresh_id(host: ScriptedHost) -> None:
    """Silence is answered by another send; the host that attaches after 2 s hears one of the five."""
    await host.mount(shell(), NO_WASM, {"listenAfter": 2000})
    await host.wait_for("count('ui/notifications/initialized') === 1")
    heard = await host.heard()
    assert ["ui/initialize", "ui/notifications/initialized"] == methods(heard)[:2]
    assert heard[0]["frame"]["id"] > 0
    assert 1 == methods(heard).count("ui/initialize")


async def test_a_host_that_never_answers_is_asked_five_times_800_ms_apart(host: ScriptedHost) -> None:
    """Five sends with fresh ids, no cancellation, then the page says so in words."""
    await host.mount(shell(), NO_WASM, {"mute": True})
    await host.frame.wait_for_selector(".viewsdk-reason")
    heard = await host.heard()
    assert ["ui/initialize"] * 5 == methods(heard)
    assert [0, 1, 2, 3, 4] == [entry["frame"]["id"] for entry in heard]
    gaps = [later["at"] - earlier["at"] for earlier, later in pairwise(heard)]
    # One that is held up on its way is nearer to the next.
    assert all(400 < gap < 1500 for gap in gaps), gaps
    assert sum(gaps) > 2600, gaps
    assert "the host never answered" in await host.frame.inner_text("body")


async def test_the_number_and_spacing_of_sends_are_settable(host: ScriptedHost) -> None:
    """The page's configuration decides both."""
    await host.mount(shell(handshake={"sends": 2, "interval": 0.05}), NO_WASM, {"mute": True})
    await host.frame.wait_for_selector(".viewsdk-reason")
    assert [0, 1] == [entry["frame"]["id"] for entry in await host.heard()]


async def test_a_host_that_has_spoken_is_not_asked_again(host: ScriptedHost) -> None:
    """A ping proves that somebody listens: it is answered, and no further ui/initialize is sent."""
    await host.mount(shell(handshake={"sends": 5, "interval": 0.2}), NO_WASM, {"mute": True})
    await host.wait_for("count('ui/initialize') === 1")
    await host.post({"jsonrpc": "2.0", "id": "p1", "method": "ping"})
    await host.wait_for("heard.some((entry) => entry.frame.id === 'p1')")
    await host.wait_for("performance.now() - heard.at(-1).at - mounted > 600")  # three intervals without a retry
    heard = await host.heard()
    assert {"jsonrpc": "2.0", "id": "p1", "result": {}} == heard[-1]["frame"]
    assert methods(heard).count("ui/initialize") <= 2


async def test_the_first_answer_wins_and_later_ones_are_noted(host: ScriptedHost) -> None:
    """Two answers lead to one initialized; the second is in the boot report."""
    await host.mount(shell(), NO_WASM)
    await host.wait_for("count('ui/notifications/initialized') === 1")
    await host.post({"jsonrpc": "2.0", "id": 0, "result": {}})
    await host.frame.wait_for_function(
        "viewsdk.boot.notes.some((note) => note.text.includes('late or unknown answer'))"
    )
    assert 1 == methods(await host.heard()).count("ui/notifications/initialized")


async def test_an_answer_after_giving_up_is_noted_and_changes_nothing(host: ScriptedHost) -> None:
    """The page stays on its fallback."""
    await host.mount(shell(handshake={"sends": 1, "interval": 0.05}), NO_WASM, {"mute": True})
    await host.frame.wait_for_selector(".viewsdk-reason")
    await host.post({"jsonrpc": "2.0", "id": 0, "result": {"hostContext": {"theme": "dark"}}})
    await host.frame.wait_for_function(
        "viewsdk.boot.notes.some((note) => note.text.includes('late or unknown answer'))"
    )
    assert ["ui/initialize"] == methods(await host.heard())
    assert await host.frame.evaluate("document.documentElement.dataset.theme") is None


async def test_a_refusing_host_is_named_in_the_page(host: ScriptedHost) -> None:
    """An error answer ends the handshake at once, with the host's own words. F:X5"""
    await host.mount(shell(), NO_WASM, {"refuse": "no views today"})
    await host.frame.wait_for_selector(".viewsdk-reason")
    assert "no views today" in await host.frame.inner_text("body")
    assert ["ui/initialize"] == methods(await host.heard())


async def test_a_page_without_a_parent_says_so_at_once(host: ScriptedHost) -> None:
    """Opened by itself there is nobody to ask."""
    await host.page.set_content(shell())
    await host.page.wait_for_selector(".viewsdk-reason")
    assert "opened without a host" in await host.page.inner_text("body")
