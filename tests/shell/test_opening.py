"""From a target to a host that could show its view: what stops it, each time at a stage and in one sentence."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from hostsim import run
from hostsim.host import Host
from hostsim.run import CannotRun, hosting
from hostsim.settings import Settings, settings
from hostsim.stages import Stage, Stopped
from hostsim.trace import ErrorEntry
from tests.shell.conftest import SERVER, Scripted

VIEW = '[views."ui://scripted/page"]\n'


async def stopped(scripted: Scripted, *options: str, limits: Settings | None = None, **more: object) -> Stopped:
    """Opens a host that cannot open, and returns why."""
    with pytest.raises(Stopped) as why:
        async with hosting(scripted(*options, **more), limits or settings()):
            pass
    return why.value


@pytest.mark.parametrize(
    ("options", "stage", "sentence"),
    [
        (["--exits"], "server started", "ended before it answered; it last said: the scripted server has had enough"),
        (["--without", "view"], "tool has a view", "no tool of this server opens a view"),
        (["--without", "resource"], "resource read", "the server did not give ui://scripted/page"),
        (["--mime", "text/html"], "MIME", "the MIME type is text/html; a view needs exactly text/html;profile=mcp-app"),
        (["--page", str(SERVER)], "HTML", "the content is not an HTML document"),
    ],
)
async def test_a_server_that_cannot_be_shown_stops_the_run(
    scripted: Scripted, options: list[str], stage: str, sentence: str
) -> None:
    """The stage is named and so is the reason; nothing is framed. heddle:H50"""
    why = await stopped(scripted, *options)
    assert stage == why.stage.value
    assert sentence in why.why


@pytest.mark.slow
@pytest.mark.parametrize(
    ("where", "stage"), [("start", "server started"), ("tools", "tool has a view"), ("resource", "resource read")]
)
async def test_a_server_that_hangs_is_given_up(scripted: Scripted, where: str, stage: str) -> None:
    """Each wait has a bound, and the stage it hung at is named."""
    limits = replace(settings(), server_limit=5.0, page_limit=1.0)
    why = await stopped(scripted, "--hangs", where, limits=limits)
    assert stage == why.stage.value
    assert "did not answer within" in why.why


@pytest.mark.slow
@pytest.mark.parametrize("line", ["here you are", '{"jsonrpc": "2.0", "id": 2, "result": {"text": "\\ud800"}}'])
async def test_a_server_that_hangs_is_said_to_have_written_what_is_no_message(scripted: Scripted, line: str) -> None:
    """An answer that cannot be read, half a surrogate pair say, looks like no answer at all. ours"""
    limits = replace(settings(), page_limit=1.0)
    why = await stopped(scripted, "--hangs", "resource", "--says", line, limits=limits)
    assert "the server did not answer within 1 s; 1 line of its output was no MCP message" == why.why


@pytest.mark.slow
async def test_a_person_who_waits_for_a_page_is_told_what_for(
    scripted: Scripted, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One line, and only when the page takes its time: a server may build it when it is first asked. ours"""
    monkeypatch.setattr(run, "NOTICE_AFTER", 0.5)
    heard: list[str] = []
    with pytest.raises(Stopped):
        async with hosting(scripted("--hangs", "resource"), replace(settings(), page_limit=2), on_notice=heard.append):
            pass
    assert [run.BUILDING] == heard


async def test_a_page_that_comes_at_once_is_not_commented_on(scripted: Scripted) -> None:
    """Nothing is said to somebody who does not wait. ours"""
    heard: list[str] = []
    async with hosting(scripted(), settings(), on_notice=heard.append):
        pass
    assert [] == heard


@pytest.mark.slow
async def test_a_trace_that_cannot_be_written_ends_the_run(scripted: Scripted) -> None:
    """A full disk is one sentence, whatever the run waits for, and nothing keeps running. ours"""
    full = Path("/dev/full")
    with pytest.raises(CannotRun, match=r"^the trace cannot be written to /dev/full: No space left on device$"):
        async with hosting(scripted(trace=full), settings()):
            await asyncio.Event().wait()


async def test_a_page_over_the_cap_is_not_framed(scripted: Scripted) -> None:
    """The sentence gives both sizes and names the option."""
    why = await stopped(scripted, max_html=100)
    assert "size" == why.stage.value
    assert "and this host takes 100 (--max-html)" in why.why


@pytest.mark.parametrize(
    ("policy", "line"),
    [
        (f'{VIEW}call = ["*"]', 2),
        (f'{VIEW}call = ["nothing"]', 2),
        (f'{VIEW}call = ["echo", "echo"]', 2),
        (f'{VIEW}call = ["echo"]\n[views."ui://scripted/page".guards.echo]\nnobody = {{ deny = ["x"] }}', 4),
        ("views = [", 1),
    ],
)
async def test_a_policy_that_cannot_be_meant_stops_the_run(scripted: Scripted, policy: str, line: int) -> None:
    """Wildcard, unknown tool, duplicate, guard on nothing, broken TOML: by line. umbra:U32 umbra:U33"""
    with pytest.raises(CannotRun, match=rf"policy\.toml:{line}: "):
        async with hosting(scripted(policy=policy), settings()):
            pass


async def test_a_mistake_of_hostsims_own_ends_the_run_and_is_in_the_trace(scripted: Scripted) -> None:
    """Whoever waits for a stage hears of it, instead of waiting for as long as they may. ours"""

    async def fails() -> None:
        raise KeyError("a mistake")

    async with hosting(scripted(), settings()) as host:
        host.mounts.start_chore(fails())
        with pytest.raises(Stopped, match="hostsim failed: KeyError: 'a mistake'"):
            await asyncio.wait_for(host.recorder.progress.reached(Stage.RESULT_RENDERED), 5)
        assert ["hostsim failed: KeyError: 'a mistake'"] == [
            entry.message for entry in host.trace.entries if isinstance(entry, ErrorEntry)
        ]


async def test_a_view_mounted_again_is_judged_by_the_tools_listed_last(scripted: Scripted) -> None:
    """A tool the server has withdrawn stays withdrawn. R21, ours"""

    async def list_nothing() -> list[dict[str, object]]:
        return []

    async with hosting(scripted(), settings()) as host:
        host.mounts.start()
        host.production.upstream.list_tools = list_nothing  # type: ignore[method-assign]
        host.mounts.list_changed("tools")
        async with asyncio.timeout(5):
            while names(host) != ():
                await asyncio.sleep(0)
        await asyncio.wait_for(host.mounts.reload(), 5)
        assert () == names(host)


def names(host: Host) -> tuple[str, ...]:
    assert host.mount is not None
    return host.mount.conversation._parts.tools.gate.inventory.names


@pytest.mark.slow
async def test_a_page_that_is_not_the_one_seen_first_stops_the_run(scripted: Scripted, tmp_path: Path) -> None:
    """The pin file is made at the first run, and says which line to delete when the change is meant. heddle:H53"""
    pins = tmp_path / "pins.json"
    for _ in range(2):
        async with hosting(scripted(page="<!doctype html><p>one", pins=pins), settings()):
            pass
    why = await stopped(scripted, page="<!doctype html><p>other", pins=pins)
    assert Stage.RESOURCE_READ is why.stage
    assert "is not the one seen first" in why.why


@pytest.mark.slow
async def test_a_pin_file_that_cannot_be_trusted_or_written_is_named(scripted: Scripted, tmp_path: Path) -> None:
    """In one sentence, before anything is shown."""
    spoilt = tmp_path / "pins.json"
    spoilt.write_text("nonsense")
    said = {
        spoilt: f"{spoilt}: line 1: not JSON",
        tmp_path / "no" / "pins.json": "cannot write",
        tmp_path: "cannot read",
    }
    for file, sentence in said.items():
        with pytest.raises(CannotRun, match=sentence):
            async with hosting(scripted(pins=file), settings()):
                pass
