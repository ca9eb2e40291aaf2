"""Byte code for the browser: what is left out of what every view starts with, and what never is."""

import json
from typing import Any

import pytest

from viewsdk.bundle.compile import CompileJob, compile_sources, run_inside
from viewsdk.bundle.files import pack

pytestmark = [pytest.mark.slow, pytest.mark.limit(120)]

SOURCE = '''"""About the module."""
import dataclasses
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, overload

def plain(a: int, *rest: str, key: bool = True, **more: float) -> str:
    """About plain."""
    return f"{a}{rest}{key}{more}"

@lru_cache
def decorated(a: int) -> str:
    return str(a)

@overload
def either(a: int) -> int: ...
@overload
def either(a: str) -> str: ...
def either(a):
    """Only a docstring."""

class Stated:
    """About Stated."""
    size: int
    @property
    def double(self) -> int:
        return 2

@dataclasses.dataclass(frozen=True)
class Point:
    """About Point."""
    x: int

@dataclass
class Bare:
    y: "Point"

class Pair(NamedTuple):
    left: int

match Point(1):
    case Point(x=2):
        @overload
        def never(a: int) -> int: ...

if False:
    @overload
    def never(a: int) -> int: ...
'''
PROBE = """
import importlib.util, json, marshal, pathlib, struct
found = {}
for name in ("slim", "whole"):
    blob = pathlib.Path("/in", name).read_bytes()
    (length,) = struct.unpack_from("<I", blob)
    scope = {"__name__": name}
    import sys, types
    sys.modules[name] = types.ModuleType(name)
    exec(marshal.loads(blob[4 + length + 16 :]), scope)
    noted = lambda value: sorted(value.__annotations__)
    found[name] = {
        "annotations": {key: noted(scope[key]) for key in ("plain", "Stated", "Point", "Bare", "Pair")},
        "decorated": sorted(scope["decorated"].__wrapped__.__annotations__),
        "property": noted(scope["Stated"].double.fget),
        "docs": [scope.get("__doc__"), *(scope[key].__doc__ for key in ("plain", "Stated", "Point", "Bare"))],
        "called": [scope["plain"](1, "b", key=False, c=2.0), scope["either"](3), repr(scope["Point"](4))],
        "overloads": len(__import__("typing").get_overloads(scope["either"])),
    }
pathlib.Path("/out/found.json").write_text(json.dumps(found))
"""


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """What the browser's interpreter says of the same module, compiled both ways."""
    jobs = [
        CompileJob("slim", {"m.py": SOURCE.encode()}, "/"),
        CompileJob("whole", {"m.py": SOURCE.encode()}, "/", as_written=True),
    ]
    made = compile_sources(jobs)
    probe = tmp_path_factory.mktemp("probe") / "probe.py"
    probe.write_text(PROBE)
    return json.loads(run_inside(str(probe), {name: pack(files) for name, files in made.items()})["found.json"])


def test_functions_lose_their_annotations_and_classes_keep_theirs(found: Any) -> None:
    """What a decorator or a class may read is there. ours"""
    assert {"plain": [], "Stated": ["size"], "Point": ["x"], "Bare": ["y"], "Pair": ["left"]} == found["slim"][
        "annotations"
    ]
    assert (["a", "return"], ["return"]) == (found["slim"]["decorated"], found["slim"]["property"])
    assert 0 == found["slim"]["overloads"]


def test_nobody_is_documented_but_a_dataclass_says_its_name(found: Any) -> None:
    """It would make one at import, which is slow; this one pydantic takes for such a one, and leaves out. ours"""
    assert [None, None, None, "Point()", "Bare()"] == found["slim"]["docs"]


def test_what_an_author_chose_is_as_it_was_written(found: Any) -> None:
    """A package of the author's may read its own docstrings and annotations. ours"""
    whole = found["whole"]
    assert ["a", "key", "more", "rest", "return"] == whole["annotations"]["plain"]
    assert ["About the module.", "About plain.", "About Stated.", "About Point."] == whole["docs"][:4]
    assert 2 == whole["overloads"]


def test_both_do_the_same(found: Any) -> None:
    """Calls, defaults and classes work. ours"""
    assert ["1('b',)False{'c': 2.0}", None, "Point(x=4)"] == found["slim"]["called"] == found["whole"]["called"]
