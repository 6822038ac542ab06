"""A paper answered: each ratio, claim and cell of it beside what was measured here, with a verdict.

Ratios between designs are compared with our ratios of throughput per LUT (the paper's own unit of area
differs). Megahertz, areas and throughputs of another device stand beside ours and are not divided.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import chain

from roundel.catalog import Core
from roundel.compare.answers import (
    EXPLAINED,
    Answer,
    CellAnswer,
    CurveAnswer,
    DrawingAnswer,
    GridAnswer,
    Printed,
    Reproduction,
    RowAnswer,
    Verdict,
    judge,
)
from roundel.compare.causes import cell_parts
from roundel.compare.claim_answer import claim_answer, differs_of, missing_verdict, on_targets
from roundel.compare.commands import fewest_commands, figure_command
from roundel.compare.evidence import Bench, Impossible, Missing, needs
from roundel.compare.measured import Cycles, Figure, Measured, Results
from roundel.compare.modes import mode_answers
from roundel.compare.quote import quoted_or_less
from roundel.implement import TARGETS, Target
from roundel.papers import Cell, Claim, Curve, Drawing, Grid, OwnRow, Paper, PaperTable, PublishedRow, Term
from roundel.papers.claim import ROWLESS, Measure
from roundel.papers.grid import GridMeasure

RATIO: Measure = "throughput per area"
# Counts of cycles: no device and no seed changes them, and nothing is tolerated.
_COUNTS: tuple[GridMeasure, ...] = ("cycles", "interval")


def reproduce(paper: Paper, catalog: Mapping[str, Core], target: Target, results: Results) -> Reproduction:
    """Compare every ratio, figure, claim and cell of a paper with the stored results.

    Args:
        paper: The paper.
        catalog: The cores, by name.
        target: The target of the rows that are compared. Devices that the paper's data ties to another
            target are compared with that one.
        results: The stored rows and figures.

    Returns:
        The paper's figures, ours, and a verdict each; and the commands that make what is not stored.

    Raises:
        RoundelError: The paper's data names a target that does not exist.
    """
    bench = Bench(paper, catalog, results, target)
    ratios = tuple(_ratios([(pair.over, pair.under, ()) for pair in paper.pairs], bench))
    found = _all_measured(bench)
    old_rows = [m for m in found if isinstance(m, Measured) and not m.current]
    figures = _figures(bench)
    old_figures = [figure for figure in figures if not figure.current]
    remeasure = [m.command for m in old_rows]
    remeasure += [figure.command for figure in old_figures]
    missing = [m for m in found if isinstance(m, Missing)]
    return Reproduction(
        paper=paper,
        target=target.name,
        ratios=ratios,
        drawings=tuple(_drawing_answer(drawing, bench) for drawing in paper.figures),
        curves=tuple(_curve_answer(curve, bench) for curve in paper.curves),
        claims=tuple(claim_answer(claim, bench) for claim in paper.claims),
        rows=tuple(_row_answer(table.name, row, bench) for table in paper.tables for row in table.all_rows),
        grids=tuple(_grid_answer(grid, bench) for grid in paper.grids),
        stale=tuple(dict.fromkeys([*(m.core for m in old_rows), *(figure.core for figure in old_figures)])),
        absent=tuple(dict.fromkeys(m.why for m in missing if m.why)),
        failed=tuple(dict.fromkeys(m.failed for m in missing if m.failed)),
        commands=tuple(fewest_commands(m.command for m in missing if m.command)),
        remeasure=tuple(dict.fromkeys(command for command in remeasure if command)),
        earlier_names=any(isinstance(m, Measured) and m.earlier_names for m in found),
        harnessed=any(isinstance(m, Measured) and m.harness_luts is not None for m in found),
        evidence=tuple(m for m in found if isinstance(m, Measured)),
        figures=tuple(figures),
        modes=mode_answers(paper.modes, catalog),
    )


def _curve_answer(curve: Curve, bench: Bench) -> CurveAnswer:
    return CurveAnswer(curve, bench.figure(curve.ours), bench.figure(curve.kept) if curve.kept else None)


def _figures(bench: Bench) -> list[Figure]:
    """Return the stored figures that belong to no row and that claims and curves of the paper are about."""
    parts = [part for claim in bench.paper.claims if claim.measure in ROWLESS for part in claim.parts]
    parts += [part for curve in bench.paper.curves for part in curve.parts]
    found = ((part, bench.figure(part)) for part in dict.fromkeys(parts))
    return [
        replace(figure, command=figure_command(part, bench.catalog))
        for part, figure in found
        if figure is not None
    ]


def _all_measured(bench: Bench) -> list[Measured | Missing]:
    """Return our side of everything in the paper that a core answers to, once each."""
    paper = bench.paper
    wanted: dict[tuple[str, str], None] = {}
    for table in paper.tables:
        for row in table.all_rows:
            if row.core:
                wanted[row.part, paper.roles[row.device]] = None
    for grid in paper.grids:
        for cell in (grid.cell(line, column) for line in grid.lines for column in grid.columns):
            wanted |= dict.fromkeys(bench.cell_designs(cell, grid.service))
    found: list[Measured | Missing] = []
    for claim in paper.claims:
        if claim.measure in ROWLESS:
            figures = bench.figures(claim.parts, claim.measure, paper.role_of(claim.table))
            found += figures if isinstance(figures, list) else []
        wanted |= dict.fromkeys(chain.from_iterable(bench.designs(claim)))
    return [*(bench.find(design, role) for design, role in wanted), *found]


def _ratios(pairs: list[tuple[str, str, tuple[str, ...]]], bench: Bench) -> list[Answer]:
    """Return the ratio of each pair at each of its services, once, with the paper's of all of its tables.

    Tables that another target answers print the same designs again: the first table counts.
    """
    found: dict[tuple[str, str, str], list[tuple[PaperTable, PublishedRow, PublishedRow]]] = {}
    for over, under, services in pairs:
        for table in bench.paper.tables:
            for row in table.rows:
                if row.core != over or (services and row.service not in services):
                    continue
                if (below := table.row_of(f"{under}/{row.service}")) is not None:
                    found.setdefault((over, under, row.service), []).append((table, row, below))
    return [_ratio(pair, tables, bench) for pair, tables in found.items()]


def _ratio(
    pair: tuple[str, str, str], tables: list[tuple[PaperTable, PublishedRow, PublishedRow]], bench: Bench
) -> Answer:
    paper = bench.paper
    table, over, under = tables[0]
    same = [one for one in tables if paper.role_of(one[0].name) == paper.role_of(table.name)]
    printed = tuple(
        Printed(f"Table {t.name}, {a.device}", a.figure(RATIO) / b.figure(RATIO)) for t, a, b in same
    )
    why = next((p.why for p in paper.pairs if (p.over, p.under) == pair[:2] and p.why), "")
    claim = Claim(
        name=f"{over.name} / {under.name}",
        text=f"throughput/area of {over.name} over that of {under.name}",
        where="; ".join(one.where for one in printed),
        table=table.name,
        measure=RATIO,
        terms=(Term(over=(over.part,), under=(under.part,)),),
        why=why,
    )
    return claim_answer(claim, bench, pair=pair, printed=printed)


def drawings_of(paper: Paper, catalog: Mapping[str, Core], results: Results) -> tuple[DrawingAnswer, ...]:
    """Return the answers to the figures of a paper that draw ratios, on every routed target."""
    bench = Bench(paper, catalog, results, next(one for one in TARGETS.values() if one.routed))
    return tuple(_drawing_answer(drawing, bench) for drawing in paper.figures)


def _drawing_answer(drawing: Drawing, bench: Bench) -> DrawingAnswer:
    pairs = [(pair.over, pair.under, pair.services) for pair in drawing.pairs]
    everywhere = {
        name: tuple(answer for answer in _ratios(pairs, replace(bench, chosen=one)) if answer.target == name)
        for name, one in TARGETS.items()
        if one.routed
    }
    return DrawingAnswer(drawing, tuple(_ratios(pairs, bench)), everywhere)


def _grid_answer(grid: Grid, bench: Bench) -> GridAnswer:
    lines, differs = [], []
    for line in grid.lines:
        cells = [grid.cell(line, column) for column in grid.columns]
        pairs = zip(line.figures, cells, strict=True)
        places = zip(pairs, grid.columns, strict=True)
        lines.append(
            tuple(
                _cell_answer(printed, cell, grid, bench, (line.name, column.name))
                for (printed, cell), column in places
            )
        )
        designs = [bench.cell_designs(cell, grid.service) for cell in cells if cell.quotient]
        differs.append(differs_of(designs, bench))
    return GridAnswer(grid, tuple(lines), tuple(differs))


def _cell_answer(printed: float, cell: Cell, grid: Grid, bench: Bench, place: tuple[str, str]) -> CellAnswer:
    found = bench.cell(cell, grid.service)
    if isinstance(found, Impossible):
        return CellAnswer(printed, None, Verdict.CANNOT, found.reason)
    if isinstance(found, list):
        return CellAnswer(printed, None, missing_verdict(found), needs(found))
    designs = bench.cell_designs(cell, grid.service)
    if cell.measure in _COUNTS:
        verdict, reason = judge("below", [printed], found, 1)
        counts = [bench.cycles(*design) for design in designs]
        # Cycles per block are those of the current sources; a latency may be that of a stale row.
        current = cell.measure == "interval" or all(
            isinstance(count, Cycles) and count.current_latency for count in counts
        )
    else:
        tolerance = grid.tolerance or bench.paper.tolerance
        verdict, reason = judge("about", [printed], found, tolerance, sides=cell.quotient)
        current = all(row.current for row in bench.rows(designs))
    parts = cell_parts(cell, grid, bench)
    why = quoted_or_less(grid.cause(*place), bench) or f"Ours: {parts}." if verdict in EXPLAINED else ""
    return CellAnswer(printed, found, verdict, reason, current, why, parts, tuple(on_targets(designs, bench)))


def _row_answer(table: str, row: PublishedRow | OwnRow, bench: Bench) -> RowAnswer:
    if row.core is None:
        return RowAnswer(table, row, None, Verdict.CANNOT, "another group's design, cited by the paper")
    role = bench.paper.roles[row.device]
    found, cycles = bench.find(row.part, role), bench.cycles(row.part, role)
    measured = found if isinstance(found, Measured) else None
    missing = needs([found]) if isinstance(found, Missing) else ""
    if isinstance(cycles, Missing) or (isinstance(row, OwnRow) and isinstance(found, Missing)):
        lacking = [one for one in (found, cycles) if isinstance(one, Missing)]
        known = cycles if isinstance(cycles, Cycles) else None
        return RowAnswer(table, row, None, missing_verdict(lacking), needs(lacking[:1]), known)
    if isinstance(row, OwnRow):
        return RowAnswer(table, row, measured, None, "ours alone", cycles)
    ours = f"{cycles.per_block:g} cycles per block of {cycles.block_bits} bit"
    theirs = f"the paper's {row.cycles:g} per block of {row.input_bits} bit"
    if row.doubtful:
        why = f"The paper contradicts this row: {row.doubt}. Ours: {ours}."
        return RowAnswer(table, row, measured, Verdict.INCOMPARABLE, "", cycles, why, missing)
    if cycles.bits_per_cycle >= row.figure("bits per cycle"):
        reason = "as many bits a cycle, or more"
        return RowAnswer(table, row, measured, Verdict.HOLDS, reason, cycles, "", missing)
    why = quoted_or_less(row.why, bench) or f"Ours needs {ours}, {theirs}."
    return RowAnswer(table, row, measured, Verdict.FAILS, f"{ours}, {theirs}", cycles, why, missing)
