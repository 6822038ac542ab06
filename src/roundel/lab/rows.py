"""Rows: what a paper's table prints, joined from the records of runs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median, median_low
from typing import Any

from roundel.catalog import Core, Service
from roundel.catalog.model import AREA_ONLY
from roundel.implement import LIMIT_SECONDS, Target
from roundel.lab.columns import Record, tool_seconds
from roundel.lab.command import bench_command
from roundel.lab.cycles import evidence_of
from roundel.lab.interval import median_interval
from roundel.lab.published import SCHEMA
from roundel.lab.strategy import Strategy
from roundel.spread import ENOUGH_SEEDS, ENOUGH_VALUES

Row = dict[str, Any]

# What a row has of the implementation that it is of.
HEAD = ("core", "config", "parameters", "target", "device", "routed", "options", "source_hash")
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
        "command": bench_command(
            core.name,
            target.name,
            strategy.options.record(),
            len(strategy.seeds) if target.routed else None,
            all_variants=service != core.service(),
            tools=_tools([o.record for o in implemented]),
            seconds=_longest([o.record for o in implemented]),
            lost_after=_timeout_of_failures(
                o.record.get("limit_seconds") for o in implemented if o.failed is not None
            ),
        ),
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
        "seeds_failed": sum(o.failed is not None and o.record["seed"] is not None for o in implemented),
        "expected_cycles_per_block": service.cycles_per_block or None,
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


def rows_of(records: Iterable[Record]) -> list[Row]:
    """Return the rows of records: one for each measured service of each implementation.

    Runs that differ only in the seed make one row. A failure makes none, but a row counts its failed seeds:
    its medians are over the routed seeds alone. `stored_rows` adds which rows are current.

    Args:
        records: Records of runs, as a store has them. Of several cycle figures of a service the one that
            was measured last counts.

    Returns:
        The rows. fmax is in MHz, throughput in Mbit/s.
    """
    groups: defaultdict[str, list[Record]] = defaultdict(list)
    failures: defaultdict[str, dict[int, float | None]] = defaultdict(dict)  # the limit of each that had one
    cycles: defaultdict[tuple[str, str], dict[tuple[str, str], Record]] = defaultdict(dict)
    for record in records:
        if record.get("schema", SCHEMA) != SCHEMA:
            continue  # its figures mean something else
        if "figures" not in record:
            if record["kind"] == "implementation" and record.get("seed") is not None:
                failures[_design(record)][record["seed"]] = record.get("limit_seconds")
            continue
        if record["kind"] == "cycles":
            services = cycles[record["core"], record["source_hash"]]
            name = record["service"], record["variant"]
            known = services.get(name)
            if known is None or record["measured_at"] >= known["measured_at"]:
                services[name] = record
        elif record["kind"] == "implementation":
            groups[_design(record)].append(record)
    rows = []
    for runs in groups.values():
        first = runs[0]
        head = {name: first[name] for name in HEAD}
        services = cycles[first["core"], first["source_hash"]]
        routed = {run["seed"] for run in runs}
        lost = {seed: limit for seed, limit in failures[_design(first)].items() if seed not in routed}
        seeds = max(routed | lost.keys()) if first["routed"] else None
        command = bench_command(
            first["core"],
            first["target"],
            first["options"],
            seeds,
            # Alone, without the option, the primary service is what a bench measures.
            all_variants=len(services) > 1 or not all(s.get("primary", True) for s in services.values()),
            tools=_tools(runs),
            seconds=_longest(runs),
            lost_after=_timeout_of_failures(lost.values()),
        )
        for service in services.values():
            named = {"service": service["service"], "variant": service["variant"]}
            dated = {"measured_at": max(run["measured_at"] for run in (*runs, service)), "command": command}
            figures = _figures(runs, service, service["block_bits"]) | {"seeds_failed": len(lost)}
            earlier = {"earlier_names": any("earlier_names" in run for run in (*runs, service))}
            rows.append(head | named | figures | earlier | dated)
    return rows


def complete(row: Mapping[str, Any]) -> bool:
    """Return whether the row has an area, its cycles, and an fmax where the target is routed.

    A core that is measured for area and clock only has no cycles.
    """
    cycles = () if row.get("evidence") == AREA_ONLY and not row.get("failed") else ("cycles_per_block",)
    needed = (*cycles, *(("fmax_mhz",) if row["routed"] else ()))
    return area_of(row) is not None and all(row[name] is not None for name in needed)


def seeds_rank(row: Mapping[str, Any]) -> int:
    """Return where a row stands by its seeds: one with an interval before one that has a range alone.

    Of those that have an interval more seeds are no better, nor are more than ENOUGH_SEEDS of the others.
    """
    return ENOUGH_VALUES if row["seeds"] >= ENOUGH_VALUES else int(min(row["seeds"], ENOUGH_SEEDS))


def seeds_text(seeds: int, failed: int) -> str:
    """Return how many seeds a routed row is of, with how many were tried where some of them failed."""
    return f"{seeds} of {seeds + failed}" if failed else str(seeds)


def sources_rank(rows: Iterable[Mapping[str, Any]]) -> Callable[[Mapping[str, Any]], tuple[bool, str]]:
    """Return a function that ranks rows of a core by their sources: the rows with the greatest rank count.

    Current rows go before stale ones. Of stale rows, those of the sources that were measured last, on any
    target, go before the others.
    """
    measured: dict[tuple[str, str], str] = {}
    for row in rows:
        sources = row["core"], row["source_hash"]
        measured[sources] = max(measured.get(sources, ""), row["measured_at"])
    return lambda row: (bool(row["current"]), measured[row["core"], row["source_hash"]])


def area_of(row: Mapping[str, Any]) -> float | None:
    """Return the area of a row: in LUTs, on standard cells in gate equivalents."""
    area: float | None = row["luts"] if row["luts"] is not None else row.get("gate_equivalents")
    return area


def clock_bounds(row: Mapping[str, Any]) -> tuple[float, float]:
    """Return what the median fmax of a row is known to lie in, in MHz.

    That is its confidence interval, or of fewer than ENOUGH_VALUES seeds their range.
    """
    interval, fmax = row.get("fmax_interval"), row["fmax_mhz"]
    return (interval["low"], interval["high"]) if interval else (fmax["min"], fmax["max"])


def _figures(implemented: Sequence[Record], cycles: Record | None, block_bits: int) -> Row:
    areas = [record["figures"] for record in implemented]
    fmaxes = [area["fmax_mhz"] for area in areas if area["fmax_mhz"] is not None]
    typical = _typical(implemented)
    per_block = cycles["figures"]["cycles_per_block"] if cycles else None
    counted = [area["luts"] for area in areas if area["luts"] is not None]
    luts = median_low(counted) if counted else None
    clock = _spread(fmaxes)
    # Of the clock as the row has it: who reckons from the row finds the same.
    throughput = block_bits * clock["median"] / per_block if clock and per_block else None
    area = typical["figures"] if typical else {}
    return {
        "luts": luts,
        "ffs": area.get("ffs"),
        "gate_equivalents": area.get("gate_equivalents"),
        "harness_luts": area.get("harness_luts"),
        "harness_ffs": area.get("harness_ffs"),
        "rams": area.get("rams"),
        "dsps": area.get("dsps"),
        "slices": area.get("slices"),
        "slices_formula": area.get("slices_formula"),
        "logic_levels": area.get("logic_levels"),
        "cells": area.get("cells"),
        "fmax_mhz": clock,
        "fmax_interval": _interval(fmaxes),
        "block_bits": block_bits,
        "cycles_per_block": per_block,
        "latency_cycles": cycles["figures"]["latency_cycles"] if cycles else None,
        "evidence": evidence_of(cycles.get("method")) if cycles else "",
        "throughput_mbps": _rounded(throughput, 1),
        "throughput_per_lut": _rounded(throughput / luts, 4) if throughput and luts else None,
        "seeds": len(fmaxes),
        "critical_path": typical["critical_path"] if typical else None,
        "tools": _tools(implemented) | (cycles["tools"] if cycles else {}),
    }


def _tools(implemented: Sequence[Record]) -> dict[str, str]:
    """Return the versions of what implemented a row: of its first run, for all have the same."""
    return dict(implemented[0].get("tools", {})) if implemented else {}


def _longest(records: Iterable[Record]) -> float:
    """Return the seconds of the run that took longest, synthesis with place and route."""
    return max((tool_seconds(record) for record in records if "figures" in record), default=0.0)


def _timeout_of_failures(limits: Iterable[float | None]) -> float:
    """Return the limit at which runs were given up, of those that had one; a bench's own where none was."""
    return max((limit for limit in limits if limit is not None), default=LIMIT_SECONDS)


def _design(record: Record) -> str:
    """Return what runs of one row have in common: all of what was run but the seed, the options in it."""
    names = ("recipe", "core", "source_hash", "target", "tools")
    return repr([record.get(name) for name in names])


def _typical(records: Iterable[Record]) -> Record | None:
    """Return the run of (lower) median fmax, the one whose critical path and area stand for the row."""
    ordered = sorted(records, key=lambda record: record["figures"]["fmax_mhz"] or 0.0)
    return ordered[(len(ordered) - 1) // 2] if ordered else None


def _spread(values: Sequence[float]) -> dict[str, float] | None:
    if not values:
        return None
    return {name: round(f(values), 2) for name, f in (("median", median), ("min", min), ("max", max))}


def _interval(values: Sequence[float]) -> dict[str, float] | None:
    """Return the confidence interval of the median, or None of too few values."""
    interval = median_interval(values)
    return None if interval is None else {"low": round(interval[0], 2), "high": round(interval[1], 2)}


def _rounded(value: float | None, digits: int) -> float | None:
    return None if value is None else round(value, digits)


def _run_name(record: Record) -> str:
    if record["kind"] == "cycles":
        return "cycles"
    return f"seed {record['seed']}" if record["seed"] is not None else "synthesis"
