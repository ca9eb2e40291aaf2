"""Debian's own packages, where we may install them."""

import os
import shutil

from stamps import run, say


def can_install() -> bool:
    """Whether this is a Debian-like system and we are root."""
    return os.geteuid() == 0 and shutil.which("apt-get") is not None


def install_package(name: str) -> None:
    """Install one package with what it depends on, asking nothing."""
    say(f"Debian package {name}")
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    advice = f"Debian package {name} could not be installed; try: apt-get update && apt-get install {name}"
    run(["apt-get", "-qq", "update"], advice, environment=environment)
    run(["apt-get", "-qq", "-y", "--no-install-recommends", "install", name], advice, environment=environment)
