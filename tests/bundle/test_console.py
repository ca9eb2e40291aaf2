"""What a command says: one sentence about misused words, and nothing that acts on a terminal."""

import pytest
from click.testing import CliRunner

from viewsdk.bundle.cli import commands
from viewsdk.bundle.console import escaped, one_sentence


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("Großer Saal — 座席 👩‍👩‍👧\t1", "Großer Saal — 座席 👩‍👩‍👧\t1"),
        ("\x1b]0;owned\x07", "\\x1b]0;owned\\x07"),
        ("\x9b31m", "\\x9b31m"),
        ("a\nb\rc", "a\\nb\\rc"),
        ("bill\u202efdp.exe", "bill\\u202efdp.exe"),
        ("\u2066x\u2069\u200f", "\\u2066x\\u2069\\u200f"),
        ("\ud800", "\\ud800"),
    ],
)
def test_what_acts_on_a_terminal_is_shown_as_its_escape(said: str, shown: str) -> None:
    """Control and bidirectional characters, line ends and half pairs; letters of any script stay. ours"""
    assert shown == escaped(said)


def test_one_sentence_has_one_line() -> None:
    """What a server said may have several. ours"""
    assert "no such\\x1b table" == one_sentence("no such\x1b\n  table\n")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["nothing"], "Error: No such command 'nothing' (see viewsdk --help)\n"),
        (["build"], "Error: Missing argument 'FOLDER' (see viewsdk build --help)\n"),
    ],
)
def test_words_that_are_misused_are_one_sentence_and_a_hint(words: list[str], sentence: str) -> None:
    """No usage before it; the exit code is the one for misuse. ours"""
    result = CliRunner().invoke(commands, words, prog_name="viewsdk")
    assert (2, sentence) == (result.exit_code, result.output)


def test_a_command_without_words_shows_its_help() -> None:
    """That is no misuse of a word. ours"""
    assert "Usage: viewsdk" in CliRunner().invoke(commands, [], prog_name="viewsdk").output
