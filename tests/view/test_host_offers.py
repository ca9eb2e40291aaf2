"""What a view may ask of its host besides tools: what leaves, what a refusal looks like, what is never sent."""

import asyncio
import base64
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from tests.view.contract import Bill
from tests.view.wire_host import BOUND, EVERYTHING, WireHost, running
from viewsdk import (
    App,
    Download,
    LocalProtocolError,
    MethodNotFound,
    Refused,
    SamplingMessage,
    UnreadableResult,
    UnsupportedByHost,
)
from viewsdk.protocol.content import ImageBlock, TextBlock

MODES = {"availableDisplayModes": ["inline", "fullscreen"], "displayMode": "inline"}

Ask = Callable[[App[Any]], Coroutine[Any, Any, Any]]

ASKS: list[tuple[Ask, str, dict[str, Any]]] = [
    (lambda app: app.open_link("https://a.example"), "ui/open-link", {"url": "https://a.example"}),
    (
        lambda app: app.send_message("Hello"),
        "ui/message",
        {"role": "user", "content": [{"type": "text", "text": "Hello"}]},
    ),
    (
        lambda app: app.download_file(Download.of_text("my notes.txt", "Hello")),
        "ui/download-file",
        {
            "contents": [
                {
                    "type": "resource",
                    "resource": {
                        "uri": "ui://box-office/bill/my%20notes.txt",
                        "mimeType": "text/plain",
                        "text": "Hello",
                    },
                }
            ]
        },
    ),
    (
        lambda app: app.update_model_context("seat A1", {"seat": "A1"}),
        "ui/update-model-context",
        {"content": [{"type": "text", "text": "seat A1"}], "structuredContent": {"seat": "A1"}},
    ),
]

GATED: list[tuple[Ask, str]] = [
    (lambda app: app.open_link("https://a.example"), "openLinks"),
    (lambda app: app.download_file(Download.of_text("a.txt", "a")), "downloadFile"),
    (lambda app: app.read_server_resource("ui://a/b"), "serverResources"),
    (lambda app: app.list_server_resources(), "serverResources"),
    (lambda app: app.send_log("info", "hello"), "logging"),
    (lambda app: app.create_sampling_message([SamplingMessage.of_user("hi")], max_tokens=9), "sampling"),
]


async def asked(app: App[Any], host: WireHost, ask: Ask, method: str, result: dict[str, Any]) -> tuple[Any, Any]:
    """The params a request left with, and what it returned when answered with `result`."""
    asking = asyncio.ensure_future(ask(app))
    request = await host.hear_request(method)
    await host.answer(request, result)
    params = {key: value for key, value in (request.params or {}).items() if key != "_meta"}
    return params, await asyncio.wait_for(asking, BOUND)


@pytest.mark.parametrize(("ask", "method", "params"), ASKS)
async def test_what_is_asked_goes_out_as_the_spec_writes_it(ask: Ask, method: str, params: dict[str, Any]) -> None:
    """A message's content is a list of blocks, a download's contents are resources. extapps:E02, heddle:H14"""
    async with running() as (app, host):
        assert (params, None) == await asked(app, host, ask, method, {})


@pytest.mark.parametrize(("ask", "method", "params"), ASKS)
async def test_both_ways_of_saying_no_are_one_refusal(ask: Ask, method: str, params: dict[str, Any]) -> None:
    """`isError` from the reference, an error from the spec's text. heddle:H14, F:B13"""
    async with running() as (app, host):
        with pytest.raises(Refused):
            await asked(app, host, ask, method, {"isError": True})
        asking = asyncio.ensure_future(ask(app))
        await host.fail(await host.hear_request(method), -32000, "Denied by policy")
        with pytest.raises(Refused, match="Denied by policy"):
            await asyncio.wait_for(asking, BOUND)


@pytest.mark.parametrize(("ask", "capability"), GATED)
async def test_what_the_host_does_not_offer_is_not_sent(ask: Ask, capability: str) -> None:
    """It is known beforehand, and the message names the capability. R36"""
    lacking = {name: value for name, value in EVERYTHING.items() if name != capability}
    async with running(capabilities=lacking) as (app, host):
        with pytest.raises(UnsupportedByHost, match=capability):
            await ask(app)
        assert await host.hears_nothing_more()


async def test_message_and_model_context_are_tried_on_hosts_that_cannot_declare_them() -> None:
    """-32601 is then the host's word, and the same exception to catch. ours"""
    async with running(capabilities={}) as (app, host):
        for ask, method, _ in (ASKS[1], ASKS[3]):
            asking = asyncio.ensure_future(ask(app))
            await host.fail(await host.hear_request(method), -32601, "Method not found")
            with pytest.raises(UnsupportedByHost) as caught:
                await asyncio.wait_for(asking, BOUND)
            assert isinstance(caught.value, MethodNotFound)


async def test_downloads_are_text_bytes_and_links_in_one_request() -> None:
    """Bytes travel as standard base64. F:B23"""
    files = (
        Download.of_bytes("a.bin", bytes(range(256)), mime_type="application/x-a"),
        Download.of_link("b.csv", "ui://box-office/b.csv", mime_type="text/csv"),
        Download.of_text("c.txt", "", uri="ui://elsewhere/c.txt"),
    )
    async with running() as (app, host):
        params, _ = await asked(app, host, lambda app: app.download_file(*files), "ui/download-file", {})
        binary, link, text = params["contents"]
        assert bytes(range(256)) == base64.b64decode(binary["resource"]["blob"], validate=True)
        expected = {"type": "resource_link", "uri": "ui://box-office/b.csv", "name": "b.csv", "mimeType": "text/csv"}
        assert expected == link
        assert ("ui://elsewhere/c.txt", "") == (text["resource"]["uri"], text["resource"]["text"])
        with pytest.raises(LocalProtocolError):
            await app.download_file()


async def test_a_message_may_hold_several_blocks() -> None:
    """Text and a picture, as blocks. F:B11"""
    blocks = [TextBlock(text="Look"), ImageBlock(data="AAAA", mime_type="image/png")]
    async with running() as (app, host):
        params, _ = await asked(app, host, lambda app: app.send_message(blocks), "ui/message", {})
        assert ["text", "image"] == [block["type"] for block in params["content"]]


async def test_a_display_mode_request_returns_the_mode_the_host_chose() -> None:
    """Which may be another one. heddle:H15, agentgem:A09, R43"""
    async with running(context=MODES) as (app, host):

        async def ask(app: App[Any]) -> Any:
            return await app.request_display_mode("fullscreen")

        sent = await asked(app, host, ask, "ui/request-display-mode", {"mode": "inline"})
        assert ({"mode": "fullscreen"}, "inline") == sent
        with pytest.raises(UnreadableResult):
            await asked(app, host, ask, "ui/request-display-mode", {})


async def test_a_display_mode_is_checked_before_it_is_asked_for() -> None:
    """The host must offer it and the view must declare it. R42"""
    async with running(context={"availableDisplayModes": ["inline"]}) as (app, host):
        with pytest.raises(UnsupportedByHost, match="it offers inline"):
            await app.request_display_mode("fullscreen")
        with pytest.raises(LocalProtocolError, match="add it to display_modes"):
            await app.request_display_mode("pip")
        assert await host.hears_nothing_more()


async def test_resources_are_read_and_listed() -> None:
    """Text and base64 contents, and pages of a list. F:B21"""
    contents = [{"uri": "ui://a/b", "mimeType": "text/plain", "text": "x"}, {"uri": "ui://a/c", "blob": "AAAA"}]
    async with running() as (app, host):
        params, read = await asked(
            app, host, lambda app: app.read_server_resource("ui://a/b"), "resources/read", {"contents": contents}
        )
        assert {"uri": "ui://a/b"} == params
        assert [("x", None), (None, "AAAA")] == [(content.text, content.blob) for content in read]
        listed = {"resources": [{"uri": "ui://a/b", "name": "b"}], "nextCursor": "2"}
        params, page = await asked(app, host, lambda app: app.list_server_resources("1"), "resources/list", listed)
        assert ({"cursor": "1"}, "2", ["b"]) == (params, page.next_cursor, [item.name for item in page.resources])
        with pytest.raises(UnreadableResult):
            await asked(app, host, lambda app: app.read_server_resource("ui://a/b"), "resources/read", {})


async def test_sampling_asks_the_hosts_model() -> None:
    """One block or several come back as a list. F:B22, R36"""

    async def ask(app: App[Any]) -> Any:
        messages = [SamplingMessage.of_user("hi")]
        return await app.create_sampling_message(messages, max_tokens=9, system_prompt="be brief")

    answer = {
        "model": "m-1",
        "role": "assistant",
        "content": {"type": "text", "text": "hello"},
        "stopReason": "endTurn",
    }
    async with running() as (app, host):
        params, said = await asked(app, host, ask, "sampling/createMessage", answer)
        assert {
            "messages": [{"role": "user", "content": [{"type": "text", "text": "hi"}]}],
            "maxTokens": 9,
            "systemPrompt": "be brief",
        } == params
        assert ("m-1", "hello", "endTurn") == (said.model, said.text, said.stop_reason)


async def test_sampling_with_tools_needs_the_hosts_word() -> None:
    """`sampling.tools` before `tools` is sent. R36"""
    async with running(capabilities={"sampling": {}}) as (app, host):
        with pytest.raises(UnsupportedByHost, match=r"sampling\.tools"):
            await app.create_sampling_message([SamplingMessage.of_user("hi")], max_tokens=9, tools=[])
        assert await host.hears_nothing_more()


async def test_notifications_go_out_as_the_spec_writes_them() -> None:
    """Sizes, log lines, and the wish to be removed. F:B11, extapps:E02"""
    async with running() as (app, host):
        await app.send_size_changed(height=120.5)
        await app.send_log("warning", {"seat": None}, logger="bill")
        await app.request_teardown()
        heard: list[Any] = [await host.hear() for _ in range(3)]
        assert [
            ("ui/notifications/size-changed", {"height": 120.5}),
            ("notifications/message", {"level": "warning", "data": {"seat": None}, "logger": "bill"}),
            ("ui/notifications/request-teardown", {}),
        ] == [(frame.method, frame.params) for frame in heard]


async def test_slots_changed_together_go_out_together() -> None:
    """One request for one turn of the loop, holding every slot. ours"""
    async with running() as (app, host):
        app.model_context["seat"] = "A1"
        app.model_context["show"] = {"id": 7}
        request = await host.hear_request("ui/update-model-context")
        texts = [block["text"] for block in (request.params or {})["content"]]
        assert ["seat: A1", 'show: {"id": 7}'] == texts
        await host.answer(request, {})
        await asyncio.wait_for(app.model_context.flush(), BOUND)
        app.model_context["seat"] = "A1"
        assert await host.hears_nothing_more()


async def test_while_an_update_is_under_way_only_the_last_version_waits() -> None:
    """A view that changes its mind often does not queue its changes. R54"""
    async with running() as (app, host):
        app.model_context["seat"] = "A1"
        first = await host.hear_request("ui/update-model-context")
        for seat in ("A2", "A3", "A4"):
            app.model_context["seat"] = seat
        assert await host.hears_nothing_more()
        await host.answer(first, {})
        second = await host.hear_request("ui/update-model-context")
        assert [{"type": "text", "text": "seat: A4"}] == (second.params or {})["content"]
        await host.answer(second, {})
        await asyncio.wait_for(app.model_context.flush(), BOUND)
        del app.model_context["seat"]
        third = await host.hear_request("ui/update-model-context")
        assert [] == (third.params or {})["content"]
        await host.answer(third, {})
        await asyncio.wait_for(app.model_context.flush(), BOUND)


async def test_a_host_that_takes_only_structured_content_gets_the_slots_so() -> None:
    """The modalities it declares decide. ours"""
    async with running(capabilities={"updateModelContext": {"structuredContent": {}}}) as (app, host):
        app.model_context["show"] = Bill.launch.tool.output_adapter.validate_python([{"id": 1, "title": "x"}])[0]
        request = await host.hear_request("ui/update-model-context")
        show = {"id": 1, "title": "x", "seats": []}
        assert {"show": show} == (request.params or {})["structuredContent"]


async def test_a_refused_update_reaches_the_sink_and_the_next_one_still_goes_out() -> None:
    """Nobody awaits a slot, so its failure is reported. ours"""
    errors: list[str] = []
    async with running(on_error=lambda error, where: errors.append(f"{where}: {error}")) as (app, host):
        app.model_context["seat"] = "A1"
        await host.fail(await host.hear_request("ui/update-model-context"), -32000, "no")
        await asyncio.wait_for(app.model_context.flush(), BOUND)
        app.model_context["seat"] = "A2"
        await host.answer(await host.hear_request("ui/update-model-context"), {})
        await asyncio.wait_for(app.model_context.flush(), BOUND)
    assert ["the model context: ui/update-model-context: no (-32000)"] == errors
