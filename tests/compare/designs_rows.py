"""Cores and rows made up for comparisons: figures that are easy to find again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from roundel.catalog import Config, Core, PaperRow, Service
from roundel.compare import Results


def service(name: str, variant: str = "v", bits: int = 100, cycles: int = 10, **more: Any) -> Service:
    return Service(name, variant, bits, cycles, **more)


def core(name: str, *services: Service, papers: tuple[PaperRow, ...] = ()) -> Core:
    return Core(
        name=name,
        summary="",
        kind="service",
        vlnv=f"x:y:{name}",
        top=name,
        sources=(),
        config=Config("default"),
        configs=("default",),
        data_width=128,
        services=services,
        papers=papers,
        docs=Path("none"),
    )


def row(core: str, service: str, **changes: Any) -> dict[str, Any]:
    """A routed row of 10 bits a cycle: 100 MHz give 1000 Mbit/s, 1000 LUTs 1 Mbit/s per LUT."""
    base: dict[str, Any] = {
        "core": core,
        "service": service,
        "variant": "v",
        "target": "ecp5",
        "current": True,
        "source_hash": "present",
        "luts": 1000,
        "ffs": 500,
        "slices": 500,
        "fmax_mhz": {"median": 100.0, "min": 90.0, "max": 110.0},
        "fmax_interval": {"low": 90.0, "high": 110.0},
        "seeds": 5,
        "seeds_failed": 0,
        "measured_at": "2026-01-01",
        "block_bits": 100,
        "cycles_per_block": 10.0,
        "throughput_per_lut": 1.0,
        "options": {"frequency_mhz": 200},
        "tools": {"synthesis": "s 1"},
    }
    fmax = changes.get("fmax_mhz")
    if fmax and "fmax_interval" not in changes:  # as of three to five seeds
        changes["fmax_interval"] = {"low": fmax["min"], "high": fmax["max"]}
    return base | changes


def results(*rows: dict[str, Any]) -> Results:
    return Results(rows)
