"""Sets the checkout up: `python3 scripts/setup`. Idempotent; a second run needs no network.

Standard library only, since it runs before anything is installed. Whatever is missing ends it with one sentence that
says what to do.
"""

import sys

if sys.version_info < (3, 11):
    sys.exit("setup: Python 3.11 or later is needed, this is %d.%d; say which one with make PYTHON=..." % sys.version_info[:2])

import browser_wheels
import chromium
import python_packages
import web_packages
from stamps import SetupFailed


def main() -> None:
    """Run every step in order; the first one that cannot be done ends the set-up."""
    try:
        for step in (python_packages, web_packages, browser_wheels, chromium):
            step.install()
    except SetupFailed as failure:
        sys.exit(f"setup: {failure}")


main()
