"""The measured part of the pages that sets open cores of others beside ours."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from roundel.catalog import find_core, load_catalog
from roundel.compare.measured import Results
from roundel.compare.notes import bounds_text
from roundel.compare.open_cores import OpenCoreComparison, compare_open_cores, open_cores, origin_note
from roundel.report.markdown import legend_of, mark, markdown_table

HEADS = (
    "open core",
    "what it does",
    "LUT",
    "fmax (MHz)",
    "cycles/block",
    "kbit/s per LUT",
    "ours",
    "kbit/s per LUT",
    "ours over theirs",
)


def open_cores_part(rows: Iterable[Mapping[str, Any]], core: str | None = None) -> str:
    """Return the open cores, each with the row of ours beside it: all, or those beside `core` alone."""
    cores = load_catalog().values() if core is None else [find_core(core)]
    known = open_cores()
    mine = list(compare_open_cores(known, cores, Results([dict(row) for row in rows])))
    table = markdown_table(HEADS, [_line(pair) for pair in mine])
    if not table:
        return ""
    legend = legend_of(mark(pair.ours) for pair in mine if pair.ours is not None)
    return "\n".join([table, f"{origin_note(known, mine)}\n", *legend])


def _line(pair: OpenCoreComparison) -> list[str]:
    theirs, ours, ratio = pair.theirs, pair.ours, pair.ratio
    line = [
        f"[{theirs.name}]({theirs.source}), {theirs.license}",
        theirs.does,
        pair.luts_text,
        f"{theirs.fmax_mhz:.1f}",
        f"{theirs.cycles_per_block:g} of {theirs.block_bits} bits",
        pair.per_lut_text,
    ]
    if ours is None or ours.per_lut is None or ratio is None:
        return [*line, f"{theirs.core}: not measured", "-", "-"]
    name = f"{ours.core}, {ours.service} {ours.variant}{mark(ours)}"
    bounds = bounds_text(ratio, 2)
    return [
        *line,
        name,
        f"{1000 * ours.per_lut.value:.0f}",
        ", ".join([f"{ratio.value:.2f}", *([bounds] if bounds else [])]),
    ]
