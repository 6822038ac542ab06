"""What the papers' pages of the report show, ready to print."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from roundel.compare import Reproduction, Verdict
from roundel.compare.answers import Answer, CellAnswer, GridAnswer, RowAnswer
from roundel.compare.notes import (
    BOUNDS_APART,
    bounds_text,
    four_digits,
    more_heads,
    more_names,
    more_of,
    notes_of,
    of_rows,
)
from roundel.papers import PublishedRow
from roundel.papers.claim import Sense
from roundel.report.site.markdown_html import plain_html
from roundel.report.site.paper_tables import verdicts
from roundel.report.site.ratio_bar import RatioDrawing, ratio_drawing
from roundel.report.site.views import Figure, core_id

# A sign of its own for each verdict, so that color is not the only one; and the class that colors it.
MARKS = {
    Verdict.HOLDS: ("✓", "holds"),
    Verdict.FAILS: ("✗", "fails"),
    Verdict.OPEN: ("≈", "open"),
    Verdict.MISSING: ("○", "missing"),
    Verdict.UNFIT: ("▭", "missing"),
    Verdict.CANNOT: ("–", "missing"),
}


@dataclass(frozen=True)
class VerdictView:
    """A verdict: its word, its sign, its class, and how many there are of it."""

    word: str
    sign: str
    kind: str
    count: int = 1


@dataclass(frozen=True)
class AnswerView:
    """A ratio or claim as it prints; `strip` is None where there is nothing to draw.

    `limit` is what a claim of a side is judged by: the line of its strip, which is else the paper's figure.
    """

    name: str
    text: str
    where: str
    unit: str
    paper: str
    limit: str
    ours: str
    current: bool
    bounds: str
    per_slice: str
    quotient: str
    strip: RatioDrawing | None
    drawn: str
    verdict: VerdictView
    reason: str


@dataclass(frozen=True)
class PublishedView:
    """A row of a paper's table and ours beside it, cell by cell."""

    name: str
    theirs: tuple[str, ...]
    core: str
    core_id: str
    current: bool
    ours: tuple[str, ...]
    verdict: VerdictView | None
    reason: str


@dataclass(frozen=True)
class ReasonView:
    """Why cells or rows have the verdict that they have, and which they are."""

    verdict: VerdictView
    reason: str
    places: tuple[str, ...]


@dataclass(frozen=True)
class PublishedTable:
    """A table of a paper: headings of their columns and of ours, then the rows."""

    title: str
    their_heads: tuple[str, ...]
    our_heads: tuple[str, ...]
    rows: tuple[PublishedView, ...]
    reasons: tuple[ReasonView, ...]


@dataclass(frozen=True)
class CellView:
    """A cell: the paper's figure and ours."""

    paper: str
    ours: str
    current: bool
    bounds: str
    verdict: VerdictView
    reason: str


@dataclass(frozen=True)
class GridView:
    """A table of quotients."""

    title: str
    columns: tuple[str, ...]
    lines: tuple[tuple[str, tuple[CellView, ...]], ...]
    verdicts: tuple[VerdictView, ...]
    reasons: tuple[ReasonView, ...]


@dataclass(frozen=True)
class PaperPage:
    """A paper answered; `tally` counts every verdict, those too that there are none of."""

    id: str
    name: str
    title: str
    source: str
    target: str
    area_unit: str
    verdicts: tuple[VerdictView, ...]
    tally: tuple[VerdictView, ...]
    ratios: tuple[AnswerView, ...]
    claims: tuple[AnswerView, ...]
    figures: tuple[Figure, ...]
    tables: tuple[PublishedTable, ...]
    grids: tuple[GridView, ...]
    notes: tuple[Markup, ...]
    commands: tuple[str, ...]
    appendix: Markup


def paper_page(one: Reproduction, figures: Sequence[Figure], appendix: Markup) -> PaperPage:
    """Return the page of an answered paper; `appendix` is what else there is to say, as HTML."""
    paper = one.paper
    return PaperPage(
        id=paper.id,
        name=paper.id.upper(),
        title=paper.title,
        source=f"{paper.authors}. {paper.published}.",
        target=one.target if of_rows(one) else "",
        area_unit=paper.area_unit,
        verdicts=counted_verdicts(verdicts(one)),
        tally=tuple(verdict_view(verdict, verdicts(one).count(verdict)) for verdict in Verdict),
        ratios=tuple(_answer(answer, "about", paper.tolerance) for answer in one.ratios),
        claims=tuple(
            _answer(answer, claim.sense, paper.tolerance)
            for claim, answer in zip(paper.claims, one.claims, strict=True)
        ),
        figures=tuple(figures),
        tables=tuple(_published(one)),
        grids=tuple(_grid(answer) for answer in one.grids),
        notes=tuple(plain_html(note) for note in notes_of(one, BOUNDS_APART)),
        commands=one.commands,
        appendix=appendix,
    )


def counted_verdicts(found: Iterable[Verdict]) -> tuple[VerdictView, ...]:
    """Return each verdict that there is with its count."""
    count = Counter(found)
    return tuple(verdict_view(verdict, count[verdict]) for verdict in Verdict if count[verdict])


def verdict_view(verdict: Verdict, count: int = 1) -> VerdictView:
    """Return how a verdict is shown."""
    return VerdictView(str(verdict), *MARKS[verdict], count)


def _reasons(found: Iterable[tuple[str, Verdict | None, str]]) -> tuple[ReasonView, ...]:
    """Return each verdict with its reason once, and the places that have it."""
    places: dict[tuple[Verdict, str], list[str]] = {}
    for place, verdict, reason in found:
        if verdict is not None:
            places.setdefault((verdict, reason), []).append(place)
    ordered = sorted(places.items(), key=lambda item: list(Verdict).index(item[0][0]))
    return tuple(ReasonView(verdict_view(v), reason, tuple(names)) for (v, reason), names in ordered)


def _answer(answer: Answer, sense: Sense, tolerance: float) -> AnswerView:
    # What ours is compared with, as the verdict takes it.
    reference = answer.paper if sense == "about" else answer.limit
    drawing, drawn = None, ""
    if answer.ours and reference:
        drawing = ratio_drawing(answer.ours, reference, sense, answer.tolerance or tolerance)
        line = "paper's" if sense == "about" else "limit,"
        drawn = f"ours is {answer.ours.value / reference:.2f} of the {line} {reference:g}"
    return AnswerView(
        name=answer.name,
        text=answer.text,
        where=answer.where,
        unit="per LUT" if answer.measure == "throughput per area" else answer.measure,
        paper="" if answer.paper is None else f"{answer.paper:.2f}",
        limit="" if answer.limit is None else f"{sense} {answer.limit:g}",
        ours="" if answer.ours is None else f"{answer.ours.value:.2f}",
        current=answer.current,
        bounds=bounds_text(answer.ours, 2),
        per_slice="" if answer.per_slice is None else f"{answer.per_slice.value:.2f}",
        quotient="" if answer.quotient is None else f"{answer.quotient:.2f}",
        strip=drawing,
        drawn=drawn,
        verdict=verdict_view(answer.verdict),
        reason=answer.reason,
    )


def _published(one: Reproduction) -> Iterable[PublishedTable]:
    more, own = more_names(one)
    captions = {table.name: table.caption for table in one.paper.tables}
    for table in dict.fromkeys(answer.table for answer in one.rows):
        caption = captions.get(table, "")
        mine = [answer for answer in one.rows if answer.table == table]
        yield PublishedTable(
            title=f"Table {table}" + (f": {caption}" if caption else ""),
            their_heads=("device", one.paper.area_unit, "MHz", "Gbit/s", "cycles", *more_heads(more)),
            our_heads=("target", "area", "fmax MHz", "bounds", "Gbit/s", "cycles/block", *more_heads(own)),
            rows=tuple(_row(answer, more, own) for answer in mine),
            reasons=_reasons((answer.published.name, answer.verdict, answer.reason) for answer in mine),
        )


def _row(answer: RowAnswer, more: tuple[str, ...], own: tuple[str, ...]) -> PublishedView:
    row, m = answer.published, answer.measured
    theirs = [row.device, *[""] * (4 + len(more))]
    if isinstance(row, PublishedRow):
        cycles = f"{row.cycles:g} / {row.block_bits} bit" if row.cycles else ""
        theirs = [row.device, f"{row.area:g}", f"{row.mhz:.2f}", f"{row.gbps:.3f}", cycles]
        theirs += [_figure(row.more.get(name)) for name in more]
    ours = [""] * (6 + len(own))
    if m is not None:
        mhz = "not routed" if m.fmax is None else f"{m.fmax.value:.1f}"
        gbps = "" if m.throughput is None else f"{m.throughput.value / 1000:.3f}"
        ours = [m.target, f"{m.area_text} {m.area_unit}", mhz, bounds_text(m.fmax, 1), gbps]
        ours.append(f"{m.cycles_per_block:g} / {m.block_bits} bit")
        ours += [_figure(more_of(m)[name]) for name in own]
    return PublishedView(
        name=row.name,
        theirs=tuple(theirs),
        core=row.core or "",
        core_id=core_id(row.core) if m is not None and row.core else "",
        current=m is None or m.current,
        ours=tuple(ours),
        verdict=None if answer.verdict is None else verdict_view(answer.verdict),
        reason=answer.reason,
    )


def _grid(answer: GridAnswer) -> GridView:
    grid = answer.grid
    return GridView(
        title=f"Table {grid.name}: {grid.caption}",
        columns=tuple(column.name for column in grid.columns),
        lines=tuple(
            (line.name, tuple(_cell(cell) for cell in row))
            for line, row in zip(grid.lines, answer.lines, strict=True)
        ),
        verdicts=counted_verdicts(cell.verdict for cell in answer.cells),
        reasons=_reasons(
            (f"{line.name}, {column.name}", cell.verdict, cell.reason)
            for line, row in zip(grid.lines, answer.lines, strict=True)
            for column, cell in zip(grid.columns, row, strict=True)
        ),
    )


def _cell(cell: CellAnswer) -> CellView:
    return CellView(
        paper=f"{cell.paper:g}",
        ours="" if cell.ours is None else _cell_figure(cell.ours.value),
        current=cell.current,
        bounds=bounds_text(cell.ours, 2),
        verdict=verdict_view(cell.verdict),
        reason=cell.reason,
    )


def _cell_figure(value: float) -> str:
    """Return a figure as the cell's column prints it: whole numbers, such as cycles, without a fraction."""
    return f"{value:.0f}" if value.is_integer() else f"{value:.2f}"


def _figure(value: float | None) -> str:
    return "" if value is None else four_digits(value)
