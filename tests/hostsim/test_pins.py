"""Pages remembered by their first bytes, in memory and on disk."""

from pathlib import Path

import pytest

from hostsim.pin_file import PinFile
from hostsim.pins import Changed, PinError, PinKey, Pins, page_digest, read_pins, write_pins
from hostsim.stages import Stage
from tests.hostsim.scene import BILL
from tests.hostsim.test_launch import HTML, MIME, Server, launch, stop

KEY = PinKey("box-office", BILL)
OTHER = PinKey("box-office", "ui://other")


def test_the_first_bytes_are_pinned_and_others_are_refused_until_accepted() -> None:
    """The refusal names both digests; another server's page is another page. heddle:H53"""
    pins = Pins().keep(KEY, "one")
    assert None is pins.judge(KEY, "one")
    assert None is pins.judge(PinKey("elsewhere", BILL), "two")
    changed = pins.judge(KEY, "two")
    assert Changed(KEY, page_digest("one"), page_digest("two")) == changed
    assert page_digest("one") in str(changed)
    assert page_digest("two") in str(changed)
    accepted = pins.keep(KEY, "two")
    assert (None, True) == (accepted.judge(KEY, "two"), accepted.judge(KEY, "one") is not None)


def test_the_port_a_server_happens_to_have_is_no_part_of_a_page() -> None:
    """It is another at each start; another machine's address, and everything else, is one. heddle:H53"""
    page = '"base": "http://127.0.0.1:{}/", "link": "http://example.com:{}/"'
    assert page_digest(page.format(4001, 80)) == page_digest(page.format(4002, 80))
    assert page_digest(page.format(4001, 80)) != page_digest(page.format(4001, 81))


def test_a_line_can_be_deleted_by_hand(tmp_path: Path) -> None:
    """As the refusal advises; the other pins stay. heddle:H76"""
    file = tmp_path / "pins.json"
    file.write_text(write_pins(Pins().keep(KEY, "one").keep(OTHER, "x").keep(PinKey("", BILL), "y")))
    lines = file.read_text().splitlines(keepends=True)
    for gone in range(3):
        file.write_text("".join(lines[:gone] + lines[gone + 1 :]))
        assert 2 == len(PinFile(file).pins.digests)


def test_pins_survive_on_disk(tmp_path: Path) -> None:
    """Written whole, read back the same, whatever order they came in. heddle:H76"""
    file = tmp_path / "pins.json"
    first = PinFile(file)
    assert (None, None) == (first.judge(KEY, "one"), first.judge(OTHER, "x"))
    again = PinFile(file)
    assert first.pins == again.pins == read_pins(write_pins(Pins().keep(OTHER, "x").keep(KEY, "one")))
    assert None is not again.judge(KEY, "two")
    again.accept(KEY, "two")
    assert None is PinFile(file).judge(KEY, "two")
    assert ["pins.json"] == [left.name for left in tmp_path.iterdir()]


def test_a_refused_write_leaves_the_old_pin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On disk and in memory, and no half-written file stays. heddle:H76"""
    file = tmp_path / "pins.json"
    PinFile(file).accept(KEY, "one")
    pins = PinFile(file)

    def refuse(source: str, target: Path) -> None:
        raise PermissionError("read-only")

    monkeypatch.setattr("os.replace", refuse)
    with pytest.raises(PinError, match=f"cannot write {file}"):
        pins.accept(KEY, "two")
    assert None is pins.judge(KEY, "one")
    assert None is PinFile(file).judge(KEY, "one")
    assert ["pins.json"] == [left.name for left in tmp_path.iterdir()]


@pytest.mark.parametrize("text", ["", " \n"])
def test_a_blank_file_holds_no_pins(tmp_path: Path, text: str) -> None:
    """As does one that is not there. heddle:H76"""
    file = tmp_path / "pins.json"
    assert Pins() == PinFile(file).pins
    file.write_text(text)
    assert Pins() == PinFile(file).pins


GOOD = f'{{"server": "s", "uri": "ui://a", "digest": "{page_digest("x")}"}}'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("nonsense", "line 1: not JSON"),
        ("{}", "line 1: server, uri and digest are needed"),
        (f"{GOOD}\n3\n", "line 2: server, uri and digest are needed"),
        ('{"server": "s", "uri": "ui://a", "digest": "sha256:12"}', "no sha256 digest"),
        (f"{GOOD}\n\n{GOOD}", "line 3: ui://a of s is pinned twice"),
        (f"{GOOD}\n{GOOD[:-1]}", "line 2: not JSON"),
    ],
)
def test_a_spoilt_or_doubled_file_does_not_open(tmp_path: Path, text: str, said: str) -> None:
    """And says why, with its name. heddle:H76"""
    file = tmp_path / "pins.json"
    file.write_text(text)
    with pytest.raises(PinError, match=said) as caught:
        PinFile(file)
    assert str(caught.value).startswith(str(file))


async def test_a_launch_stops_at_a_page_that_changed(tmp_path: Path) -> None:
    """Nothing is framed; the control without pins goes on. heddle:H53, R88"""
    pins = PinFile(tmp_path / "pins.json")
    await launch(Server(), pins=pins, server_name="box-office")
    other = Server({"uri": BILL, "mimeType": MIME, "text": HTML + "<script>"})
    stopped = await stop(other, pins=pins, server_name="box-office")
    assert Stage.RESOURCE_READ is stopped.stage
    assert page_digest(HTML) in stopped.why
    plan, _ = await launch(other)
    assert HTML + "<script>" == plan.html
