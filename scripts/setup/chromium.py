"""A Chromium to drive: the one the settings name, else Debian's package, else Playwright's own download.

Where it looks is hostsim's business (`playwright.config.py`), so it asks hostsim.
"""

import subprocess

from debian import can_install, install_package
from stamps import ROOT, VENV_PYTHON, SetupFailed, run, say

ADVICE = (
    "no Chromium: install one (on Debian, as root: apt-get install chromium) "
    "or set VIEWSDK_BROWSER to the path of a Chromium you have"
)


def install() -> None:
    """Make sure hostsim finds a browser; one that is there is never replaced."""
    complaint = _complaint()
    if not complaint:
        return
    if "VIEWSDK_" in complaint.split(":")[0]:  # the person named one; another would not be what they asked for
        raise SetupFailed(complaint)
    if can_install():
        install_package("chromium")
    else:
        say("Chromium by Playwright")
        run([VENV_PYTHON, "-m", "playwright", "install", "chromium"], ADVICE)
    if _complaint():
        raise SetupFailed(ADVICE)


def _complaint() -> str:
    """Why hostsim would find no browser, or nothing when it finds one."""
    command = [VENV_PYTHON, "-m", "hostsim.chromium"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return "" if done.returncode == 0 else done.stderr.strip() or ADVICE
