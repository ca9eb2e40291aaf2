"""Strategies for what JSON can carry, frames included."""

from typing import Any

from hypothesis import strategies as st

from viewsdk.protocol.jsonrpc import ABSENT, ErrorData, Failure, Frame, Notification, Request, Success
from viewsdk.protocol.methods import Method

SAFE = 2**53 - 1

# Half a surrogate pair is a JavaScript string too, so texts are drawn from every code point.
texts = st.text(st.characters(codec=None, exclude_categories=()), max_size=8)
atoms = st.none() | st.booleans() | st.integers(-SAFE, SAFE) | st.floats(allow_nan=False, allow_infinity=False) | texts
values: st.SearchStrategy[Any] = st.recursive(
    atoms, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3), max_leaves=8
)
objects: st.SearchStrategy[dict[str, Any]] = st.dictionaries(texts, values, max_size=4)
ids = st.integers(-SAFE, SAFE) | texts
names = st.sampled_from([method.value for method in Method]) | texts
params = st.none() | objects.filter(lambda members: "_meta" not in members)
errors = st.builds(ErrorData, st.integers(-SAFE, SAFE), texts, st.just(ABSENT) | values)
frames: st.SearchStrategy[Frame] = st.one_of(
    st.builds(Request, ids, names, params),
    st.builds(Notification, names, params),
    st.builds(Success, ids, objects),
    st.builds(Failure, ids, errors),
)
