"""The two commands, from their first moment: Ctrl-C ends them quietly even while their modules are still loading.

They are together here because this package, unlike viewsdk, loads nothing by itself: what is imported before the `try`
could only be interrupted with a traceback.
"""

import sys

__all__ = ["hostsim", "viewsdk"]

INTERRUPTED = 130  # the shell's own code for a program ended by Ctrl-C


def hostsim() -> None:
    """The `hostsim` command."""
    try:
        from hostsim.cli import main

        main(prog_name="hostsim")
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)


def viewsdk() -> None:
    """The `viewsdk` command."""
    try:
        from viewsdk.bundle.cli import main

        main()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
