"""A table: columns that say how a value of a row reads, and what it is as data, the same in every medium.

People read `text` (pages, terminal, report); files for programs and typesetting have `stored`, with all the
digits that a store keeps, and `data`. A medium places the bounds of a figure where it has room for them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, Literal, TypeVar

from roundel.compare.notes import bounds_text
from roundel.compare.spread import Spread

T = TypeVar("T")
S = TypeVar("S")
Scalar = str | int | float | None
Value = Scalar | Spread
# What a report is of, in words: a line, or several.
About = Mapping[str, str | tuple[str, ...]]
# A "figure" stands in every file, a "detail" not in LaTeX, where width is dear. What an "origin" column
# says, how a row is made again, is long: LaTeX has it in a table of its own.
Place = Literal["figure", "detail", "origin"]


@dataclass(frozen=True)
class Column(Generic[T]):
    """One column: `key` names it in files, `head` (with its unit) for people; `of` is a row's value.

    `head` may be broken at its line breaks. `digits` are the places of a number that people read, `exact`
    those of files if they have more; without them a number is written as short as it is. `show` writes what
    `of` has no word for; `note` adds words. `parts` are the keys of a figure's bounds in files: low, high,
    and what they are. An `optional` column is left out where no row has anything in it. Without `one_seed` a
    column of seeds says that there is one.
    """

    key: str
    head: str
    of: Callable[[T], Value]
    digits: int | None = None
    exact: int | None = None
    show: Callable[[T], str] | None = None
    note: Callable[[T], str] | None = None
    parts: tuple[str, str, str] | None = None
    place: Place = "figure"
    optional: bool = False
    one_seed: bool = True
    hint: str = ""

    @property
    def heading(self) -> str:
        """The head on one line."""
        return self.head.replace("\n/", "/").replace("\n", " ")

    def text(self, row: T) -> str:
        """Return a row's value as people read it, without its bounds; nothing for None."""
        if self.show is not None:
            return self.show(row)
        value = self.of(row)
        return written(value.value if isinstance(value, Spread) else value, self.digits)

    def bounds(self, row: T) -> str:
        """Return what is known of a figure beside its value, in words: "97.0 to 102.3", "one seed"."""
        value = self.of(row)
        if not isinstance(value, Spread) or (value.one_seed and not self.one_seed):
            return ""
        return bounds_text(value, self.digits or 0)

    def words(self, row: T) -> str:
        """Return the text with its bounds and its note: "100.0, 97.0 to 102.3"."""
        return ", ".join(filter(None, (self.text(row), self.bounds(row), self.said(row))))

    def said(self, row: T) -> str:
        """Return the note."""
        return self.note(row) if self.note else ""

    def stored(self, row: T) -> str:
        """Return a value as files have it; nothing for None."""
        value = self.of(row)
        assert not isinstance(value, Spread), self.key  # files have its parts
        return written(value, self.digits if self.exact is None else self.exact)

    def data(self, row: T) -> Scalar:
        """Return a value as JSON has it: a number where it is one, equal to what `stored` prints."""
        value = self.of(row)
        if value is None or isinstance(value, str | int):
            return value
        number = float(self.stored(row))
        return int(number) if number.is_integer() and "." not in self.stored(row) else number

    def through(self, row_of: Callable[[S], T | None]) -> Column[S]:
        """Return the column of rows that have such a row, or None, within them."""

        def inside(function: Callable[[T], Any], nothing: Any) -> Any:
            return lambda outer: nothing if (row := row_of(outer)) is None else function(row)

        changed: Any = self
        return replace(
            changed,
            of=inside(self.of, None),
            show=self.show and inside(self.show, ""),
            note=self.note and inside(self.note, ""),
        )

    def apart(self) -> tuple[Column[T], ...]:
        """Return the column as files have it: the value of a figure, its bounds, and what they are."""
        if self.parts is None:
            return (self,)

        def part(read: Callable[[Spread], Scalar]) -> Callable[[T], Value]:
            def of(row: T) -> Value:
                value = self.of(row)
                return read(value) if isinstance(value, Spread) else None

            return of

        low, high, basis = self.parts
        digits = self.digits if self.exact is None else self.exact
        place: Place = "figure" if self.place == "figure" else "detail"
        return (
            Column(self.key, self.head, part(lambda s: s.value), digits, place="figure"),
            Column(low, "from", part(lambda s: None if s.one_seed else s.low), digits, place=place),
            Column(high, "to", part(lambda s: None if s.one_seed else s.high), digits, place=place),
            Column(basis, "bounds are", part(lambda s: s.basis), place="detail"),
        )


def written(value: Scalar, digits: int | None = None) -> str:
    """Return a value as text, a number with that many digits behind its point."""
    if value is None or isinstance(value, str):
        return value or ""
    if digits is not None:
        return f"{value:.{digits}f}"
    return str(int(value)) if float(value).is_integer() else f"{value:g}"


def numeric(column: Column[T], rows: Sequence[T]) -> bool:
    """Return whether a column has figures, which stand to the right."""
    return not any(isinstance(column.of(row), str) for row in rows)


def used(columns: Sequence[Column[T]], rows: Sequence[T]) -> list[Column[T]]:
    """Return the columns without the optional ones that no row has anything in."""
    return [c for c in columns if not c.optional or any(c.of(row) for row in rows)]


@dataclass(frozen=True)
class Table(Generic[T]):
    """Rows under columns, the first of which identifies a row, alone or with the next; for files."""

    name: str
    title: str
    columns: tuple[Column[T], ...]
    rows: tuple[T, ...]
    note: str = ""

    def __post_init__(self) -> None:
        """Take figures apart: files have a column for each of their parts."""
        object.__setattr__(self, "columns", tuple(part for c in self.columns for part in c.apart()))

    def texts(self) -> Iterator[list[str]]:
        """Yield the rows as text."""
        for row in self.rows:
            yield [column.stored(row) for column in self.columns]

    def named(self) -> Iterator[dict[str, str]]:
        """Yield the rows as text by the columns' keys."""
        for row in self.texts():
            yield {column.key: text for column, text in zip(self.columns, row, strict=True)}

    def with_places(self, places: tuple[Place, ...]) -> Table[T]:
        """Return the same rows under the columns of those places and the first, which identifies a row."""
        kept = (c for i, c in enumerate(self.columns) if c.place in places or i == 0)
        return replace(self, columns=tuple(kept))
