"""`viewsdk build` and `viewsdk check` as a person uses them: what they write, what they say, how they fail."""

import json
import socket
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.shim.assets import AUTHOR
from viewsdk.bundle.cli import commands, main


def run(*arguments: str) -> Result:
    return CliRunner().invoke(commands, list(arguments))


@pytest.mark.slow
@pytest.mark.limit(240)
def test_a_linked_build_says_bytes_needs_and_who_would_refuse_it(tmp_path: Path) -> None:
    """The page, its files in both forms, and a list of hosts with reasons and sources."""
    done = run(
        "build", str(AUTHOR), "-o", str(tmp_path / "dist"), "--assets-url", "https://a.example/v/", "--no-brotli"
    )
    assert 0 == done.exit_code, done.output
    about = json.loads((tmp_path / "dist/about.json").read_text())["linked"]
    assert {"connect_domains": ["https://a.example"], "resource_domains": ["'wasm-unsafe-eval'"]} == about["csp"]
    for file in about["files"]:
        assert (tmp_path / "dist/assets" / file["path"]).stat().st_size == file["bytes"]
    for said in (
        "bytes",
        "gzip",
        "connect-src https://a.example",
        "'wasm-unsafe-eval'",
        "MCP Inspector v2",
        "openwork",
    ):
        assert said in done.output


def test_check_names_file_and_line_and_can_be_strict(tmp_path: Path) -> None:
    """Warnings alone do not fail a build's script; --strict does."""
    (tmp_path / "contract.py").write_text("")
    (tmp_path / "view.py").write_text("import contract\nimport socket\n")
    said = f"{tmp_path}/view.py:2: socket cannot work in a browser"
    assert said in run("check", str(tmp_path)).output
    assert (0, 1) == (run("check", str(tmp_path)).exit_code, run("check", str(tmp_path), "--strict").exit_code)


@pytest.mark.parametrize(
    ("files", "arguments", "said"),
    [
        ({}, [], "cannot be imported: ModuleNotFoundError"),
        ({"contract.py": "x = 1 / 0"}, [], "cannot be imported: ZeroDivisionError: division by zero"),
        ({"contract.py": ""}, [], "declares no view: name one, as in --view contract:Bill"),
        ({"contract.py": ""}, ["--view", "contract:Bill"], "has no view 'Bill'"),
        ({"contract.py": ""}, ["--view", "Bill"], "is not of the form module:name"),
    ],
)
def test_a_folder_without_a_view_to_build_is_one_sentence(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    files: dict[str, str],
    arguments: list[str],
    said: str,
) -> None:
    """Exit code 1, the reason, no traceback, nothing written."""
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    monkeypatch.setattr("sys.argv", ["viewsdk", "build", str(tmp_path), "-o", str(tmp_path / "dist"), *arguments])
    with pytest.raises(SystemExit) as ended:
        main()
    told = capsys.readouterr().err
    assert 1 == ended.value.code
    assert said in told
    assert "Traceback" not in told
    assert not (tmp_path / "dist").exists()


def test_a_linked_build_without_a_place_for_its_assets_says_which_option_is_missing(tmp_path: Path) -> None:
    """A usage error, before anything is made."""
    done = run("build", str(AUTHOR), "-o", str(tmp_path / "dist"), "--delivery", "linked")
    assert 2 == done.exit_code
    assert "needs --assets-url" in done.output


def test_a_port_that_is_taken_is_named(tmp_path: Path) -> None:
    """One sentence, no traceback."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = run("assets", str(tmp_path), "--port", str(port))
    assert 1 == done.exit_code
    assert f"cannot listen on 127.0.0.1:{port}" in done.output
