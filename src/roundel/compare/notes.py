"""What an answered paper says in words: the count of its verdicts, and the notes below its tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from roundel.compare.answers import EXPLAINED, Answer, CellAnswer, ModeAnswer, Reproduction, Verdict
from roundel.compare.measured import Measured, sources_state
from roundel.implement import Options
from roundel.lab import columns
from roundel.lab.interval import CONFIDENCE
from roundel.lab.runs import changed_options
from roundel.papers import PublishedRow
from roundel.spread import ENOUGH_VALUES

# Marks a stale figure: the sources have changed since it was measured.
STALE = "*"
# Marks a figure that was measured when the same design had other identifiers.
EARLIER_NAMES = "‡"
EARLIER_NAMES_NOTE = (
    f"{EARLIER_NAMES} Measured under earlier names: the design elaborates to the same netlist but for names. "
    "Cycles are the same; mapping, and place and route, may depend on names."
)
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


def summary(reproduction: Reproduction) -> list[str]:
    """Return what the paper's claims and ratios amount to, a line each, then how we judge on our own."""
    claims = [answer for answer in reproduction.claims if not answer.own]
    lines = [f"Claims of the paper: {_amount(claims)}."]
    if reproduction.modes:
        lines.append(f"Modes of its tables: {_amount(reproduction.modes)}.")
    if reproduction.ratios:
        lines.append(f"Ratios of its tables: {_amount(reproduction.ratios)}.")
    cells = [cell for grid in reproduction.grids if not grid.grid.own for cell in grid.cells]
    if cells:
        lines.append(f"Cells of its tables of quotients: {_amount(cells)}.")
    if own := own_answers(reproduction):
        lines.append(f"Our own way of judging: {_amount(own)}.")
    return lines


def own_answers(reproduction: Reproduction) -> list[Answer | CellAnswer]:
    """Return the answers that are judged otherwise than the paper states."""
    found: list[Answer | CellAnswer] = [answer for answer in reproduction.claims if answer.own]
    return found + [cell for grid in reproduction.grids if grid.grid.own for cell in grid.cells]


def _amount(answers: Sequence[Answer | CellAnswer | ModeAnswer]) -> str:
    """Return how many answers hold, how many do not, and how many cannot be judged, and why these cannot."""
    count = Counter(answer.verdict for answer in answers)
    holds, fails = count.pop(Verdict.HOLDS, 0), count.pop(Verdict.FAILS, 0)
    parts = ", ".join(f"{count[verdict]} {verdict}" for verdict in Verdict if count[verdict])
    undecided = f"{count.total()} cannot be judged" + (f" ({parts})" if parts else "")
    stale = sum(not answer.current for answer in answers)
    of_stale = f"; {stale} of these rest on stale rows" if stale else ""
    return f"{holds} of {len(answers)} hold, {fails} do not hold, {undecided}{of_stale}"


def cell_causes(reproduction: Reproduction) -> list[str]:
    """Return why cells of the tables of quotients do not agree: each cause once, with its cells."""
    places: dict[tuple[str, str], list[str]] = {}
    for answer in reproduction.grids:
        for line, cells in zip(answer.grid.lines, answer.lines, strict=True):
            for column, cell in zip(answer.grid.columns, cells, strict=True):
                if cell.verdict in EXPLAINED:
                    parts = "" if cell.parts in cell.why else f" ({cell.parts})"
                    place = f"{line.name}, {column.name}{parts}"
                    places.setdefault((answer.grid.name, cell.why), []).append(place)
    return [f"Table {table}: {why} Of {'; '.join(names)}." for (table, why), names in places.items()]


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


def notes_of(reproduction: Reproduction, bounds: str = BOUNDS) -> list[str]:
    """Return how the verdicts are meant, and what has to be known of single figures.

    `bounds` says what bounds are and where they stand.
    """
    paper = reproduction.paper
    own = "".join(f", {grid.tolerance:g} in Table {grid.name}" for grid in paper.grids if grid.tolerance)
    holds = (
        f"Holds: all of our interval is within a factor of {paper.tolerance:g} of the paper's figure, or of "
        f"the range of its devices{own}, or on the side that it claims. Where both name a winner, it is the "
        "same one. Counts of cycles have no tolerance."
    )
    if of_rows(reproduction):
        holds += " Ours is per LUT. The figure per slice equivalent is shown too; it does not decide."
    notes = [*paper.notes, holds, *([bounds] if of_rows(reproduction) else [])]
    notes += [f"(ours) {answer.name}: {answer.own}" for answer in reproduction.claims if answer.own]
    notes += [f"(ours) Table {grid.name}: {grid.own}" for grid in paper.grids if grid.own]
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
        if isinstance(row.published, PublishedRow) and row.published.doubt:
            notes.append(f"Table {row.table}, {row.published.name}: in doubt; {row.published.doubt}")
    explained = [row for row in reproduction.rows if row.verdict in EXPLAINED]
    notes += dict.fromkeys(f"Cycles of {row.published.name}: {row.verdict}. {row.why}" for row in explained)
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
