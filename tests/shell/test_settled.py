"""When a view counts as settled: the pending counter by itself, and the real thing in a browser."""

import asyncio
import json
from dataclasses import replace
from typing import Any, cast

import pytest
from playwright.async_api import Browser, Page

from hostsim.headless import spectate
from hostsim.run import hosting
from hostsim.settings import settings
from hostsim.settle import Pending, Settled, Watch, watching_view
from hostsim.stages import Stopped
from tests.shell.conftest import Scripted
from tests.shell.view_script import page_of

DRAWS = """
  window.onFrame = ({ method }) => { if (method === "ui/notifications/tool-result") say("drawn"); };
"""


def line(direction: str, **frame: Any) -> str:
    return json.dumps({"kind": "frame", "time": 0.0, "mount": 1, "direction": direction, "frame": frame})


async def test_nothing_pending_is_quiet_after_the_quiet_time() -> None:
    """An empty counter is quiet by itself."""
    await asyncio.wait_for(Pending(0.01).quiet(), 5)


async def test_what_is_pending_holds_the_quiet_back_until_it_ends() -> None:
    """One request under way is enough, and an unknown end changes nothing."""
    pending = Pending(0.01)
    pending.begin("request")
    waiting = asyncio.create_task(pending.quiet())
    pending.end("another")
    await asyncio.wait({waiting}, timeout=0.1)
    assert not waiting.done()
    pending.end("request")
    await asyncio.wait_for(waiting, 5)
    assert 0 == pending.count


@pytest.mark.parametrize("turns", range(4))
async def test_waiting_can_be_called_off_at_the_very_moment_of_a_change(turns: int) -> None:
    """A view that polls changes all the time, and the bound on waiting for it has to hold. ours"""
    pending = Pending(60)
    waiting = asyncio.create_task(pending.quiet())
    await asyncio.sleep(0.01)
    pending.begin("request")
    for _ in range(turns):
        await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.wait({waiting}, timeout=5)
    assert waiting.cancelled()


async def test_a_view_can_send_what_it_likes_and_the_watch_goes_on() -> None:
    """An id of any kind, a cancellation of nothing; a request that can be answered counts until it is. ours"""
    watching = Watch(cast("Page", None), Pending(0.01))
    for odd in ([], {}, None, 1.5, True):
        watching.hear(line("view-to-host", id=odd, method="ui/open-link"))
        watching.hear(line("view-to-host", method="notifications/cancelled", params=odd))
        watching.hear(line("view-to-host", method="notifications/cancelled", params={"requestId": odd}))
        watching.hear(line("host-to-view", id=odd, result={}))
    assert 0 == watching.pending.count
    watching.hear(line("view-to-host", id=1, method="ui/open-link"))
    assert 1 == watching.pending.count
    watching.hear(line("host-to-view", id=1, result={}))
    assert 0 == watching.pending.count


async def see(scripted: Scripted, browser: Browser, script: str, settle_limit: float) -> tuple[Settled, list[Any]]:
    limits = replace(settings(), settle_limit=settle_limit)
    async with hosting(scripted(page=page_of(script)), limits) as host, spectate(browser, host, limits) as spectator:
        outcome = await spectator.see()
        return outcome, [entry for entry in host.trace.entries if entry.kind == "settled"]


@pytest.mark.browser
async def test_a_view_that_draws_and_rests_is_settled(scripted: Scripted, browser: Browser) -> None:
    """The page changed after the result, a frame passed, and nothing was pending for half a second."""
    outcome, [entry] = await see(scripted, browser, f"{DRAWS} await shakeHands();", 20)
    assert (Settled.QUIET, False) == (outcome, entry.bounded)


@pytest.mark.browser
async def test_a_view_that_polls_is_settled_when_the_bound_ends_and_the_trace_says_so(
    scripted: Scripted, browser: Browser
) -> None:
    """It never rests for half a second; the run goes on all the same, and says what it saw."""
    polls = "for (;;) { await ask('tools/call', { name: 'echo' }); await new Promise((go) => setTimeout(go, 100)); }"
    outcome, [entry] = await see(scripted, browser, f"{DRAWS} await shakeHands(); {polls}", 5)
    assert (Settled.BUSY, True) == (outcome, entry.bounded)
    assert "does the view poll?" in entry.detail


@pytest.mark.browser
@pytest.mark.parametrize(
    ("becomes", "why"), [("fails", "open_page failed: no such show"), ("dies", "open_page failed: .* ended")]
)
async def test_a_call_that_failed_is_said_at_once(scripted: Scripted, browser: Browser, becomes: str, why: str) -> None:
    """There will be no result, so nothing is waited for: far below the limit that a result has. ours"""
    limits = replace(settings(), settle_limit=60)
    wanted = scripted("--launch", becomes, page=page_of(f"{DRAWS} await shakeHands();"))
    async with hosting(wanted, limits) as host, spectate(browser, host, limits) as spectator, asyncio.timeout(30):
        with pytest.raises(Stopped, match=why):
            await spectator.see()


@pytest.mark.browser
async def test_a_view_that_makes_nothing_of_its_result_is_a_failure(scripted: Scripted, browser: Browser) -> None:
    """What it drew before does not count."""
    with pytest.raises(Stopped, match="result rendered: the view did not change its page within 3 s after its result"):
        await see(scripted, browser, "await shakeHands(); say('drawn too early');", 3)


@pytest.mark.browser
@pytest.mark.parametrize(("shows", "is_settled"), [("<h1>Bill</h1>", True), ("", False)], ids=["something", "nothing"])
async def test_a_view_that_had_drawn_before_it_was_watched_is_settled_if_it_shows_something(
    shows: str, is_settled: bool, scripted: Scripted, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a busy machine the watch may come after the view is up and has drawn what it has to show. ours"""
    up = {"level": "info", "logger": "viewsdk", "data": {"stage": "running", "at": 1}}
    script = f"await shakeHands(); post({{ method: 'notifications/message', params: {json.dumps(up)} }});"
    body = f'<div id="viewsdk-root"><section id="viewsdk-boot">Starting</section>{shows}</div>'

    async def late(page: Page) -> None:
        await asyncio.sleep(1)
        await watching_view(page)

    monkeypatch.setattr("hostsim.headless.watching_view", late)
    monkeypatch.setattr("hostsim.settle.GRACE_SECONDS", 0.5)
    # What is waited for in vain ends after the limit; what happens has time, as this machine may be busy itself.
    limits = replace(settings(), settle_limit=20 if is_settled else 4)
    wanted = scripted(page=page_of(script, body))
    async with hosting(wanted, limits) as host, spectate(browser, host, limits) as spectator:
        if is_settled:
            assert Settled.QUIET == await spectator.see()
        else:
            with pytest.raises(Stopped, match="did not change its page"):
                await spectator.see()
