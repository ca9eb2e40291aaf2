"""An error in a view in the sandboxed frame of a real browser: who gets to know of it."""

import shutil
from pathlib import Path

import pytest
from playwright.async_api import FrameLocator, expect

from hostsim.headless import Spectator
from hostsim.run import Wanted
from hostsim.trace_reader import TraceReader
from hostsim.upstream_target import target_of
from tests.page.waiting import until

pytestmark = pytest.mark.browser

GALLERY = Path(__file__).resolve().parent / "gallery"


@pytest.fixture
def wanted() -> Wanted:
    return Wanted(target=target_of([str(GALLERY)]))


def errors(trace: TraceReader) -> list[tuple[str, int | None]]:
    return [(entry.message, entry.line) for entry in trace.entries if entry.kind == "error"]


async def test_every_error_reaches_the_person_the_host_and_the_trace_once(
    view: FrameLocator, spectator: Spectator, trace: TraceReader
) -> None:
    """Handler, async handler, forgotten task, drawing, teardown: with the author's own line. ours"""
    source = (GALLERY / "view.py").read_text().splitlines()

    def line_of(text: str) -> int:
        return next(number for number, line in enumerate(source, 1) if text in line)

    expected = [
        ("KeyError: 'handler'", line_of('KeyError("handler")')),
        ("KeyError: 'async handler'", line_of('KeyError("async handler")')),
        ("KeyError: 'async handler'", line_of('KeyError("async handler")')),
        ("KeyError: 'drawing'", line_of('KeyError("drawing")')),
    ]
    for number, name in enumerate(("Fail", "Fail later", "Forget", "Break"), 1):
        await view.get_by_role("button", name=name, exact=True).click()
        await until(lambda number=number: len(errors(trace)) >= number)
    assert expected == errors(trace)
    card = view.locator("#viewsdk-boot")
    await expect(card).to_contain_text(f"view.py, line {expected[3][1]}")
    await expect(card).to_contain_text('raise KeyError("drawing")')
    await expect(view.get_by_role("heading", name="Gallery")).to_be_visible()
    await spectator.page.get_by_role("button", name="Teardown").click()
    await until(lambda: len(errors(trace)) == 5)
    assert ("KeyError: 'teardown'", line_of('KeyError("teardown")')) == errors(trace)[4]


class TestAViewThatCannotStart:
    """An error before anything is drawn still ends on a card. ours"""

    @pytest.fixture(params=["import", "syntax", "main"])
    def fault(self, request: pytest.FixtureRequest) -> str:
        return str(request.param)

    @pytest.fixture
    def wanted(self, tmp_path: Path, fault: str) -> Wanted:
        folder = shutil.copytree(GALLERY, tmp_path / "gallery")
        sources = {
            "import": "import json\n\njson.loads('{')\n",
            "syntax": "async def main(app):\n    retrun 1\n",
            "main": "async def main(app):\n    raise KeyError('main')\n",
        }
        (folder / "view.py").write_text(sources[fault])
        return Wanted(target=target_of([str(folder)]))

    async def test_its_error_is_on_the_card_with_file_line_and_source(
        self, fault: str, spectator: Spectator, trace: TraceReader
    ) -> None:
        """At import, in the syntax, in main: on the card and in the host's log. ours"""
        places = {"import": (3, "json.loads('{')"), "syntax": (2, "retrun 1"), "main": (2, "raise KeyError")}
        line, source = places[fault]
        card = spectator.view.locator("#viewsdk-boot")
        await expect(card).to_contain_text(f"view.py, line {line}", timeout=spectator.limits.page_limit * 1000)
        await expect(card).to_contain_text(source)
        await until(lambda: errors(trace))
        assert [line] == [number for _, number in errors(trace)]
