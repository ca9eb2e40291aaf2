"""The two commands, from their first moment: Ctrl-C ends them quietly even while their modules are still loading.

They are together here because this package, unlike viewsdk, loads nothing by itself: what is imported before the `try`
could only be interrupted with a traceback.
"""

import sys
from collections.abc import Generator
from contextlib import contextmanager

__all__ = ["hostsim", "viewsdk"]

INTERRUPTED = 130  # the shell's own code for a program ended by Ctrl-C


def hostsim() -> None:
    """The `hostsim` command."""
    try:
        with _needing("host"):
            from hostsim.cli import main
        main(prog_name="hostsim")
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)


def viewsdk() -> None:
    """The `viewsdk` command."""
    try:
        with _needing("server"):
            from viewsdk.bundle.cli import main
        main()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)


@contextmanager
def _needing(extra: str) -> Generator[None]:
    """A base install has pydantic alone: says in one sentence which extra brings what a command is made of."""
    try:
        yield
    except ModuleNotFoundError as error:
        missing = (error.name or "viewsdk").partition(".")[0]
        if missing in ("hostsim", "viewsdk"):
            raise  # a part of our own is no extra
        sys.exit(f"Error: {missing} is not installed, and this command needs it; run pip install 'viewsdk[{extra}]'")
