"""What a command says to a person: in one sentence, and in characters that do nothing to the terminal.

It knows no command. `viewsdk.bundle.cli` and `hostsim.cli` speak through it.
"""

import unicodedata
from collections.abc import Callable
from typing import Any, TypeVar

import click

__all__ = ["Commands", "escaped", "one_sentence", "say"]

Result = TypeVar("Result")

_ACTING = {"Cc", "Cs", "Zl", "Zp"}  # control characters, halves of surrogate pairs, line and paragraph separators
_TURNING = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}  # they reorder what stands beside them
_MARKS = "\u061c\u200e\u200f"  # so do these, which have the direction of a letter


class _Misused(click.ClickException):
    exit_code = 2  # what click, and most programs, exit with when their words cannot be used


class Commands(click.Group):
    """A group whose complaint about words is one sentence and where to read more, without the usage before it."""

    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        """As click does it."""
        return _complaining(lambda: super(Commands, self).make_context(*args, **kwargs))

    def invoke(self, ctx: click.Context) -> Any:
        """As click does it; the words of the single commands are read here."""
        return _complaining(lambda: super(Commands, self).invoke(ctx))


def _complaining(work: Callable[[], Result]) -> Result:
    try:
        return work()
    except click.exceptions.NoArgsIsHelpError:
        raise  # no complaint: it shows the help
    except click.UsageError as error:
        where = f" (see {error.ctx.command_path} --help)" if error.ctx is not None else ""
        raise _Misused(one_sentence(error.format_message()).rstrip(".") + where) from error


def say(text: str, *, aside: bool = False) -> None:
    """Writes one line, escaped, to the standard output or, as an aside, to standard error."""
    click.echo(escaped(text), err=aside)


def one_sentence(text: str) -> str:
    """The text in one line, escaped: what others said may have lines, and worse."""
    return escaped(" ".join(text.split()))


def escaped(text: str) -> str:
    """The text with every character that a terminal obeys, or that reorders others, as its escape."""
    return "".join(_escape(character) if _is_acting(character) else character for character in text)


def _is_acting(character: str) -> bool:
    return character != "\t" and (
        unicodedata.category(character) in _ACTING
        or unicodedata.bidirectional(character) in _TURNING
        or character in _MARKS
    )


def _escape(character: str) -> str:
    return character.encode("unicode_escape").decode("ascii")
