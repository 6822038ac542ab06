"""Open cores of others beside ours: the columns of the comparison, and the measured part of the pages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from roundel.catalog import find_core, load_catalog
from roundel.compare.measured import Measured, Results
from roundel.compare.open_cores import OpenCoreComparison, compare_open_cores, open_cores, origin_note
from roundel.report.markdown import legend_of, mark
from roundel.report.row_columns import PER_LUT
from roundel.table import Column, columns_table

Of = Column[OpenCoreComparison]

NAME: Of = Column("name", "open core", lambda pair: pair.theirs.name)
LINK = replace(NAME, show=lambda p: f"[{p.theirs.name}]({p.theirs.source}), {p.theirs.license}")
DOES: Of = Column("does", "what it does", lambda pair: pair.theirs.does)
LUTS: Of = Column("luts", "LUT", lambda pair: pair.theirs.luts, show=lambda pair: pair.luts_text)
FMAX: Of = Column("fmax_mhz", "fmax\n(MHz)", lambda pair: pair.theirs.fmax_mhz, 1)
CYCLES: Of = Column(
    "cycles_per_block",
    "cycles\n/block",
    lambda pair: pair.theirs.cycles_per_block,
    show=lambda pair: f"{pair.theirs.cycles_per_block:g} of {pair.theirs.block_bits} bits",
)
PER_LUT_OF_THEIRS: Of = Column(
    PER_LUT.key, PER_LUT.head, lambda pair: 1000 * pair.theirs.per_lut, show=lambda pair: pair.per_lut_text
)
PER_LUT_OF_OURS: Of = PER_LUT.through(lambda pair: pair.ours)
RATIO: Of = Column("ratio", "ours over theirs", lambda pair: pair.ratio, 2)


def columns(name: Of, mark: Callable[[Measured], str]) -> tuple[Of, ...]:
    """Return the columns; `name` is that of the open core, `mark` marks a row of ours."""

    def ours(pair: OpenCoreComparison) -> str:
        m = pair.ours
        if m is None or m.per_lut is None:
            return f"{pair.theirs.core}: not measured"
        return f"{m.core}, {m.service} {m.variant}{mark(m)}"

    theirs = (name, DOES, LUTS, FMAX, CYCLES, PER_LUT_OF_THEIRS)
    return (*theirs, Column("ours", "ours", ours), PER_LUT_OF_OURS, RATIO)


def open_cores_part(rows: Iterable[Mapping[str, Any]], core: str | None = None) -> str:
    """Return the open cores, each with the row of ours beside it: all, or those beside `core` alone."""
    cores = load_catalog().values() if core is None else [find_core(core)]
    known = open_cores()
    mine = list(compare_open_cores(known, cores, Results([dict(row) for row in rows])))
    table = columns_table(columns(LINK, mark), mine)
    if not table:
        return ""
    legend = legend_of(mark(pair.ours) for pair in mine if pair.ours is not None)
    return "\n".join([table, f"{origin_note(known, mine)}\n", *legend])
