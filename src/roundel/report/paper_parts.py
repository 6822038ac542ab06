"""The measured parts of the papers' page: ratios on every routed target, and what to know of each paper."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from roundel.catalog import load_catalog
from roundel.compare.answers import Answer, Verdict
from roundel.compare.measured import Results
from roundel.compare.reproduce import drawings_of
from roundel.papers import find_paper
from roundel.table import markdown_table

Row = Mapping[str, Any]
States = Mapping[tuple[str, str], str]
NOT_MEASURED = "not measured"
STALE = "†: a row of the ratio is stale.\n"
INCOMPARABLE = "≠: not comparable; `roundel reproduce` has the reason.\n"


def ratios_part(rows: Sequence[Row], paper: str, states: States) -> str:
    """Return the ratios that the figures of a paper draw: the paper's, and ours on every routed target.

    A target without the ratio has the cores that lack a row there, and where they are stuck (`states`).
    """
    found, results = find_paper(paper), Results([dict(row) for row in rows])
    answers: dict[str, dict[str, Answer]] = {}
    for drawing in drawings_of(found, load_catalog(), results):
        for target, ratios in drawing.everywhere.items():
            for ratio in ratios:
                answers.setdefault(ratio.name, {})[target] = ratio
    if not results.rows or not answers:
        return ""
    targets = list(dict.fromkeys(target for many in answers.values() for target in many))
    lines = [
        [
            name,
            _printed(next(iter(many.values()))),
            *(_cell(many.get(one), states) for one in targets),
        ]
        for name, many in answers.items()
    ]
    table = markdown_table(("ratio", "the paper's", *targets), lines)
    cells = [cell for line in lines for cell in line]
    legend = [text for text in (STALE, INCOMPARABLE) if any(f" {text[0]}" in cell for cell in cells)]
    return "\n".join([table, *legend])


def notes_part(_rows: Sequence[Row], paper: str) -> str:
    """Return what of a paper and of ours is not alike, a line each, as its file has it."""
    notes = find_paper(paper).notes
    return "".join(f"- {note}\n" for note in notes)


def _printed(ratio: Answer) -> str:
    return "; ".join(f"{one.value:.2f} ({one.where.partition(', ')[2]})" for one in ratio.printed)


def _cell(ratio: Answer | None, states: States) -> str:
    if ratio is None:
        return "-"
    if ratio.ours is None:
        return "; ".join(
            f"{core}: {states.get((core, ratio.target), NOT_MEASURED)}" for core in ratio.lacking
        )
    marks = [" †"] * (not ratio.current) + [" ≠"] * (ratio.verdict is Verdict.INCOMPARABLE)
    bounds = ratio.ours.bounds(2)
    return f"{ratio.ours.value:.2f}" + (f", {bounds}" if bounds else "") + "".join(marks)


PARTS_OF_A_PAPER: Mapping[str, Callable[[Sequence[Row], str], str]] = {"paper notes": notes_part}
