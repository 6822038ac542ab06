"""What a paper prints, as typed data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from roundel.checked import Data, Name, Positive, check_unique
from roundel.papers.chart import Chart, ClaimChart, Curve
from roundel.papers.claim import ROWLESS, Claim, Measure, designs_of
from roundel.papers.grid import Grid
from roundel.papers.mode import ModeTable

# The role of the target that is asked for; any other role is a target's name.
CHOSEN = "chosen"


class PublishedRow(Data):
    """One row of a table: area in the paper's unit, MHz, Gbit/s, Mbit/s per area, cycles per block.

    `core`, `service` and `variant` (the main one where none is named) are ours that answer to the row; a row
    without `core` is another group's design, cited by the paper. `rate` is what a block takes in, where
    `block_bits` counts other bits than those. `more` holds what else the row prints.
    `repaired` says what was put right in a damaged cell. `doubt` says where the paper contradicts the row:
    with `least_cycles`, the fewest that its own text allows, cycles below them are compared with nothing.
    `why` is the cause where the cycles of ours are worse.
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
    rate: Annotated[int, Field(gt=0)] | None = None
    variant: str | None = None
    more: Mapping[str, float] = Field(default_factory=dict)
    repaired: str = ""
    doubt: str = ""
    least_cycles: Positive | None = None
    why: str = ""

    @property
    def doubtful(self) -> bool:
        """Whether the row has fewer cycles than the paper's own text allows."""
        return self.least_cycles is not None and (self.cycles or 0) < self.least_cycles

    @property
    def part(self) -> str:
        """The core's service that answers to the row: "core/service"."""
        return f"{self.core}/{self.service}"

    @property
    def input_bits(self) -> int | None:
        """The bits that a block takes in: what cycles per block are judged by."""
        return self.rate or self.block_bits

    @model_validator(mode="after")
    def _check_complete(self) -> Self:
        if (self.block_bits is None) != (self.cycles is None):
            raise ValueError("block_bits and cycles go together")
        if self.least_cycles is not None and not self.doubt:
            raise ValueError("least_cycles needs a doubt")
        if self.core is not None and self.cycles is None:
            raise ValueError("a row that a core answers to needs block_bits and cycles")
        return self

    def figure(self, measure: Measure) -> float:
        """Return the figure of that measure; bits per cycle need `cycles`, levels of logic `more`."""
        if measure == "area":
            return self.area
        if measure == "clock":
            return self.mhz
        if measure == "throughput":
            return 1000 * self.gbps
        if measure == "throughput per area":
            return self.per_area or 1000 * self.gbps / self.area
        if measure == "levels of logic":
            return self.more["levels"]
        assert self.input_bits is not None and self.cycles is not None, self.name
        return self.input_bits / self.cycles


class OwnRow(Data):
    """A design of ours beside the rows of a table, of which the paper has no counterpart."""

    name: Name
    core: Name
    service: Name
    variant: str | None = None
    device: Name

    @property
    def part(self) -> str:
        """The core's service: "core/service"."""
        return f"{self.core}/{self.service}"


class PaperTable(Data):
    """A numbered table, and what stands beside its rows here."""

    name: Name
    caption: str = ""
    rows: tuple[PublishedRow, ...]
    beside: tuple[OwnRow, ...] = ()

    @property
    def all_rows(self) -> tuple[PublishedRow | OwnRow, ...]:
        """The table's rows, then ours that stand beside them."""
        return (*self.rows, *self.beside)

    def row_of(self, part: str) -> PublishedRow | None:
        """Return the row that a core's service ("core/service") answers to, or None."""
        return next((row for row in self.rows if row.core and row.part == part), None)


class Pair(Data):
    """Two of our cores whose counterparts the paper sets against each other.

    `why` is the cause where their ratio does not agree.
    """

    over: Name
    under: Name
    why: str = ""


class FigurePair(Pair):
    """A pair as a figure draws it: at these services, or at all."""

    services: tuple[Name, ...] = ()


class Drawing(Data):
    """A figure of the paper that draws ratios of throughput/area: of which pairs, at which services.

    `note` says what of the paper's figure cannot be drawn.
    """

    name: Name
    caption: Name
    note: str = ""
    pairs: Annotated[tuple[FigurePair, ...], Field(min_length=1)]


class Paper(Data):
    """A paper: its source, its tables, what it sets against what, its claims.

    `roles` says by which target of ours a device of the paper is answered: `CHOSEN`, or a target's name.
    `tolerance` is the factor within which our figure agrees, but in a grid that has its own. `gbit` is what
    the paper counts as one Gbit, in Mbit. `notes` change how figures are read: what is not alike in the paper
    and here.
    """

    id: Name
    title: Name
    authors: Name
    published: Name
    area_unit: Name
    tolerance: Annotated[float, Field(gt=1)]
    gbit: Literal[1000, 1024] = 1000
    roles: Mapping[Name, Name] = Field(default_factory=dict)
    tables: tuple[PaperTable, ...] = ()
    modes: tuple[ModeTable, ...] = ()
    grids: tuple[Grid, ...] = ()
    pairs: tuple[Pair, ...] = ()
    figures: tuple[Drawing, ...] = ()
    charts: tuple[Chart, ...] = ()
    curves: tuple[Curve, ...] = ()
    bars: tuple[ClaimChart, ...] = ()
    claims: tuple[Claim, ...] = ()
    notes: tuple[Name, ...] = ()

    @property
    def citation(self) -> str:
        """Authors, title, and where it was published."""
        return f'{self.authors}: "{self.title}", {self.published}'

    def variant_of(self, part: str) -> str | None:
        """Return the variant that the rows of "core/service" name, or None for the main one."""
        rows = [row for table in self.tables for row in table.all_rows]
        return next((row.variant for row in rows if row.core and row.part == part), None)

    def row_of(self, part: str) -> PublishedRow | None:
        """Return the first row that a core's service ("core/service") answers to, or None."""
        return next((row for table in self.tables if (row := table.row_of(part)) is not None), None)

    def grid(self, name: str | None) -> Grid:
        """Return the grid of that name, which there is: a claim about another is refused when read."""
        return next(grid for grid in self.grids if grid.name == name)

    def role_of(self, table: str | None) -> str:
        """Return the role of a table's devices, which is one; that of no table is the chosen target."""
        rows = [row for one in self.tables if one.name == table for row in one.rows if row.core]
        return self.roles[rows[0].device] if rows else CHOSEN

    @model_validator(mode="after")
    def _check_consistent(self) -> Self:
        tables: tuple[PaperTable | Grid | ModeTable, ...] = (*self.tables, *self.grids, *self.modes)
        check_unique("table", [table.name for table in tables])
        for table_of_modes in self.modes:
            names = [mode.name for mode in table_of_modes.modes]
            check_unique(f"mode of table {table_of_modes.name}", names)
        check_unique("claim", [claim.name for claim in self.claims])
        drawn = [figure.name for figure in self.figures] + [chart.name for chart in self.charts]
        drawn += [curve.name for curve in self.curves] + [bars.name for bars in self.bars]
        check_unique("figure", drawn)
        claims = {claim.name for claim in self.claims}
        for bars in self.bars:
            if unknown := sorted({*bars.claims} - claims):
                raise ValueError(f"figure {bars.name!r}: no claim {unknown[0]!r}")
        for table in self.tables:
            check_unique(f"row of table {table.name}", [row.name for row in table.all_rows])
            check_unique(
                f"core and service of table {table.name}", [row.part for row in table.rows if row.core]
            )
        self._check_roles()
        known = {row.core for table in self.tables for row in table.rows}
        in_figures = (pair for figure in self.figures for pair in figure.pairs)
        for pair in (*self.pairs, *in_figures):
            for core in (pair.over, pair.under):
                if core not in known:
                    raise ValueError(f"pair: no row has the core {core!r}")
        for claim in self.claims:
            self._check(claim)
        for chart in self.charts:
            if problem := chart.problem(self.grids):
                raise ValueError(f"figure {chart.name!r}: {problem}")
        return self

    def _check_roles(self) -> None:
        for table in self.tables:
            devices = {row.device for row in table.all_rows if row.core}
            for device in sorted(devices - set(self.roles)):
                raise ValueError(f"table {table.name}: the device {device!r} has no role")
            if len({self.roles[device] for device in devices}) > 1:
                raise ValueError(f"table {table.name}: its devices have more than one role")
        for grid in self.grids:
            for cell in (grid.cell(line, column) for line in grid.lines for column in grid.columns):
                for named in (cell.device, cell.to_device):
                    if named is not None and named not in self.roles:
                        raise ValueError(f"table {grid.name}: the device {named!r} has no role")

    def _check(self, claim: Claim) -> None:
        names = [grid.name for grid in self.grids] if claim.cells else [table.name for table in self.tables]
        if claim.table is not None and claim.table not in names:
            raise ValueError(f"claim {claim.name!r}: no table {claim.table!r}")
        for grid in (grid for grid in self.grids if grid.name == claim.table):
            lines, columns = ({one.name for one in many} for many in (grid.lines, grid.columns))
            for cell in claim.all_cells:
                if cell.line not in lines or cell.column not in columns:
                    raise ValueError(f"claim {claim.name!r}: no cell {cell.line!r}, {cell.column!r}")
        if claim.measure in ROWLESS:
            return
        parts = {
            row.part
            for table in self.tables
            if claim.table in (None, table.name)
            for row in (table.rows if claim.table else table.all_rows)
            if row.core
        }
        for _, design in (design for part in claim.parts for design in designs_of(part)):
            if self.tables and design not in parts:
                where = f"table {claim.table}" if claim.table else "any table"
                raise ValueError(f"claim {claim.name!r}: no row of {where} has {design!r}")
