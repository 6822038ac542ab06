"""How comparisons and answers to papers look on stdout."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rich.console import Console
from rich.markup import escape

from roundel.catalog.model import AREA_ONLY, DECLARED
from roundel.cli.tables import bracketed, console_of, print_columns
from roundel.compare import Comparison, Measured, Reproduction, Verdict
from roundel.compare.answers import Answer, CellAnswer, GridAnswer, ModeAnswer, RowAnswer
from roundel.compare.commands import fewest_commands
from roundel.compare.comparison import DesignRatio, Entry, Mean
from roundel.compare.notes import cell_causes, notes_of, summary, verdict_counts
from roundel.compare.row_notes import (
    BOUNDS,
    EARLIER_NAMES_NOTE,
    HARNESS,
    STALE,
    UNVERIFIED,
    differences,
    mark_of,
)
from roundel.report import open_cores
from roundel.report import paper_columns as paper
from roundel.report import row_columns as col
from roundel.spread import Spread
from roundel.table import Column

Ratio = DesignRatio | Mean
OWN = "(ours) "
COLORS = {
    Verdict.HOLDS: "green",
    Verdict.FAILS: "red",
    Verdict.OPEN: "yellow",
    Verdict.INCOMPARABLE: "yellow",
    Verdict.MISSING: "dim",
    Verdict.UNFIT: "dim",
    Verdict.CANNOT: "dim",
}


def print_comparison(comparison: Comparison, console: Console | None = None) -> None:
    """Print the figures of every core by service, then the ratios of the pairs, then the notes."""
    out = console or console_of()
    unit = _area_unit(comparison)
    print_columns(out, _entry_columns(unit), comparison.entries)
    ratios: Sequence[Ratio] = (*comparison.ratios, *comparison.means)
    if ratios:
        print_columns(out, _ratio_columns(unit), ratios, {"per_area": _resolved_style})
    if comparison.others:
        print_columns(out, open_cores.columns(open_cores.NAME, mark_of), comparison.others)
    for note in _comparison_notes(comparison):
        out.print(note, highlight=False, markup=False, soft_wrap=True)


def print_reproduction(reproduction: Reproduction, console: Console | None = None) -> None:
    """Print the ratios, the claims, the tables, the verdicts' count, and what is to be measured."""
    out = console or console_of()

    def say(text: str) -> None:
        out.print(text, highlight=False, soft_wrap=True)

    say(f"[bold]{reproduction.paper.id}[/bold]  {escape(reproduction.paper.citation)}")
    for line in summary(reproduction):
        say(escape(line))
    if reproduction.ratios:
        units = f"the paper's area in {reproduction.paper.area_unit}, ours on {reproduction.target}"
        say(f"\nRatios of throughput/area: {units}")
        columns = (
            paper.WHERE,
            replace(paper.NAME, head="ratio"),
            paper.PRINTED,
            _OURS,
            paper.PER_SLICE,
            paper.QUOTIENT,
            paper.VERDICT,
        )
        print_columns(out, columns, reproduction.ratios, STYLES)
        for answer in reproduction.ratios:
            if answer.why:
                say(f"  [{COLORS[answer.verdict]}]{answer.said}[/]: {escape(answer.name)}")
                _say_why(out, answer.why)
    say("Claims")
    for answer in reproduction.claims:
        mark = OWN if answer.own else ""
        verdict = f"[{COLORS[answer.verdict]}]{answer.said}[/]"
        say(f"  {verdict}: {mark}{escape(answer.text)} ({escape(answer.where)})")
        if figures := _claim_figures(answer):
            say(f"      {escape(figures)}")
        if answer.why:
            _say_why(out, answer.why)
    if reproduction.modes:
        say("\nModes: the paper's block or state, key and rate in bits, and our cores that serve the same")
        print_columns(out, [one for one in paper.MODES if one.place == "figure"], reproduction.modes, STYLES)
        for mode in reproduction.modes:
            if mode.why:
                say(f"  [{COLORS[mode.verdict]}]{mode.verdict}[/]: {escape(mode.mode.name)}")
                _say_why(out, mode.why)
    if reproduction.rows:
        say("\nTables: the paper's figures, and ours beside them, not divided: the devices differ")
        theirs, ours = paper.theirs_and_ours(reproduction)
        tables = (paper.TABLE, paper.ROW, *theirs, _CORE, *ours, paper.CYCLES_VERDICT)
        print_columns(out, tables, reproduction.rows, STYLES)
    for grid in reproduction.grids:
        counts = verdict_counts(grid.cells)
        mark = OWN if grid.grid.own else ""
        say(f"{mark}Table {grid.grid.name}: {escape(grid.grid.caption)}. The paper's | ours; {counts}")
        _print_grid(out, grid)
    for cause in cell_causes(reproduction):
        out.print(f"  Why: {cause}", highlight=False, markup=False, soft_wrap=True)
    answers = (*reproduction.ratios, *reproduction.claims)
    say(f"Ratios and claims: {verdict_counts(answers)}")
    commands = [f"Not measured yet: `{command}` makes it" for command in reproduction.commands]
    for note in (*notes_of(reproduction), *commands):
        out.print(note, highlight=False, markup=False, soft_wrap=True)


def _say_why(out: Console, why: str) -> None:
    out.print(f"      Why: {why}", highlight=False, markup=False, soft_wrap=True)


def _entry_columns(unit: str) -> list[Column[Entry]]:
    area, *figures = (column.through(_measured) for column in col.compared(unit))
    return [
        Column("service", "service", lambda entry: entry.service),
        Column(
            "core", "core", lambda entry: entry.core + (mark_of(entry.measured) if entry.measured else "")
        ),
        Column("variant", "variant", lambda entry: entry.variant),
        replace(area, note=lambda entry: "" if entry.measured else "not measured"),
        *figures,
    ]


def _measured(entry: Entry) -> Measured | None:
    return entry.measured


def _ratio_columns(unit: str) -> Sequence[Column[Ratio]]:
    return (
        Column(
            "service", "service", lambda r: f"mean of {len(r.services)}" if isinstance(r, Mean) else r.service
        ),
        Column("ratio", "ratio", lambda r: f"{r.over} / {r.under}"),
        Column(
            "per_area",
            f"throughput/{unit}",
            lambda r: r.per_lut,
            2,
            note=_ratio_note,
        ),
        Column("throughput", "throughput", lambda r: r.throughput, 2),
        Column("area", unit, lambda r: r.area, 2),
        Column(
            "papers",
            "paper: throughput/area",
            lambda r: "; ".join(f"{p.value:.2f} ({p.paper} {p.table}, {p.device})" for p in r.papers) or None,
        ),
    )


def _ratio_note(ratio: Ratio) -> str:
    """Return why a ratio names no winner, or nothing where it does."""
    if isinstance(ratio, DesignRatio) and ratio.unverified:
        return "not verified"
    return "not resolved" if _unresolved(ratio.per_lut) else ""


def _unresolved(ratio: Spread | None) -> bool:
    return ratio is not None and not ratio.one_seed and not ratio.resolved


def _resolved_style(ratio: Ratio) -> str:
    return "yellow" if _ratio_note(ratio) else ""


def _area_unit(comparison: Comparison) -> str:
    units = {entry.measured.area_unit for entry in comparison.entries if entry.measured is not None}
    return " or ".join(sorted(units)) or "LUT"


def _comparison_notes(comparison: Comparison) -> list[str]:
    measured = [entry.measured for entry in comparison.entries if entry.measured is not None]
    notes = [f"On {comparison.target}. {BOUNDS}"]
    if not comparison.routed and any(m.fmax is not None for m in measured):
        notes = [
            f"On {comparison.target}: synthesized only; fmax is a timer's, of the netlist without its wires."
        ]
    elif not comparison.routed:
        notes = [f"On {comparison.target}: synthesized only, no fmax, so only areas are compared."]
    if any(ratio.resolved is False for ratio in comparison.ratios):
        notes.append(
            "Not resolved: the bounds of the two designs overlap. One seed has none: it resolves nothing."
        )
    if any(m.harness_luts is not None for m in measured):
        notes.append(HARNESS)
    for core in dict.fromkeys(name for ratio in comparison.ratios for name in ratio.unverified):
        notes.append(
            f"{UNVERIFIED} {core}: {DECLARED}; nobody has checked them, so no ratio with it names a winner."
        )
    for entry in comparison.entries:
        if entry.area_only:
            notes.append(f"{entry.core} is measured for {AREA_ONLY}: an adapter gives its cycles.")
    if comparison.means:
        notes.append("Means are geometric.")
    if any(m.earlier_names for m in measured if m.current):
        notes.append(EARLIER_NAMES_NOTE)
    for name in dict.fromkeys(m.core for m in measured if not m.current):
        notes.append(f"{STALE} {name}: the sources have changed since this row was measured.")
    notes += [f"{difference[0].upper()}{difference[1:]}." for difference in differences(measured)]
    if comparison.others:
        notes.append(comparison.others_origin)
    for command in fewest_commands(entry.command for entry in comparison.missing):
        notes.append(f"Not measured: `{command}` makes the row.")
    return notes


def _style(answer: Answer | ModeAnswer | RowAnswer) -> str:
    return COLORS[answer.verdict] if answer.verdict else ""


STYLES = {"verdict": _style}
_OURS = replace(
    paper.OURS, head="ours per LUT", show=lambda a: paper.OURS.text(a) + ("" if a.current else STALE)
)
_CORE: Column[RowAnswer] = Column(
    "core",
    "core",
    lambda answer: (answer.published.core or "") + (mark_of(answer.measured) if answer.measured else ""),
)


def _claim_figures(answer: Answer) -> str:
    words = [] if answer.paper is None else [f"paper {paper.PRINTED.text(answer)}"]
    if answer.ours is not None:
        unit = " per LUT" if answer.measure == "throughput per area" else ""
        words.append(f"ours {bracketed(_OURS.text(answer), _OURS.bounds(answer))}{unit}")
    if answer.per_slice is not None:
        words.append(f"{paper.PER_SLICE.text(answer)} by slice eq.")
    return "; ".join(filter(None, [*words, answer.reason]))


def _print_grid(out: Console, answer: GridAnswer) -> None:
    names = [line.name for line in answer.grid.lines]
    columns: list[Column[int]] = [Column("line", "", lambda line: names[line])]
    styles = {}
    for number, column in enumerate(answer.grid.columns):
        cells = [line[number] for line in answer.lines]
        columns.append(Column(column.name, column.name, [_cell_text(cell) for cell in cells].__getitem__))
        styles[column.name] = [COLORS[cell.verdict] for cell in cells].__getitem__
    print_columns(out, columns, range(len(names)), styles)


def _cell_text(cell: CellAnswer) -> str:
    ours = "cannot" if cell.verdict is Verdict.CANNOT else str(cell.verdict)
    if cell.ours is not None:
        text = paper.OUR_CELL.text(cell) + ("" if cell.current else STALE)
        ours = bracketed(text, paper.OUR_CELL.bounds(cell))
    return f"{paper.CELL.text(cell)} | {ours}"
