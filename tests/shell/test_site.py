"""The two origins over HTTP: headers, refusals, ports. No browser."""

import asyncio
import json
import socket
from collections.abc import AsyncGenerator
from contextlib import closing
from dataclasses import dataclass

import pytest
import uvicorn

from hostsim.remote import RemotePage
from hostsim.site import MAX_REPORT_BYTES, PortTaken, Site

CSP = "default-src 'none'"


@dataclass(frozen=True)
class Answer:
    status: int
    headers: dict[str, str]
    body: str


async def fetch(url: str, *, host: str | None = None, body: bytes | None = None, headers: str = "") -> Answer:
    """One request over a socket of its own, with whatever Host header the test wants."""
    _, _, name, path = url.split("/", 3)
    reader, writer = await asyncio.open_connection("127.0.0.1", int(name.rpartition(":")[2]))
    verb = "GET" if body is None else "POST"
    fields = f"Host: {host or name}\r\n{headers or 'Connection: close'}\r\nContent-Length: {len(body or b'')}"
    writer.write(f"{verb} /{path} HTTP/1.1\r\n{fields}\r\n\r\n".encode() + (body or b""))
    raw = await reader.read()
    writer.close()
    head, _, rest = raw.decode().partition("\r\n\r\n")
    status, *lines = head.split("\r\n")
    pairs = (line.partition(": ") for line in lines)
    return Answer(int(status.split()[1]), {name.lower(): value for name, _, value in pairs}, rest)


@pytest.fixture
def reports() -> list[tuple[str, bytes]]:
    return []


@pytest.fixture
async def site(reports: list[tuple[str, bytes]]) -> AsyncGenerator[Site]:
    async def serve(page: RemotePage) -> None:
        async for _ in page.messages():
            pass

    with closing(Site()) as opened:
        async with opened.serving(serve, lambda url, body: reports.append((url, body))):
            yield opened


def publish(site: Site) -> str:
    return site.publish(lambda report: f"{CSP}; report-uri {report}")


async def test_host_page_and_sandbox_have_different_origins(site: Site) -> None:
    """Two names and two ports, so that not even a cookie is shared. R24"""
    host, sandbox = (origin.removeprefix("http://").split(":") for origin in (site.host_origin, site.sandbox_origin))
    assert host[0] != sandbox[0]
    assert host[1] != sandbox[1]


async def test_a_sandbox_page_is_served_under_its_policy_as_a_header(site: Site) -> None:
    """Policy by header, framed by the host page only, never stored, no referrer, no guessing. R28"""
    answer = await fetch(publish(site))
    policy = answer.headers["content-security-policy"]
    assert 200 == answer.status
    assert policy.startswith(f"{CSP}; report-uri {site.sandbox_origin}/report/")
    assert policy.endswith(f"; frame-ancestors {site.host_origin}")
    protections = ("cache-control", "referrer-policy", "x-content-type-options")
    assert ("no-store", "no-referrer", "nosniff") == tuple(answer.headers[name] for name in protections)


@pytest.mark.parametrize("path", ["sandbox/unknown", "sandbox/"])
async def test_an_address_without_a_view_gets_no_document(site: Site, path: str) -> None:
    """A token nobody gave out names nothing: an error and no sandbox. heddle:H82"""
    answer = await fetch(f"{site.sandbox_origin}/{path}")
    assert answer.status in (400, 404)
    assert "<script" not in answer.body


async def test_a_view_that_was_taken_down_is_not_served_again(site: Site) -> None:
    """The address lives as long as the mount. heddle:H82"""
    url = publish(site)
    site.withdraw(url)
    assert 400 == (await fetch(url)).status


async def test_another_name_for_the_same_address_reaches_nothing(site: Site) -> None:
    """A name that someone points at loopback is refused on both origins, whatever it asks for."""
    for url in (f"{site.host_origin}/", f"{site.host_origin}/socket", publish(site)):
        assert 421 == (await fetch(url, host="evil.example:80")).status


async def test_a_page_of_another_origin_cannot_open_the_socket(site: Site) -> None:
    """Only the host page's own origin speaks to the host."""
    upgrade = (
        "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
    )
    answer = await fetch(f"{site.host_origin}/socket", headers=f"{upgrade}Origin: {site.sandbox_origin}")
    assert 403 == answer.status


async def test_the_host_page_has_a_strict_policy_of_its_own(site: Site) -> None:
    """It loads only its own files and frames only the sandbox."""
    answer = await fetch(f"{site.host_origin}/")
    assert "<title>hostsim</title>" in answer.body
    policy = answer.headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self';")
    assert f"frame-src {site.sandbox_origin};" in policy


@pytest.mark.parametrize("name", ["..%2f..%2fpyproject.toml", "nothing.js", "sandbox.html%00"])
async def test_a_page_serves_its_own_files_and_no_others(site: Site, name: str) -> None:
    """What is not among the files of the host page does not exist."""
    assert 404 == (await fetch(f"{site.host_origin}/page/{name}")).status


async def test_a_violation_report_reaches_the_host(site: Site, reports: list[tuple[str, bytes]]) -> None:
    """The browser posts what the policy stopped; too much of it, or for no view, is refused. ours"""
    url = publish(site)
    address = url.replace("/sandbox/", "/report/")
    body = json.dumps({"csp-report": {"effective-directive": "connect-src"}}).encode()
    assert 204 == (await fetch(address, body=body)).status
    assert 413 == (await fetch(address, body=b"x" * (MAX_REPORT_BYTES + 1))).status
    assert 404 == (await fetch(f"{site.sandbox_origin}/report/unknown", body=body)).status
    assert [(url, body)] == reports


def test_a_port_that_is_taken_is_said_in_one_sentence() -> None:
    """The sentence names the port and the option that chooses another; the other port is let go."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        sentence = rf"^port {port} cannot be used \(address already in use\); choose another with --port$"
        with pytest.raises(PortTaken, match=sentence):
            Site(host_port=port)
        with pytest.raises(PortTaken, match=f"^port {port} .* VIEWSDK_SANDBOX_PORT$"):
            Site(sandbox_port=port)


async def test_a_server_that_cannot_come_up_ends_the_wait_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """With its own exception; the wait has no other end. ours"""

    async def broken(*_: object) -> None:
        raise RuntimeError("no such library")

    async def serve(page: RemotePage) -> None:
        pytest.fail("a page came although nothing is served")

    monkeypatch.setattr(uvicorn.Server, "startup", broken)
    with closing(Site()) as site, pytest.raises(RuntimeError, match="no such library"):
        async with asyncio.timeout(5), site.serving(serve, lambda url, body: None):
            pytest.fail("nothing is served")
