"""Sets the checkout up: `python3 scripts/setup`. Idempotent; a second run needs no network.

`python3 scripts/setup engines` installs the other browser engines, which only `make test-engines` needs.

Standard library only, since it runs before anything is installed. Whatever is missing ends it with one sentence that
says what to do.
"""

import sys
from types import ModuleType

if sys.version_info < (3, 11):  # noqa: UP036 -- whoever runs this has not installed anything yet
    sys.exit(f"setup: Python 3.11 or later is needed, this is {sys.version.split()[0]}; name one with make PYTHON=...")

import browser_wheels
import chromium
import engines
import page_files
import python_packages
import web_packages
from stamps import SetupFailed

STEPS: dict[tuple[str, ...], tuple[ModuleType, ...]] = {
    (): (python_packages, web_packages, browser_wheels, page_files, chromium),
    ("engines",): (engines,),
}


def main() -> None:
    """Run every step in order; the first one that cannot be done ends the set-up."""
    steps = STEPS.get(tuple(sys.argv[1:]))
    if steps is None:
        sys.exit(f"setup: {' '.join(sys.argv[1:])} is no part of it; there is `engines`, or nothing for the checkout")
    try:
        for step in steps:
            step.install()
    except SetupFailed as failure:
        sys.exit(f"setup: {failure}")


main()
