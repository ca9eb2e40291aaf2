"""Start scripts that do to the runtime's function table what the checks of a restore are there for."""

from __future__ import annotations

REPAIR = "table.set(slot, exported);\n"
REPAIRED = "const repaired = repairTable(exports);\n"
# Two functions that nothing calls while Python starts change places: as many functions as before, at other addresses.
SWAP = """
{ const table = exports.__indirect_function_table;
  const names = new Map(Object.entries(exports).map(([name, value]) => [value, name]));
  const slots = [];
  for (let slot = 1; slots.length < 2; slot++) {
    if ((names.get(table.get(slot)) || "").startsWith("sqlite3_")) slots.push(slot);
  }
  const [first, second] = slots.map((slot) => table.get(slot));
  table.set(slots[0], second);
  table.set(slots[1], first);
}
"""


def without_repair(script: bytes) -> bytes:
    """The start script with a repair that repairs nothing."""
    return _replaced(script, REPAIR, "")


def with_two_swapped(script: bytes) -> bytes:
    """The start script with two functions swapped after the repair."""
    return _replaced(script, REPAIRED, REPAIRED + SWAP)


def _replaced(script: bytes, old: str, new: str) -> bytes:
    text = script.decode()
    assert 1 == text.count(old)
    return text.replace(old, new).encode()
