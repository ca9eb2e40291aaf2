"""Packs, archives and the asset folder: the same bytes for the same files, and nothing half written."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from viewsdk.bundle.assets import AssetFolder, UnwritableFolder
from viewsdk.bundle.files import pack, stored_zip, unpack
from viewsdk.bundle.layers import key_of

names = st.text(st.characters(codec="utf-8", exclude_characters="\x00"), min_size=1, max_size=20)


@given(st.dictionaries(names, st.binary(max_size=200), max_size=8))
def test_a_pack_holds_what_was_put_in(files: dict[str, bytes]) -> None:
    """Any paths, any contents."""
    assert files == unpack(pack(files))


def test_the_same_files_give_the_same_bytes_in_any_order() -> None:
    """Order of insertion leaves no trace, nor does the time."""
    one, other = {"b.py": b"2", "a.py": b"1"}, {"a.py": b"1", "b.py": b"2"}
    assert pack(one) == pack(other)
    assert stored_zip(one) == stored_zip(other)


def test_an_asset_is_named_after_its_content(tmp_path: Path) -> None:
    """Another content is another file; the same one is written once."""
    folder = AssetFolder(tmp_path)
    first = folder.add("site.pack", b"one")
    assert first == folder.add("site.pack", b"one")
    assert first.path != folder.add("site.pack", b"two").path
    assert first.path.startswith("site.")
    assert first.path.endswith(".pack")


def test_a_manifest_without_one_of_its_files_is_no_manifest(tmp_path: Path) -> None:
    """A build that lost a file, or has a shorter one, is made again."""
    folder = AssetFolder(tmp_path)
    asset = folder.add("site.pack", b"whole")
    folder.write_manifest("key", [asset], {})
    assert (asset,) == folder.read_manifest("key")
    (tmp_path / asset.path).write_bytes(b"who")
    assert folder.read_manifest("key") is None
    (tmp_path / asset.path).unlink()
    assert folder.read_manifest("key") is None


def test_a_folder_that_cannot_be_written_is_named_in_one_sentence(tmp_path: Path) -> None:
    """A file stands where the folder should be."""
    (tmp_path / "assets").write_text("a file")
    with pytest.raises(UnwritableFolder, match=r"cannot write .*assets: File exists"):
        AssetFolder(tmp_path / "assets").add("site.pack", b"data")
    assert ["assets"] == [path.name for path in tmp_path.iterdir()]


def test_assets_that_another_version_of_the_build_made_are_not_found_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The code that shapes them is part of their key, as their inputs are. ours"""
    shaper = tmp_path / "shaper.py"
    shaper.write_text("one = 1\n")
    monkeypatch.setattr("viewsdk.bundle.layers._SHAPERS", (shaper,))
    first = key_of("site", {"a.py": b"1"})
    assert first == key_of("site", {"a.py": b"1"})
    assert first != key_of("site", {"a.py": b"2"})
    shaper.write_text("one = 2\n")
    assert first != key_of("site", {"a.py": b"1"})
