"""What an answered paper says in words: the count of its verdicts, and the notes below its tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from roundel.compare.answers import Answer, CellAnswer, Reproduction, Verdict
from roundel.compare.measured import Measured, sources_state
from roundel.compare.spread import Basis, Spread
from roundel.implement import Options
from roundel.lab import columns
from roundel.lab.interval import CONFIDENCE, ENOUGH_VALUES
from roundel.lab.runs import changed_options
from roundel.papers import PublishedRow

# Marks a stale figure: the sources have changed since it was measured.
STALE = "*"
# Marks a figure that was measured when the same design had other identifiers.
EARLIER_NAMES = "‡"
EARLIER_NAMES_NOTE = (
    f"{EARLIER_NAMES} Measured under earlier names: the design elaborates to the same netlist but for names. "
    "Cycles are the same; mapping, and place and route, may depend on names."
)
# What papers print of a row beside the usual columns (`PublishedRow.more`), and its unit.
MORE = {"levels": "levels", "period": "T ns", "latency": "latency ns", "dsps": "DSP"}
_INTERVAL = (
    f"the {CONFIDENCE:.0%} confidence interval of the median over the seeds (bootstrap), "
    f"of fewer than {ENOUGH_VALUES} seeds their range"
)
_RATIO = (
    "The lower bound of a ratio is the lower bound of one divided by the upper of the other, and the reverse."
)
INTERVALS = f"In brackets: {_INTERVAL}."
BOUNDS = f"{INTERVALS} {_RATIO}"
HARNESS = "LUTs and FFs include those of the harness that the core is placed in."
# The same where bounds have a column of their own.
BOUNDS_APART = f"Bounds are {_INTERVAL}. {_RATIO}"


def mark_of(row: Mapping[str, Any] | Measured) -> str:
    """Return the mark of a stale row, or of one measured under earlier names; nothing for any other row."""
    return {columns.STALE: STALE, columns.EARLIER_NAMES: EARLIER_NAMES}.get(sources_state(row), "")


def verdict_counts(answers: Iterable[Answer | CellAnswer]) -> str:
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


def bounds_words(basis: Basis | str, low: str, high: str) -> str:
    """Return bounds in words: "97.0 to 102.3", "range 97.0 to 102.3", "one seed", or nothing."""
    if basis in ("interval", "range"):
        return f"{'range ' * (basis == 'range')}{low} to {high}"
    return "one seed" if basis == "one seed" else ""


def bounds_text(spread: Spread | None, digits: int) -> str:
    """Return what is known of a figure beside its value: its bounds, "one seed", or nothing to say."""
    if spread is None:
        return ""
    return bounds_words(spread.basis, f"{spread.low:.{digits}f}", f"{spread.high:.{digits}f}")


def options_text(options: Mapping[str, Any]) -> str:
    """Return what differs from the default options, in words; options of earlier versions as they stand."""
    known = Options.__dataclass_fields__
    words = changed_options(Options(**{name: value for name, value in options.items() if name in known}))
    words += [f"{name} {value}" for name, value in sorted(options.items()) if name not in known and value]
    return ", ".join(words)


# Options of place and route: they say nothing on a target that is not routed.
_PLACING = ("frequency_mhz", "timing_weight", "timing_ripup", "placer", "router")


def differences(rows: Iterable[Measured]) -> tuple[str, ...]:
    """Return in what compared rows differ, apart from their design: one sentence for each difference.

    One whose slowest seeds may be missing differs from one that has all. Another target has other tools, and
    its own placing: only how logic is mapped is compared across targets.
    """
    every = list(rows)
    found: list[str] = []
    targets = {m.target: [one for one in every if one.target == m.target] for m in every}
    for mine in targets.values():
        found += _difference("options", {m.core: options_text(m.options) for m in mine})
        found += _difference("tools", _differing_tools({m.core: m.tools for m in mine}))
    if not found and len(targets) > 1:
        mapped = {f"{m.core} on {m.target}": options_text(_mapping(m.options)) for m in every}
        found += _difference("options", mapped)
    for m in every:
        if m.seeds_failed and m.fmax and m.fmax.seeds:
            tried = m.fmax.seeds + m.seeds_failed
            found.append(f"of the {tried} seeds of {m.core} {m.seeds_failed} were not routed")
    return tuple(dict.fromkeys(found))


def _difference(what: str, settings: Mapping[str, str]) -> list[str]:
    if len(set(settings.values())) < 2:
        return []
    each = "; ".join(f"{name}: {text or 'default'}" for name, text in settings.items())
    return [f"the rows differ in their {what}: {each}"]


def _mapping(options: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in options.items() if name not in _PLACING}


def _differing_tools(tools: Mapping[str, Mapping[str, str]]) -> dict[str, str]:
    """Return of each design's tools those that not all have in the same version."""
    names = dict.fromkeys(name for each in tools.values() for name in sorted(each))
    apart = [name for name in names if len({each.get(name) for each in tools.values()}) > 1]
    return {
        core: ", ".join(f"{name} {each.get(name, 'none')}" for name in apart) for core, each in tools.items()
    }


def four_digits(figure: float | None) -> str:
    """Return a figure in four digits, or a dash."""
    return "-" if figure is None else f"{figure:.4g}"


def notes_of(reproduction: Reproduction, bounds: str = BOUNDS) -> list[str]:
    """Return how the verdicts are meant, and what has to be known of single figures.

    `bounds` says what bounds are and where they stand.
    """
    paper = reproduction.paper
    own = "".join(f", {grid.tolerance:g} in Table {grid.name}" for grid in paper.grids if grid.tolerance)
    holds = (
        f"Holds: all of our interval is within a factor of {paper.tolerance:g} of the paper's figure{own}, "
        "or on the side that it claims."
    )
    if of_rows(reproduction):
        holds += " Ours is per LUT. The figure per slice equivalent is shown too; it does not decide."
    notes = [holds, *([bounds] if of_rows(reproduction) else [])]
    notes += [HARNESS] if reproduction.harnessed else []
    notes += [EARLIER_NAMES_NOTE] if reproduction.earlier_names else []
    notes += [
        f"{STALE} {core}: the sources have changed since it was measured." for core in reproduction.stale
    ]
    notes += [f"Measured again by `{command}`." for command in reproduction.remeasure]
    notes += _differing(reproduction)
    notes += _units(reproduction)
    for row in reproduction.rows:
        if isinstance(row.published, PublishedRow) and row.published.repaired:
            notes.append(f"Table {row.table}, {row.published.name}: repaired; {row.published.repaired}")
    failed = [row for row in reproduction.rows if row.verdict is Verdict.FAILS]
    notes += dict.fromkeys(f"Cycles of {row.published.name}: {row.reason}." for row in failed)
    reasons = [
        cell.reason for grid in reproduction.grids for cell in grid.cells if cell.verdict is Verdict.CANNOT
    ]
    notes += [f"Cannot be measured here: {why}" for why in dict.fromkeys(reasons)]
    notes += [f"Not implemented: {why}" for why in reproduction.failed]
    return notes + ([f"Not measured yet: {'; '.join(reproduction.absent)}"] if reproduction.absent else [])


def of_rows(reproduction: Reproduction) -> bool:
    """Return whether anything of the paper is answered by rows: designs that were placed, or synthesized."""
    answers = (*reproduction.ratios, *reproduction.claims)
    return bool(reproduction.rows or reproduction.grids) or any(answer.target for answer in answers)


def _differing(reproduction: Reproduction) -> list[str]:
    """Return what rows that are divided by each other differ in, with the names of all that divide them."""
    places: dict[str, list[str]] = {}
    for answer in (*reproduction.ratios, *reproduction.claims):
        for found in answer.differs:
            places.setdefault(found, []).append(answer.name)
    for grid in reproduction.grids:
        for line, differs in zip(grid.grid.lines, grid.differs, strict=False):
            for found in differs:
                places.setdefault(found, []).append(f"Table {grid.grid.name}, {line.name}")
    return [f"{'; '.join(dict.fromkeys(names))}: {found}." for found, names in places.items()]


def _units(reproduction: Reproduction) -> list[str]:
    """Return where a paper counts otherwise than we do."""
    paper = reproduction.paper
    rows: Sequence[PublishedRow] = [row for table in paper.tables for row in table.rows if row.rate]
    notes = [f"The paper's Gbit is {paper.gbit} Mbit, ours 1000."] if paper.gbit != 1000 else []
    notes += [
        f"The paper counts {bits} bits of a block. We count the {rate} bits that a block absorbs, "
        "and so does the verdict on cycles."
        for bits, rate in dict.fromkeys((row.block_bits, row.rate) for row in rows)
    ]
    return notes
