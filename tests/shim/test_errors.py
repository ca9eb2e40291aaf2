"""An author's mistake on every rung: the card has file, line and source text, and the host has one error line."""

from pathlib import Path

import pytest

from tests.shim.assets import Damaged, cut_in_half, flip_a_byte
from tests.shim.scripted import ScriptedHost, policy
from viewsdk.bundle.page import page_html
from viewsdk.bundle.prepare import Prepared, prepare
from viewsdk.bundle.serve import serving

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.limit(240)]

CONTRACT = (Path(__file__).parent / "author/contract.py").read_text()
VIEW = """from contract import Card

async def main(app):
    seats = []
    print(seats[3])
"""
BROKEN = {"snapshot": (), "pyc": ("snapshot.pack",), "stock": ("snapshot.pack", "stdlib.pyc.zip")}


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Prepared:
    """A view that fails in its fifth line."""
    folder = tmp_path_factory.mktemp("failing")
    (folder / "contract.py").write_text(CONTRACT)
    (folder / "view.py").write_text(VIEW)
    return prepare(folder, "contract:Card", "view:main")


@pytest.mark.parametrize("rung", BROKEN)
async def test_the_card_shows_the_authors_line_on_every_rung(
    host: ScriptedHost, prepared: Prepared, tmp_path: Path, rung: str
) -> None:
    """File, line, source text and what went wrong; one notifications/message at error level."""
    damaged = Damaged(prepared, tmp_path)
    for name in BROKEN[rung]:
        damaged.change(name, flip_a_byte if name == "snapshot.pack" else cut_in_half)
    with serving(damaged.folder) as server:
        html = page_html("contract:Card", "view:main", "Card", server.url, damaged.files)
        await host.mount(html, policy(server.url.rstrip("/")))
        card = await host.frame.wait_for_selector("[role=alert]", timeout=90_000)
        assert card
        text = await card.inner_text()
        assert rung == await host.rung()
        await host.wait_for("heard.some((entry) => entry.frame.params && entry.frame.params.level === 'error')")
    assert "IndexError" in text
    assert "view.py, line 5 in main" in text
    assert "print(seats[3])" in text
    errors = [entry["frame"]["params"] for entry in await host.heard() if _is_error(entry["frame"])]
    assert 1 == len(errors)
    assert 5 == errors[0]["data"]["line"]


def _is_error(frame: dict) -> bool:
    return frame.get("method") == "notifications/message" and frame["params"]["level"] == "error"
