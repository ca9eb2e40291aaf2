"""The way to a real server: started, asked, cancelled, lost, and gone with its client."""

import asyncio
import os
import signal
import socket
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from hostsim.upstream import Upstream, UpstreamFailed, connect
from hostsim.upstream_error import UpstreamError
from hostsim.upstream_target import Command, TargetError, Url, target_of
from tests.hostsim import servers

LIMIT = 20.0  # seconds no wait here may exceed


def written(folder: Path, text: str) -> Command:
    file = folder / "server.py"
    file.write_text(text, encoding="utf-8")
    target = target_of([str(file)])
    assert isinstance(target, Command)
    return target


@asynccontextmanager
async def served(folder: Path) -> AsyncGenerator[tuple[Url, asyncio.subprocess.Process]]:
    """The same server over HTTP, on a socket that is already bound."""
    with socket.create_server(("127.0.0.1", 0)) as bound:
        words = (*written(folder, servers.GOOD).argv, str(bound.fileno()))
        process = await asyncio.create_subprocess_exec(*words, pass_fds=[bound.fileno()])
        url = Url(f"http://127.0.0.1:{bound.getsockname()[1]}/mcp")
    try:
        yield url, process
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


async def failure(work: object) -> UpstreamError:
    with pytest.raises(UpstreamError) as caught:
        await asyncio.wait_for(work, LIMIT)  # type: ignore[arg-type]
    return caught.value


async def walk(upstream: Upstream) -> None:
    """The same questions, whatever the way to the server."""
    tools = {tool["name"]: tool for tool in await upstream.list_tools()}
    assert {"resourceUri": "ui://probe/page", "visibility": ["model"]} == tools["counted"]["_meta"]["ui"]
    assert ("probe", True) == (upstream.server_name, "tools" in upstream.capabilities)
    said = await upstream.call_tool("client", {})
    assert {"io.modelcontextprotocol/ui": {"mimeTypes": ["text/html;profile=mcp-app"]}} == said["structuredContent"]
    heard: list[tuple[float, float | None, str | None]] = []

    async def on_progress(progress: float, total: float | None, message: str | None) -> None:
        heard.append((progress, total, message))

    result = await upstream.call_tool("step", {"count": 2}, on_progress=on_progress)
    assert ([{"type": "text", "text": "done"}], False) == (result["content"], result["isError"])
    assert [(1, 2, "step 1"), (2, 2, "step 2")] == heard
    assert not {"resultType", "ttlMs", "cacheScope"} & set(result)
    page = await upstream.read_resource("ui://probe/page")
    assert ["<!doctype html><p>hello"] == [content["text"] for content in page["contents"]]
    listed = await upstream.list_resources()
    assert ["ui://probe/page"] == [resource["uri"] for resource in listed["resources"]]
    missing = await failure(upstream.read_resource("ui://probe/nothing"))
    assert (-32602, "Unknown resource: ui://probe/nothing") == (missing.code, missing.message)


async def test_a_server_file_is_started_and_asked(tmp_path: Path) -> None:
    """It hears of the extension; tools, progress, a resource, an error with its own code. R83 R94 umbra:U42"""
    async with connect(written(tmp_path, servers.GOOD)) as upstream:
        await walk(upstream)


async def test_a_server_by_address_is_asked_the_same_way(tmp_path: Path) -> None:
    """Streamable HTTP; nothing is started and nothing is stopped. ours"""
    async with served(tmp_path) as (url, process):
        async with connect(url) as upstream:
            await walk(upstream)
        assert None is process.returncode


async def test_cancelling_the_task_cancels_the_call_at_the_server(tmp_path: Path) -> None:
    """The server's handler is interrupted, and the connection goes on. F:B19"""
    hanging = asyncio.Event()

    def on_stderr(line: str) -> None:
        if line == "hanging":
            hanging.set()

    async with connect(written(tmp_path, servers.GOOD), on_stderr=on_stderr) as upstream:
        call = asyncio.create_task(upstream.call_tool("hang", {}))
        await asyncio.wait_for(hanging.wait(), LIMIT)
        call.cancel()
        await asyncio.wait([call], timeout=LIMIT)
        assert call.cancelled()
        counted = await upstream.call_tool("counted", {})
        assert 1 == counted["structuredContent"]["stopped"]


async def test_a_server_that_dies_fails_what_waits_and_what_comes_later_at_once(tmp_path: Path) -> None:
    """With its last words; nothing hangs. umbra:U19"""
    async with connect(written(tmp_path, servers.GOOD)) as upstream:
        waiting = asyncio.create_task(upstream.call_tool("hang", {}))
        died = await failure(upstream.call_tool("die", {}))
        waited = await failure(waiting)
        later = await failure(upstream.call_tool("counted", {}))
        assert await asyncio.wait_for(upstream.ended(), LIMIT) == died.message
    for error in (died, waited, later):
        assert (-32000, {"reason": "upstream_ended"}) == (error.code, error.data)
        assert error.message.endswith("ended; it last said: out of luck")


async def test_a_server_killed_from_outside_is_noticed(tmp_path: Path) -> None:
    """Also over HTTP, where only the next request can tell. ours"""
    async with served(tmp_path) as (url, process), connect(url) as upstream:
        process.send_signal(signal.SIGKILL)
        await process.wait()
        assert -32000 == (await failure(upstream.call_tool("counted", {}))).code


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (servers.EXITS, "ended before it answered; it last said: no such table: shows"),
        (servers.BROKEN, "it last said: ModuleNotFoundError: No module named 'nothing_of_that_name'"),
    ],
)
async def test_a_server_that_exits_is_named_with_its_last_words(tmp_path: Path, text: str, said: str) -> None:
    """One sentence, and the whole tail for whoever wants it. ours"""
    with pytest.raises(UpstreamFailed, match=r"server\.py") as caught:
        async with connect(written(tmp_path, text)):
            pass
    assert str(caught.value).endswith(said)
    assert "\n" not in str(caught.value)


async def test_a_server_that_refuses_the_session_is_quoted(tmp_path: Path) -> None:
    """Servers use the code of the SDK's own "closed" for anything; it is not dead for that. ours"""
    with pytest.raises(UpstreamFailed, match=r"server\.py\) refused the session: the licence has expired$"):
        async with connect(written(tmp_path, servers.REFUSES), start_timeout=LIMIT):
            pass


async def test_a_server_that_never_answers_is_given_up(tmp_path: Path) -> None:
    """After the time it was given; what it printed instead of messages is counted. ours"""
    with pytest.raises(UpstreamFailed, match=r"did not answer within 0\.5 s; 1 line of its output was no MCP"):
        async with connect(written(tmp_path, servers.DEAF), start_timeout=0.5):
            pass


@pytest.mark.parametrize(
    ("target", "said"),
    [
        (Command(("no-such-program",)), "the server cannot be started: no-such-program: No such file or directory"),
        (Url("http://127.0.0.1:9/mcp"), "no MCP server answers at http://127.0.0.1:9/mcp"),
    ],
)
async def test_a_server_that_is_not_there_is_one_sentence(target: Command | Url, said: str) -> None:
    """No traceback, no hang. ours"""
    with pytest.raises(UpstreamFailed) as caught:
        async with connect(target, start_timeout=LIMIT):
            pass
    assert str(caught.value).startswith(said)


async def test_an_address_that_is_no_mcp_server_is_one_sentence(tmp_path: Path) -> None:
    """Somebody answers there, but not in MCP. ours"""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\nconnection: close\r\n\r\n")
        await writer.drain()
        writer.close()

    async with await asyncio.start_server(answer, "127.0.0.1", 0) as site:
        url = f"http://127.0.0.1:{site.sockets[0].getsockname()[1]}/mcp"
        with pytest.raises(UpstreamFailed, match=f"^no MCP server answers at {url}: "):
            async with connect(Url(url), start_timeout=LIMIT):
                pass


async def test_a_started_server_sees_our_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A developer's variables reach the developer's server. ours"""
    monkeypatch.setenv("BOX_OFFICE", "open")
    async with connect(written(tmp_path, servers.GOOD)) as upstream:
        answer = await upstream.call_tool("environment", {"name": "BOX_OFFICE"})
    assert "open" == answer["content"][0]["text"]


async def test_a_started_server_is_gone_after_the_block(tmp_path: Path) -> None:
    """Also when the block ends with an error. ours"""
    text = f"import os\nopen({str(tmp_path / 'pid')!r}, 'w').write(str(os.getpid()))\n{servers.GOOD}"
    with pytest.raises(ZeroDivisionError):
        async with connect(written(tmp_path, text)):
            raise ZeroDivisionError
    assert not _is_alive(int((tmp_path / "pid").read_text()))


async def test_a_started_server_dies_with_a_client_that_is_killed(tmp_path: Path) -> None:
    """Nothing is left running when hostsim itself is shot. ours"""
    text = f"import os\nopen({str(tmp_path / 'pid')!r}, 'w').write(str(os.getpid()))\n{servers.GOOD}"
    file = written(tmp_path, text).argv[-1]
    client = (
        "import asyncio, sys\nfrom hostsim.upstream import connect\nfrom hostsim.upstream_target import target_of\n"
        "async def main():\n    async with connect(target_of(sys.argv[1:])) as up:\n"
        "        print('up', flush=True)\n        await up.ended()\nasyncio.run(main())\n"
    )
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", client, file, stdout=asyncio.subprocess.PIPE)
    assert process.stdout is not None
    assert b"up\n" == await asyncio.wait_for(process.stdout.readline(), LIMIT)
    server = int((tmp_path / "pid").read_text())
    gone = _end_of(server)
    process.kill()
    await process.wait()
    await asyncio.wait_for(gone, LIMIT)


def _end_of(pid: int) -> asyncio.Future[None]:
    """Done when the process has ended; a process file descriptor becomes readable then."""
    loop = asyncio.get_running_loop()
    ended: asyncio.Future[None] = loop.create_future()
    handle = os.pidfd_open(pid)

    def on_end() -> None:
        loop.remove_reader(handle)
        os.close(handle)
        ended.set_result(None)

    loop.add_reader(handle, on_end)
    return ended


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (ProcessLookupError, FileNotFoundError):
        return False
    return state != "Z"


def test_a_target_is_a_folder_a_file_an_address_or_a_command(tmp_path: Path) -> None:
    """Whichever it is; a Python file runs with this interpreter. ours"""
    (tmp_path / "server.py").write_text("")
    run = Command((sys.executable, str(tmp_path / "server.py")))
    assert [run, run] == [target_of([str(tmp_path)]), target_of([str(tmp_path / "server.py")])]
    assert Url("http://127.0.0.1:8000/mcp") == target_of(["http://127.0.0.1:8000/mcp"])
    assert Command(("node", "server.js")) == target_of(["node", "server.js"])
    assert Command(("sh",)) == target_of(["sh"])


@pytest.mark.parametrize(
    ("words", "said"),
    [([], "no server named"), (["{tmp}"], "holds no server.py"), (["{tmp}/x.py"], "no file"), (["http://"], "no host")],
)
def test_a_target_that_names_no_server_says_what_would(tmp_path: Path, words: list[str], said: str) -> None:
    """One sentence each. ours"""
    with pytest.raises(TargetError, match=said):
        target_of([word.replace("{tmp}", str(tmp_path)) for word in words])
