"""What is drawn of a grid: a paper's quotients and ours."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from pydantic import Field

from roundel.checked import Data, Name, Positive
from roundel.papers.grid import Grid

# Bars of each cell, or lines over the number of rounds that a design has of those of its base.
ChartKind = Literal["bars", "scaling"]


def split_config(config: str) -> tuple[str, int]:
    """Return what a configuration is and its number of rounds: "ppl" and 5; ValueError for another name."""
    match = re.fullmatch(r"([a-z]+)(\d+)", config)
    if match is None:
        raise ValueError(f"the configuration {config!r} does not end in a number of rounds")
    return match[1], int(match[2])


class Curve(Data):
    """A figure of throughput over the size of messages: bits per cycle of messages of n blocks.

    The paper's is `block_bits` * n / ((n + `extra`) * `cycles`). Ours is the stored figure `ours`
    ("name/version"), as `roundel messages` makes it. With `share` it is over the throughput of long messages,
    n / (n + `extra`), and `kept` is the figure of ours under kept keys.
    """

    name: Name
    caption: Name
    block_bits: Annotated[int, Field(gt=0)]
    cycles: Positive
    extra: Positive
    ours: Name
    share: bool = False
    kept: Name | None = None

    @property
    def parts(self) -> tuple[str, ...]:
        """The stored figures that it draws."""
        return (self.ours, *([self.kept] if self.kept else []))


class Chart(Data):
    """A figure of cells of the grid `table`: those of `lines` (of all where none is named) in `columns`.

    "scaling" draws a line for each core through its base, which is 1, and its configurations, whose names
    end in the number of rounds and begin with what they are: "x2", "ppl5".
    """

    name: Name
    caption: Name
    table: Name
    kind: ChartKind
    columns: Annotated[tuple[Name, ...], Field(min_length=1)]
    lines: tuple[Name, ...] = ()

    def problem(self, grids: tuple[Grid, ...]) -> str:
        """Describe a table, line or column that the chart names and no grid has; nothing if there is none."""
        grid = next((grid for grid in grids if grid.name == self.table), None)
        if grid is None:
            return f"no table {self.table!r}"
        for kind, named, there in (
            ("line", self.lines, [line.name for line in grid.lines]),
            ("column", self.columns, [column.name for column in grid.columns]),
        ):
            for name in named:
                if name not in there:
                    return f"no {kind} {name!r} in table {self.table!r}"
        if self.kind == "scaling":
            for line in self.lines or [line.name for line in grid.lines]:
                split_config(grid.cell_at(line, self.columns[0]).config)
        return ""


class ClaimChart(Data):
    """A figure of claims of the text, a bar each: the paper's figure, or the limit that ours is judged by."""

    name: Name
    caption: Name
    claims: Annotated[tuple[Name, ...], Field(min_length=1)]
