"""How comparisons and answers to papers look on stdout."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console
from rich.markup import escape

from roundel.cli.tables import console_of, print_table
from roundel.compare import Comparison, Measured, Reproduction, Spread, Verdict
from roundel.compare.answers import Answer, CellAnswer, GridAnswer, RowAnswer
from roundel.compare.comparison import PaperRatio
from roundel.compare.measured import fewest_commands
from roundel.compare.notes import (
    BOUNDS,
    EARLIER_NAMES_NOTE,
    HARNESS,
    STALE,
    differences,
    four_digits,
    mark_of,
    more_heads,
    more_names,
    more_of,
    notes_of,
    verdict_counts,
)
from roundel.compare.open_cores import OpenCoreComparison
from roundel.lab.rows import seeds_text
from roundel.papers import PublishedRow

COLORS = {
    Verdict.HOLDS: "green",
    Verdict.FAILS: "red",
    Verdict.OPEN: "yellow",
    Verdict.MISSING: "dim",
    Verdict.UNFIT: "dim",
    Verdict.CANNOT: "dim",
}


def print_comparison(comparison: Comparison, console: Console | None = None) -> None:
    """Print the figures of every core by service, then the ratios of the pairs, then the notes."""
    out = console or console_of()
    rows = []
    for entry in comparison.entries:
        m = entry.measured
        head = [entry.service, entry.core + (mark_of(m) if m else ""), entry.variant]
        rows.append([*head, *(figure_cells(m) if m else ["not measured", *[""] * 7])])
    unit = _area_unit(comparison)
    heads = ("service", "core", "variant", unit, "FF", "fmax MHz\nmedian \\[interval]", "seeds")
    figures = ("cycles\n/block", "bits\n/block", "Mbit/s", f"kbit/s\n/{unit}")
    print_table(out, (*heads, *figures), rows, left=3)
    ratios = []
    for ratio in comparison.ratios:
        head = [ratio.service, f"{ratio.over} / {ratio.under}"]
        ratios.append([*head, *_ratios(ratio.per_lut, ratio.throughput, ratio.area, ratio.papers)])
    for mean in comparison.means:
        head = [f"mean of {len(mean.services)}", f"{mean.over} / {mean.under}"]
        ratios.append([*head, *_ratios(mean.per_lut, mean.throughput, mean.area, mean.papers)])
    if ratios:
        quantities = (f"throughput/{unit}", "throughput", unit, "paper: throughput/area")
        print_table(out, ("service", "ratio", *quantities), ratios, left=2)
    if comparison.others:
        heads = (
            "open core",
            "what it does",
            "LUT",
            "fmax MHz",
            "cycles\n/block",
            "bits\n/block",
            "kbit/s\n/LUT",
        )
        lines = [_other_cells(pair) for pair in comparison.others]
        print_table(out, (*heads, "ours", "ours over theirs"), lines, left=2)
    for note in _comparison_notes(comparison):
        out.print(note, highlight=False, markup=False, soft_wrap=True)


def print_reproduction(reproduction: Reproduction, console: Console | None = None) -> None:
    """Print the ratios, the claims, the tables, the verdicts' count, and what is to be measured."""
    out = console or console_of()
    paper = reproduction.paper

    def say(text: str) -> None:
        out.print(text, highlight=False, soft_wrap=True)

    say(f"[bold]{paper.id}[/bold]  {escape(paper.citation)}")
    if reproduction.ratios:
        units = f"the paper's area in {paper.area_unit}, ours on {reproduction.target}"
        say(f"\nRatios of throughput/area: {units}")
        heads = ("where", "ratio", "paper", "ours per LUT", "per slice eq.", "ours/paper", "verdict")
        print_table(out, heads, [_answer_cells(answer) for answer in reproduction.ratios], left=2)
    say("Claims")
    for answer in reproduction.claims:
        say(f"  [{COLORS[answer.verdict]}]{answer.verdict}[/]: {escape(answer.text)} ({answer.where})")
        say(f"      {_claim_figures(answer)}")
    if reproduction.rows:
        say("\nTables: the paper's figures, and ours beside them, not divided: the devices differ")
        _print_rows(out, reproduction)
    for grid in reproduction.grids:
        counts = verdict_counts(grid.cells)
        say(f"Table {grid.grid.name}: {escape(grid.grid.caption)}. The paper's | ours; {counts}")
        _print_grid(out, grid)
    answers = (*reproduction.ratios, *reproduction.claims)
    say(f"Ratios and claims: {verdict_counts(answers)}")
    commands = [f"Not measured yet: `{command}` makes it" for command in reproduction.commands]
    for note in (*notes_of(reproduction), *commands):
        out.print(note, highlight=False, markup=False, soft_wrap=True)


def spread_text(spread: Spread | None, digits: int = 2) -> str:
    """Return a figure and its bounds, which are an interval unless said otherwise; "one seed" has none."""
    if spread is None:
        return "-"
    text = f"{spread.value:.{digits}f}"
    if spread.one_seed:
        return f"{text} one seed"
    if spread.high > spread.low:
        few = "range " * (spread.basis == "range")
        text += f" \\[{few}{spread.low:.{digits}f}..{spread.high:.{digits}f}]"
    return text


def figure_cells(m: Measured) -> list[str]:
    """Return area, FFs, fmax, seeds, cycles and bits per block, throughput, throughput per area."""
    area = [m.area_text, str(m.ffs)]
    cycles = [f"{m.cycles_per_block:g}", str(m.block_bits)]
    if m.fmax is None or m.throughput is None or m.per_lut is None:
        return [*area, "not routed", "-", *cycles, "-", "-"]
    return [
        *area,
        spread_text(m.fmax, 1),
        "-" if m.fmax.seeds is None else seeds_text(m.fmax.seeds, m.seeds_failed),
        *cycles,
        f"{m.throughput.value:.0f}",
        f"{1000 * m.per_lut.value:.0f}",
    ]


def _ratios(
    per_lut: Spread | None, throughput: Spread | None, area: float, papers: Iterable[PaperRatio]
) -> list[str]:
    unresolved = per_lut is not None and not per_lut.one_seed and not per_lut.resolved
    published = "; ".join(f"{p.value:.2f} ({p.paper} {p.table}, {p.device})" for p in papers)
    return [
        spread_text(per_lut) + (" [yellow]not resolved[/]" if unresolved else ""),
        spread_text(throughput),
        f"{area:.2f}",
        published or "-",
    ]


def _other_cells(pair: OpenCoreComparison) -> list[str]:
    theirs = pair.theirs
    figures = [pair.luts_text, f"{theirs.fmax_mhz:.1f}", f"{theirs.cycles_per_block:g}"]
    rest = [str(theirs.block_bits), pair.per_lut_text, theirs.core, spread_text(pair.ratio)]
    return [escape(theirs.name), escape(theirs.does), *figures, *rest]


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


def _answer_cells(answer: Answer) -> list[str]:
    return [
        answer.where,
        answer.name,
        "-" if answer.paper is None else f"{answer.paper:.2f}",
        _ours(answer),
        "-" if answer.per_slice is None else f"{answer.per_slice.value:.2f}",
        "-" if answer.quotient is None else f"{answer.quotient:.2f}",
        _colored(answer.verdict),
    ]


def _claim_figures(answer: Answer) -> str:
    words = [] if answer.paper is None else [f"paper {answer.paper:.2f}"]
    if answer.ours is not None:
        unit = " per LUT" if answer.measure == "throughput per area" else ""
        words.append(f"ours {_ours(answer)}{unit}")
    if answer.per_slice is not None:
        words.append(f"{answer.per_slice.value:.2f} by slice eq.")
    return "; ".join([*words, escape(answer.reason)])


def _ours(answer: Answer | CellAnswer) -> str:
    """Return our figure, marked where a part of it is stale."""
    return spread_text(answer.ours) + ("" if answer.current else STALE)


def _print_rows(out: Console, reproduction: Reproduction) -> None:
    """Print the tables' rows; what a paper prints beside the usual columns has columns of its own."""
    more, own = more_names(reproduction)
    theirs = ("table", "row", "device", reproduction.paper.area_unit, "MHz", "Gbit/s", "cycles")
    ours = ("core", "target", "area", "fmax MHz", "Gbit/s", "cycles/block")
    heads = (*theirs, *more_heads(more), *ours, *more_heads(own), "cycles: verdict")
    print_table(out, heads, [_row_cells(answer, more, own) for answer in reproduction.rows], left=3)


def _row_cells(answer: RowAnswer, more: tuple[str, ...], own: tuple[str, ...]) -> list[str]:
    row, m = answer.published, answer.measured
    theirs = [answer.table, escape(row.name), row.device]
    if isinstance(row, PublishedRow):
        theirs += [f"{row.area:g}", f"{row.mhz:.2f}", f"{row.gbps:.3f}"]
        theirs.append(f"{row.cycles:g} / {row.block_bits} bit" if row.cycles else "-")
        theirs += [four_digits(row.more.get(name)) for name in more]
    else:
        theirs += ["-"] * (4 + len(more))
    ours = [row.core or "-", *["-"] * (5 + len(own))]
    if m is not None:
        mhz = "not routed" if m.fmax is None else spread_text(m.fmax, 1)
        gbps = "-" if m.throughput is None else f"{m.throughput.value / 1000:.3f}"
        ours = [m.core + mark_of(m), m.target, f"{m.area_text} {m.area_unit}", mhz, gbps]
        ours.append(f"{m.cycles_per_block:g} / {m.block_bits} bit")
        ours += [four_digits(more_of(m)[name]) for name in own]
    return [*theirs, *ours, "-" if answer.verdict is None else _colored(answer.verdict)]


def _print_grid(out: Console, answer: GridAnswer) -> None:
    lines = [
        [line.name, *(_cell_text(cell) for cell in cells)]
        for line, cells in zip(answer.grid.lines, answer.lines, strict=True)
    ]
    print_table(out, ("", *(column.name for column in answer.grid.columns)), lines, left=1)


def _cell_text(cell: CellAnswer) -> str:
    ours = "cannot" if cell.verdict is Verdict.CANNOT else str(cell.verdict)
    if cell.ours is not None:
        ours = f"[{COLORS[cell.verdict]}]{_ours(cell)}[/]"
    return f"{cell.paper:g} | {ours}"


def _colored(verdict: Verdict) -> str:
    return f"[{COLORS[verdict]}]{verdict}[/]"
