"""One claim of a paper answered: its figure in the paper, ours, and a verdict with its reason and cause."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import reduce
from itertools import chain

from roundel.compare.answers import Answer, Printed, Verdict, judge
from roundel.compare.causes import cause_of
from roundel.compare.evidence import Bench, Impossible, Missing, needs
from roundel.compare.quote import quoted, quoted_or_less
from roundel.compare.row_notes import differences
from roundel.papers import Claim, Paper, PublishedRow, Term
from roundel.papers.claim import ROWLESS, CellName, Measure
from roundel.papers.grid import GridMeasure
from roundel.spread import Spread, geometric_mean, largest

# What is per area, or an area.
_BY_AREA: tuple[Measure, ...] = ("area", "throughput per area")
_BY_CYCLES: tuple[Measure, ...] = ("throughput", "throughput per area", "bits per cycle")
NOT_STORED = "The figures that the reason quotes are not stored yet."


def claim_answer(
    claim: Claim,
    bench: Bench,
    pair: tuple[str, str, str] | None = None,
    printed: tuple[Printed, ...] = (),
) -> Answer:
    """Return the answer to a claim.

    Args:
        claim: The claim, or a ratio of two designs in the form of one.
        bench: The paper and what is stored.
        pair: The two designs and the service of a ratio.
        printed: The paper's figures with their places; those of the claim's table if not given.
    """
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
        differs = differs_of(bench.designs(claim), bench)
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
        verdict, reason = missing_verdict(found), needs(found)
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
    yield from on_targets(chain.from_iterable(bench.designs(claim)), bench)


def on_targets(designs: Iterable[tuple[str, str]], bench: Bench) -> Iterable[str]:
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


def differs_of(divided: Iterable[Iterable[tuple[str, str]]], bench: Bench) -> tuple[str, ...]:
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


def missing_verdict(missing: list[Missing]) -> Verdict:
    """Return the verdict on what is not there: what does not fit will not be there later."""
    return Verdict.UNFIT if any(m.unfit for m in missing) else Verdict.MISSING
