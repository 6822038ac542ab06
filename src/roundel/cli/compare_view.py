"""How comparisons and answers to papers look on stdout."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from roundel.cli.bench_view import UNCUT_WIDTH
from roundel.compare import Comparison, Measured, Reproduction, Spread, Verdict
from roundel.compare.designs import PaperRatio
from roundel.compare.measured import fewest_commands
from roundel.compare.reproduce import Answer, RowAnswer

COLOURS = {
    Verdict.HOLDS: "green",
    Verdict.FAILS: "red",
    Verdict.OPEN: "yellow",
    Verdict.MISSING: "dim",
    Verdict.CANNOT: "dim",
}
OLDER = "*"


def print_comparison(comparison: Comparison, console: Console | None = None) -> None:
    """Print the figures of every core by service, then the ratios of the pairs, then the notes."""
    out = console or Console()
    rows = []
    for entry in comparison.entries:
        m = entry.measured
        head = [entry.service, entry.core + (OLDER if m and not m.current else ""), entry.variant]
        rows.append([*head, *(_figures(m) if m else ["not measured", *[""] * 6])])
    heads = ("service", "core", "variant", "LUT", "FF", "fmax MHz\nmedian \\[min..max]")
    _print_table(out, (*heads, "cycles\n/block", "bits\n/block", "Mbit/s", "kbit/s\n/LUT"), rows, left=3)
    ratios = []
    for ratio in comparison.ratios:
        head = [ratio.service, f"{ratio.over} / {ratio.under}"]
        ratios.append([*head, *_ratios(ratio.per_lut, ratio.throughput, ratio.luts, ratio.papers)])
    for mean in comparison.means:
        head = [f"mean of {len(mean.services)}", f"{mean.over} / {mean.under}"]
        ratios.append([*head, *_ratios(mean.per_lut, mean.throughput, mean.luts, mean.papers)])
    if ratios:
        quantities = ("throughput/LUT", "throughput", "LUT", "paper: throughput/area")
        _print_table(out, ("service", "ratio", *quantities), ratios, left=2)
    for note in _comparison_notes(comparison):
        out.print(note, highlight=False, markup=False, soft_wrap=True)


def print_reproduction(reproduction: Reproduction, console: Console | None = None) -> None:
    """Print the ratios, the claims, the tables, the verdicts' count, and what is to be measured."""
    out = console or Console()
    paper = reproduction.paper

    def say(text: str) -> None:
        out.print(text, highlight=False, soft_wrap=True)

    say(f"[bold]{paper.id}[/bold]  {escape(paper.citation)}")
    if reproduction.ratios:
        units = f"the paper's area in {paper.area_unit}, ours on {reproduction.target}"
        say(f"\nRatios of throughput/area: {units}")
        heads = ("where", "ratio", "paper", "ours per LUT", "per slice eq.", "ours/paper", "verdict")
        _print_table(out, heads, [_answer_cells(answer) for answer in reproduction.ratios], left=2)
    say("Claims")
    for answer in reproduction.claims:
        say(f"  [{COLOURS[answer.verdict]}]{answer.verdict}[/]: {escape(answer.text)} ({answer.where})")
        say(f"      {_claim_figures(answer)}")
    if reproduction.rows:
        say("\nTables: the paper's figures, and ours beside them, not divided: the devices differ")
    theirs = ("table", "row", "device", paper.area_unit, "MHz", "Gbit/s", "cycles")
    ours = ("core", "LUT", "fmax MHz", "Gbit/s", "cycles", "cycles: verdict")
    if reproduction.rows:
        _print_table(out, (*theirs, *ours), [_row_cells(row) for row in reproduction.rows], left=3)
    for other in reproduction.grids:
        grid = other.grid
        say(f"Table {grid.name}: {escape(grid.caption)}; {_coloured(other.verdict)}: {other.reason}")
        cells = [[label, *(f"{figure:g}" for figure in figures)] for label, figures in grid.cells.items()]
        _print_table(out, ("the paper's", *grid.columns), cells, left=1)
    count = Counter(str(a.verdict) for a in (*reproduction.ratios, *reproduction.claims))
    say("Ratios and claims: " + ", ".join(f"{count[v]} {v}" for v in Verdict if count[v]))
    for note in _reproduction_notes(reproduction):
        out.print(note, highlight=False, markup=False, soft_wrap=True)


def spread_text(spread: Spread | None, digits: int = 2) -> str:
    """Return a figure and its range; "one seed" where there is none to speak of."""
    if spread is None:
        return "-"
    text = f"{spread.value:.{digits}f}"
    if spread.high > spread.low:
        text += f" \\[{spread.low:.{digits}f}..{spread.high:.{digits}f}]"
    return text + (" one seed" if spread.one_seed else "")


def _figures(m: Measured) -> list[str]:
    area = [str(m.luts), str(m.ffs)]
    cycles = [f"{m.cycles_per_block:g}", str(m.block_bits)]
    if m.fmax is None or m.throughput is None or m.per_lut is None:
        return [*area, "not routed", *cycles, "-", "-"]
    return [
        *area,
        spread_text(m.fmax, 1),
        *cycles,
        f"{m.throughput.value:.0f}",
        f"{1000 * m.per_lut.value:.0f}",
    ]


def _ratios(
    per_lut: Spread | None, throughput: Spread | None, luts: float, papers: Iterable[PaperRatio]
) -> list[str]:
    unresolved = per_lut is not None and not per_lut.one_seed and not per_lut.resolved
    published = "; ".join(f"{p.value:.2f} ({p.paper} {p.table}, {p.device})" for p in papers)
    return [
        spread_text(per_lut) + (" [yellow]not resolved[/]" if unresolved else ""),
        spread_text(throughput),
        f"{luts:.2f}",
        published or "-",
    ]


def _comparison_notes(comparison: Comparison) -> list[str]:
    measured = [entry.measured for entry in comparison.entries if entry.measured is not None]
    notes = [f"On {comparison.target}; the range of a ratio is that of all pairs of seeds."]
    if not comparison.routed:
        notes = [f"On {comparison.target}: synthesized only, no fmax, so LUTs are all that is compared."]
    if any(ratio.resolved is False for ratio in comparison.ratios):
        notes.append(
            "Not resolved: the two ranges overlap. One seed: no range, so nothing is resolved by it."
        )
    if comparison.means:
        notes.append("Means are geometric.")
    for name in dict.fromkeys(m.core for m in measured if not m.current):
        notes.append(f"{OLDER} {name}: the sources have changed since this row was measured.")
    for what in ("options", "tools"):
        if len({_settings(getattr(m, what)) for m in measured}) > 1:
            told = {f"{m.core}: {_settings(getattr(m, what))}": None for m in measured}
            notes.append(f"The rows differ in their {what}: " + "; ".join(told))
    for command in fewest_commands(entry.command for entry in comparison.missing):
        notes.append(f"Not measured: `{command}` makes the row.")
    return notes


def _settings(values: object) -> str:
    assert isinstance(values, dict)
    return ", ".join(f"{name} {value}" for name, value in sorted(values.items()))


def _answer_cells(answer: Answer) -> list[str]:
    return [
        answer.where,
        answer.name,
        "-" if answer.paper is None else f"{answer.paper:.2f}",
        spread_text(answer.ours),
        "-" if answer.per_slice is None else f"{answer.per_slice.value:.2f}",
        "-" if answer.quotient is None else f"{answer.quotient:.2f}",
        _coloured(answer.verdict),
    ]


def _claim_figures(answer: Answer) -> str:
    words = [] if answer.paper is None else [f"paper {answer.paper:.2f}"]
    if answer.ours is not None:
        unit = " per LUT" if answer.measure == "throughput per area" else ""
        words.append(f"ours {spread_text(answer.ours)}{unit}")
    if answer.per_slice is not None:
        words.append(f"{answer.per_slice.value:.2f} by slice eq.")
    return "; ".join([*words, escape(answer.reason)])


def _row_cells(answer: RowAnswer) -> list[str]:
    row, m = answer.published, answer.measured
    theirs = [
        answer.table,
        escape(row.name),
        row.device,
        f"{row.area:g}",
        f"{row.mhz:.2f}",
        f"{row.gbps:.3f}",
    ]
    theirs.append(f"{row.cycles:g} / {row.block_bits} bit" if row.cycles else "-")
    ours = [row.core or "-", "-", "-", "-", "-"]
    if m is not None:
        mhz = "not routed" if m.fmax is None else spread_text(m.fmax, 1)
        gbps = "-" if m.throughput is None else f"{m.throughput.value / 1000:.3f}"
        mark = "" if m.current else OLDER
        ours = [m.core + mark, str(m.luts), mhz, gbps, f"{m.cycles_per_block:g} / {m.block_bits} bit"]
    return [*theirs, *ours, _coloured(answer.verdict)]


def _reproduction_notes(reproduction: Reproduction) -> list[str]:
    paper = reproduction.paper
    notes = [
        f"Holds: our whole range is within a factor of {paper.tolerance:g} of the paper's figure, or on the "
        "side that it claims. Ours is by LUT; by slice equivalent stands beside it and has no say."
    ]
    notes += [
        f"{OLDER} {core}: the sources have changed since its rows were measured."
        for core in reproduction.older
    ]
    for row in reproduction.rows:
        if row.published.repaired:
            notes.append(f"Table {row.table}, {row.published.name}: repaired; {row.published.repaired}")
    for reason in dict.fromkeys(r.reason for r in reproduction.rows if r.verdict is Verdict.FAILS):
        notes.append(f"Cycles: {reason}")
    notes += [f"Not measured yet: {why}" for why in reproduction.absent]
    return notes + [f"Not measured yet: `{command}` makes the rows" for command in reproduction.commands]


def _coloured(verdict: Verdict) -> str:
    return f"[{COLOURS[verdict]}]{verdict}[/]"


def _print_table(out: Console, heads: Sequence[str], rows: Sequence[Sequence[str]], *, left: int) -> None:
    """Print a table uncut, the first `left` columns to the left: a narrow terminal folds the lines."""
    table = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for number, head in enumerate(heads):
        table.add_column(head, justify="left" if number < left else "right", no_wrap=True)
    for row in rows:
        table.add_row(*row)
    width, out.width = out.width, UNCUT_WIDTH
    out.print(table)
    out.width = width
