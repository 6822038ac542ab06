"""What the report says of papers, as tables: ratios and claims, their tables' rows, their grids' cells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from roundel.compare import Reproduction, Verdict
from roundel.compare.answers import Answer, CellAnswer, RowAnswer
from roundel.compare.notes import of_rows
from roundel.report import paper_columns as col
from roundel.table import Column, Table


@dataclass(frozen=True)
class AnswerLine:
    """A ratio or claim of a paper."""

    paper: str
    kind: str
    answer: Answer


@dataclass(frozen=True)
class CellLine:
    """A cell of a paper's table of quotients."""

    paper: str
    table: str
    line: str
    column: str
    cell: CellAnswer


RowLine = tuple[Reproduction, RowAnswer]
PAPERS: tuple[Column[Reproduction], ...] = (
    Column("paper", "paper", lambda one: one.paper.id),
    Column("title", "title", lambda one: one.paper.title),
    Column("target", "answered on", lambda one: one.target if of_rows(one) else ""),
)


def papers(reproductions: Sequence[Reproduction]) -> Table[Reproduction]:
    """Return how many ratios, claims and cells of each paper have which verdict."""
    counts = {id(one): Counter(verdicts(one)) for one in reproductions}

    def count(verdict: Verdict) -> Column[Reproduction]:
        return Column(str(verdict), str(verdict), lambda one: counts[id(one)][verdict])

    note = "Counted are the ratios, the claims and the cells of the tables of quotients."
    columns = (*PAPERS, *map(count, Verdict))
    return Table(columns, tuple(reproductions), "papers", "Papers answered", note)


def verdicts(one: Reproduction) -> list[Verdict]:
    """Return the verdicts of a paper's ratios, claims and cells."""
    cells = [cell for grid in one.grids for cell in grid.cells]
    return [*(answer.verdict for answer in (*one.ratios, *one.claims)), *(cell.verdict for cell in cells)]


def answers(reproductions: Sequence[Reproduction]) -> Table[AnswerLine]:
    """Return the ratios and claims of the papers with their verdicts."""
    columns: tuple[Column[AnswerLine], ...] = (
        Column("paper", "paper", lambda line: line.paper),
        Column("kind", "kind", lambda line: line.kind),
        *(column.through(lambda line: line.answer) for column in col.ANSWERS),
    )
    lines = tuple(
        AnswerLine(one.paper.id, kind, answer)
        for one in reproductions
        for kind, many in (("ratio", one.ratios), ("claim", one.claims))
        for answer in many
    )
    return Table(columns, lines, "answers", "Ratios and claims of the papers")


def published(reproductions: Sequence[Reproduction]) -> Table[RowLine]:
    """Return the rows of the papers' tables beside ours."""
    note = "Megahertz and areas of different devices stand beside each other and are not divided."
    note += "".join(
        f" The Gbit of {one.paper.id} is {one.paper.gbit} Mbit."
        for one in reproductions
        if one.paper.gbit != 1000
    )
    columns: tuple[Column[RowLine], ...] = (
        Column("paper", "paper", lambda line: line[0].paper.id),
        *(column.through(_row) for column in col.UP_TO_AREA),
        Column("area_unit", "in", lambda line: line[0].paper.area_unit),
        *(column.through(_row) for column in col.FROM_MHZ),
    )
    lines = tuple((one, row) for one in reproductions for row in one.rows)
    return Table(columns, lines, "published", "Tables of the papers", note)


def _row(line: RowLine) -> RowAnswer:
    return line[1]


def cells(reproductions: Sequence[Reproduction]) -> Table[CellLine]:
    """Return the cells of the papers' tables of quotients beside ours."""
    columns: tuple[Column[CellLine], ...] = (
        Column("paper", "paper", lambda line: line.paper),
        Column("table", "table", lambda line: line.table),
        Column("line", "line", lambda line: line.line),
        Column("column", "column", lambda line: line.column),
        *(column.through(lambda line: line.cell) for column in col.CELLS),
    )
    lines = tuple(
        CellLine(one.paper.id, answer.grid.name, line.name, column.name, cell)
        for one in reproductions
        for answer in one.grids
        for line, row in zip(answer.grid.lines, answer.lines, strict=True)
        for column, cell in zip(answer.grid.columns, row, strict=True)
    )
    return Table(columns, lines, "cells", "Cells of the papers' tables of quotients")
