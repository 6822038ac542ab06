"""A paper answered: each ratio, claim and cell of it beside what was measured here, with a verdict.

Ratios between designs are compared with our ratios of throughput per LUT (the paper's own unit of area
differs). Megahertz, areas and throughputs of another device stand beside ours and are not divided.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import reduce

from roundel.catalog import Core
from roundel.compare.measured import Measured, Results, bench_command, fewest_commands
from roundel.compare.spread import Spread, geometric_mean
from roundel.implement import Target
from roundel.papers import Claim, Grid, Paper, PaperTable, PublishedRow, Term
from roundel.papers.model import Measure, Sense

# What takes an fmax, and what is per area.
_CLOCKED: tuple[Measure, ...] = ("throughput", "throughput per area")
_BY_AREA: tuple[Measure, ...] = ("area", "throughput per area")


class Verdict(StrEnum):
    """What the measurements say to a figure of a paper."""

    HOLDS = "holds"
    FAILS = "does not hold"
    OPEN = "not resolved"
    MISSING = "not measured yet"
    CANNOT = "cannot be measured here"


@dataclass(frozen=True)
class Answer:
    """One ratio or claim: the paper's figure, ours per LUT, ours per slice equivalent, a verdict."""

    name: str
    text: str
    where: str
    measure: str
    paper: float | None
    ours: Spread | None
    per_slice: Spread | None
    quotient: float | None
    verdict: Verdict
    reason: str


@dataclass(frozen=True)
class RowAnswer:
    """One row of a table beside ours; the verdict is on its cycles, which no device changes."""

    table: str
    published: PublishedRow
    measured: Measured | None
    verdict: Verdict
    reason: str


@dataclass(frozen=True)
class GridAnswer:
    """A table of other figures, and what is missing here to answer it."""

    grid: Grid
    verdict: Verdict
    reason: str


@dataclass(frozen=True)
class Reproduction:
    """The answer to a paper on one target.

    `older` names cores whose rows are of earlier sources, `absent` those that do not exist, `commands` make
    the rows that are not stored.
    """

    paper: Paper
    target: str
    ratios: tuple[Answer, ...]
    claims: tuple[Answer, ...]
    rows: tuple[RowAnswer, ...]
    grids: tuple[GridAnswer, ...]
    older: tuple[str, ...]
    absent: tuple[str, ...]
    commands: tuple[str, ...]


@dataclass(frozen=True)
class _Missing:
    """A figure that is not there: the core and the command that makes it, or the reason why none does."""

    core: str
    command: str = ""
    why: str = ""


@dataclass(frozen=True)
class _Bench:
    """Where our side of a figure comes from."""

    paper: Paper
    catalog: Mapping[str, Core]
    results: Results
    target: Target

    def find(self, part: str) -> Measured | _Missing:
        """Return what is stored of "core/service", or what it takes to have it."""
        name, service_name = part.split("/")
        core = self.catalog.get(name)
        if core is None:
            return _Missing(name, why=f"there is no core {name} yet")
        variant = self.paper.variant_of(part)
        if not any(s.name == service_name and variant in (None, s.variant) for s in core.services):
            return _Missing(
                name, why=f"{name} has no service {' '.join(filter(None, (service_name, variant)))} yet"
            )
        service = core.service(service_name, variant)
        measured = self.results.find(core, service, self.target)
        return measured or _Missing(name, command=bench_command(core, service, self.target))


def reproduce(paper: Paper, catalog: Mapping[str, Core], target: Target, results: Results) -> Reproduction:
    """Return every ratio, claim and row of `paper` beside what is stored for `target`."""
    bench = _Bench(paper, catalog, results, target)
    ratios = []
    for table in paper.tables:
        for pair in paper.pairs:
            for row in table.rows:
                below = table.row_of(f"{pair.under}/{row.service}")
                if row.core == pair.over and below is not None:
                    ratios.append(_answer(_as_claim(table, row, below), paper, bench))
    claims = tuple(_answer(claim, paper, bench) for claim in paper.claims)
    rows = tuple(_row_answer(table.name, row, bench) for table in paper.tables for row in table.rows)
    grids = tuple(GridAnswer(grid, Verdict.MISSING, grid.pending) for grid in paper.grids)
    parts = [f"{row.core}/{row.service}" for table in paper.tables for row in table.rows if row.core]
    found = [bench.find(part) for part in dict.fromkeys(parts)]
    older = {m.core: None for m in found if isinstance(m, Measured) and not m.current}
    missing = [m for m in found if isinstance(m, _Missing)]
    absent = {m.why: None for m in missing if m.why}
    commands = fewest_commands(m.command for m in missing if m.command)
    return Reproduction(
        paper, target.name, tuple(ratios), claims, rows, grids, tuple(older), tuple(absent), tuple(commands)
    )


def _needs(missing: Sequence[_Missing]) -> str:
    wanted = dict.fromkeys(m.core for m in missing if m.command)
    absent = dict.fromkeys(m.why for m in missing if m.why)
    return "; ".join([*([f"needs rows of {', '.join(wanted)}"] if wanted else []), *absent])


def _as_claim(table: PaperTable, over: PublishedRow, under: PublishedRow) -> Claim:
    term = Term(over=(f"{over.core}/{over.service}",), under=(f"{under.core}/{under.service}",))
    return Claim(
        name=f"{over.name} / {under.name}",
        text=f"throughput/area of {over.name} over that of {under.name}",
        where=f"Table {table.name}, {over.device}",
        table=table.name,
        terms=(term,),
    )


def _answer(claim: Claim, paper: Paper, bench: _Bench) -> Answer:
    figure = _paper_figure(claim, paper)
    ours = per_slice = quotient = None
    verdict, reason = (Verdict.CANNOT, claim.cannot) if claim.cannot else (Verdict.MISSING, claim.pending)
    if claim.terms:
        found = {part: bench.find(part) for term in claim.terms for part in term.parts}
        missing = [row for row in found.values() if isinstance(row, _Missing)]
        measured = {part: row for part, row in found.items() if isinstance(row, Measured)}
        if claim.measure in _CLOCKED and not bench.target.routed:
            verdict, reason = Verdict.CANNOT, f"{bench.target.name} is not routed: no fmax, no throughput"
        elif missing:
            verdict, reason = Verdict.MISSING, _needs(missing)
        else:
            ours = _ours(claim, measured, per_slice=False)
            per_slice = _ours(claim, measured, per_slice=True) if claim.measure in _BY_AREA else None
            quotient = ours.value / figure if figure and claim.sense == "about" else None
            verdict, reason = _verdict(claim.sense, claim.value or figure or 1.0, ours, paper.tolerance)
    return Answer(
        claim.name, claim.text, claim.where, claim.measure, figure, ours, per_slice, quotient, verdict, reason
    )


def _paper_figure(claim: Claim, paper: Paper) -> float | None:
    """Return the paper's side: the value that its text gives, else the terms' mean by its table."""
    if claim.table is None or (claim.value is not None and claim.sense == "about"):
        return claim.value
    table = next(table for table in paper.tables if table.name == claim.table)

    def figure(part: str) -> Spread:
        row = table.row_of(part)
        assert row is not None, part  # checked when the paper was read
        return Spread.exact(row.figure(claim.measure))

    return _mean_of_terms(claim, {part: figure(part) for term in claim.terms for part in term.parts}).value


def _ours(claim: Claim, measured: Mapping[str, Measured], *, per_slice: bool) -> Spread:
    def figure(row: Measured) -> Spread:
        if claim.measure == "bits per cycle":
            return Spread.exact(row.bits_per_cycle)
        if claim.measure == "area":
            return Spread.exact(row.slices if per_slice else row.luts)
        spread = row.per_slice if per_slice else row.per_lut
        if claim.measure == "throughput":
            spread = row.throughput
        assert spread is not None, row.core  # rows of a routed target have an fmax
        return spread

    return _mean_of_terms(claim, {part: figure(row) for part, row in measured.items()})


def _mean_of_terms(claim: Claim, figures: Mapping[str, Spread]) -> Spread:
    def quotient(term: Term) -> Spread:
        above = reduce(Spread.__mul__, (figures[part] for part in term.over))
        return reduce(Spread.__truediv__, (figures[part] for part in term.under), above)

    return geometric_mean([quotient(term) for term in claim.terms])


def _verdict(sense: Sense, value: float, ours: Spread, tolerance: float) -> tuple[Verdict, str]:
    """Return the verdict: whether our whole range lies inside of what agrees with the paper, or outside."""
    if sense == "about":
        low, high = value / tolerance, value * tolerance
        expected = f"{low:.2f} to {high:.2f} agrees"
    else:
        low, high = (value, float("inf")) if sense == "above" else (0.0, value)
        expected = f"{sense} {value:g} agrees"
    seed = "; from one seed" if ours.one_seed else ""
    if low < ours.low and ours.high < high:
        return Verdict.HOLDS, expected + seed
    if ours.high <= low or high <= ours.low:
        return Verdict.FAILS, expected + _side(value, ours) + seed
    return Verdict.OPEN, f"{expected}; our range lies on both sides of the limit{seed}"


def _side(value: float, ours: Spread) -> str:
    """Return who wins, where that is told apart."""
    if value == 1 or not ours.resolved:
        return ""
    return "; the same side wins" if (ours.value > 1) == (value > 1) else "; the other side wins"


def _row_answer(table: str, row: PublishedRow, bench: _Bench) -> RowAnswer:
    if row.core is None:
        return RowAnswer(table, row, None, Verdict.CANNOT, "another group's design, cited by the paper")
    found = bench.find(f"{row.core}/{row.service}")
    if isinstance(found, _Missing):
        return RowAnswer(table, row, None, Verdict.MISSING, _needs([found]))
    theirs = row.figure("bits per cycle")
    if found.bits_per_cycle >= theirs:
        return RowAnswer(table, row, found, Verdict.HOLDS, "as many bits a cycle, or more")
    reason = f"{found.bits_per_cycle:.1f} bits a cycle, the paper's {theirs:.1f}"
    return RowAnswer(table, row, found, Verdict.FAILS, reason)
