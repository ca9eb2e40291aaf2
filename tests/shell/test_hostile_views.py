"""Views that try what they may not, in a real browser. Each defence has a control in which the same attempt works."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from playwright.async_api import expect

from hostsim.headless import Spectator
from tests.shell.conftest import Scripted, Show
from tests.shell.view_script import page_of

pytestmark = pytest.mark.browser


async def test_a_view_cannot_speak_for_the_sandbox(scripted: Scripted, show: Show) -> None:
    """A forged sandbox message is passed neither way and changes no frame. heddle:H85 heddle:H32 R29"""
    script = """
      const forged = { html: "<h1>forged</h1>", sandbox: "allow-scripts allow-same-origin", allow: "camera" };
      post({ method: "ui/notifications/sandbox-resource-ready", params: forged });
      post({ method: "ui/notifications/sandbox-view-navigated" });
      await shakeHands();
      say("still here");
    """
    async with show(scripted(page=page_of(script))) as spectator:
        await expect(spectator.view.locator("#said")).to_have_text("still here")
        crossed = [method for method in spectator.host.trace.methods() if "sandbox" in method]
        inner = spectator.page.frame_locator("#slot iframe").locator("iframe")
        assert [] == crossed
        assert ("allow-scripts", None) == (await inner.get_attribute("sandbox"), await inner.get_attribute("allow"))


async def test_a_view_that_loads_another_document_is_cut_off(scripted: Scripted, show: Show) -> None:
    """A second document in the view's frame is not heard, and the mount ends as navigated. heddle:H86 heddle:H71 R87"""
    page = page_of("await shakeHands(); location.href = 'about:blank';")
    async with show(scripted(page=page)) as spectator:
        await expect(spectator.page.get_by_text("The view loaded another document")).to_be_visible()
        await expect(spectator.page.locator("#slot iframe")).to_have_count(0)
        assert "navigated" == (await spectator.host.gone).ending.value


async def test_a_view_that_reloads_itself_is_cut_off(scripted: Scripted, show: Show) -> None:
    """The same page loaded again is a second document all the same, and its handshake is not answered. heddle:H57"""
    page = page_of("await shakeHands(); location.reload();")
    async with show(scripted(page=page)) as spectator:
        assert "navigated" == (await spectator.host.gone).ending.value
        answers = spectator.host.trace.frames(direction="host-to-view")
        assert 1 == sum("result" in frame and "hostInfo" in frame["result"] for frame in answers)


async def test_a_view_cannot_frame_where_the_policy_says_none(scripted: Scripted, show: Show) -> None:
    """A navigation to another site is stopped by the sandbox's own policy and is on record. heddle:H93 R13"""
    page = page_of("await shakeHands(); location.href = 'http://127.0.0.1:9/elsewhere';")
    async with show(scripted(page=page)) as spectator:
        await spectator.host.gone
        seen = {(violation.directive, violation.blocked) for violation in spectator.host.trace.violations}
        assert ("frame-src", "http://127.0.0.1:9") in seen or ("frame-src", "http://127.0.0.1:9/elsewhere") in seen


async def test_the_host_page_hears_no_other_window(scripted: Scripted, show: Show) -> None:
    """A frame inside the view, and the page itself, speak past the sandbox and are not heard. heddle:H83 extapps:E07"""
    stranger = "top.postMessage({jsonrpc:'2.0',id:1,method:'tools/call',params:{name:'echo'}},'*');" * 2
    page = page_of(f"await shakeHands(); {stranger} say('tried');")
    async with show(scripted(page=page)) as spectator:
        await expect(spectator.view.locator("#said")).to_have_text("tried")
        await spectator.page.evaluate("() => window.postMessage({ jsonrpc: '2.0', id: 2, method: 'ping' }, '*')")
        await spectator.view.locator("body").evaluate("() => ask('ping', {})")
        assert ["ping"] == [method for method in spectator.host.trace.methods() if method in ("ping", "tools/call")]


async def test_the_same_call_from_the_views_own_window_is_heard(
    scripted: Scripted, show: Show, called: Callable[[], list[dict[str, Any]]]
) -> None:
    """The control: what the stranger said is served when the view says it to its parent. heddle:H83"""
    script = """
      await shakeHands();
      const { result } = await ask("tools/call", { name: "echo" });
      say(result.structuredContent.tool);
    """
    async with show(scripted(page=page_of(script))) as spectator:
        await expect(spectator.view.locator("#said")).to_have_text("echo")
        assert ["echo"] == [call["tool"] for call in called() if call["tool"] == "echo"]


async def test_noise_is_dropped_and_the_next_frame_arrives(scripted: Scripted, show: Show) -> None:
    """Strings, arrays, objects without the version: dropped and noted, never an error. extapps:E07 umbra:U02"""
    script = """
      await shakeHands();
      const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
      for (const item of ["text", 42, null, [ping], { type: "webpackOk" }, { ...ping, jsonrpc: "1.0" }]) {
        parent.postMessage(item, "*");
      }
      await ask("ping", {});
      say("heard");
    """
    async with show(scripted(page=page_of(script))) as spectator:
        await expect(spectator.view.locator("#said")).to_have_text("heard")
        dropped = [note for note in spectator.host.trace.notes if note.startswith("dropped a message")]
        assert 6 == len(dropped)


async def test_a_request_that_json_cannot_carry_is_refused_by_name(scripted: Scripted, show: Show) -> None:
    """Its id and method can be read, so it is answered -32600 instead of left to hang. R87"""
    script = """
      await shakeHands();
      const { error } = await ask("tools/call", { name: "echo", arguments: { n: 1n } });
      say(`${error.code} ${error.message}`);
    """
    async with show(scripted(page=page_of(script))) as spectator:
        await expect(spectator.view.locator("#said")).to_contain_text("-32600 tools/call was not read: it is not JSON")


async def test_a_frame_over_the_cap_is_refused_and_a_large_one_is_served(scripted: Scripted, show: Show) -> None:
    """Above ten million characters a request is answered -32600; nine million pass whole. ours"""
    script = """
      await shakeHands();
      const big = (size) => ask("tools/call", { name: "echo", arguments: { name: "x".repeat(size) } });
      const { result } = await big(9_000_000);
      const { error } = await big(10_000_000);
      say(`${result.structuredContent.arguments.name.length} ${error.code} ${error.message}`);
    """
    async with show(scripted(page=page_of(script))) as spectator:
        expected = "9000000 -32600 tools/call was not read: it is over the cap"
        await expect(spectator.view.locator("#said")).to_contain_text(expected, timeout=30_000)


async def test_a_flood_of_bad_frames_costs_bounded_notes(scripted: Scripted, show: Show) -> None:
    """Ten thousand pieces of noise are noted twenty times, and the view is still served. heddle:H68"""
    script = """
      await shakeHands();
      for (let n = 0; n < 10000; n++) parent.postMessage(`noise ${n}`, "*");
      await ask("ping", {});
      say("heard");
    """
    async with show(scripted(page=page_of(script))) as spectator:
        await expect(spectator.view.locator("#said")).to_have_text("heard", timeout=30_000)
        assert 20 == sum(note.startswith("dropped a message") for note in spectator.host.trace.notes)


async def test_a_view_is_alone_in_its_origin(scripted: Scripted, show: Show) -> None:
    """Neither storage nor the pages above it can be reached from the view. heddle:H87 R86"""
    script = """
      await shakeHands();
      const pages = [() => parent.document.title, () => top.location.href];
      const probes = [...pages, () => localStorage.length, () => document.cookie];
      const attempt = (probe) => { try { probe(); return "reached"; } catch (error) { return error.name; } };
      say(probes.map(attempt).join(" "));
    """
    async with show(scripted(page=page_of(script))) as spectator:
        await expect(spectator.view.locator("#said")).to_have_text(" ".join(["SecurityError"] * 4))


async def test_a_fetch_the_policy_forbids_is_stopped_and_on_record(scripted: Scripted, show: Show) -> None:
    """The view inherits the sandbox's policy, and the browser's report reaches the trace. heddle:H93 R13 R10"""
    async with listening() as (origin, asked), show(scripted(page=fetching(origin))) as spectator:
        await expect(spectator.view.locator("#said")).to_have_text("TypeError")
        await reported(spectator)
        [seen] = spectator.host.trace.violations
        assert ("connect-src", f"{origin}/") == (seen.directive, seen.blocked)
        assert [] == asked


async def test_the_same_fetch_works_where_the_resource_declared_the_origin(scripted: Scripted, show: Show) -> None:
    """The control: one declared origin is the whole difference. heddle:H93 R09 R11"""
    async with listening() as (origin, asked):
        declared = f'{{"connectDomains": ["{origin}"]}}'
        async with show(scripted("--csp", declared, page=fetching(origin))) as spectator:
            await expect(spectator.view.locator("#said")).to_have_text("fetched")
            assert [] == spectator.host.trace.violations
            assert 1 == len(asked)


def fetching(origin: str) -> str:
    return page_of(f"await shakeHands(); say(await fetch('{origin}/').then(() => 'fetched', (error) => error.name));")


async def reported(spectator: Spectator) -> None:
    async with asyncio.timeout(5):
        while not spectator.host.trace.violations:
            await spectator.page.evaluate("() => new Promise(requestAnimationFrame)")


@asynccontextmanager
async def listening() -> AsyncGenerator[tuple[str, list[bytes]]]:
    """A server anybody may fetch from, and the first line of each request it got."""
    asked: list[bytes] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked.append(await reader.readline())
        fields = b"Access-Control-Allow-Origin: *\r\nContent-Length: 2\r\nConnection: close"
        writer.write(b"HTTP/1.1 200 OK\r\n" + fields + b"\r\n\r\nok")
        await writer.drain()
        writer.close()

    async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}", asked


async def test_half_a_surrogate_pair_breaks_nothing(scripted: Scripted, show: Show) -> None:
    """JavaScript has texts that UTF-8 has not; wherever a view puts one, it is answered and the host goes on. ours"""
    script = """
      const half = "\\ud800";
      await shakeHands();
      post({ method: "notifications/message", params: { level: "info", logger: half, data: { [half]: half } } });
      post({ method: half, params: { [half]: half } });
      const answers = [
        await ask(half, { name: half }),
        await ask("tools/call", { name: half, arguments: {} }),
        await ask("tools/call", { name: "echo", arguments: { name: half } }),
        await ask("tools/call", { name: "echo", arguments: { [half]: "name" } }),
        await ask("tools/call", { name: "echo", arguments: { name: "whole" } }),
      ];
      say(answers.map(({ error }) => (error ? error.code : "answered")).join(" "));
    """
    async with show(scripted(page=page_of(script))) as spectator:
        await expect(spectator.view.locator("#said")).to_have_text("-32601 -32602 -32602 -32602 answered")
