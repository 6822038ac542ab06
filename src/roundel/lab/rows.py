"""Rows: what a paper's table prints, joined from the records of runs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median, median_low
from typing import Any

from roundel.catalog import Core, Service, load_catalog
from roundel.implement import Target
from roundel.lab.store import Record, Store
from roundel.lab.strategy import Strategy

Row = dict[str, Any]

FROM_STORE = "store"
MEASURED_NOW = "now"


@dataclass(frozen=True)
class Outcome:
    """The record of a run, and whether it was made now or came from the store."""

    record: Record
    measured_now: bool

    @property
    def failed(self) -> str | None:
        """The reason of the failure, or None."""
        reason = self.record.get("failed")
        return None if reason is None else str(reason)


def row_of(
    core: Core,
    service: Service,
    target: Target,
    strategy: Strategy,
    implemented: Sequence[Outcome],
    cycles: Outcome,
) -> Row:
    """Return the row of one service on one target.

    Units: fmax in MHz, throughput in Mbit/s and Mbit/s per LUT, both from the median fmax; a figure that no
    run gave is None. `failed` lists the runs that failed, with the reason.
    """
    head = {
        "core": core.name,
        "config": core.config.name,
        "parameters": dict(core.config.parameters),
        "service": service.name,
        "variant": service.variant,
        "target": target.name,
        "device": target.device,
        "routed": target.routed,
        "strategy": strategy.name,
        "options": strategy.options.record(),
        "source_hash": core.source_hash,
        "command": _command(core, target, strategy),
    }
    good = [o for o in implemented if o.failed is None]
    failures = [
        {"run": _run_name(o.record), "reason": o.failed}
        for o in (*implemented, cycles)
        if o.failed is not None
    ]
    figures = _figures([o.record for o in good], None if cycles.failed else cycles.record, service.block_bits)
    outcomes = (*good, cycles)
    return {
        **head,
        **figures,
        "expected_cycles_per_block": service.cycles_per_block,
        "measured": MEASURED_NOW if any(o.measured_now for o in outcomes) else FROM_STORE,
        "runs": [
            {
                "seed": o.record["seed"],
                "fmax_mhz": o.record["figures"]["fmax_mhz"],
                "luts": o.record["figures"]["luts"],
                "key": o.record["key"],
                "measured": MEASURED_NOW if o.measured_now else FROM_STORE,
            }
            for o in good
        ],
        "failed": failures,
    }


def stored_rows(store: Store) -> list[Row]:
    """Return the rows of everything stored: one for each service measured of each implementation.

    Runs that differ in the seed alone make one row; failures make none. `current` says whether the sources
    that were measured are those of the catalog now.
    """
    groups: defaultdict[str, list[Record]] = defaultdict(list)
    cycles: defaultdict[tuple[str, str], dict[tuple[str, str], Record]] = defaultdict(dict)
    for record in store.records():
        if "figures" not in record:
            continue
        if record["kind"] == "cycles":
            services = cycles[record["core"], record["source_hash"]]
            services[record["service"], record["variant"]] = record
        elif record["kind"] == "implementation":
            same = ("core", "source_hash", "target", "options", "tools")
            groups[repr([record[name] for name in same])].append(record)
    catalog = load_catalog()
    rows = []
    for records in groups.values():
        first = records[0]
        head = {
            name: first[name]
            for name in (
                "core",
                "config",
                "parameters",
                "target",
                "device",
                "routed",
                "options",
                "source_hash",
            )
        }
        core = catalog.get(first["core"])
        head["current"] = core is not None and core.source_hash == first["source_hash"]
        for service in cycles[first["core"], first["source_hash"]].values():
            named = {"service": service["service"], "variant": service["variant"]}
            rows.append(head | named | _figures(records, service, service["block_bits"]))
    return rows


def complete(row: Mapping[str, Any]) -> bool:
    """Return whether the row has an area, its cycles, and an fmax where the target is routed."""
    needed = ("luts", "cycles_per_block", *(("fmax_mhz",) if row["routed"] else ()))
    return all(row[name] is not None for name in needed)


def _figures(implemented: Sequence[Record], cycles: Record | None, block_bits: int) -> Row:
    areas = [record["figures"] for record in implemented]
    fmaxes = [area["fmax_mhz"] for area in areas if area["fmax_mhz"] is not None]
    typical = _typical(implemented)
    per_block = cycles["figures"]["cycles_per_block"] if cycles else None
    luts = median_low(area["luts"] for area in areas) if areas else None
    throughput = block_bits * median(fmaxes) / per_block if fmaxes and per_block else None
    area = typical["figures"] if typical else {}
    return {
        "luts": luts,
        "ffs": area.get("ffs"),
        "rams": area.get("rams"),
        "dsps": area.get("dsps"),
        "slices": area.get("slices"),
        "slices_formula": area.get("slices_formula"),
        "logic_levels": area.get("logic_levels"),
        "cells": area.get("cells"),
        "fmax_mhz": _spread(fmaxes),
        "block_bits": block_bits,
        "cycles_per_block": per_block,
        "latency_cycles": cycles["figures"]["latency_cycles"] if cycles else None,
        "throughput_mbps": _rounded(throughput, 1),
        "throughput_per_lut": _rounded(throughput / luts, 4) if throughput and luts else None,
        "seeds": len(fmaxes),
        "critical_path": typical["critical_path"] if typical else None,
        "tools": (implemented[0]["tools"] if implemented else {}) | (cycles["tools"] if cycles else {}),
    }


def _typical(records: Iterable[Record]) -> Record | None:
    """Return the run of (lower) median fmax, the one whose critical path and area stand for the row."""
    ordered = sorted(records, key=lambda record: record["figures"]["fmax_mhz"] or 0.0)
    return ordered[(len(ordered) - 1) // 2] if ordered else None


def _spread(values: Sequence[float]) -> dict[str, float] | None:
    if not values:
        return None
    return {name: round(f(values), 2) for name, f in (("median", median), ("min", min), ("max", max))}


def _rounded(value: float | None, digits: int) -> float | None:
    return None if value is None else round(value, digits)


def _command(core: Core, target: Target, strategy: Strategy) -> str:
    """Return the command line that measures the row again."""
    words = ["roundel bench", core.name, "--target", target.name]
    if target.routed:
        words += ["--strategy quick"] if strategy.name == "quick" else ["--seeds", str(len(strategy.seeds))]
        words += ["--frequency", str(strategy.options.frequency_mhz)]
    words += ["--wide-luts" if strategy.options.wide_luts else "--no-wide-luts"]
    words += ["--flatten-first"] if strategy.options.flatten_first else []
    words += ["--rerun"]
    return " ".join(words)


def _run_name(record: Record) -> str:
    if record["kind"] == "cycles":
        return "cycles"
    return f"seed {record['seed']}" if record["seed"] is not None else "synthesis"
