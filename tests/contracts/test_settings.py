"""playwright.config.py: the one place that holds a browser path, arguments, ports and limits."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from dataclasses import FrozenInstanceError, fields
from pathlib import Path

import pytest
from playwright.async_api import async_playwright

from hostsim.chromium import NoBrowser, executable, started
from hostsim.settings import BadSetting, Settings, load, overridden
from tests.contracts.tree import ROOT, files, parsed, shown

CONFIG = ROOT / "playwright.config.py"
LAUNCH_ARGUMENT = re.compile(r"--(no-sandbox|disable-(?!pip-)|headless=|remote-debugging|user-data-dir|no-first-run)")
BROWSER_PATH = re.compile(r"(/usr)?/s?bin/(chromium|google-chrome|firefox)")


def strings(file: Path) -> list[str]:
    """The text literals of a Python file that are not docstrings."""
    tree = parsed(file)
    docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    found = (node for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str))
    return [str(node.value) for node in found if id(node) not in docs]


def given(**changes: object) -> Settings:
    """The settings of the file, as they would be with these environment variables."""
    return overridden(load(CONFIG), {f"VIEWSDK_{name}": str(value) for name, value in changes.items()})


def test_the_settings_are_one_frozen_value() -> None:
    """Nobody changes them while a run goes on. ours"""
    with pytest.raises(FrozenInstanceError):
        load(CONFIG).workers = 2  # type: ignore[misc]


def test_every_setting_names_the_variable_that_overrides_it() -> None:
    """The file documents itself. ours"""
    text = CONFIG.read_text()
    assert [] == [field.name for field in fields(Settings) if f"# VIEWSDK_{field.name.upper()}" not in text]


def test_every_setting_can_be_overridden_by_its_variable() -> None:
    """Each field follows VIEWSDK_<FIELD>, parsed to its own type. ours"""
    changed = {field.name.upper(): "7" for field in fields(Settings)}
    seven = given(**changed)
    assert {"7", ("7",), 7} == {getattr(seven, field.name) for field in fields(Settings)}
    assert [type(getattr(load(CONFIG), field.name)) for field in fields(Settings)] == [
        type(getattr(seven, field.name)) for field in fields(Settings)
    ]


def test_an_empty_variable_overrides_nothing() -> None:
    """An unset value and an empty one are the same to a shell user. ours"""
    assert load(CONFIG) == given(BROWSER="", WORKERS="")


@pytest.mark.parametrize("text", ["many", "-1", "inf", "nan"])
def test_a_number_that_is_none_is_refused_by_name(text: str) -> None:
    """The complaint names the variable. ours"""
    with pytest.raises(BadSetting, match=f"VIEWSDK_PAGE_LIMIT={text}"):
        given(PAGE_LIMIT=text)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    """A checkout without its settings says so. ours"""
    with pytest.raises(BadSetting, match=r"playwright\.config\.py is missing"):
        load(tmp_path / "playwright.config.py")


def test_a_file_without_the_value_is_refused(tmp_path: Path) -> None:
    """The loader takes a Settings and nothing that looks like one. ours"""
    file = tmp_path / "playwright.config.py"
    file.write_text("settings = {'workers': 1}\n")
    with pytest.raises(BadSetting, match="must hold one value named settings"):
        load(file)


def test_a_browser_named_by_the_environment_must_exist() -> None:
    """A wrong path is a mistake to tell, not to work around. ours"""
    with pytest.raises(NoBrowser, match="VIEWSDK_BROWSER=/nowhere/chromium is not a program"):
        executable(given(BROWSER="/nowhere/chromium"), {"VIEWSDK_BROWSER": "/nowhere/chromium"})


def test_without_the_usual_browser_playwrights_own_is_used() -> None:
    """None means: the one Playwright has downloaded. ours"""
    assert executable(given(BROWSER="/nowhere/chromium"), {}) is None


@pytest.mark.browser
async def test_the_arguments_reach_the_browser() -> None:
    """Changing one setting takes effect, seen in the page; without it the page says otherwise. ours"""
    renamed = given(ARGUMENTS=" ".join([*load(CONFIG).arguments, "--user-agent=box-office-9"]))
    async with async_playwright() as playwright:
        for chosen, expected in ((renamed, True), (load(CONFIG), False)):
            async with started(playwright, chosen=chosen) as browser:
                page = await browser.new_page()
                assert expected is (await page.evaluate("navigator.userAgent") == "box-office-9")


@pytest.mark.browser
async def test_a_browser_that_does_not_start_is_named(tmp_path: Path) -> None:
    """One sentence: which program, and what to set. ours"""
    broken = tmp_path / "chromium"
    broken.write_text("#!/bin/sh\nexit 3\n")
    broken.chmod(0o755)
    async with async_playwright() as playwright:
        with pytest.raises(NoBrowser, match=f"^{broken} did not start.*set VIEWSDK_BROWSER"):
            async with started(playwright, chosen=given(BROWSER=broken)):
                pass


@pytest.mark.browser
async def test_a_remote_browser_that_is_not_there_is_named() -> None:
    """The endpoint is used instead of a program, and its absence told. ours"""
    remote = given(REMOTE="ws://127.0.0.1:9", BROWSER="/nowhere/chromium")
    async with async_playwright() as playwright:
        with pytest.raises(NoBrowser, match="VIEWSDK_REMOTE=ws://127"):
            async with started(playwright, chosen=remote):
                pass


@pytest.mark.parametrize("pattern", [LAUNCH_ARGUMENT, BROWSER_PATH], ids=["argument", "path"])
def test_no_other_file_holds_such_a_value(pattern: re.Pattern[str]) -> None:
    """Launch arguments and browser paths are in one file; a benchmark may add what its figures need. ours"""
    theirs = set(files(".py")) - set(files(".py", under="benchmarks")) - {CONFIG, Path(__file__).resolve()}
    held = [(file, text) for file in sorted(theirs) for text in strings(file) if pattern.search(text)]
    assert [] == [f"{shown(file)}: {text!r}" for file, text in held]


def test_no_other_file_chooses_a_port() -> None:
    """Nothing of the product passes a number of its own as a port; 0 leaves the choice to the system. ours"""
    product = [*files(".py", under="viewsdk"), *files(".py", under="hostsim"), *files(".py", under="examples")]
    chosen = [f"{shown(file)}:{word.arg}" for file in product for word in keywords(file) if chooses_a_port(word)]
    assert [] == chosen


def keywords(file: Path) -> list[ast.keyword]:
    """Every `name=value` of every call in a file."""
    return [node for node in ast.walk(parsed(file)) if isinstance(node, ast.keyword)]


def chooses_a_port(word: ast.keyword) -> bool:
    """Whether it is something like `port=8000`."""
    is_number = isinstance(word.value, ast.Constant) and isinstance(word.value.value, int)
    return bool(word.arg and word.arg.endswith("port") and is_number and word.value.value)  # type: ignore[attr-defined]


def test_the_settings_file_holds_such_values() -> None:
    """The control of the test above. ours"""
    text = " ".join(strings(CONFIG))
    assert LAUNCH_ARGUMENT.search(text)
    assert BROWSER_PATH.search(text)


def test_only_one_module_starts_a_browser() -> None:
    """Who starts one elsewhere would not heed the settings. ours"""
    starts = re.compile(r"\.(chromium|firefox|webkit)\.(launch|connect)")
    here = {ROOT / "hostsim" / "chromium.py", Path(__file__).resolve()}
    assert [] == [shown(file) for file in files(".py") if file not in here and starts.search(file.read_text())]


@pytest.mark.slow
def test_the_number_of_workers_is_how_many_processes_run_the_tests() -> None:
    """Changing it takes effect; one worker is the test process itself. ours"""
    command = [sys.executable, "-m", "pytest", "-n", "auto", "tests/contracts/test_locks.py"]
    for workers, expected in (("2", True), ("1", False)):
        environment = {**os.environ, "VIEWSDK_WORKERS": workers}
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
        assert 0 == done.returncode, done.stdout
        assert expected is ("2 workers" in done.stdout)
