"""What the report says of cores and measurements, as tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from roundel.catalog import Core, Service
from roundel.compare.measured import fmax_of, sources_state
from roundel.compare.notes import options_text
from roundel.lab.rows import Row, sources_rank
from roundel.report.site.table import Column, Table, Value, as_number, table_of

FORMULA = (
    "Mbit/s = block bits × median fmax / cycles per block, 1 Mbit = 10⁶ bit; kbit/s per LUT = that / LUT. "
    "fmax is after place and route: the median over the seeds, with its 95 % confidence interval."
)
HASH_DIGITS = 12

MEASUREMENTS = (
    Column("row", "row"),
    Column("core", "core"),
    Column("service", "service"),
    Column("variant", "variant"),
    Column("target", "target"),
    Column("options", "options"),
    Column("sources", "measured of"),
    Column("luts", "LUT"),
    Column("ffs", "FF"),
    Column("slices", "slice eq."),
    Column("gate_equivalents", "GE", 2, "detail"),
    Column("rams", "RAM", place="detail"),
    Column("dsps", "DSP", place="detail"),
    Column("harness_luts", "LUT of the harness", place="detail"),
    Column("harness_ffs", "FF of the harness", place="detail"),
    Column("logic_levels", "levels of logic", place="detail"),
    Column("fmax_mhz", "fmax (MHz)", 2),
    Column("fmax_low_mhz", "from", 2),
    Column("fmax_high_mhz", "to", 2),
    Column("bounds", "bounds are", place="detail"),
    Column("seeds", "seeds"),
    Column("seeds_failed", "seeds that failed", place="detail"),
    Column("block_bits", "bits/block", place="detail"),
    Column("cycles_per_block", "cycles/block"),
    Column("expected_cycles_per_block", "cycles/block expected", place="detail"),
    Column("latency_cycles", "latency (cycles)", place="detail"),
    Column("throughput_mbps", "Mbit/s", 1),
    Column("kbps_per_lut", "kbit/s per LUT", 1),
    Column("measured_at", "measured at", place="detail"),
    Column("device", "device", place="detail"),
    Column("source_hash", "hash of the sources", place="detail"),
    Column("tools", "tools", place="detail"),
    Column("command", "command", place="origin"),
)

# Columns that say what the row does.
AS_STORED = (
    *("core", "service", "variant", "target", "luts", "ffs", "slices", "gate_equivalents", "rams", "dsps"),
    *("harness_luts", "harness_ffs", "logic_levels", "block_bits", "latency_cycles", "device"),
    *("measured_at", "command"),
)


def measurements(rows: Sequence[Row], catalog: Mapping[str, Core]) -> Table:
    """Return the stored rows, in the order given and numbered from 1."""
    lines = [_measurement(number, row, catalog) for number, row in enumerate(rows, 1)]
    return table_of(
        "measurements",
        "Measurements",
        MEASUREMENTS,
        lines,
        FORMULA,
    )


def in_order(rows: Iterable[Row]) -> list[Row]:
    """Return rows by core, service, variant, target, then current rows first, the latest first."""
    newest_first = sorted(rows, key=lambda row: (str(row["measured_at"]), str(row["command"])), reverse=True)
    return sorted(
        newest_first,
        key=lambda row: (row["core"], row["service"], row["variant"], row["target"], not row["current"]),
    )


def _measurement(number: int, row: Row, catalog: Mapping[str, Core]) -> dict[str, Value]:
    fmax, per_lut = fmax_of(row), row["throughput_per_lut"]
    bounded = fmax is not None and fmax.basis in ("interval", "range")
    core = catalog.get(row["core"])
    service = _service(core, row["service"], row["variant"]) if core else None
    return {name: row.get(name) for name in AS_STORED} | {
        "row": number,
        "options": options_text(row["options"]),
        "sources": sources_state(row),
        "fmax_mhz": float(fmax.value) if fmax else None,
        "fmax_low_mhz": float(fmax.low) if fmax and bounded else None,
        "fmax_high_mhz": float(fmax.high) if fmax and bounded else None,
        "bounds": fmax.basis if fmax and fmax.basis != "exact" else "",
        "seeds": row["seeds"] or None,
        "seeds_failed": row["seeds_failed"] if row["seeds"] else None,
        "cycles_per_block": as_number(row["cycles_per_block"]),
        "expected_cycles_per_block": service.cycles_per_block if service else None,
        "throughput_mbps": as_number(row["throughput_mbps"]),
        "kbps_per_lut": None if per_lut is None else 1000.0 * per_lut,
        "source_hash": row["source_hash"][:HASH_DIGITS],
        "tools": ", ".join(f"{name} {version}" for name, version in sorted(row["tools"].items())),
    }


CORES = (
    Column("core", "core"),
    Column("summary", "what"),
    Column("kind", "kind"),
    Column("top", "top module"),
    Column("parameters", "parameters"),
    Column("data_width", "data (bits)"),
    Column("papers", "answers to", place="detail"),
    Column("source_hash", "hash of the sources", place="detail"),
)


def cores(catalog: Mapping[str, Core]) -> Table:
    """Return what the catalog says of every core."""
    return table_of(
        "cores",
        "Cores",
        CORES,
        [
            {
                "core": core.name,
                "summary": core.description,
                "kind": core.kind,
                "top": core.top,
                "parameters": parameters_text(core),
                "data_width": core.data_width,
                "papers": "; ".join(f"{p.paper} {p.table} {p.row}" for p in core.papers),
                "source_hash": core.source_hash[:HASH_DIGITS],
            }
            for core in catalog.values()
        ],
    )


SERVICES = (
    Column("core", "core"),
    Column("service", "service"),
    Column("algorithm", "algorithm"),
    Column("variant", "variant"),
    Column("block_bits", "bits/block"),
    Column("expected_cycles_per_block", "cycles/block expected"),
    Column("measured_cycles_per_block", "cycles/block measured"),
    Column("latency_cycles", "latency (cycles)"),
    Column("sources", "measured of"),
)


def services(rows: Sequence[Row], catalog: Mapping[str, Core]) -> Table:
    """Return every service of every core: the cycles that the catalog expects, and those simulated."""
    lines: list[Mapping[str, Value]] = []
    for core in catalog.values():
        for service in core.services:
            row = cycles_row(rows, core, service)
            lines.append(
                {
                    "core": core.name,
                    "service": service.name,
                    "algorithm": service.algorithm,
                    "variant": service.variant,
                    "block_bits": service.block_bits,
                    "expected_cycles_per_block": service.cycles_per_block,
                    "measured_cycles_per_block": as_number(row["cycles_per_block"]) if row else None,
                    "latency_cycles": as_number(row["latency_cycles"]) if row else None,
                    "sources": "" if row is None else sources_state(row),
                }
            )
    return table_of("services", "Services and their cycles", SERVICES, lines)


def cycles_row(rows: Iterable[Row], core: Core, service: Service) -> Row | None:
    """Return the row whose cycles stand for a service: a current one, or of the sources measured last."""
    mine = [
        row
        for row in rows
        if (row["core"], row["service"], row["variant"]) == (core.name, service.name, service.variant)
        and row["cycles_per_block"] is not None
    ]
    return max(mine, key=sources_rank(mine), default=None)


def parameters_text(core: Core) -> str:
    """Return the parameters that a configuration sets, `Name=value`."""
    return ", ".join(f"{name}={value}" for name, value in core.config.parameters.items())


def _service(core: Core, name: str, variant: str) -> Service | None:
    return next((s for s in core.services if (s.name, s.variant) == (name, variant)), None)
