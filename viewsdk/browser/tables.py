"""A table of rows, with a caption and headings a screen reader can use."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from viewsdk.browser.builder import h
from viewsdk.browser.nodes import Child, Element

__all__ = ["Column", "data_table"]

Row = TypeVar("Row")


@dataclass(frozen=True)
class Column(Generic[Row]):
    """One column: its heading, and what it shows of a row."""

    title: str
    cell: Callable[[Row], Child]
    is_number: bool = False
    """Aligned at the end, with figures of one width."""


def data_table(
    rows: Iterable[Row],
    columns: Sequence[Column[Row]],
    *,
    caption: str,
    key: Callable[[Row], str | int] | None = None,
    empty: str = "Nothing yet.",
) -> Element:
    """A table whose first column names each row; `key` keeps a row's element when rows are reordered."""
    lines = [_line(row, columns, None if key is None else key(row)) for row in rows]
    nothing = h.tr(h.td(empty, colspan=len(columns), class_="muted"))
    heads = [h.th(column.title, scope="col", class_=_kind(column)) for column in columns]
    return h.div(
        h.table(h.caption(caption), h.thead(h.tr(heads)), h.tbody(lines or nothing)),
        class_="table",
        # What scrolls must be reachable by keyboard.
        tabindex=0,
        role="region",
        aria_label=caption,
    )


def _line(row: Any, columns: Sequence[Column[Any]], key: str | int | None) -> Element:
    first, *rest = columns
    cells = [h.td(column.cell(row), class_=_kind(column)) for column in rest]
    return h.tr(h.th(first.cell(row), scope="row", class_=_kind(first)), cells, key=key)


def _kind(column: Column[Any]) -> str | None:
    return "number" if column.is_number else None
