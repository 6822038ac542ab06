"""The measured part that says which core is measured on which target, and with how many seeds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from roundel.catalog import load_catalog
from roundel.compare.coverage import Covered, covered
from roundel.compare.measured import measured_of
from roundel.report.markdown import mark, with_legend
from roundel.report.row_columns import SEEDS
from roundel.table import markdown_table

SYNTHESIZED = "yes"
NOT_MADE_FOR_IT = "not for it"
NOT_MEASURED = "-"
LEGEND = (
    f"Numbers: seeds of the row; {SYNTHESIZED}: synthesized; "
    f"{NOT_MADE_FOR_IT}: the core uses cells of another target; {NOT_MEASURED}: not measured.\n"
)


def coverage_part(rows: Iterable[Mapping[str, Any]], states: Mapping[tuple[str, str], str]) -> str:
    """Return a line for each core of the catalog, a column for each target: seeds, or why there is no row.

    `states` has where designs without a row are stuck, by core and target ("does not fit").
    """
    cores = [core for _, core in sorted(load_catalog().items())]
    table = covered(cores, rows, states)
    shown = [place.row for line in table for place in line if place.row is not None]
    if not shown:
        return ""
    heads = ["core", *(place.target.name for place in table[0])]
    lines = [[line[0].core.name, *map(_cell, line)] for line in table]
    return with_legend([markdown_table(heads, lines), LEGEND], shown)


def _cell(place: Covered) -> str:
    row = place.row
    if row is not None:
        return f"{SEEDS.text(measured_of(row)) or SYNTHESIZED}{mark(row)}"
    return (place.state or NOT_MEASURED) if place.possible else NOT_MADE_FOR_IT
