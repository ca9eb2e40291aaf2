"""JSON text to Python values and back, by pydantic's reader and writer; the standard library takes what they refuse.

pydantic's are three times as fast, and every frame passes here. They refuse two things a peer may send, half a
surrogate pair and nesting beyond their limit, and there the standard library has the word. It knows nothing of frames.
"""

from __future__ import annotations

import json
from typing import Any, Final

from pydantic_core import from_json, to_json

__all__ = ["read_text", "write_text"]


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


_read_slowly: Final = json.JSONDecoder(parse_constant=_refuse_constant).decode
_write_slowly: Final = json.JSONEncoder(allow_nan=False, check_circular=False, separators=(",", ":")).encode


def read_text(text: str | bytes) -> Any:
    """The value of a JSON text; raises ValueError or RecursionError."""
    try:
        return from_json(text, allow_inf_nan=False, cache_strings="keys")
    except ValueError:
        return _read_slowly(text if isinstance(text, str) else text.decode())


def write_text(value: Any) -> str:
    """A plain value as JSON text, pure ASCII (other text crosses into JavaScript far more slowly)."""
    try:
        return to_json(value, ensure_ascii=True).decode()
    except ValueError:
        return _write_slowly(value)
