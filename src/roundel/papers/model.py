"""What a paper prints, as typed data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

Positive = Annotated[float, Field(gt=0, allow_inf_nan=False)]
Name = Annotated[str, Field(min_length=1)]
# A core of ours and one of its services: "multi-keccak-hs/hash".
Part = Annotated[str, Field(pattern=r"^[^/]+/[^/]+$")]
Measure = Literal["throughput per area", "throughput", "area", "bits per cycle"]
Sense = Literal["about", "above", "below"]


class _Data(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class PublishedRow(_Data):
    """One row of a table: area in the paper's unit, MHz, Gbit/s, Mbit/s per area, cycles per block.

    `core`, `service` and `variant` (the main one where none is named) are ours that answer to the row; a row
    without `core` is another group's design, cited by the paper. `more` holds what else the row prints.
    `repaired` says what was put right in a damaged cell.
    """

    name: Name
    service: Name
    device: Name
    area: Positive
    mhz: Positive
    gbps: Positive
    per_area: Positive | None = None
    core: str | None = None
    block_bits: Annotated[int, Field(gt=0)] | None = None
    cycles: Positive | None = None
    variant: str | None = None
    more: Mapping[str, float] = Field(default_factory=dict)
    repaired: str = ""

    @model_validator(mode="after")
    def _whole(self) -> Self:
        if (self.block_bits is None) != (self.cycles is None):
            raise ValueError("block_bits and cycles go together")
        if self.core is not None and self.cycles is None:
            raise ValueError("a row that a core answers to needs block_bits and cycles")
        return self

    def figure(self, measure: Measure) -> float:
        """Return the figure of that measure; bits per cycle need `cycles`."""
        if measure == "area":
            return self.area
        if measure == "throughput":
            return 1000 * self.gbps
        if measure == "throughput per area":
            return self.per_area or 1000 * self.gbps / self.area
        assert self.block_bits is not None and self.cycles is not None, self.name
        return self.block_bits / self.cycles


class PaperTable(_Data):
    """A numbered table."""

    name: Name
    caption: str = ""
    rows: tuple[PublishedRow, ...]

    def row_of(self, part: str) -> PublishedRow | None:
        """Return the row that a core's service ("core/service") answers to, or None."""
        return next((row for row in self.rows if f"{row.core}/{row.service}" == part), None)


class Grid(_Data):
    """A table of figures that are no designs' rows: a line of figures a label, under `columns`.

    `pending` says what is missing here to answer it.
    """

    name: Name
    caption: str
    columns: tuple[Name, ...]
    cells: Mapping[Name, tuple[float, ...]]
    pending: Name

    @model_validator(mode="after")
    def _whole(self) -> Self:
        for label, figures in self.cells.items():
            if len(figures) != len(self.columns):
                raise ValueError(f"{label!r} has {len(figures)} figures under {len(self.columns)} columns")
        return self


class Pair(_Data):
    """Two of our cores whose counterparts the paper sets against each other."""

    over: Name
    under: Name


class Term(_Data):
    """A quotient: the product of the figures of `over` by that of `under`."""

    over: Annotated[tuple[Part, ...], Field(min_length=1)]
    under: tuple[Part, ...]

    @property
    def parts(self) -> tuple[str, ...]:
        """Every core's service that the term needs."""
        return self.over + self.under


class Claim(_Data):
    """What the text claims, in figures: the geometric mean of `terms`, beside `value` or that of `table`.

    "about" agrees within the paper's tolerance; "above" and "below" ask which side of `value` it is.
    `cannot` is the reason why nothing here can measure it, `pending` what has to be there before it can.
    """

    name: Name
    text: Name
    where: Name
    measure: Measure = "throughput per area"
    sense: Sense = "about"
    value: Positive | None = None
    table: str | None = None
    terms: tuple[Term, ...] = ()
    cannot: str = ""
    pending: str = ""

    @model_validator(mode="after")
    def _whole(self) -> Self:
        if self.cannot or self.pending:
            if self.terms or (self.cannot and self.pending):
                raise ValueError("a claim has terms, or `cannot`, or `pending`")
        elif not self.terms:
            raise ValueError("a claim needs terms, or `cannot` or `pending` with the reason")
        elif self.value is None and self.table is None:
            raise ValueError("a claim needs a value or a table")
        elif self.sense != "about" and self.value is None:
            raise ValueError(f"sense {self.sense!r} needs a value")
        return self


class Paper(_Data):
    """A paper: its source, its tables, what it sets against what, its claims.

    `gbit` is what the paper counts as one Gbit, in Mbit.
    """

    id: Name
    title: Name
    authors: Name
    published: Name
    area_unit: Name
    tolerance: Annotated[float, Field(gt=1)]
    gbit: Literal[1000, 1024] = 1000
    tables: tuple[PaperTable, ...] = ()
    grids: tuple[Grid, ...] = ()
    pairs: tuple[Pair, ...] = ()
    claims: tuple[Claim, ...] = ()

    @property
    def citation(self) -> str:
        """Authors, title, and where it was published."""
        return f'{self.authors}: "{self.title}", {self.published}'

    def variant_of(self, part: str) -> str | None:
        """Return the variant that the rows of "core/service" name, or None for the main one."""
        rows = (table.row_of(part) for table in self.tables)
        return next((row.variant for row in rows if row is not None), None)

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        _once("table", [table.name for table in self.tables] + [grid.name for grid in self.grids])
        _once("claim", [claim.name for claim in self.claims])
        for table in self.tables:
            _once(f"row of table {table.name}", [row.name for row in table.rows])
            ours = [f"{row.core}/{row.service}" for row in table.rows if row.core]
            _once(f"core and service of table {table.name}", ours)
        known = {row.core for table in self.tables for row in table.rows}
        for pair in self.pairs:
            for core in (pair.over, pair.under):
                if core not in known:
                    raise ValueError(f"pair: no row has the core {core!r}")
        for claim in self.claims:
            self._check(claim)
        return self

    def _check(self, claim: Claim) -> None:
        if claim.table is not None and claim.table not in [table.name for table in self.tables]:
            raise ValueError(f"claim {claim.name!r}: no table {claim.table!r}")
        tables = [table for table in self.tables if claim.table in (None, table.name)]
        for part in (part for term in claim.terms for part in term.parts):
            if self.tables and not any(table.row_of(part) for table in tables):
                where = f"table {claim.table}" if claim.table else "any table"
                raise ValueError(f"claim {claim.name!r}: no row of {where} has {part!r}")


def _once(kind: str, names: list[str]) -> None:
    for name in names:
        if names.count(name) > 1:
            raise ValueError(f"{kind} {name!r} stands there twice")
