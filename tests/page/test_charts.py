"""Charts and tables: right numbers in the right places, and words for who does not see them."""

from hypothesis import given
from hypothesis import strategies as st

from viewsdk.browser import Column, Page, Series, bar_chart, data_table, line_chart
from viewsdk.browser.scales import scale_of
from viewsdk.browser.testing import MemoryDocument, Screen

NUMBERS = st.floats(-1e9, 1e9, allow_nan=False)


@given(st.lists(NUMBERS, min_size=1, max_size=20))
def test_a_scale_holds_its_values_between_round_ends(values: list[float]) -> None:
    """Whatever the values: few ticks, in order, and nothing outside. ours"""
    scale = scale_of(values)
    assert 2 <= len(scale.ticks) <= 8
    assert list(scale.ticks) == sorted(set(scale.ticks))
    slack = 1e-9 * max(1.0, *(abs(value) for value in values))
    assert scale.low <= min(values) + slack
    assert max(values) <= scale.high + slack
    assert all(0.0 <= scale.share(value) <= 1.0 for value in values)


def test_a_fixed_scale_stays_whatever_comes() -> None:
    """Percent from 0 to 100. ours"""
    scale = scale_of([3, 7], low=0, high=100)
    assert (0, 100, (0, 25, 50, 75, 100)) == (scale.low, scale.high, scale.ticks)
    assert 1.0 == scale.share(250)


def test_without_values_there_is_still_a_scale() -> None:
    """An empty chart is an empty chart, not an error. ours"""
    assert (0.0, 1.0) == (scale_of([]).low, scale_of([]).high)


def test_a_line_goes_through_its_values_and_leaves_gaps() -> None:
    """None lifts the pen. ours"""
    chart = line_chart([Series("cpu", [0, 50, None, 100])], title="CPU", low=0, high=100)
    with MemoryDocument() as document:
        Page().show(lambda: chart)
        path = next(element for element in document.root.elements() if element.tag == "path")
        assert "M0.00 100.00L0.00 100.00L33.33 50.00M100.00 0.00L100.00 0.00" == path.attributes["d"]


def test_a_chart_says_what_it_shows() -> None:
    """By name and in numbers, for who cannot see it. ours"""
    lines = [Series("cpu", [1, 80, 12]), Series("memory", [None, None, None])]
    with MemoryDocument() as document:
        Page().show(lambda: line_chart(lines, title="Load", unit=" %"))
        image = Screen(document).get("img")
        assert "Load: cpu: 1 to 80 %, last 12 %; memory: no values" == image.name


def test_bars_start_at_zero_and_carry_their_names() -> None:
    """A bar's length is its value. ours"""
    with MemoryDocument() as document:
        Page().show(lambda: bar_chart({"a": 1, "b": 4}, title="Count", high=4))
        bars = [element.attributes for element in document.root.elements() if element.tag == "rect"]
        assert [("75.00", "25.00"), ("0.00", "100.00")] == [(bar["y"], bar["height"]) for bar in bars]
        assert "Count: a 1; b 4" == Screen(document).get("img").name


def test_a_table_has_a_caption_and_headings_for_both_directions() -> None:
    """Each row is named by its first cell. ours"""
    columns = [Column[tuple[str, int]]("Article", lambda row: row[0]), Column("Price", lambda row: str(row[1]), True)]
    with MemoryDocument() as document:
        Page().show(lambda: data_table([("tea", 3), ("milk", 1)], columns, caption="Prices", key=lambda row: row[0]))
        screen = Screen(document)
        assert "Prices" == screen.get("table").name
        assert ["Article", "Price"] == [head.name for head in screen.all("columnheader")]
        assert ["tea", "milk"] == [head.name for head in screen.all("rowheader")]


def test_an_empty_table_says_so() -> None:
    """No rows is an answer as well. ours"""
    with MemoryDocument() as document:
        Page().show(lambda: data_table([], [Column[str]("Name", str)], caption="People", empty="Nobody has come."))
        assert "Nobody has come." in document.root.text
