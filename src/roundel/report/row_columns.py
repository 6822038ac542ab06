"""The columns of a measured row: one text for each value, in the pages, on a terminal and in the report.

Every table of rows is a choice of these. A row is a `Measured`; others have one within: `Column.through`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from roundel.algorithms.registry import status_of
from roundel.catalog import load_catalog
from roundel.compare.measured import Measured, area_text, sources_state
from roundel.compare.row_notes import options_text
from roundel.lab.rows import seeds_text
from roundel.table import Column, written

Of = Column[Measured]
HASH_DIGITS = 12
# The nets that are shown of each end of a critical path; the JSON and the CSV have all of them.
PATH_END = 3


def _same(key: str, head: str, digits: int | None = None, **more: Any) -> Of:
    """Return the column of a field."""
    return Column(key, head, lambda m: getattr(m, key), digits, **more)


def _gates(m: Measured) -> str:
    return area_text(m.gate_equivalents) if m.gate_equivalents is not None else ""


def _status(m: Measured) -> str:
    """Return the status of the algorithm; nothing for a core that is not in the catalog."""
    core = load_catalog().get(m.core)
    service = core.find_service(m.service, m.variant) if core else None
    return status_of(service.algorithm) if service else ""


def _not_routed(m: Measured) -> str:
    if m.routed:
        return ""
    return "not routed" if m.logic_levels is None else f"not routed, {m.logic_levels} levels"


CORE = _same("core", "core")
SERVICE = _same("service", "service")
VARIANT = _same("variant", "variant")
STATUS: Of = Column("status", "status", _status)
# The service with its variant.
SERVED: Of = Column("served", "service", lambda m: f"{m.service} {m.variant}")
TARGET = _same("target", "target")
# How the cycles of a core that is not ours are known.
EVIDENCE = _same("evidence", "evidence", optional=True)
OPTIONS: Of = Column("options", "options", lambda m: options_text(m.options))
SOURCES: Of = Column("sources", "measured of", sources_state)
LUTS = _same("luts", "LUT")
FFS = _same("ffs", "FF")
SLICES = _same("slices", "slices")
GATES = _same("gate_equivalents", "GE", 2, show=_gates, place="detail", optional=True)
RAMS = _same("rams", "RAM", place="detail", optional=True)
DSPS = _same("dsps", "DSP", place="detail", optional=True)
HARNESS_LUTS = _same("harness_luts", "LUT of\nthe harness", place="detail", optional=True)
HARNESS_FFS = _same("harness_ffs", "FF of\nthe harness", place="detail", optional=True)
LEVELS = _same("logic_levels", "levels of\nlogic", place="detail")
FMAX = _same(
    "fmax_mhz",
    "fmax\n(MHz)",
    1,
    exact=2,
    note=_not_routed,
    parts=("fmax_low_mhz", "fmax_high_mhz", "bounds"),
    one_seed=False,
    hint="median over the seeds, after place and route",
)
FMAX = replace(FMAX, of=lambda m: m.fmax)
SEEDS: Of = Column(
    "seeds",
    "seeds",
    lambda m: (m.seeds or None) if m.routed else None,
    show=lambda m: seeds_text(m.seeds, m.seeds_failed) if m.routed else "",
)
SEEDS_FAILED: Of = Column(
    "seeds_failed", "seeds that failed", lambda m: m.seeds_failed if m.seeds else None, place="detail"
)
BLOCK_BITS = _same("block_bits", "bits\n/block", place="detail")
CYCLES = _same("cycles_per_block", "cycles\n/block")
LATENCY = _same("latency_cycles", "latency\n(cycles)", place="detail")
MBPS: Of = Column("throughput_mbps", "Mbit/s", lambda m: m.throughput and m.throughput.value, 0, 1)
PER_LUT: Of = Column(
    "kbps_per_lut",
    "kbit/s\nper LUT",
    lambda m: 1000 * m.per_lut.value if m.luts and m.per_lut else None,
    0,
    1,
)
MEASURED_AT = _same("measured_at", "measured at", place="detail", show=lambda m: m.measured_at[:10])
DEVICE = _same("device", "device", place="detail")
SOURCE_HASH: Of = Column(
    "source_hash", "hash of the sources", lambda m: m.source_hash[:HASH_DIGITS], place="detail"
)
TOOLS: Of = Column("tools", "tools", lambda m: tools_text(m.tools), place="detail")
COMMAND = _same("command", "command", place="origin")

# LUTs and FFs with what the harness has of them; gate equivalents where there are no LUTs.
AREA = replace(
    LUTS,
    of=lambda m: m.luts if m.gate_equivalents is None else m.gate_equivalents,
    show=lambda m: written(m.luts) or (f"{_gates(m)} GE" if _gates(m) else ""),
    note=lambda m: "" if m.harness_luts is None else f"{m.harness_luts} of the harness",
)
AREA_FFS = replace(FFS, note=lambda m: "" if m.harness_ffs is None else f"{m.harness_ffs} of the harness")
# The same where bounds stand in brackets.
FMAX_BRACKETED = replace(FMAX, head="fmax (MHz)\nmedian [95 % interval]")


def compared(unit: str) -> tuple[Of, ...]:
    """Return the figures that rows are compared by, their area in `unit`: LUT, or GE on standard cells."""
    per_area = replace(PER_LUT, head=f"kbit/s\nper {unit}", of=lambda m: m.per_lut and 1000 * m.per_lut.value)
    area: Of = Column("area", unit, lambda m: m.area, show=lambda m: area_text(m.area))
    return area, FFS, FMAX_BRACKETED, SEEDS, CYCLES, BLOCK_BITS, MBPS, per_area


def tools_text(tools: Mapping[str, str]) -> str:
    """Return tools with their versions."""
    return ", ".join(f"{name} {version}" for name, version in sorted(tools.items()))


def marked(column: Of, mark: Callable[[Measured], str]) -> Of:
    """Return the column with the mark of a row after its text."""
    return replace(column, show=lambda m: f"{column.text(m)}{mark(m)}")


def shown_path(nets: Sequence[str]) -> tuple[Sequence[str], int, Sequence[str]]:
    """Return the first nets of a critical path, how many are left out, and the last ones."""
    left_out = len(nets) - 2 * PATH_END
    return (nets[:PATH_END], left_out, nets[-PATH_END:]) if left_out > 1 else (nets, 0, ())
