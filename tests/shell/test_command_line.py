"""`hostsim run` as a person types it: what it says, what it exits with, what it leaves behind."""

import json
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner

from hostsim import commands
from hostsim.cli import main
from tests.shell.conftest import PAGES, PLAIN, SERVER

BEHIND = ("--", sys.executable, SERVER, "--page")


@dataclass(frozen=True)
class Ran:
    code: int
    said: str


def typed(*words: str | Path) -> Ran:
    """The command in this process: for words that are refused before anything is started."""
    result = CliRunner().invoke(main, ["run", *map(str, words)], prog_name="hostsim")
    return Ran(result.exit_code, result.output)


def run(*words: str | Path) -> Ran:
    """The command as a process of its own, headless; proves that there is no traceback and that nothing is left."""
    command = [sys.executable, "-m", "hostsim", "run", "--headless", *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=100)
    assert "Traceback" not in done.stderr
    assert [] == servers_left()
    return Ran(done.returncode, done.stderr if done.returncode else done.stdout)


def servers_left() -> list[str]:
    """The scripted servers that still run, whoever started them."""
    listed = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True).stdout
    return [line for line in listed.splitlines() if line.startswith(f"{sys.executable} {SERVER}")]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--input", "[1", "x.py"], "--input is not JSON: "),
        (["--input", "[1]", "x.py"], "--input must be a JSON object of arguments, not [1]"),
        (["--input", '{"a": NaN}', "x.py"], "--input cannot be sent: a: nan is not JSON"),
        (["--input", '{"a": [9007199254740992]}', "x.py"], "--input cannot be sent: a[0]: an integer beyond 2**53-1"),
        (["--input", '{"a": "\\ud800"}', "x.py"], "--input cannot be sent: it holds half a surrogate pair"),
        (["--input", '{"a":' + "[" * 100_000, "x.py"], "--input is not JSON: "),
        (["nowhere.py"], "there is no file nowhere.py"),
        (["nowhere"], "nowhere is neither a folder with a server.py, nor a Python file, an http(s) URL or a command"),
        (["no\nwhere"], "no where is neither a folder"),
        (["localhost:8000/mcp"], "localhost:8000/mcp is neither a folder"),
        (["http://[bad/mcp"], "http://[bad/mcp is no URL"),
        (["http://127.0.0.1:x/mcp"], "http://127.0.0.1:x/mcp is no URL"),
        (["--screenshot", "x.png", SERVER], "--screenshot needs --headless"),
        (["--headless", "--screenshot", "/nowhere/x.png", SERVER], "the screenshot cannot be written to /nowhere/x."),
        (["--trace", "/nowhere/x.jsonl", SERVER], "the trace cannot be written to /nowhere/x.jsonl"),
        (["--profile", "nobody", SERVER], "'nobody' is not one of"),
    ],
)
def test_words_that_cannot_be_used_are_named(words: list[str | Path], sentence: str) -> None:
    """Bad input ends before anything is started."""
    ran = typed(*words)
    assert 0 != ran.code
    assert sentence in ran.said


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([], "Error: Missing argument 'TARGET...' (see hostsim run --help)\n"),
        (["--port", "x", "x.py"], "Error: Invalid value for '--port': 'x' is not a valid integer range (see hostsim "),
        (["--nothing"], "Error: No such option '--nothing'"),
    ],
)
def test_words_that_are_misused_are_one_sentence_and_a_hint(words: list[str | Path], sentence: str) -> None:
    """No usage before it; the exit code is the one for misuse. ours"""
    ran = typed(*words)
    assert (2, True) == (ran.code, ran.said.startswith(sentence)), ran.said
    assert ran.said.endswith("(see hostsim run --help)\n")
    assert 1 == ran.said.count("\n")


def test_a_port_in_use_is_said_in_one_sentence() -> None:
    """Found out before the server is started."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        ran = typed("--port", str(taken.getsockname()[1]), SERVER)
    assert 1 == ran.code
    assert re.fullmatch(r"Error: port \d+ cannot be used .*; choose another with --port\n", ran.said)


class Interrupting:
    """Ctrl-C in the middle of an import."""

    def __init__(self, name: str) -> None:
        self.name = name

    def find_spec(self, name: str, *_: object) -> None:
        if name == self.name:
            raise KeyboardInterrupt


@pytest.mark.parametrize(
    ("command", "module"), [(commands.hostsim, "hostsim.cli"), (commands.viewsdk, "viewsdk.bundle.cli")]
)
def test_a_command_interrupted_while_it_loads_ends_quietly(
    monkeypatch: pytest.MonkeyPatch, command: Callable[[], None], module: str
) -> None:
    """No traceback for a person who thought better of it. ours"""
    monkeypatch.delitem(sys.modules, module, raising=False)
    monkeypatch.setattr(sys, "meta_path", [Interrupting(module), *sys.meta_path])
    with pytest.raises(SystemExit) as ended:
        command()
    assert 130 == ended.value.code


@pytest.mark.slow
def test_a_run_that_stops_says_at_which_stage_and_why() -> None:
    """One sentence, exit code 1, no traceback and no server left. heddle:H50"""
    ran = run(*BEHIND, PLAIN, "--mime", "text/html")
    expected = "Error: stopped at: MIME: the MIME type is text/html; a view needs exactly text/html;profile=mcp-app\n"
    assert Ran(1, expected) == ran


@pytest.mark.slow
def test_no_browser_is_said_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sentence names the path that was tried and what to do."""
    monkeypatch.setenv("VIEWSDK_BROWSER", "/no/such/browser")
    ran = run(*BEHIND, PLAIN)
    assert 1 == ran.code
    assert ran.said.startswith("Error: VIEWSDK_BROWSER=/no/such/browser is not a program")


@pytest.mark.browser
def test_a_view_is_shown_and_leaves_a_picture_and_a_trace(tmp_path: Path) -> None:
    """Exit code 0, a PNG, and the frames whole and in order. R57 R58 R62 R68"""
    picture, trace = tmp_path / "out.png", tmp_path / "out.jsonl"
    ran = run("--input", '{"name": "Ada"}', "--screenshot", picture, "--trace", trace, *BEHIND, PLAIN)
    assert 0 == ran.code, ran.said
    assert b"\x89PNG" == picture.read_bytes()[:4]
    entries = [json.loads(line) for line in trace.read_text().splitlines()]
    frames = [entry["frame"] for entry in entries if entry["kind"] == "frame"]
    crossed = [frame for frame in frames if frame.get("method") != "ui/notifications/size-changed"]
    methods = [frame.get("method", "answer") for frame in crossed]
    told = [f"ui/notifications/{name}" for name in ("initialized", "tool-input", "tool-result")]
    assert ["ui/initialize", "answer", *told] == methods[:5]
    assert ["ui/resource-teardown", "answer"] == methods[-2:]
    assert {"arguments": {"name": "Ada"}} == crossed[3]["params"]


@pytest.mark.browser
def test_a_view_that_never_initializes_is_a_failure() -> None:
    """A page without a handshake stays hidden, and the run says what it waited for. ours"""
    ran = run("--timeout", "8", *BEHIND, PAGES / "mute.html")
    assert Ran(1, "Error: stopped at: initialize: the view did not send ui/initialize within 8 s\n") == ran


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_host_that_stays_open_ends_cleanly_when_told_to(number: signal.Signals) -> None:
    """Ctrl-C and a polite kill are the way to end it: exit code 0, and no server is left behind."""
    command = [sys.executable, "-m", "hostsim", "run", *map(str, BEHIND), str(PLAIN)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        first = process.stdout.readline()
        process.send_signal(number)
        _, errors = process.communicate(timeout=20)
    assert re.match(r"open_page \(ui://scripted/page\) of scripted is at http://127.0.0.1:\d+/", first)
    assert (0, "") == (process.returncode, errors)
    assert [] == servers_left()
