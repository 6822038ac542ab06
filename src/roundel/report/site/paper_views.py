"""What the papers' pages of the report show, ready to print."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from roundel.compare import Reproduction, Verdict
from roundel.compare.answers import Answer, CellAnswer, GridAnswer, ModeAnswer, RowAnswer
from roundel.compare.notes import notes_of, of_rows, summary
from roundel.compare.row_notes import BOUNDS_APART
from roundel.papers.claim import Sense
from roundel.report import paper_columns as col
from roundel.report.site.markdown_html import plain_html
from roundel.report.site.paper_tables import verdicts
from roundel.report.site.ratio_bar import RatioDrawing, ratio_drawing
from roundel.report.svg import Figure
from roundel.table import Table

# A sign of its own for each verdict, so that color is not the only one; and the class that colors it.
MARKS = {
    Verdict.HOLDS: ("✓", "holds"),
    Verdict.FAILS: ("✗", "fails"),
    Verdict.OPEN: ("≈", "open"),
    Verdict.INCOMPARABLE: ("≠", "open"),
    Verdict.MISSING: ("○", "missing"),
    Verdict.UNFIT: ("▭", "missing"),
    Verdict.CANNOT: ("–", "missing"),
}


# The columns of a table of modes: all but the verdict, which has its own mark.
_MODES = tuple(one for one in col.MODES if one.key not in (col.VERDICT.key, col.REASON.key, col.WHY.key))

Reasons = list[tuple[Verdict, str, list[str]]]


@dataclass(frozen=True)
class AnswerView:
    """A ratio or claim, and its drawing in words and as a strip: None where there is nothing to draw.

    `limit` is what a claim of a side is judged by: the line of its strip, which is else the paper's figure.
    """

    answer: Answer
    limit: str
    strip: RatioDrawing | None
    drawn: str


@dataclass(frozen=True)
class PublishedTable:
    """A table of a paper: their columns and ours of its rows, and why these have their verdicts."""

    title: str
    theirs: Table[RowAnswer]
    ours: Table[RowAnswer]
    reasons: Reasons


@dataclass(frozen=True)
class PaperPage:
    """A paper answered, with how many there are of each verdict, and the reasons of its grids' verdicts."""

    one: Reproduction
    of_rows: bool
    verdicts: Counter[Verdict]
    ratios: Sequence[AnswerView]
    claims: Sequence[AnswerView]
    tables: Sequence[PublishedTable]
    modes: Table[ModeAnswer] | None
    grids: Sequence[tuple[GridAnswer, Counter[Verdict], Reasons]]
    notes: Sequence[Markup]
    summary: Sequence[str]
    figures: Mapping[str, Figure]
    appendix: Markup


def paper_page(one: Reproduction, figures: Mapping[str, Figure], appendix: Markup) -> PaperPage:
    """Return the page of an answered paper; `appendix` is what else there is to say, as HTML."""
    paper = one.paper
    claims = zip(paper.claims, one.claims, strict=True)
    return PaperPage(
        one=one,
        of_rows=of_rows(one),
        verdicts=Counter(verdicts(one)),
        ratios=[_answer(answer, "about", paper.tolerance) for answer in one.ratios],
        claims=[_answer(answer, claim.sense, paper.tolerance) for claim, answer in claims],
        tables=list(_published(one)),
        modes=Table(_MODES, one.modes) if one.modes else None,
        grids=[
            (grid, Counter(cell.verdict for cell in grid.cells), _reasons(_places(grid)))
            for grid in one.grids
        ],
        notes=[plain_html(note) for note in notes_of(one, BOUNDS_APART)],
        summary=summary(one),
        figures=figures,
        appendix=appendix,
    )


def _reasons(found: Iterable[tuple[str, Verdict | None, str]]) -> Reasons:
    """Return each verdict with its reason once, and the places that have it."""
    places: dict[tuple[Verdict, str], list[str]] = {}
    for place, verdict, reason in found:
        if verdict is not None:
            places.setdefault((verdict, reason), []).append(place)
    ordered = sorted(places.items(), key=lambda item: list(Verdict).index(item[0][0]))
    return [(verdict, reason, names) for (verdict, reason), names in ordered]


def _places(answer: GridAnswer) -> Iterable[tuple[str, Verdict, str]]:
    for line, row in zip(answer.grid.lines, answer.lines, strict=True):
        for column, cell in zip(answer.grid.columns, row, strict=True):
            yield f"{line.name}, {column.name}", cell.verdict, _with_why(cell)


def _with_why(answer: CellAnswer | RowAnswer) -> str:
    return ". Why: ".join(filter(None, (answer.reason, answer.why)))


def _answer(answer: Answer, sense: Sense, tolerance: float) -> AnswerView:
    # What ours is compared with, as the verdict takes it.
    reference = answer.paper if sense == "about" else answer.limit
    strip, drawn = None, ""
    if answer.ours and reference:
        strip = ratio_drawing(answer.ours, reference, sense, answer.tolerance or tolerance)
        line = "paper's" if sense == "about" else "limit,"
        drawn = f"ours is {answer.ours.value / reference:.2f} of the {line} {reference:g}"
    return AnswerView(answer, "" if answer.limit is None else f"{sense} {answer.limit:g}", strip, drawn)


def _published(one: Reproduction) -> Iterable[PublishedTable]:
    theirs, ours = col.theirs_and_ours(one)
    captions = {table.name: table.caption for table in one.paper.tables}
    for table in dict.fromkeys(answer.table for answer in one.rows):
        caption = captions.get(table, "")
        mine = [answer for answer in one.rows if answer.table == table]
        yield PublishedTable(
            f"Table {table}" + (f": {caption}" if caption else ""),
            Table(theirs, mine),
            Table(ours, mine),
            _reasons((answer.published.name, answer.verdict, _with_why(answer)) for answer in mine),
        )
