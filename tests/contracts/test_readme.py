"""The README: its example type-checks as it stands, and its commands exist."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.contracts.tree import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
BIN = Path(sys.executable).parent
OPTION = re.compile(r"--[a-z-]+")


def blocks(language: str) -> list[str]:
    """The fenced blocks of one language, in order."""
    return [text for kind, text in BLOCK.findall(README) if kind == language]


def commands() -> list[str]:
    """Every command the README shows at a prompt."""
    lines = "\n".join(blocks("console")).splitlines()
    return [line.removeprefix("$ ") for line in lines if line.startswith("$ ")]


def example(folder: Path) -> Path:
    """The README's example as files, each named in its block's first line."""
    for text in [*blocks("python"), *blocks("toml")]:
        name = text.splitlines()[0].removeprefix("# ").split(":")[0]
        (folder / name).write_text(text)
    return folder


def options_of(*command: str) -> set[str]:
    """The options a command says it has."""
    done = subprocess.run([BIN / command[0], *command[1:], "--help"], capture_output=True, text=True, check=True)
    return set(OPTION.findall(done.stdout))


def test_the_example_is_whole(tmp_path: Path) -> None:
    """Contract, view, server and policy are all there. ours"""
    assert {"contract.py", "view.py", "server.py", "policy.toml"} <= {file.name for file in example(tmp_path).iterdir()}


@pytest.mark.slow
def test_the_example_is_what_pyright_accepts_in_strict_mode(tmp_path: Path) -> None:
    """What a newcomer copies has no type error. ours"""
    settings = {"include": ["."], "typeCheckingMode": "strict", "venvPath": str(ROOT), "venv": ".venv"}
    (example(tmp_path) / "pyrightconfig.json").write_text(json.dumps({**settings, "extraPaths": [str(ROOT)]}))
    done = subprocess.run([BIN / "pyright"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert 0 == done.returncode, done.stdout


@pytest.mark.slow
def test_the_example_is_what_mypy_accepts_in_strict_mode(tmp_path: Path) -> None:
    """The other type checker agrees. ours"""
    command = [BIN / "mypy", "--strict", "--cache-dir", tmp_path / "cache", "."]
    done = subprocess.run(command, cwd=example(tmp_path), capture_output=True, text=True, check=False)
    assert 0 == done.returncode, done.stdout


@pytest.mark.parametrize("command", commands())
def test_a_command_of_the_readme_exists(command: str) -> None:
    """Its program, its subcommand or target, every option, and the folder it names. ours"""
    words = command.split()
    if words[0] == "make":
        assert re.search(rf"^{words[1]}:", (ROOT / "Makefile").read_text(), re.MULTILINE)
        return
    assert words[0] in tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["scripts"]
    assert set(OPTION.findall(command)) <= options_of(*words[:2])
    assert [] == [word for word in words if word.startswith("examples/") and not (ROOT / word).is_dir()]


@pytest.mark.parametrize("file", re.findall(r"`([A-Z]+(?:\.md)?)`|\]\(([\w./-]+)\)", README), ids="".join)
def test_a_file_the_readme_points_to_exists(file: tuple[str, str]) -> None:
    """No dead pointer, and the picture is there. ours"""
    assert (ROOT / "".join(file)).is_file()
