"""The npm packages of web/package-lock.json: Pyodide, the JavaScript type checker, the interop counterparts."""

import shutil
import subprocess

from stamps import ROOT, SetupFailed, digest, is_done, mark_done, run, say

WEB = ROOT / "web"
PACKAGES = WEB / "node_modules"
OLDEST_NODE = 20


def install() -> None:
    """Make web/node_modules hold what the lock names, by hash; no package's install script is run."""
    node = _node_version()
    stamp = digest(WEB / "package-lock.json", WEB / "package.json", str(node))
    if is_done(PACKAGES, "npm", stamp):
        return
    say("npm packages from web/package-lock.json")
    run(
        ["npm", "ci", "--ignore-scripts"],
        "npm packages could not be installed; check that npm reaches its registry (`npm ping`)",
        cwd=WEB,
    )
    mark_done(PACKAGES, "npm", stamp)


def _node_version() -> int:
    for command in ("node", "npm"):
        if shutil.which(command) is None:
            raise SetupFailed(f"{command} is missing; Node.js {OLDEST_NODE} or later with npm is needed on the PATH")
    version = subprocess.run(["node", "--version"], capture_output=True, text=True, check=False).stdout.strip()
    major = int(version.removeprefix("v").split(".")[0] or 0)
    if major < OLDEST_NODE:
        raise SetupFailed(f"Node.js {OLDEST_NODE} or later is needed, `node --version` says {version or 'nothing'}")
    return major
