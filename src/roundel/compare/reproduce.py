"""A paper answered: each ratio, claim and cell of it beside what was measured here, with a verdict.

Ratios between designs are compared with our ratios of throughput per LUT (the paper's own unit of area
differs). Megahertz, areas and throughputs of another device stand beside ours and are not divided.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import reduce
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
from roundel.compare.causes import cause_of, cell_parts
from roundel.compare.evidence import Bench, Impossible, Missing, needs
from roundel.compare.measured import Cycles, Figure, Measured, Results, fewest_commands, figure_command
from roundel.compare.modes import mode_answers
from roundel.compare.quote import quoted, quoted_or_less
from roundel.compare.row_notes import differences
from roundel.implement import TARGETS, Target
from roundel.papers import Cell, Claim, Curve, Drawing, Grid, OwnRow, Paper, PaperTable, PublishedRow, Term
from roundel.papers.claim import ROWLESS, CellName, Measure
from roundel.papers.grid import GridMeasure
from roundel.spread import Spread, geometric_mean, largest

# What is per area, or an area.
_BY_AREA: tuple[Measure, ...] = ("area", "throughput per area")
_BY_CYCLES: tuple[Measure, ...] = ("throughput", "throughput per area", "bits per cycle")
NOT_STORED = "The figures that the reason quotes are not stored yet."
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
        claims=tuple(_answer(claim, bench) for claim in paper.claims),
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
    return _answer(claim, bench, pair=pair, printed=printed)


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


def _answer(
    claim: Claim,
    bench: Bench,
    pair: tuple[str, str, str] | None = None,
    printed: tuple[Printed, ...] = (),
) -> Answer:
    paper = bench.paper
    role = paper.role_of(claim.table)
    if not printed and (figure := _paper_figure(claim, paper)) is not None:
        printed = (Printed(claim.where, figure),)
    figure = geometric_mean([Spread.exact(one.value) for one in printed]).value if printed else None
    ours = per_slice = quotient = None
    why = ""
    verdict, reason = (Verdict.CANNOT, claim.cannot) if claim.cannot else (Verdict.MISSING, claim.pending)
    found: Spread | list[Missing] | Impossible | None = None
    if claim.cells:
        found = _fold_of_cells(claim, bench)
    elif claim.terms:
        found = _mean_of_terms(claim, bench, role)
    tolerance = paper.grid(claim.table).tolerance if claim.cells else None
    tolerance = tolerance or paper.tolerance
    differs: tuple[str, ...] = ()
    incomparable = _incomparable(claim, bench, role, printed)
    if isinstance(found, Spread):
        ours = found
        differs = _differs(bench.designs(claim), bench)
        if claim.measure in _BY_AREA and not claim.cells and bench.have_slices(claim.parts, role):
            by_slice = _mean_of_terms(claim, bench, role, per_slice=True)
            per_slice = by_slice if isinstance(by_slice, Spread) else None
        quotient = ours.value / figure if figure and claim.sense == "about" else None
        values = [claim.value] if claim.value else [one.value for one in printed] or [1.0]
        verdict, reason = judge(claim.sense, values, ours, tolerance, sides=_has_sides(claim, bench))
        note = quoted(claim.note, bench)
        reason += f"; {note}" if note else ""
        if incomparable:
            verdict, reason, why = Verdict.INCOMPARABLE, note, incomparable
        elif verdict is Verdict.FAILS:
            why = cause_of(claim, bench, role, ours, values[0])
    elif claim.incomparable and incomparable:
        verdict, reason, why = Verdict.INCOMPARABLE, "", incomparable
    elif isinstance(found, Impossible):
        verdict, reason = Verdict.CANNOT, found.reason
    elif isinstance(found, list):
        verdict, reason = _missing_verdict(found), needs(found)
    # What belongs to no row is of no target.
    target = "" if claim.measure in ROWLESS else bench.target(role).name
    return Answer(
        claim.name,
        claim.text,
        claim.where,
        _measure(claim, paper),
        target,
        figure,
        ours,
        per_slice,
        quotient,
        verdict,
        reason,
        pair,
        limit=None if claim.sense == "about" else claim.value,
        tolerance=tolerance,
        current=ours is None or bench.current(claim),
        differs=differs,
        printed=printed,
        why=why,
        own=claim.own,
        designs=tuple(dict.fromkeys(_designs_of(claim, bench))),
        lacking=tuple(dict.fromkeys(one.core for one in found)) if isinstance(found, list) else (),
    )


def _designs_of(claim: Claim, bench: Bench) -> Iterable[str]:
    """Yield what a claim is answered by: "core/service on target", or the names of figures."""
    if claim.measure in ROWLESS:
        yield from claim.parts
    yield from _on_targets(chain.from_iterable(bench.designs(claim)), bench)


def _on_targets(designs: Iterable[tuple[str, str]], bench: Bench) -> Iterable[str]:
    """Yield designs with their roles as "core/service on target", once each."""
    yield from dict.fromkeys(f"{design} on {bench.target(role).name}" for design, role in designs)


def _has_sides(claim: Claim, bench: Bench) -> bool:
    """Return whether a claim's figure is a quotient that lies on the one or the other side of 1."""
    if claim.cells:
        grid = bench.paper.grid(claim.table)
        return all(grid.cell_at(cell.line, cell.column).quotient for cell in claim.all_cells)
    return claim.two_sided


def _incomparable(claim: Claim, bench: Bench, role: str, printed: tuple[Printed, ...]) -> str:
    """Return why ours does not answer the paper's figure, or nothing where it does."""
    if claim.incomparable and bench.target(role).name not in claim.comparable_on:
        return quoted_or_less(claim.incomparable, bench) or NOT_STORED
    if claim.measure in _BY_AREA and not claim.cells and (blocks := bench.blocks(claim, role)):
        return blocks
    for table in (table for table in bench.paper.tables if table.name == claim.table and claim.terms):
        rows = [row for part in claim.parts if (row := table.row_of(part)) is not None]
        for row in (row for row in rows if row.doubtful and claim.measure in _BY_CYCLES):
            others = _with_least_cycles(row, claim, printed)
            return f"The paper contradicts its own row {row.name}: {row.doubt}.{others}"
    return ""


def _with_least_cycles(row: PublishedRow, claim: Claim, printed: tuple[Printed, ...]) -> str:
    """Return what the paper's ratio would be with the fewest cycles that its text allows."""
    (term, *more) = claim.terms
    if more or not printed or row.least_cycles is None or row.cycles is None:
        return ""
    more_cycles = row.least_cycles / row.cycles
    value = printed[0].value * (more_cycles if row.part in term.under else 1 / more_cycles)
    return f" With {row.least_cycles:g} cycles its ratio would be {value:.2f}."


def _differs(divided: Iterable[Iterable[tuple[str, str]]], bench: Bench) -> tuple[str, ...]:
    """Return in what rows that are divided by each other differ, apart from their design."""
    differences_of_each = (differences(bench.rows(designs)) for designs in divided)
    return tuple(dict.fromkeys(chain.from_iterable(differences_of_each)))


# What the figures of a grid are, in words.
_CELLS: Mapping[GridMeasure, str] = {
    "LUT": "LUTs",
    "T": "T",
    "logic share": "share of logic in %",
    "cycles": "cycles",
    "interval": "cycles per block",
}


def _measure(claim: Claim, paper: Paper) -> str:
    """Return what a claim's figure is of, in words; nothing where it has none."""
    if not claim.cells:
        return claim.measure or ""
    grid = paper.grid(claim.table)
    cells = [grid.cell_at(cell.line, cell.column) for cell in claim.cells]
    words = [
        _CELLS[cell.measure]
        + (" over the estimate" if cell.estimate else "")
        + (f", {cell.device} : {cell.to_device}" if cell.to_device else "")
        for cell in cells
    ]
    return "; ".join(dict.fromkeys(words))


def _paper_figure(claim: Claim, paper: Paper) -> float | None:
    """Return the paper's side: the value that its text gives, else the mean by its table.

    A limit without a table is ours: there is no figure of the paper then.
    """
    if claim.value is not None and claim.sense == "about":
        return claim.value
    if claim.table is None or not (claim.terms or claim.cells):
        return None
    if claim.cells:
        grid = paper.grid(claim.table)

        def printed(cell: CellName) -> Spread:
            return Spread.exact(grid.printed(cell.line, cell.column))

        return _folded(claim, printed).value
    table = next(table for table in paper.tables if table.name == claim.table)
    assert claim.measure is not None, claim.name  # one of terms has it
    figures = {}
    for part in claim.parts:
        row = table.row_of(part)
        assert row is not None, part  # checked when the paper was read
        figures[part] = Spread.exact(row.figure(claim.measure))
    return _mean(claim, figures).value


def _mean_of_terms(
    claim: Claim, bench: Bench, role: str, *, per_slice: bool = False
) -> Spread | list[Missing] | Impossible:
    assert claim.measure is not None, claim.name  # one of terms has it
    figures = bench.figures(claim.parts, claim.measure, role, per_slice=per_slice)
    if not isinstance(figures, dict):
        return figures
    return _mean(claim, figures)


def _mean(claim: Claim, figures: Mapping[str, Spread]) -> Spread:
    def quotient(term: Term) -> Spread:
        above = reduce(Spread.__mul__, (figures[part] for part in term.over))
        return reduce(Spread.__truediv__, (figures[part] for part in term.under), above)

    return geometric_mean([quotient(term) for term in claim.terms])


def _fold_of_cells(claim: Claim, bench: Bench) -> Spread | list[Missing] | Impossible:
    grid = bench.paper.grid(claim.table)
    ours: dict[CellName, Spread] = {}
    missing = []
    for name in claim.all_cells:
        found = bench.cell(grid.cell_at(name.line, name.column), grid.service)
        if isinstance(found, Impossible):
            return found
        if isinstance(found, list):
            missing += found
        else:
            ours[name] = found
    return missing or _folded(claim, ours.__getitem__)


def _folded(claim: Claim, of: Callable[[CellName], Spread]) -> Spread:
    """Return the figure of a claim's cells, over that of those that they are compared with."""
    fold = {"mean": geometric_mean, "largest": largest}[claim.fold]
    figure = fold([of(cell) for cell in claim.cells])
    return figure / fold([of(cell) for cell in claim.against]) if claim.against else figure


def _missing_verdict(missing: list[Missing]) -> Verdict:
    """Return the verdict on what is not there: what does not fit will not be there later."""
    return Verdict.UNFIT if any(m.unfit for m in missing) else Verdict.MISSING


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
        differs.append(_differs(designs, bench))
    return GridAnswer(grid, tuple(lines), tuple(differs))


def _cell_answer(printed: float, cell: Cell, grid: Grid, bench: Bench, place: tuple[str, str]) -> CellAnswer:
    found = bench.cell(cell, grid.service)
    if isinstance(found, Impossible):
        return CellAnswer(printed, None, Verdict.CANNOT, found.reason)
    if isinstance(found, list):
        return CellAnswer(printed, None, _missing_verdict(found), needs(found))
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
    return CellAnswer(
        printed, found, verdict, reason, current, why, parts, tuple(_on_targets(designs, bench))
    )


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
        return RowAnswer(table, row, None, _missing_verdict(lacking), needs(lacking[:1]), known)
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
