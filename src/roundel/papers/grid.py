"""Tables of figures that are no designs' rows: quotients of figures of several designs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from roundel.checked import Data, Name, Positive

# T is the period of the clock, "cycles" what a block takes from its input to its output, "interval" the
# cycles a block when as many are under way as can be.
GridMeasure = Literal["LUT", "T", "logic share", "cycles", "interval"]


class CellPart(Data):
    """What a line, or a column, says of its cells; together they say all.

    A cell is the figure `measure` of the core `core`-`config` at `device`, divided by `times` (by measure)
    of the same of `core`-`base`, or by the same at `to_device`. `form` ends the names of the cores.
    """

    core: str | None = None
    config: str | None = None
    measure: GridMeasure | None = None
    device: str | None = None
    base: str | None = None
    times: Mapping[GridMeasure, Positive] | None = None
    to_device: str | None = None
    form: str = ""


class Cell(Data):
    """A whole cell: see `CellPart`."""

    core: Name
    config: Name
    measure: GridMeasure
    device: Name
    base: str | None = None
    times: Mapping[GridMeasure, Positive] | None = None
    to_device: str | None = None
    form: str = ""

    @property
    def name(self) -> str:
        """The core that the cell is about."""
        return f"{self.core}-{self.config}{self.form}"

    @property
    def estimate(self) -> tuple[str, float] | None:
        """The core that the cell's figure is estimated by, and how often; None for a figure of its own."""
        if self.base is None or self.measure not in (self.times or {}):
            return None
        return f"{self.core}-{self.base}{self.form}", (self.times or {})[self.measure]

    @property
    def quotient(self) -> bool:
        """Whether the cell divides two figures."""
        return self.estimate is not None or self.to_device is not None


class Line(CellPart):
    """A line of a grid: the printed figures, under the grid's columns."""

    name: Name
    figures: tuple[float, ...]


class Column(CellPart):
    """A column of a grid."""

    name: Name


class Cause(Data):
    """Why cells do not agree: those of `lines` in `columns`, all of them where none is named."""

    lines: tuple[Name, ...] = ()
    columns: tuple[Name, ...] = ()
    why: Name


class Grid(Data):
    """A table of figures that are no designs' rows: `lines` of figures under `columns`, of one service.

    `tolerance` is that of its cells and of claims about them, where it is not the paper's. `own` says how our
    way of judging differs from the paper's. Of `causes` the first of a cell explains why it does not agree.
    """

    name: Name
    caption: str
    service: Name
    tolerance: Annotated[float, Field(gt=1)] | None = None
    columns: tuple[Column, ...]
    lines: tuple[Line, ...]
    own: str = ""
    causes: tuple[Cause, ...] = ()

    def cause(self, line: str, column: str) -> str:
        """Return why a cell does not agree, quoted figures in braces; nothing where no cause is known."""
        for cause in self.causes:
            if line in (cause.lines or (line,)) and column in (cause.columns or (column,)):
                return cause.why
        return ""

    def cell(self, line: Line, column: Column) -> Cell:
        """Return what the cell of a line and a column stands for."""
        settings = line.model_dump(exclude_none=True)
        settings |= column.model_dump(exclude_none=True, exclude_defaults=True)
        return Cell.model_validate({name: settings[name] for name in Cell.model_fields if name in settings})

    def cell_at(self, line: str, column: str) -> Cell:
        """Return the cell in the line and column of these names."""
        return self.cell(
            next(one for one in self.lines if one.name == line),
            next(one for one in self.columns if one.name == column),
        )

    def printed(self, line: str, column: str) -> float:
        """Return the printed figure in the line and column of these names."""
        index = [c.name for c in self.columns].index(column)
        return next(one.figures[index] for one in self.lines if one.name == line)

    @model_validator(mode="after")
    def _check_complete(self) -> Self:
        for line in self.lines:
            if len(line.figures) != len(self.columns):
                raise ValueError(
                    f"{line.name!r} has {len(line.figures)} figures under {len(self.columns)} columns"
                )
            for column in self.columns:
                self.cell(line, column)
        lines, columns = {line.name for line in self.lines}, {column.name for column in self.columns}
        for cause in self.causes:
            if unknown := sorted({*cause.lines} - lines | {*cause.columns} - columns):
                raise ValueError(f"a cause names no line or column {unknown[0]!r}")
        return self
