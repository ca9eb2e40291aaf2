"""How the page hands frames to Python, run under Node as it is in the page."""

from typing import Any

import pytest

from tests.runtimes.scripts import run


@pytest.fixture(scope="module")
def bursts() -> Any:
    return run("pace.mjs")


def flat(crossings: list[list[Any]]) -> list[Any]:
    return [frame for crossing in crossings for frame in crossing]


def test_of_a_burst_only_the_newest_partial_is_handed_on_and_order_is_kept(bursts: Any) -> None:
    """Anything else waits for the one that is held, and never the other way round. ours"""
    assert [[3]] == bursts["newest"]["given"]
    assert [5, "ui/notifications/tool-input", 6] == flat(bursts["order"]["given"])
    assert [[7]] == bursts["held"]["given"]


def test_a_frame_that_comes_alone_is_handed_on_at_once(bursts: Any) -> None:
    """Also the first one after a burst. ours"""
    for alone in ("alone", "again"):
        assert (1, 1) == (bursts[alone]["atOnce"], len(bursts[alone]["given"]))


def test_what_comes_in_a_burst_crosses_together(bursts: Any) -> None:
    """The first at once, the others when the queue is through, all of them and in order. ours"""
    assert [["a"], ["b", "c", "d"]] == bursts["answers"]["given"]
    assert [8, 9, "f", 10] == flat(bursts["all"]["given"])


def test_no_crossing_is_so_large_that_it_would_be_a_noticeable_task(bursts: Any) -> None:
    """And nothing is lost for it. ours"""
    assert list(range(70)) == flat(bursts["many"]["given"])
    assert 32 >= max(len(crossing) for crossing in bursts["many"]["given"])


def test_texts_lie_in_the_mailbox_and_only_a_long_one_crosses_as_a_string() -> None:
    """A memory that has grown is looked up again; no text is cut, lost or out of order. ours"""
    assert {
        "single": ["żółw 🐢"],
        "together": ["a\nb"],
        "overfull": ["x" * 30, "y" * 30],
        "long": ["a", "string of 60", "b"],
        "grown": ["c"],
        "released": 1,
    } == run("mailbox.mjs")
