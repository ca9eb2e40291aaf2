"""The Python wheels that run inside the browser, in .cache/wheels, as locks/browser.lock names them."""

from stamps import CACHE, PIP, ROOT, digest, is_done, mark_done, run, say

LOCK = ROOT / "locks" / "browser.lock"
WHEELS = CACHE / "wheels"
# What Pyodide 314 is: CPython 3.14 under this Emscripten platform.
PLATFORM = "pyemscripten_2026_0_wasm32"
PYTHON = "3.14"


def install() -> None:
    """Download each wheel, checked by hash; wheels of an older lock are removed."""
    stamp = digest(LOCK)
    if is_done(WHEELS, "wheels", stamp):
        return
    say("browser-side wheels from locks/browser.lock")
    for stale in WHEELS.glob("*.whl"):
        stale.unlink()
    target = ["--only-binary", ":all:", "--platform", PLATFORM, "--python-version", PYTHON, "--implementation", "cp"]
    run(
        [*PIP, "download", "--no-deps", *target, "--require-hashes", "-r", LOCK, "-d", WHEELS],
        "browser-side wheels could not be downloaded; check that pip reaches its index (`pip config list` shows which)",
    )
    mark_done(WHEELS, "wheels", stamp)
