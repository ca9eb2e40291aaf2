"""The engines beside Chromium, for `make test-engines`: Debian's Firefox ESR and WebKitGTK, and a display for it."""

import os
import shutil

from debian import can_install, install_package
from stamps import SetupFailed

# What each one brings: a program on the PATH, or where a setting says it lies.
PROGRAMS = {
    "firefox-esr": ("firefox-esr", "VIEWSDK_FIREFOX"),
    "WebKitWebDriver": ("webkit2gtk-driver", "VIEWSDK_WEBKIT_DRIVER"),
    "Xvfb": ("xvfb", ""),
    "xauth": ("xauth", ""),
    "dbus-run-session": ("dbus", ""),
}


def install() -> None:
    """Install what is missing, or name each missing piece with what to do."""
    missing = {program: entry for program, entry in PROGRAMS.items() if not _is_there(program, entry[1])}
    if missing and not can_install():
        raise SetupFailed("for the tests in other engines:" + "".join(map(_advice, missing.items())))
    for package, _ in missing.values():
        install_package(package)


def _is_there(program: str, variable: str) -> bool:
    return shutil.which(os.environ.get(variable) or program) is not None


def _advice(entry: tuple[str, tuple[str, str]]) -> str:
    program, (package, variable) = entry
    otherwise = f", or set {variable} to its path" if variable else ""
    return f"\n  {program} is missing; on Debian, as root: apt-get install {package}{otherwise}"
