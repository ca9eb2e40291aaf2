"""The sandbox between host page and view, in a real browser: rules R06, R13, R23 to R31 and R86."""

import asyncio
import json
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Frame, expect

from hostsim.headless import Spectator
from hostsim.host import Host
from hostsim.run import Wanted
from hostsim.trace_reader import TraceReader
from hostsim.upstream import connect
from hostsim.upstream_target import Command
from tests.cases.page_server import URI

HERE = Path(__file__).parent
BOUND = 5000  # milliseconds; no wait of a test is longer
LAUNCH = 30_000  # milliseconds for a browser's first page
HEAR = "window.heardHere = []; addEventListener('message', ({data}) => heardHere.push(data?.method ?? 'answer'), true)"


def _command(meta: dict[str, Any]) -> Command:
    return Command((sys.executable, str(HERE / "page_server.py"), str(HERE / "probe.html"), json.dumps(meta)))


@pytest.fixture
def meta() -> dict[str, Any]:
    """The metadata of the page; tests parametrize it."""
    return {}


@pytest.fixture
def wanted(meta: dict[str, Any], tmp_path: Path) -> Wanted:
    policy = tmp_path / "policy.toml"
    policy.write_text(
        f'[views."{URI}"]\ncall = ["who"]\ncsp.permissions = ["clipboardWrite"]\ncontext = true\n', encoding="utf-8"
    )
    return Wanted(target=_command(meta), policy=policy, is_watched=True)


async def _frames(spectator: Spectator) -> tuple[Frame, Frame, Frame]:
    """Host page, sandbox and view, once the view shows its result."""
    await expect(spectator.view.locator("#result")).to_have_text("there", timeout=LAUNCH)
    host = spectator.page.main_frame
    (sandbox,) = host.child_frames
    (view,) = sandbox.child_frames
    return host, sandbox, view


async def _attributes(frame: Frame) -> tuple[str | None, str | None]:
    element = await frame.frame_element()
    return await element.get_attribute("sandbox"), await element.get_attribute("allow")


@pytest.mark.browser
@pytest.mark.parametrize("meta", [{"ui": {"permissions": {"clipboardWrite": {}, "camera": {}}}}])
async def test_the_view_is_two_frames_deep_and_its_own_has_no_origin(spectator: Spectator) -> None:
    """Page, sandbox of another origin, view of none; only the granted permission is in allow. R23 R24 R25 R86 R06"""
    host, sandbox, view = await _frames(spectator)
    origins = [await frame.evaluate("() => origin") for frame in (host, sandbox, view)]

    assert "null" == origins[2]
    assert 3 == len(set(origins))
    assert ("allow-scripts allow-same-origin", "clipboard-write") == await _attributes(sandbox)
    assert ("allow-scripts", "clipboard-write") == await _attributes(view)


@pytest.mark.browser
async def test_the_sandbox_announces_itself_and_is_then_given_the_page(spectator: Spectator) -> None:
    """Its first word is that it is ready, the host's to it is the page, and the view hears neither. R26 R27"""
    await _frames(spectator)
    await spectator.page.add_init_script(HEAR)
    await spectator.page.reload()
    _, sandbox, view = await _frames(spectator)

    assert "ui/notifications/sandbox-proxy-ready" == await spectator.page.evaluate("() => heardHere[0]")
    assert "ui/notifications/sandbox-resource-ready" == await sandbox.evaluate("() => heardHere[0]")
    assert "ui/initialize" == await spectator.page.evaluate("() => heardHere[1]")
    assert not [method for method in await view.evaluate("() => heardHere") if "sandbox" in method]


@pytest.mark.browser
async def test_the_sandbox_passes_everything_but_its_own_and_adds_nothing(
    spectator: Spectator, trace: TraceReader
) -> None:
    """All it says from its first script on is passed, sandbox names aside, and nothing is added. R29 R31 extapps:E08"""
    _, _, view = await _frames(spectator)
    await view.evaluate("""() => {
        say({ id: 'ask', method: 'ping' });
        say({ method: 'notifications/message', params: { level: 'info', data: 1 } });
        say({ method: 'ui/notifications/sandbox-proxy-ready', params: {} });
        say({ method: 'ui/notifications/sandbox-resource-ready', params: { html: '<p>mine' } });
        say({ method: 'x/unheard-of' });
        say({ id: 99, result: {} });
        say({ id: 'last', method: 'ping' });
    }""")
    await view.wait_for_function("() => heard.some((frame) => frame.id === 'last')", timeout=BOUND)
    said, heard = await view.evaluate("() => said"), await view.evaluate("() => heard")

    assert [frame for frame in said if "sandbox-" not in frame.get("method", "")] == trace.frames(
        direction="view-to-host"
    )
    assert heard == trace.frames(direction="host-to-view")


@asynccontextmanager
async def _answering() -> AsyncIterator[str]:
    """A web server that lets everyone read its answer; its origin."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(
            b"HTTP/1.1 200 OK\r\nAccess-Control-Allow-Origin: *\r\nContent-Length: 2\r\nConnection: close\r\n\r\nhi"
        )
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"


@pytest.fixture
async def origins() -> AsyncIterator[tuple[str, str]]:
    async with _answering() as declared, _answering() as undeclared:
        yield declared, undeclared


REACH = """(url) => new Promise((resolve) => {
    addEventListener('securitypolicyviolation', (event) => resolve(`blocked by ${event.effectiveDirective}`));
    fetch(url).then((answer) => answer.text()).then(resolve, () => {});
})"""


@pytest.mark.browser
class TestTheContentPolicy:
    """The probe's page with one of two servers declared."""

    @pytest.fixture
    def meta(self, origins: tuple[str, str]) -> dict[str, Any]:
        return {"ui": {"csp": {"connectDomains": [origins[0]]}}}

    async def test_a_declared_server_is_reached_and_another_is_not(
        self, spectator: Spectator, origins: tuple[str, str]
    ) -> None:
        """Both would answer anyone; the policy of the page lets the view reach the one alone. R13, R11"""
        _, _, view = await _frames(spectator)

        assert ["hi", "blocked by connect-src"] == [await view.evaluate(REACH, url) for url in origins]


@pytest.mark.browser
class TestTheHostsOwnList:
    """The probe's page declares two servers, and the host's policy has one of them."""

    @pytest.fixture
    def meta(self, origins: tuple[str, str]) -> dict[str, Any]:
        return {"ui": {"csp": {"connectDomains": [*origins]}}}

    @pytest.fixture
    def wanted(self, meta: dict[str, Any], origins: tuple[str, str], tmp_path: Path) -> Wanted:
        policy = tmp_path / "policy.toml"
        policy.write_text(f'[views."{URI}"]\ncsp.connect = ["{origins[0]}"]\n', encoding="utf-8")
        return Wanted(target=_command(meta), policy=policy, is_watched=True)

    async def test_a_declared_server_the_host_does_not_list_is_withheld_and_said_so(
        self, spectator: Spectator, trace: TraceReader, origins: tuple[str, str]
    ) -> None:
        """The page shows what the view may reach, the trace what was taken, and the browser obeys. R14, heddle:H54"""
        _, _, view = await _frames(spectator)

        shown = await spectator.page.locator("li[title*='connect-src']").get_attribute("title")
        assert [True, False] == [origin in (shown or "") for origin in origins]
        taken = [str(entry) for entry in trace.entries if "connectDomains" in str(entry)]
        assert any(origins[1] in entry for entry in taken)
        assert ["hi", "blocked by connect-src"] == [await view.evaluate(REACH, url) for url in origins]


@pytest.mark.browser
class TestAQuestionNobodyCanAnswer:
    """The policy has the tool asked about."""

    @pytest.fixture
    def wanted(self, meta: dict[str, Any], tmp_path: Path) -> Wanted:
        policy = tmp_path / "policy.toml"
        policy.write_text(f'[views."{URI}"]\ncall = ["who"]\nconsent = ["who"]\n', encoding="utf-8")
        return Wanted(target=_command(meta), policy=policy, is_watched=True)

    async def test_a_question_that_is_open_when_the_page_goes_is_answered_with_unavailable(
        self, spectator: Spectator, host: Host, trace: TraceReader
    ) -> None:
        """The call is refused for that reason, and the server does not see it. heddle:H90, heddle:H60"""
        _, _, view = await _frames(spectator)
        await view.evaluate("() => say({ id: 'call', method: 'tools/call', params: { name: 'who', arguments: {} } })")
        await expect(spectator.page.get_by_text("Allow the call of who?")).to_be_visible(timeout=BOUND)

        await spectator.page.close()
        await asyncio.wait_for(asyncio.shield(host.gone), BOUND / 1000)

        (answer,) = trace.answers("tools/call")
        assert "consent_unavailable" == answer["error"]["data"]["reason"]
        assert not [entry for entry in trace.entries if "CallTool" in str(entry)]


CALL = """() => new Promise((resolve) => {
    addEventListener('message', ({data}) => { if (data.id === 'call') resolve(data.result.structuredContent); });
    say({ id: 'call', method: 'tools/call', params: { name: 'who', arguments: {} } });
})"""


@pytest.mark.browser
async def test_a_view_that_connects_again_calls_through_the_same_client(spectator: Spectator) -> None:
    """The page is loaded anew, the view shakes hands anew, and the server is the process it was. F:B18"""
    _, _, view = await _frames(spectator)
    first = await view.evaluate(CALL)
    await spectator.page.reload()
    _, _, again = await _frames(spectator)

    assert first == await again.evaluate(CALL)


@pytest.mark.browser
async def test_the_latest_model_context_stands_on_the_page_in_place_of_the_one_before(spectator: Spectator) -> None:
    """Two in a row are one note, with what the last one said; an empty one clears it. R55 R56"""
    _, _, view = await _frames(spectator)
    told = (
        "(params) => say({ id: params.structuredContent?.seat ?? 'none', method: 'ui/update-model-context', params })"
    )
    for seat in ("A1", "B2"):
        await view.evaluate(told, {"structuredContent": {"seat": seat}})
    notes = spectator.page.get_by_text("The view keeps the model informed").locator("..")

    await expect(notes).to_have_count(1, timeout=BOUND)
    await expect(notes).to_contain_text("B2", timeout=BOUND)
    await expect(notes).not_to_contain_text("A1", timeout=BOUND)
    await view.evaluate(told, {})
    await expect(notes).to_contain_text("(nothing)", timeout=BOUND)


async def test_the_host_announces_the_extension_with_its_type() -> None:
    """A server that asks what its client can do finds it among the extensions. R83"""
    async with connect(_command({})) as upstream:
        result = await upstream.call_tool("who", {})

    expected = {"io.modelcontextprotocol/ui": {"mimeTypes": ["text/html;profile=mcp-app"]}}
    assert expected == result["structuredContent"]["extensions"]
