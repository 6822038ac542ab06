"""A table as data: columns that say how a value is written, so that it reads the same in every format."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

Value = str | int | float | None
# What a report is of, in words: a line, or several.
About = Mapping[str, str | tuple[str, ...]]
# A "figure" stands in every format, a "detail" not in LaTeX, where width is dear. What an "origin" column
# says, how a row is made again, is long: LaTeX has it in a table of its own.
Place = Literal["figure", "detail", "origin"]


def as_number(value: float | None) -> float | None:
    """Return a number as a column of numbers has it."""
    return None if value is None else float(value)


@dataclass(frozen=True)
class Column:
    """One column: `key` names it in CSV and JSON, `head` (with its unit) for people.

    `digits` are the places of a number that is not whole; without them it is written as short as it is.
    """

    key: str
    head: str
    digits: int | None = None
    place: Place = "figure"

    def text(self, value: Value) -> str:
        """Return a value as every format writes it; nothing for None."""
        if value is None:
            return ""
        if isinstance(value, float):
            if self.digits is not None:
                return f"{value:.{self.digits}f}"
            return str(int(value)) if value.is_integer() else f"{value:g}"
        return str(value)

    def data(self, value: Value) -> Value:
        """Return a value as JSON has it: a number where it is one, equal to what `text` prints."""
        if not isinstance(value, float):
            return value
        number = float(self.text(value))
        return int(number) if not self.digits and number.is_integer() else number


@dataclass(frozen=True)
class Table:
    """Rows under columns, the first of which identifies a row, alone or with the next."""

    name: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Value, ...], ...]
    note: str = ""

    def __post_init__(self) -> None:
        """Refuse a row that does not fit the columns."""
        for row in self.rows:
            if len(row) != len(self.columns):
                raise ValueError(f"{self.name}: {len(row)} values under {len(self.columns)} columns: {row}")

    def texts(self) -> Iterator[list[str]]:
        """Yield the rows as text."""
        for row in self.rows:
            yield [column.text(value) for column, value in zip(self.columns, row, strict=True)]

    def named(self) -> Iterator[dict[str, str]]:
        """Yield the rows as text by the columns' keys."""
        for row in self.texts():
            yield {column.key: text for column, text in zip(self.columns, row, strict=True)}

    def with_places(self, places: tuple[Place, ...]) -> Table:
        """Return the same rows under the columns of those places and the first, which identifies a row."""
        kept = [i for i, column in enumerate(self.columns) if column.place in places or i == 0]
        return Table(
            self.name,
            self.title,
            tuple(self.columns[i] for i in kept),
            tuple(tuple(row[i] for i in kept) for row in self.rows),
            self.note,
        )


def table_of(
    name: str,
    title: str,
    columns: tuple[Column, ...],
    rows: Sequence[Mapping[str, Value]],
    note: str = "",
) -> Table:
    """Return the table of rows that name their values; KeyError for one too few or too many."""
    keys = [column.key for column in columns]
    for row in rows:
        if unknown := set(row) - set(keys):
            raise KeyError(f"{name}: no column for {', '.join(sorted(unknown))}")
    return Table(name, title, columns, tuple(tuple(row[key] for key in keys) for row in rows), note)
