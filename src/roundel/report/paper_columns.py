"""The columns of an answered paper: its ratios and claims, its tables' rows, and its grids' cells."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from roundel.compare import Measured, Reproduction
from roundel.compare.answers import Answer, CellAnswer, ModeAnswer, RowAnswer
from roundel.compare.measured import Cycles
from roundel.lab.columns import CURRENT, STALE
from roundel.papers import Mode, PublishedRow
from roundel.report import row_columns as col
from roundel.table import Column, written

T = TypeVar("T")
DIGITS = 3  # of files; people read one less
BOUNDS = ("low", "high", "bounds")
# What papers print of a row beside the usual columns (`PublishedRow.more`): its head, and ours.
BESIDE: Mapping[str, tuple[str, Callable[[Measured], float | None]]] = {
    "levels": ("levels", lambda m: m.logic_levels),
    "period": ("T ns", lambda m: m.period.value if m.period else None),
    "latency": ("latency ns", lambda m: m.latency.value if m.latency else None),
    "latency cycles": ("latency cycles", lambda m: m.latency_cycles),
    "dsps": ("DSP", lambda m: m.dsps),
    "cycles": ("cycles", lambda m: m.cycles_per_block),
}


def _same(key: str, head: str, of: str = "", **more: Any) -> Column[Any]:
    """Return the column of a field."""
    return Column(key, head, lambda answer: getattr(answer, of or key), **more)


def _figure(key: str, head: str, of: str = "", **more: Any) -> Column[Any]:
    return _same(key, head, of, digits=DIGITS - 1, exact=DIGITS, **more)


def _sources(answer: Answer | CellAnswer) -> str:
    if answer.ours is None:
        return ""
    return CURRENT if answer.current else STALE


def _verdict(answer: Answer | CellAnswer | ModeAnswer | RowAnswer) -> str | None:
    return None if answer.verdict is None else str(answer.verdict)


def _said(answer: Answer | CellAnswer | ModeAnswer | RowAnswer) -> str:
    """Return the verdict for people: one on stale figures says so. Cycles of a row are always current."""
    return answer.said if isinstance(answer, Answer | CellAnswer) else _verdict(answer) or ""


def _range(answer: Answer) -> str:
    """Return the paper's figure, or the range of those of its devices."""
    values = [one.value for one in answer.printed]
    shown = [f"{value:.{DIGITS - 1}f}" for value in sorted(values)]
    return " to ".join(dict.fromkeys((*shown[:1], *shown[-1:])))


def _whole(cell: CellAnswer) -> str:
    """Return our figure; a whole number, such as cycles, has no fraction."""
    if cell.ours is None:
        return ""
    return written(cell.ours.value, 0 if cell.ours.value.is_integer() else DIGITS - 1)


# Ratios and claims.
WHERE: Column[Answer] = _same("where", "where")
NAME: Column[Answer] = _same("name", "name")
PRINTED: Column[Answer] = _figure("printed", "the paper's", "paper", show=lambda answer: _range(answer))
DEVICES: Column[Answer] = Column(
    "devices",
    "the paper's, of each device",
    lambda answer: "; ".join(f"{one.where}: {one.value:.2f}" for one in answer.printed),
    place="detail",
)
LIMIT: Column[Answer] = _figure("limit", "limit")
OURS: Column[Answer] = _figure("ours", "ours", parts=BOUNDS)
PER_SLICE: Column[Answer] = Column(
    "per_slice",
    "per slice eq.",
    lambda answer: answer.per_slice and answer.per_slice.value,
    DIGITS - 1,
    DIGITS,
    place="detail",
)
QUOTIENT: Column[Answer] = _figure("quotient", "ours/paper")
VERDICT: Column[Any] = Column("verdict", "verdict", _verdict, show=_said)
REASON: Column[Any] = _same("reason", "reason", place="detail")
WHY: Column[Any] = _same("why", "why", place="detail")
OWN: Column[Any] = Column("own", "judged our way", lambda answer: answer.own, place="detail")
SOURCES: Column[Any] = Column("sources", "measured of", _sources, place="detail")
ANSWERS: tuple[Column[Answer], ...] = (
    NAME,
    _same("text", "what it says", place="detail"),
    WHERE,
    _same("measure", "measure", place="detail"),
    _same("target", "target", place="detail"),
    *(PRINTED, DEVICES, LIMIT, OURS, SOURCES, PER_SLICE, QUOTIENT, VERDICT, REASON, WHY, OWN),
)

# Cells of the tables of quotients.
CELL: Column[CellAnswer] = Column("printed", "the paper's", lambda cell: cell.paper)
OUR_CELL: Column[CellAnswer] = _figure("ours", "ours", show=_whole, parts=BOUNDS)
CELLS: tuple[Column[CellAnswer], ...] = (
    *(CELL, OUR_CELL, SOURCES),
    Column(
        "ratio",
        "ours/paper",
        lambda cell: cell.ours.value / cell.paper if cell.ours and cell.paper else None,
        DIGITS - 1,
        DIGITS,
    ),
    *(VERDICT, REASON, WHY),
)


# Modes: what the paper builds, and our cores that serve the same.
def _number(key: str, head: str, of: Callable[[Mode], int | None]) -> Column[ModeAnswer]:
    def show(mode: Mode) -> str:
        return str(of(mode) or "N/A")

    column: Column[Mode] = Column(key, head, of, show=show)
    return column.through(lambda answer: answer.mode)


MODES: tuple[Column[ModeAnswer], ...] = (
    _same("table", "table"),
    Column("name", "operation", lambda answer: answer.mode.name),
    Column("mode", "mode", lambda answer: answer.mode.mode),
    _number("block", "block", lambda mode: mode.block),
    _number("key", "key", lambda mode: mode.key),
    _number("rounds", "rounds", lambda mode: mode.rounds),
    _number("rate", "rate", lambda mode: mode.rate),
    Column("inputs", "inputs", lambda answer: answer.mode.inputs, place="detail"),
    Column("outputs", "outputs", lambda answer: answer.mode.outputs, place="detail"),
    Column("cores", "our cores", lambda answer: ", ".join(one.core for one in answer.served)),
    *(VERDICT, REASON, WHY),
)


# Rows of the papers' tables beside ours.
def _published(answer: RowAnswer) -> PublishedRow | None:
    return answer.published if isinstance(answer.published, PublishedRow) else None


def _cycles(answer: RowAnswer) -> Cycles | None:
    return answer.cycles


def _area_and_unit(m: Measured) -> str:
    return f"{m.area_text} {m.area_unit}"


def _state(answer: RowAnswer) -> str:
    """Return what is the matter with a row of ours that is not measured, where its cycles are judged."""
    if answer.measured is not None or not answer.missing:
        return ""
    return "does not fit" if "does not fit" in answer.missing else "not measured"


def _theirs(key: str, head: str, digits: int | None = None, **more: Any) -> Column[RowAnswer]:
    column: Column[PublishedRow] = _same(key, head, digits=digits, **more)
    return column.through(_published)


def _ours(column: Column[Measured]) -> Column[RowAnswer]:
    return column.through(lambda answer: answer.measured)


def _of_block(cycles: float | None, bits: int | None) -> str:
    return f"{cycles:g} / {bits} bit" if cycles else ""


def _more(row: PublishedRow) -> str:
    return ", ".join(f"{BESIDE[name][0]} {value:g}" for name, value in row.more.items())


TABLE: Column[RowAnswer] = _same("table", "table")
ROW: Column[RowAnswer] = Column("name", "row", lambda answer: answer.published.name)
DEVICE: Column[RowAnswer] = Column("device", "device", lambda answer: answer.published.device)
AREA = _theirs("area", "area")
MHZ = _theirs("mhz", "MHz", 2)
GBPS = _theirs("gbps", "Gbit/s", DIGITS)
CYCLES = _theirs("cycles", "cycles", show=lambda row: _of_block(row.cycles, row.block_bits))
MORE = Column("more", "beside these", _more, place="detail").through(_published)
CORE: Column[RowAnswer] = Column("core", "our core", lambda answer: answer.published.core)
TARGET = _ours(col.TARGET)
OUR_AREA = replace(
    _ours(Column("our_area", "area", lambda m: m.area, exact=0, show=_area_and_unit)),
    note=lambda answer: _state(answer),
)
OUR_UNIT = _ours(Column("our_area_unit", "in", lambda m: m.area_unit))
OUR_MHZ = _ours(
    replace(
        col.FMAX,
        key="our_mhz",
        head="MHz",
        one_seed=True,
        parts=("our_low_mhz", "our_high_mhz", "bounds"),
        place="detail",
    )
)
OUR_GBPS = _ours(Column("our_gbps", "Gbit/s", lambda m: m.throughput and m.throughput.value / 1000, DIGITS))
_PER_BLOCK: Column[Cycles] = Column(
    "our_cycles", "cycles\n/block", lambda c: c.per_block, show=lambda c: _of_block(c.per_block, c.block_bits)
)
OUR_CYCLES = _PER_BLOCK.through(_cycles)
_BLOCK: Column[Cycles] = Column("our_block_bits", "bits\n/block", lambda c: c.block_bits, place="detail")
OUR_BLOCK_BITS = _BLOCK.through(_cycles)
CYCLES_VERDICT = replace(VERDICT, head="cycles: verdict")


# As files have them, up to the area, whose unit the paper says, and from there on.
UP_TO_AREA = (TABLE, ROW, DEVICE, AREA)
FROM_MHZ: tuple[Column[RowAnswer], ...] = (
    *(MHZ, GBPS, CYCLES, _theirs("block_bits", "bits/block", place="detail"), MORE),
    *(_theirs("repaired", "repaired", place="detail"), CORE, TARGET, OUR_AREA, OUR_UNIT, OUR_MHZ),
    *(OUR_GBPS, OUR_CYCLES, OUR_BLOCK_BITS),
    *(_ours(replace(col.SOURCES, place="detail")), CYCLES_VERDICT, REASON, WHY),
    *(
        _theirs("doubt", "in doubt", place="detail"),
        Column("missing", "missing", lambda a: a.missing, place="detail"),
    ),
)


def theirs_and_ours(one: Reproduction) -> tuple[Sequence[Column[RowAnswer]], Sequence[Column[RowAnswer]]]:
    """Return the columns that people read side by side, with what the paper prints beside the usual ones."""
    names = list(dict.fromkeys(name for answer in one.rows for name in answer.more))
    # The paper's cycles may be of one block, or of one among several under way: ours have both.
    own = [*names, *(["latency cycles"] if "latency" in names else [])]
    ours = [_ours(_four_digits(name, BESIDE[name][1])) for name in own]
    area = replace(AREA, head=one.paper.area_unit)
    return (
        (DEVICE, area, MHZ, GBPS, CYCLES, *map(_printed, names)),
        (TARGET, OUR_AREA, OUR_MHZ, OUR_GBPS, OUR_CYCLES, *ours),
    )


def _printed(name: str) -> Column[RowAnswer]:
    column: Column[PublishedRow] = _four_digits(name, lambda row: row.more.get(name))
    return column.through(_published)


def _four_digits(name: str, of: Callable[[T], float | None]) -> Column[T]:
    def show(row: T) -> str:
        value = of(row)
        return "" if value is None else f"{value:.4g}"

    return Column(name, BESIDE[name][0], of, show=show)
