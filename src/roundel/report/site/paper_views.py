"""What the papers' pages of the report show, ready to print."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from roundel.compare import Reproduction, Verdict
from roundel.compare.answers import Answer, CellAnswer, GridAnswer, RowAnswer
from roundel.compare.notes import BOUNDS_APART, notes_of, of_rows
from roundel.papers.claim import Sense
from roundel.report import paper_columns as col
from roundel.report.site.markdown_html import plain_html
from roundel.report.site.paper_tables import verdicts
from roundel.report.site.ratio_bar import RatioDrawing, ratio_drawing
from roundel.report.site.shown import Shown
from roundel.report.site.views import Figure

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
    """A ratio or claim: `text` has its figures as they print, by the column's key.

    `strip` is None where there is nothing to draw. `limit` is what a claim of a side is judged by: the line
    of its strip, which is else the paper's figure.
    """

    answer: Answer
    text: Mapping[str, str]
    bounds: str
    unit: str
    limit: str
    strip: RatioDrawing | None
    drawn: str
    verdict: VerdictView


@dataclass(frozen=True)
class ReasonView:
    """Why cells or rows have the verdict that they have, and which they are."""

    verdict: VerdictView
    reason: str
    places: tuple[str, ...]


@dataclass(frozen=True)
class PublishedTable:
    """A table of a paper: their columns and ours, and each row's verdict."""

    title: str
    theirs: Shown[RowAnswer]
    ours: Shown[RowAnswer]
    rows: tuple[tuple[RowAnswer, VerdictView | None], ...]
    reasons: tuple[ReasonView, ...]


@dataclass(frozen=True)
class CellView:
    """A cell: the paper's figure and ours."""

    paper: str
    ours: str
    bounds: str
    cell: CellAnswer
    verdict: VerdictView


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
        answer=answer,
        text={column.key: column.text(answer) for column in col.ANSWERS},
        bounds=col.OURS.bounds(answer),
        unit="per LUT" if answer.measure == "throughput per area" else answer.measure,
        limit="" if answer.limit is None else f"{sense} {answer.limit:g}",
        strip=drawing,
        drawn=drawn,
        verdict=verdict_view(answer.verdict),
    )


def _published(one: Reproduction) -> Iterable[PublishedTable]:
    theirs, ours = col.theirs_and_ours(one)
    captions = {table.name: table.caption for table in one.paper.tables}
    for table in dict.fromkeys(answer.table for answer in one.rows):
        caption = captions.get(table, "")
        mine = [answer for answer in one.rows if answer.table == table]
        yield PublishedTable(
            title=f"Table {table}" + (f": {caption}" if caption else ""),
            theirs=Shown(theirs, mine),
            ours=Shown(ours, mine),
            rows=tuple((one, verdict_view(one.verdict) if one.verdict else None) for one in mine),
            reasons=_reasons((answer.published.name, answer.verdict, answer.reason) for answer in mine),
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
        paper=col.CELL.text(cell),
        ours=col.OUR_CELL.text(cell),
        bounds=col.OUR_CELL.bounds(cell),
        cell=cell,
        verdict=verdict_view(cell.verdict),
    )
