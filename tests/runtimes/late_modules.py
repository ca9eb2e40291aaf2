"""Runs inside Pyodide: uses every module whose code or tables may come late, and says what came out."""

import bz2
import codecs
import hashlib
import importlib
import json
import lzma
import sqlite3
import sys
import unicodedata
import xml.etree.ElementTree

from compression import zstd

__all__ = ["ENCODINGS", "found"]

ENCODINGS = (
    *("gb2312", "gbk", "gb18030", "hz", "big5hkscs", "big5", "cp950", "euc_kr", "cp949", "johab"),
    *("euc_jp", "cp932", "iso2022_jp_3", "iso2022_kr", "euc_jisx0213"),
)
TEXT = "view " * 5000


def digest(texts: object) -> str:
    """A short name for what an iterable of texts says."""
    whole = hashlib.sha256()
    for text in texts:  # type: ignore[attr-defined] # any iterable
        whole.update(text.encode("utf-8", "surrogatepass") + b"\n")
    return whole.hexdigest()


def encoded(encoding: str) -> str:
    """What an encoding makes of each character it has, and back."""
    characters = (chr(number) for number in range(0x30000))
    pairs = ((character, character.encode(encoding, "ignore")) for character in characters)
    return digest(
        f"{character}{data.hex()}{codecs.decode(data, encoding, 'replace')}" for character, data in pairs if data
    )


def table() -> list[object]:
    """A query that sorts, groups, uses a function of our own, a full-text index and JSON."""
    base = sqlite3.connect(":memory:")
    base.create_function("shout", 1, str.upper)
    base.execute("create table plays(title text, act integer)")
    base.executemany("insert into plays values(?, ?)", [("lear", 5), ("tempest", 5), ("lear", 4)])
    rows = base.execute("select shout(title), sum(act) from plays group by title order by title").fetchall()
    (version,) = base.execute("select json_extract('{\"a\": [1, 2]}', '$.a[1]')").fetchone()
    return [rows, version]


def squeezed() -> list[object]:
    """Each compression there and back, and what it makes of broken data."""
    complaints = []
    for module, error in ((bz2, OSError), (lzma, lzma.LZMAError), (zstd, zstd.ZstdError)):
        assert module.decompress(module.compress(TEXT.encode())).decode() == TEXT
        try:
            module.decompress(b"no such format at all")
        except error as complaint:
            complaints.append(str(complaint))
    samples = [TEXT[start : start + 300].encode() + bytes([start]) for start in range(200)]
    complaints.append(len(zstd.train_dict(samples, 600).dict_content) > 0)
    return complaints


def found() -> dict[str, object]:
    """Everything, as JSON values."""
    points = [chr(number) for number in range(sys.maxunicode + 1)]
    tree = xml.etree.ElementTree.fromstring("<a b='1'>&amp;<c>\N{BULLET}</c></a>")
    return {
        "names": digest(unicodedata.name(point, "-") + unicodedata.category(point) for point in points),
        "forms": digest(unicodedata.normalize(form, point) for form in ("NFKC", "NFD") for point in points[:0x30000]),
        "lookup": unicodedata.lookup("SNOWMAN"),
        "encodings": {encoding: encoded(encoding) for encoding in ENCODINGS},
        "sqlite": table(),
        "compression": squeezed(),
        "xml": [tree.attrib, tree.text, tree[0].text],
        "frozen": importlib.import_module("__phello__.spam").__name__,
        "runpy": importlib.import_module("runpy").__name__,
    }


json.dumps(found(), sort_keys=True)
