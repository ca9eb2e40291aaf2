"""How the page loads and checks its files, and puts the collector's list together, under Node as in the page."""

import json
from pathlib import Path

from tests.runtimes.scripts import run
from viewsdk.bundle.assets import AssetFolder

PIECE = 1 << 20


def test_what_the_collector_leaves_alone_is_listed_by_distance_and_back_in_the_order_of_memory() -> None:
    """Flags stay with their entries, nothing beside the list is touched, a list that does not hold is refused. ours"""
    found = run("frozen.mjs")
    assert {"first": 8, "count": 6} == found["list"]
    assert [56, 32, 304, 112, 512, 8 - 1024] == found["distances"]
    assert found["same"]
    assert "the collector's list is not one that goes both ways" == found["refusal"]


def test_page_and_build_agree_on_a_digest_whatever_the_size(tmp_path: Path) -> None:
    """Also where a file ends with a piece, or is empty; pieces are digested before the last byte is here. ours"""
    sizes = [0, 1, PIECE - 1, PIECE, PIECE + 1, 2 * PIECE, 2 * PIECE + 700_001]
    whole = bytes(index % 251 for index in range(max(sizes)))
    folder = AssetFolder(tmp_path)
    found = run("checking.mjs", json.dumps([[size, folder.add(f"{size}.bin", whole[:size]).digest] for size in sizes]))
    assert [True] * len(sizes) == [each["whole"] for each in found]
    assert [size == 0 for size in sizes] == [each["first"] for each in found] == [each["last"] for each in found]
    assert [0, 0, 0, 0, 0, 1, 2] == [each["early"] for each in found]


def test_a_file_that_waits_for_another_begins_when_that_is_nearly_here() -> None:
    """Or has failed, or is not asked for at all; other files do not wait. ours"""
    found = run("order.mjs")
    nearly = found["nearly"]
    assert ["first begins", "third begins", "first 50", "first 46"] == nearly[:4]
    assert {"second begins", "first 4", "second 10"} == set(nearly[4:])
    assert ["first begins", "third begins", "first 50", "second begins", "second 10"] == found["failed"]
    assert ["second"] == found["alone"]
