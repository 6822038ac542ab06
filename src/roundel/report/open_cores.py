"""The measured part of the pages that sets open cores of others beside ours."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from roundel.catalog import find_core, load_catalog
from roundel.compare.measured import Results
from roundel.compare.open_cores import Beside, OpenCores, beside, open_cores
from roundel.compare.words import bounds_text
from roundel.report.markdown import EARLIER, markdown_table

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
    name = None if core is None else find_core(core).name
    known = open_cores()
    found = beside(known, load_catalog(), Results([dict(row) for row in rows]))
    mine = [pair for pair in found if name in (None, pair.theirs.core)]
    table = markdown_table(HEADS, [_line(pair) for pair in mine])
    return f"{table}\n{_legend(known, mine)}" if table else ""


def _line(pair: Beside) -> list[str]:
    theirs, ours, ratio = pair.theirs, pair.ours, pair.ratio
    per_lut = f"{1000 * theirs.per_lut:.3g}"
    if theirs.rate:
        per_lut += f" at r = {theirs.rate}"
    line = [
        f"[{theirs.name}]({theirs.source}), {theirs.licence}",
        theirs.does,
        f"{theirs.luts}{' w' * theirs.wide_luts}",
        f"{theirs.fmax_mhz:.1f}",
        f"{theirs.cycles_per_block:g} of {theirs.block_bits} bits",
        per_lut,
    ]
    if ours is None or ours.per_lut is None or ratio is None:
        return [*line, f"{theirs.core}: not measured", "-", "-"]
    name = f"{ours.core}, {ours.service} {ours.variant}{'' if ours.current else ' †'}"
    bounds = bounds_text(ratio, 2)
    return [
        *line,
        name,
        f"{1000 * ours.per_lut.value:.0f}",
        ", ".join([f"{ratio.value:.2f}", *([bounds] if bounds else [])]),
    ]


def _legend(known: OpenCores, pairs: Iterable[Beside]) -> str:
    legend = (
        f"Theirs: {known.flow}, each with its own top as it is; taken once, on {known.measured.isoformat()}, "
        "and not re-made here. One seed and no search over options: a ratio close to 1 tells nothing"
    )
    mine = list(pairs)
    if any(pair.theirs.wide_luts for pair in mine):
        legend += "; w: LUTs joined by slice multiplexers, where that was better or all that was run"
    if any(pair.theirs.rate for pair in mine):
        legend += "; at r: the same clock and cycles with blocks of that rate"
    legend += ". Ours: the row that stands for the core, with its interval.\n"
    stale = any(pair.ours is not None and not pair.ours.current for pair in mine)
    return f"{legend}\n{EARLIER}" if stale else legend
