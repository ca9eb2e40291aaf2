"""A view whose Python fails: the run stops with the author's file, line and source text, and the page shows them."""

import shutil
import sys
from pathlib import Path

import pytest
from playwright.async_api import expect

from hostsim.headless import Spectator
from hostsim.run import Wanted
from hostsim.stages import Stopped
from hostsim.upstream_target import Command
from tests.browser.conftest import BOX_OFFICE

FAULTS = {
    "import": ("import no_such_module\n", "python up", 1, "import no_such_module"),
    "main": ("async def main(app):\n    raise KeyError(7)\n", "result rendered", 2, "raise KeyError(7)"),
}


@pytest.fixture(params=FAULTS)
def fault(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def wanted(tmp_path: Path, fault: str) -> Wanted:
    folder = tmp_path / "broken"
    shutil.copytree(BOX_OFFICE, folder, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "view.py").write_text(FAULTS[fault][0])
    return Wanted(target=Command((sys.executable, str(folder / "server.py"))))


async def test_an_error_of_the_author_ends_the_run_with_its_line(spectator: Spectator, fault: str) -> None:
    """The sentence, the trace and the page's card name file, line and source text."""
    _, stage, line, source = FAULTS[fault]
    with pytest.raises(Stopped) as stopped:
        await spectator.see()
    assert stage == stopped.value.stage.value
    assert f"view.py:{line}: " in stopped.value.why
    assert source in stopped.value.why
    [error] = [entry for entry in spectator.host.trace.entries if entry.kind == "error"]
    assert (line, source) == (error.line, error.source)
    await expect(spectator.view.get_by_role("alert")).to_contain_text(source)
