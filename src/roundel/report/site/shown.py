"""Columns as the page shows them: headings and cells, the bounds of a figure in a cell of their own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

from roundel.report.table import Column, numeric

T = TypeVar("T")
Kind = Literal["number", "text", "bounds"]
BOUNDS_HINT = "95 % confidence interval of the median; of fewer than six seeds their range"


@dataclass(frozen=True)
class Head:
    """A heading; `text` may be broken at its line breaks."""

    text: str
    flat: str
    kind: Kind
    hint: str = ""


@dataclass(frozen=True)
class Cell:
    """A cell of the column of that key; `note` is for a reader who points at it."""

    key: str
    text: str
    kind: Kind
    note: str = ""


@dataclass(frozen=True)
class Shown(Generic[T]):
    """Rows under columns."""

    columns: Sequence[Column[T]]
    rows: Sequence[T]

    @property
    def heads(self) -> Iterator[Head]:
        """The headings."""
        for column, kind in zip(self.columns, self._kinds, strict=True):
            yield Head(column.head, column.heading, kind, column.hint)
            if column.parts:
                yield Head("interval", "interval", "text", BOUNDS_HINT)

    def cells(self, row: T) -> Iterator[Cell]:
        """Yield the cells of a row."""
        for column, kind in zip(self.columns, self._kinds, strict=True):
            note = column.said(row)
            if column.parts:
                yield Cell(column.key, column.text(row), kind)
                words = ", ".join(filter(None, (column.bounds(row), note)))
                yield Cell(f"{column.key}-bounds", words, "bounds")
            else:
                yield Cell(column.key, column.text(row), kind, note)

    @property
    def _kinds(self) -> Iterator[Kind]:
        for column in self.columns:
            yield "number" if numeric(column, self.rows) else "text"
