"""What an answered paper says in words: the count of its verdicts, and the notes below its tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from roundel.compare.answers import Answer, CellAnswer, Reproduction, Verdict
from roundel.compare.measured import Measured
from roundel.lab.interval import CONFIDENCE
from roundel.papers import PublishedRow

# Marks a figure of sources that have changed since.
OLDER = "*"
# What papers print of a row beside the usual columns (`PublishedRow.more`), and its unit.
MORE = {"levels": "levels", "period": "T ns", "latency": "latency ns", "dsps": "DSP"}
_INTERVAL = f"the {CONFIDENCE:.0%} confidence interval of the median over the seeds (bootstrap)"
_RATIO = "A ratio reaches from the lower bound of one by the upper of the other to the reverse."
INTERVALS = f"In brackets: {_INTERVAL}, of two seeds their range."
BOUNDS = f"{INTERVALS} {_RATIO}"
# The same where bounds have a column of their own.
BOUNDS_APART = f"Bounds are {_INTERVAL}, of two seeds their range. {_RATIO}"


def counted(answers: Iterable[Answer | CellAnswer]) -> str:
    """Return how many answers there are of each verdict: "2 holds, 1 does not hold"."""
    count = Counter(str(answer.verdict) for answer in answers)
    return ", ".join(f"{count[v]} {v}" for v in Verdict if count[v])


def more_heads(names: Iterable[str]) -> list[str]:
    """Return the headings of what a paper prints beside the usual columns."""
    return [MORE.get(name, name) for name in names]


def more_names(reproduction: Reproduction) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return what the paper's rows print beside the usual columns, and what of it stands beside ours.

    A paper's cycles may be those of a block, or those of a block when several are under way: ours have both.
    """
    names = tuple(dict.fromkeys(name for answer in reproduction.rows for name in answer.more))
    return names, (*names, *(("latency cycles",) if "latency" in names else ()))


def more_of(m: Measured) -> dict[str, float | None]:
    """Return ours of what papers' rows print beside the usual columns."""
    return {
        "levels": m.logic_levels,
        "period": m.period.value if m.period else None,
        "latency": m.latency.value if m.latency else None,
        "latency cycles": m.latency_cycles,
        "dsps": m.dsps,
        "cycles": m.cycles_per_block,
    }


def plain(figure: float | None) -> str:
    """Return a figure in four digits, or a dash."""
    return "-" if figure is None else f"{figure:.4g}"


def notes_of(reproduction: Reproduction, bounds: str = BOUNDS) -> list[str]:
    """Return how the verdicts are meant, and what has to be known of single figures.

    `bounds` says what bounds are and where they stand.
    """
    paper = reproduction.paper
    notes = [
        f"Holds: all of our interval is within a factor of {paper.tolerance:g} of the paper's figure, or on "
        "the side that it claims. Ours is by LUT; by slice equivalent stands beside it and has no say.",
        bounds,
    ]
    notes += [
        f"{OLDER} {core}: the sources have changed since its rows were measured."
        for core in reproduction.older
    ]
    for row in reproduction.rows:
        if isinstance(row.published, PublishedRow) and row.published.repaired:
            notes.append(f"Table {row.table}, {row.published.name}: repaired; {row.published.repaired}")
    for reason in dict.fromkeys(r.reason for r in reproduction.rows if r.verdict is Verdict.FAILS):
        notes.append(f"Cycles: {reason}")
    reasons = [
        cell.reason for grid in reproduction.grids for cell in grid.cells if cell.verdict is Verdict.CANNOT
    ]
    notes += [f"Cannot be measured here: {why}" for why in dict.fromkeys(reasons)]
    notes += [f"Not implemented: {why}" for why in reproduction.failed]
    return notes + ([f"Not measured yet: {'; '.join(reproduction.absent)}"] if reproduction.absent else [])
