"""The asset server: what a page in an opaque frame needs of it."""

from collections.abc import Generator
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path

import pytest

from viewsdk.bundle.serve import AssetServer, serving


@pytest.fixture
def server(tmp_path: Path) -> Generator[AssetServer]:
    """A folder with one asset in three forms, and a secret beside it."""
    (tmp_path / "secret.txt").write_text("secret")
    folder = tmp_path / "assets"
    folder.mkdir()
    (folder / "site.1.pack").write_bytes(b"plain")
    (folder / "site.1.pack.br").write_bytes(b"brotli")
    (folder / "site.1.pack.gz").write_bytes(b"gzip")
    (folder / "run.1.wasm").write_bytes(b"\0asm")
    (folder / ".making.key").write_text("not yet")
    (folder / ".git").mkdir()
    (folder / ".git" / "config").write_text("not for anybody")
    (folder / "link.1.pack").symlink_to(folder / ".git" / "config")
    (folder / "loop.1.pack").symlink_to(folder / "loop.1.pack")
    with serving(folder) as running:
        yield running


def ask(server: AssetServer, path: str, method: str = "GET", **headers: str) -> tuple[HTTPResponse, bytes]:
    connection = HTTPConnection("127.0.0.1", server.server_address[1], timeout=5)
    try:
        connection.request(method, path, headers={name.replace("_", "-"): value for name, value in headers.items()})
        answer = connection.getresponse()
        return answer, answer.read()
    finally:
        connection.close()


def test_a_page_with_a_null_origin_may_read_and_keep_every_asset(server: AssetServer) -> None:
    """CORS for everybody, and for ever, as a name never changes its content."""
    answer, body = ask(server, "/run.1.wasm")
    assert (200, b"\0asm") == (answer.status, body)
    assert "*" == answer.headers["Access-Control-Allow-Origin"]
    assert "application/wasm" == answer.headers["Content-Type"]
    assert "public, max-age=31536000, immutable" == answer.headers["Cache-Control"]


@pytest.mark.parametrize(
    ("accepted", "body", "encoding"),
    [("gzip, deflate, br", b"brotli", "br"), ("gzip;q=0.5", b"gzip", "gzip"), ("identity", b"plain", None)],
)
def test_the_smallest_form_the_browser_takes_is_sent(
    server: AssetServer, accepted: str, body: bytes, encoding: str | None
) -> None:
    """Siblings made by the build, not compressed on the fly."""
    answer, got = ask(server, "/site.1.pack", Accept_Encoding=accepted)
    assert (body, encoding) == (got, answer.headers.get("Content-Encoding"))


def test_the_preflight_for_a_private_address_is_answered(server: AssetServer) -> None:
    """Chromium asks before a public page may reach a loopback address."""
    answer, _ = ask(server, "/run.1.wasm", "OPTIONS", Access_Control_Request_Private_Network="true")
    assert (204, "true") == (answer.status, answer.headers["Access-Control-Allow-Private-Network"])


OUTSIDE = ["/missing.pack", "/../secret.txt", "/%2e%2e/secret.txt", "/", "/..%2Fsecret.txt"]
HIDDEN = ["/.making.key", "/.git/config", "/%2egit/config", "/.git/../run.1.wasm", "/link.1.pack"]
NO_FILE = ["/%00", "/run.1.wasm%00", "/" + "x" * 5000, "/loop.1.pack", "/run.1.wasm/more", "//[", "/%ff"]


@pytest.mark.parametrize("path", [*OUTSIDE, *HIDDEN, *NO_FILE])
def test_what_is_not_an_asset_is_refused_as_text(server: AssetServer, path: str) -> None:
    """Never a page, which a script could take for the asset, and never anything outside the folder."""
    answer, body = ask(server, path)
    assert (404, b"no such asset\n") == (answer.status, body)
    assert "text/plain; charset=utf-8" == answer.headers["Content-Type"]
