"""Open cores of others beside ours: the columns of the comparison, and the measured part of the pages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from roundel.catalog import find_core, load_catalog
from roundel.compare.measured import Measured, Results
from roundel.compare.open_cores import (
    OpenCoreComparison,
    compare_open_cores,
    open_cores,
    origin_notes,
    standing,
    three_digits,
)
from roundel.report.markdown import legend_of, mark
from roundel.report.row_columns import PER_LUT
from roundel.table import Column, columns_table

Of = Column[OpenCoreComparison]

NAME: Of = Column("name", "open core", lambda pair: pair.theirs.name)
LINK = replace(NAME, show=lambda p: f"[{p.theirs.name}]({p.theirs.source}){_commit(p)}, {p.theirs.license}")
DOES: Of = Column("does", "what it does", lambda pair: pair.theirs.does)
OPTIONS: Of = Column(
    "options", "options, theirs / ours", lambda pair: pair.options_text.replace(" | ", " / ")
)
LUTS: Of = Column("luts", "LUT", lambda pair: pair.theirs.best.luts, show=lambda pair: pair.luts_text)
FFS: Of = Column("ffs", "FF", lambda pair: pair.theirs.best.ffs)
FMAX: Of = Column("fmax_mhz", "fmax\n(MHz)", lambda pair: pair.theirs.best.fmax, 1)
CYCLES: Of = Column(
    "cycles_per_block",
    "cycles\n/block",
    lambda pair: pair.theirs.cycles_per_block,
    show=lambda pair: f"{pair.theirs.cycles_per_block:g} of {pair.theirs.block_bits} bits",
)
PER_LUT_OF_THEIRS: Of = Column(
    PER_LUT.key, PER_LUT.head, lambda pair: 1000 * pair.theirs.per_lut, show=lambda pair: pair.per_lut_text
)
PER_SLICE_OF_THEIRS: Of = Column(
    "kbps_per_slice",
    "kbit/s\nper slice",
    lambda pair: 1000 * pair.theirs.per_slice,
    show=lambda pair: three_digits(1000 * pair.theirs.per_slice),
)
PER_LUT_OF_OURS: Of = PER_LUT.through(lambda pair: pair.ours)
PER_SLICE_OF_OURS: Of = Column(
    "our_kbps_per_slice",
    "kbit/s\nper slice",
    lambda pair: 1000 * pair.ours.per_slice.value if pair.ours and pair.ours.per_slice else None,
    show=lambda p: three_digits(1000 * p.ours.per_slice.value) if p.ours and p.ours.per_slice else "",
)
RATIO: Of = Column(
    "ratio", "ours over theirs\nper LUT", lambda pair: pair.ratio, 2, note=lambda pair: standing(pair.ratio)
)
SLICE_RATIO: Of = Column(
    "slice_ratio",
    "ours over theirs\nper slice",
    lambda pair: pair.slice_ratio,
    2,
    note=lambda pair: standing(pair.slice_ratio),
)
OWN_RATE: Of = Column(
    "own_rate",
    "kbit/s per LUT\nat their own rate",
    lambda pair: pair.own_rate_text or None,
    note=lambda pair: standing(pair.own_rate_ratio),
)


def _commit(pair: OpenCoreComparison) -> str:
    return f" ({pair.theirs.commit})" if pair.theirs.commit else ""


def columns(name: Of, mark: Callable[[Measured], str]) -> tuple[Of, ...]:
    """Return the columns; `name` is that of the open core, `mark` marks a row of ours."""

    def ours(pair: OpenCoreComparison) -> str:
        m = pair.ours
        if m is None or m.per_lut is None:
            return f"{pair.theirs.core}: not measured"
        return f"{m.core}, {m.service} {m.variant}{mark(m)}"

    theirs = (name, DOES, OPTIONS, LUTS, FFS, FMAX, CYCLES, PER_LUT_OF_THEIRS, PER_SLICE_OF_THEIRS)
    own = (Column("ours", "ours", ours), PER_LUT_OF_OURS, PER_SLICE_OF_OURS)
    return (*theirs, *own, RATIO, SLICE_RATIO, OWN_RATE)


def open_cores_part(rows: Iterable[Mapping[str, Any]], core: str | None = None) -> str:
    """Return the open cores, each with the row of ours beside it: all, or those beside `core` alone."""
    cores = load_catalog().values() if core is None else [find_core(core)]
    known = open_cores()
    mine = list(compare_open_cores(known, cores, Results([dict(row) for row in rows])))
    table = columns_table(columns(LINK, mark), mine)
    if not table:
        return ""
    legend = legend_of(mark(pair.ours) for pair in mine if pair.ours is not None)
    notes = "".join(f"- {note}\n" for note in origin_notes(known, mine))
    return "\n".join([table, notes, *legend])
