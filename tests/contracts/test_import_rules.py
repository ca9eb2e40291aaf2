"""The import rules of the architecture, read off the syntax tree: who may load what."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.contracts.tree import ROOT, files, imported, is_in, module_name, shown

PYDANTIC = {"pydantic", "pydantic_core", "annotated_types", "typing_extensions", "typing_inspection"}
BROWSER = ("viewsdk.browser", "viewsdk.ports.postmessage")
NOT_IN_THE_BROWSER = ("viewsdk.bundle", "viewsdk.server")
WEB_LIBRARIES = ("starlette", "uvicorn", "httpx", "httpx2", "aiohttp", "fastapi", "websockets", "sse_starlette")
# What would make a pure module depend on more than its arguments: a loop, a clock, chance, files, other processes.
LOOPS = ("asyncio", "anyio", "contextvars", "selectors", "signal", "subprocess", "threading", "concurrent")
FILES = ("io", "os", "pathlib", "shutil", "tempfile", "sqlite3", "socket", "ssl", "http", "urllib.request")
CHANCE = ("time", "datetime", "random", "secrets", "uuid", "logging", "warnings")
IMPURE = (*LOOPS, *FILES, *CHANCE)
# The shells of hostsim; everything else in it is pure.
SHELLS = (
    "hostsim.__main__",
    "hostsim.chromium",
    "hostsim.cli",
    "hostsim.commands",
    "hostsim.errands",
    "hostsim.headless",
    "hostsim.host",
    "hostsim.launch_call",
    "hostsim.mount",
    "hostsim.mounts",
    "hostsim.pages",
    "hostsim.pin_file",
    "hostsim.policy_loader",
    "hostsim.production",
    "hostsim.progress",
    "hostsim.pytest_plugin",
    "hostsim.recorder",
    "hostsim.remote",
    "hostsim.run",
    "hostsim.settings",
    "hostsim.settle",
    "hostsim.site",
    "hostsim.stderr_tail",
    "hostsim.upstream",
    "hostsim.upstream_target",
)
PRODUCT = [*files(".py", under="viewsdk"), *files(".py", under="hostsim")]


def outside(names: set[str]) -> set[str]:
    """The third-party packages among some modules."""
    tops = {name.partition(".")[0] for name in names}
    return tops - sys.stdlib_module_names - {"viewsdk", "hostsim", "__future__"}


def of(*packages: str) -> list[Path]:
    """The product's files inside these packages."""
    return [file for file in PRODUCT if is_in(module_name(file), *packages)]


def breaches(among: list[Path], forbidden: Sequence[str]) -> list[str]:
    """Which of the files load something forbidden, and what."""
    return [f"{shown(file)}: {name}" for file in among for name in sorted(imported(file)) if is_in(name, *forbidden)]


def test_viewsdk_never_imports_hostsim() -> None:
    """The SDK does not know its simulator. ours"""
    assert [] == breaches(of("viewsdk"), ["hostsim"])


def test_the_protocol_imports_only_pure_standard_modules_pydantic_and_itself() -> None:
    """The sans-IO core has no loop, clock, log or file. ours"""
    protocol = of("viewsdk.protocol")
    foreign = [
        f"{shown(file)}: {name}"
        for file in protocol
        for name in sorted(imported(file))
        if is_in(name, "viewsdk") and not is_in(name, "viewsdk.protocol")
    ]
    assert protocol
    assert [] == breaches(protocol, IMPURE) + foreign
    assert set() == set().union(*(outside(imported(file)) for file in protocol)) - PYDANTIC


def test_only_the_browser_package_and_the_postmessage_port_import_js() -> None:
    """JavaScript objects stay behind one door. ours"""
    elsewhere = [file for file in PRODUCT if not is_in(module_name(file), *BROWSER)]
    assert [] == breaches(elsewhere, ["js", "pyodide", "pyodide_js", "_pyodide"])


def test_only_the_server_half_and_the_upstream_import_mcp() -> None:
    """The SDK of the core protocol is met in two places. ours"""
    elsewhere = [file for file in PRODUCT if not is_in(module_name(file), "viewsdk.server", "hostsim.upstream")]
    assert [] == breaches(elsewhere, ["mcp", "mcp_types"])


def test_only_the_server_half_and_hostsims_sites_import_a_web_library() -> None:
    """Serving is a matter of three places. ours"""
    servers = ("viewsdk.server", "hostsim.site", "hostsim.remote")
    elsewhere = [file for file in PRODUCT if not is_in(module_name(file), *servers)]
    assert [] == breaches(elsewhere, WEB_LIBRARIES)


def test_what_goes_into_the_browser_needs_nothing_but_pydantic() -> None:
    """Outside bundle and server the SDK loads pydantic and the standard library; the browser half also js. ours"""
    shipped = [file for file in of("viewsdk") if not is_in(module_name(file), *NOT_IN_THE_BROWSER)]
    allowed = PYDANTIC | {"js", "pyodide", "pyodide_js"}
    assert [] == [shown(file) for file in shipped if outside(imported(file)) - allowed]
    assert [] == breaches(shipped, NOT_IN_THE_BROWSER)


def test_hostsims_pure_modules_are_as_pure_as_the_protocol() -> None:
    """Policy, gates and the conversation are functions of their inputs. ours"""
    pure = [file for file in of("hostsim") if not is_in(module_name(file), *SHELLS) and file.name != "__init__.py"]
    assert pure
    assert [] == breaches(pure, [*IMPURE, *SHELLS])
    assert set() == set().union(*(outside(imported(file)) for file in pure)) - PYDANTIC


@pytest.mark.parametrize("unwanted", [*NOT_IN_THE_BROWSER, "viewsdk.browser", "mcp", "starlette", "click"])
def test_importing_viewsdk_does_not_load(unwanted: str) -> None:
    """`import viewsdk` is the same small thing on a server, in a test and in the browser. ours"""
    assert [] == [name for name in loaded_by_viewsdk() if is_in(name, unwanted)]


def test_importing_viewsdk_loads_nothing_third_party_but_pydantic() -> None:
    """A base install, with pydantic alone, can import it. ours"""
    # What pydantic itself loads is pydantic's business, so it is loaded first and taken away.
    assert set() == outside({name for name in loaded_by_viewsdk() if not name.startswith("_")}) - PYDANTIC


def loaded_by_viewsdk() -> list[str]:
    """What a fresh interpreter has in memory after `import viewsdk` that `import pydantic` had not brought."""
    code = "import sys, pydantic; before = set(sys.modules); import viewsdk; print(*sorted(set(sys.modules) - before))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.split()
