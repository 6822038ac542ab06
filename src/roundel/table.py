"""Tables: a column defines how a value of a row reads and what it is as data, the same in every medium.

People read `text` (pages, terminal, report). Files for programs and typesetting have `stored`, with all the
digits that a store keeps, and `data`. Each medium decides where the bounds of a figure go.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Generic, Literal, TypeVar

from roundel.spread import Spread

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
    """One column: `key` names it in files, `head` (with its unit) for people; `of` returns a row's value.

    `head` may have line breaks, which narrow tables keep. `digits` are the decimal places that people read,
    `exact` those of files if they have more; without either, a number is written in its shortest form.
    `show` replaces the text of `of` for people, and `note` adds words. `parts` are the keys of a figure's
    bounds in files: low, high, and their kind. An `optional` column is left out where no row has a value.
    `one_seed` is False where another column has the number of seeds.
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
        return value.bounds(self.digits or 0)

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
    """Return a value as text, a number with that many decimal places."""
    if value is None or isinstance(value, str):
        return value or ""
    if digits is not None:
        return f"{value:.{digits}f}"
    return str(int(value)) if float(value).is_integer() else f"{value:g}"


@dataclass(frozen=True)
class Table(Generic[T]):
    """Rows under columns, the first of which identifies a row, alone or with the next."""

    columns: Sequence[Column[T]]
    rows: Sequence[T]
    name: str = ""
    title: str = ""
    note: str = ""

    @cached_property
    def shown(self) -> Sequence[tuple[Column[T], bool]]:
        """The columns that some row has something in, and whether they have figures: these stand right."""
        return [
            (column, not any(isinstance(column.of(row), str) for row in self.rows))
            for column in self.columns
            if not column.optional or any(map(column.of, self.rows))
        ]

    @cached_property
    def parts(self) -> list[Column[T]]:
        """The columns of files."""
        return [part for column in self.columns for part in column.apart()]

    def stored(self) -> Iterator[dict[str, str]]:
        """Yield the rows as files have them, by the keys of their columns."""
        for row in self.rows:
            yield {column.key: column.stored(row) for column in self.parts}


def columns_table(columns: Sequence[Column[T]], rows: Iterable[T]) -> str:
    """Return the Markdown table of rows, their words as they are; nothing where there are none."""
    return markdown_table([c.heading for c in columns], ([c.words(r) or "-" for c in columns] for r in rows))


def markdown_table(heads: Iterable[str], lines: Iterable[Sequence[str]]) -> str:
    """Return a Markdown table, its cells as they are; nothing where it has no lines."""
    body = [f"| {' | '.join(line)} |" for line in lines]
    if not body:
        return ""
    names = list(heads)
    return "\n".join([f"| {' | '.join(names)} |", "|" + "---|" * len(names), *body, ""])
