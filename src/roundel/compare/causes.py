"""Why ours differs from a paper's figure: its factors, there and here, and the text of the paper's file.

A quotient of throughput per area is the product of the quotients of bits a cycle, of clock and of area. What
these are in the paper and here shows which of them differs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from roundel.compare.evidence import Bench
from roundel.compare.measured import Measured
from roundel.compare.quote import quoted_or_less
from roundel.papers import Cell, Claim, Grid, PublishedRow
from roundel.papers.claim import ROWLESS, designs_of
from roundel.spread import Spread, geometric_mean


def cause_of(claim: Claim, bench: Bench, role: str, ours: Spread, printed: float) -> str:
    """Return why a claim or ratio does not agree: the text of the paper's file, then what is computed."""
    said = quoted_or_less(claim.why, bench)
    return " ".join(filter(None, (said, _computed(claim, bench, role, ours, printed))))


def cell_parts(cell: Cell, grid: Grid, bench: Bench) -> str:
    """Return the figures of ours that a cell is made of, in words; the first is divided by the second."""
    words = []
    for design, role in bench.cell_designs(cell, grid.service):
        found = bench.find(design, role)
        if cell.measure in ("cycles", "interval"):
            of_any = bench.cycles(design, role)
            latency = getattr(of_any, "latency", None)
            count = latency if cell.measure == "cycles" else getattr(of_any, "per_block", None)
            words.append(f"{design.partition('/')[0]} {count:g}" if count else design)
        elif isinstance(found, Measured):
            figure = {
                "LUT": f"{found.area_text} {found.area_unit}",
                "T": f"{found.period.value:.2f} ns" if found.period else "",
                "logic share": f"{found.logic_share:.1f} % logic" if found.logic_share else "",
            }[cell.measure]
            words.append(f"{found.core} {figure} on {found.target}")
    return ", ".join(words)


def _computed(claim: Claim, bench: Bench, role: str, ours: Spread, printed: float) -> str:
    if claim.cells:
        grid = bench.paper.grid(claim.table)
        one_line = len({cell.line for cell in claim.all_cells}) == 1
        found = [
            f"{cell.column if one_line else cell.line} {value:.2f} ({grid.printed(cell.line, cell.column):g})"
            for cell in claim.all_cells
            if (value := _cell_value(grid.cell_at(cell.line, cell.column), grid, bench)) is not None
        ]
        return f"Ours (the paper's): {', '.join(found)}."
    if claim.measure in ROWLESS:
        return f"Ours is {ours.value / printed:.2f} of the figure that it is compared with."
    return " ".join(filter(None, (_factors(claim, bench, role), _designs(claim, bench, role))))


def _cell_value(cell: Cell, grid: Grid, bench: Bench) -> float | None:
    found = bench.cell(cell, grid.service)
    return found.value if isinstance(found, Spread) else None


# The factors of a quotient: in words, of a row of the paper, of ours; areas divide.
_Factor = tuple[str, Callable[[PublishedRow], float], Callable[[Measured], float | None]]
_FACTORS: Sequence[_Factor] = (
    ("bits a cycle", lambda row: row.figure("bits per cycle"), lambda m: m.bits_per_cycle),
    ("clock", lambda row: row.mhz, lambda m: m.fmax.value if m.fmax else None),
    ("area", lambda row: row.area, lambda m: m.area),
)


def _factors(claim: Claim, bench: Bench, role: str) -> str:
    """Return the factors of a quotient of throughputs, with or without areas, the paper's and ours."""
    if claim.measure not in ("throughput", "throughput per area") or not claim.two_sided:
        return ""
    if any(designs_of(part) != [(1, part)] for part in claim.parts):
        return ""
    words = []
    for name, of_row, of_measured in _FACTORS:
        if name == "area" and claim.measure == "throughput":
            continue
        here: list[float] = []
        there: list[float] = []
        for term in claim.terms:
            rows = [_published(claim, part, bench) for part in term.parts]
            measured = [bench.find(part, role) for part in term.parts]
            theirs = [of_row(row) for row in rows if row is not None]
            ours = [figure for m in measured if isinstance(m, Measured) and (figure := of_measured(m))]
            if len(ours) < 2:
                return ""
            here.append(ours[0] / ours[1])
            there += [theirs[0] / theirs[1]] if len(theirs) == 2 else []
        printed = f"{_mean(there):.2f}" if len(there) == len(here) else "-"
        words.append(f"{name} {printed}, {_mean(here):.2f}")
    named = "the first design over the second" if len(claim.terms) == 1 else "means over the pairs"
    return f"Factors ({named}; the paper's, ours): {'; '.join(words)}."


def _published(claim: Claim, design: str, bench: Bench) -> PublishedRow | None:
    """Return the paper's row of a design: that of the claim's table, so that all are of one device."""
    tables = [table for table in bench.paper.tables if table.name == claim.table]
    found = [row for table in tables if (row := table.row_of(design)) is not None]
    return found[0] if found else bench.paper.row_of(design)


def _mean(values: Sequence[float]) -> float:
    return geometric_mean([Spread.exact(value) for value in values]).value


def _designs(claim: Claim, bench: Bench, role: str) -> str:
    """Return the figures of each design, the paper's in brackets."""
    words = []
    for design in dict.fromkeys(one for part in claim.parts for _, one in designs_of(part)):
        found, row = bench.find(design, role), _published(claim, design, bench)
        if not isinstance(found, Measured):
            continue
        if claim.measure == "levels of logic":
            there = f" ({row.more['levels']:g})" if row and "levels" in row.more else ""
            words.append(f"{found.core} {found.logic_levels} levels{there}")
            continue
        there = f" ({row.area:g} {bench.paper.area_unit})" if row else ""
        words.append(f"{found.core} {found.area_text} {found.area_unit}{there}")
    return f"Ours (the paper's): {', '.join(words)}." if words else ""
