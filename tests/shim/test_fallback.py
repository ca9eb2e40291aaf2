"""The page without Python: the author's fallback, baked data, or the result made readable; and the host's theme."""

from typing import Any

import pytest

from tests.shim.pages import shell
from tests.shim.scripted import ScriptedHost

pytestmark = pytest.mark.browser

NO_WASM = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:"
PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="


NOTHING = "\N{EN DASH}"


def result(**members: Any) -> dict[str, Any]:
    params = {"content": [], **members}
    return {"then": [{"jsonrpc": "2.0", "method": "ui/notifications/tool-result", "params": params}]}


async def test_a_list_of_objects_is_a_table_with_headers_and_a_caption(host: ScriptedHost) -> None:
    """Fit for a screen reader: th with scope, a caption that counts, words for names."""
    shows = [{"id": 1, "title": "Hamlet", "seats_left": 2}, {"id": 2, "title": "<b>Faust</b>", "sold": True}]
    await host.mount(shell(), NO_WASM, result(structuredContent={"result": shows}))
    await host.frame.wait_for_selector("table")
    headers = await host.frame.eval_on_selector_all("th[scope=col]", "cells => cells.map(cell => cell.textContent)")
    assert ["Id", "Title", "Seats left", "Sold"] == headers
    assert "2 entries" == await host.frame.inner_text("caption")
    rows = await host.frame.eval_on_selector_all("tbody tr", "rows => rows.map(row => row.innerText.split('\\t'))")
    assert [["1", "Hamlet", "2", NOTHING], ["2", "<b>Faust</b>", NOTHING, "yes"]] == rows


async def test_text_images_and_links_are_shown_as_such(host: ScriptedHost) -> None:
    """Text that is JSON is shown as its value; only http links can be followed."""
    content = [
        {"type": "text", "text": "Two shows tonight."},
        {"type": "text", "text": '{"stage": "Globe"}'},
        {"type": "image", "data": PIXEL, "mimeType": "image/png"},
        {"type": "resource_link", "uri": "https://example.com/bill", "name": "The bill"},
        {"type": "resource_link", "uri": "javascript:alert(1)", "name": "No"},
    ]
    await host.mount(shell(), NO_WASM, result(content=content))
    await host.frame.wait_for_selector("text=Two shows tonight.")
    assert "Globe" == await host.frame.inner_text("dd")
    assert await host.frame.eval_on_selector(
        "img", "image => image.alt.length > 0 && image.src.startsWith('data:image/png')"
    )
    assert ["https://example.com/bill"] == await host.frame.eval_on_selector_all(
        "a", "links => links.map(link => link.href)"
    )


async def test_html_that_the_server_sent_with_the_result_comes_first(host: ScriptedHost) -> None:
    """Before the author's static page and before the readable result; its scripts do not run."""
    html = "<p id=served>From the server</p><script>document.title = 'ran'</script>"
    sent = result(structuredContent={"a": 1}, _meta={"viewsdk/fallback": html})
    await host.mount(shell(fallback={"html": "<p>Static</p>"}), NO_WASM, sent)
    assert "From the server" == await (await host.frame.wait_for_selector("#served")).inner_text()  # type: ignore[union-attr]
    assert "Bill" == await host.frame.title()


async def test_the_static_page_and_then_baked_data_stand_in_without_a_host(host: ScriptedHost) -> None:
    """Nobody answers: the author's page if there is one, else the data that was baked in, always with the reason."""
    quick = {"sends": 1, "interval": 0.05}
    await host.mount(shell(handshake=quick, fallback={"html": "<p>Static</p>"}), NO_WASM, {"mute": True})
    await host.frame.wait_for_selector("text=Static")
    baked = {"content": [], "structuredContent": {"title": "Baked Hamlet"}}
    await host.mount(shell(handshake=quick, baked=baked), NO_WASM, {"mute": True})
    await host.frame.wait_for_selector("text=Baked Hamlet")
    assert "not connected to a host" in await host.frame.inner_text("[role=note]")


async def test_a_cancelled_call_and_a_failed_one_are_said_in_words(host: ScriptedHost) -> None:
    """Neither is a blank."""
    cancelled = {"jsonrpc": "2.0", "method": "ui/notifications/tool-cancelled", "params": {}}
    await host.mount(shell(), NO_WASM, {"then": [cancelled]})
    await host.frame.wait_for_selector("text=was cancelled")
    await host.mount(shell(), NO_WASM, result(content=[{"type": "text", "text": "Sold out"}], isError=True))
    await host.frame.wait_for_selector("text=The call failed.")
    assert "Sold out" in await host.frame.inner_text("body")


async def test_theme_variables_are_applied_and_dangerous_or_unknown_ones_are_not(host: ScriptedHost) -> None:
    """Only the standard names; a value that could leave its rule or fetch something is noted and refused. R61"""
    variables = {
        "--color-text-primary": "rgb(1, 2, 3)",
        "--color-background-primary": "red; } body { display: none",
        "--font-sans": "url(https://evil.example/f)",
        "--border-radius-small": "3px",
        "--shadow-sm": 7,
    }
    context = {"theme": "dark", "styles": {"variables": variables, "css": {"fonts": "@font-face{font-family:Hostly}"}}}
    await host.mount(shell(), NO_WASM, {"context": context})
    await host.frame.wait_for_selector("[data-theme=dark] >> text=Waiting for the result.")
    style = "getComputedStyle(document.documentElement)"
    assert "rgb(1, 2, 3)" == await host.frame.evaluate(f"{style}.getPropertyValue('--color-text-primary')")
    for name in ("--color-background-primary", "--font-sans", "--border-radius-small", "--shadow-sm"):
        assert "" == await host.frame.evaluate(f"{style}.getPropertyValue('{name}')"), name
    assert "dark" == await host.frame.evaluate(f"{style}.colorScheme")
    assert "@font-face{font-family:Hostly}" == await host.frame.evaluate(
        "document.getElementById('viewsdk-fonts').textContent"
    )
    assert 4 == len([note for note in await host.notes() if note.startswith("theme variable")])
    change = {"theme": "light", "styles": {"variables": {"--color-text-primary": "rgb(9, 9, 9)"}}}
    await host.post({"jsonrpc": "2.0", "method": "ui/notifications/host-context-changed", "params": change})
    await host.frame.wait_for_selector("[data-theme=light]")
    assert "rgb(9, 9, 9)" == await host.frame.evaluate(f"{style}.getPropertyValue('--color-text-primary')")


async def test_requests_are_answered_while_nothing_else_runs(host: ScriptedHost) -> None:
    """ping, teardown, an unknown one, a tool of the view's it does not have, an id that is none."""
    await host.mount(shell(), NO_WASM)
    await host.wait_for("count('ui/notifications/initialized') === 1")
    for number, method in enumerate(["ping", "tools/list", "no/such", "ui/resource-teardown"]):
        await host.post({"jsonrpc": "2.0", "id": f"h{number}", "method": method, "params": {}})
    await host.post({"jsonrpc": "2.0", "id": None, "method": "ping"})
    await host.wait_for("heard.some((entry) => entry.frame.id === 'h3')")
    answers = {
        e["frame"]["id"]: e["frame"] for e in await host.heard() if str(e["frame"].get("id", "")).startswith("h")
    }
    assert {} == answers["h0"]["result"] == answers["h3"]["result"]
    assert [-32601, -32601] == [answers[name]["error"]["code"] for name in ("h1", "h2")]
    await host.noted("unusable id")


async def test_the_transcript_keeps_the_last_partial_and_a_count(host: ScriptedHost) -> None:
    """What Python is handed: every frame in order, of the partial inputs only the newest. F:X8"""
    partials = [
        {"jsonrpc": "2.0", "method": "ui/notifications/tool-input-partial", "params": {"arguments": {"n": n}}}
        for n in range(5)
    ]
    whole = {"jsonrpc": "2.0", "method": "ui/notifications/tool-input", "params": {"arguments": {"n": 9}}}
    await host.mount(shell(), NO_WASM, {"then": [*partials, whole]})
    await host.wait_for("count('ui/notifications/size-changed') > 0")
    kept = await host.frame.evaluate("JSON.parse(viewsdk.attach(() => {}, { getBuffer: () => null }))")
    methods = [
        frame["text"].split('"method":"')[-1].split('"')[0] for frame in kept["frames"] if "method" in frame["text"]
    ]
    assert 5 == kept["partials"]
    assert 1 == methods.count("ui/notifications/tool-input-partial")
    assert ["ui/initialize", "ui/notifications/initialized"] == methods[:2]
    assert '"n":4' in next(frame["text"] for frame in kept["frames"] if "input-partial" in frame["text"])
    assert {"out", "in"} == {frame["direction"] for frame in kept["frames"]}
