"""The one stored row that stands for a core's service on a target."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from roundel.catalog import Core, Service
from roundel.compare.spread import Spread
from roundel.implement import Target
from roundel.lab import Row, Store, stored_rows

# A row of fewer seeds than this stands for a core only where there is no other: a lucky seed is no result.
ENOUGH_SEEDS = 3


@dataclass(frozen=True)
class Measured:
    """A stored row's figures. Units: MHz, Mbit/s, Mbit/s per LUT and per slice equivalent.

    `fmax` and the throughputs are None on a target that is not routed. `current` is False when the
    sources have changed since.
    """

    core: str
    service: str
    variant: str
    target: str
    current: bool
    luts: int
    ffs: int
    slices: int
    fmax: Spread | None
    block_bits: int
    cycles_per_block: float
    options: Mapping[str, Any] = field(default_factory=dict)
    tools: Mapping[str, str] = field(default_factory=dict)

    @property
    def bits_per_cycle(self) -> float:
        """Bits of long messages that a clock cycle deals with."""
        return self.block_bits / self.cycles_per_block

    @property
    def throughput(self) -> Spread | None:
        """Throughput for long messages."""
        return None if self.fmax is None else self.fmax * self.bits_per_cycle

    @property
    def per_lut(self) -> Spread | None:
        """Throughput per LUT."""
        return None if self.throughput is None else self.throughput / self.luts

    @property
    def per_slice(self) -> Spread | None:
        """Throughput per slice equivalent."""
        return None if self.throughput is None else self.throughput / self.slices


@dataclass(frozen=True)
class Results:
    """The rows of a store, and when each core's sources were last measured: (core, source hash) to time."""

    rows: Sequence[Row]
    measured_at: Mapping[tuple[str, str], str]

    def find(self, core: Core, service: Service, target: Target) -> Measured | None:
        """Return the row that stands for a service of `core` on `target`, or None.

        Rows of the present sources go before rows of earlier ones, later ones of these before sooner ones;
        then rows of enough seeds; then the better ones.
        """
        named = (core.name, service.name, service.variant, target.name)
        rows = [
            row
            for row in self.rows
            if (row["core"], row["service"], row["variant"], row["target"]) == named
            and row["luts"]
            and row["cycles_per_block"]
            and (row["fmax_mhz"] or not target.routed)
        ]
        return _measured(max(rows, key=self._rank)) if rows else None

    def _rank(self, row: Row) -> tuple[bool, str, int, float]:
        date = self.measured_at.get((row["core"], row["source_hash"]), "")
        merit = row["throughput_per_lut"] or 1.0 / row["luts"]
        return bool(row["current"]), date, min(row["seeds"], ENOUGH_SEEDS), merit


def read_results(store: Store) -> Results:
    """Return what `store` holds."""
    dates: dict[tuple[str, str], str] = {}
    for record in store.records():
        if "figures" in record:
            key = (record["core"], record["source_hash"])
            dates[key] = max(dates.get(key, ""), record.get("measured_at", ""))
    return Results(stored_rows(store), dates)


def bench_command(core: Core, service: Service, target: Target) -> str:
    """Return the command that makes the row of a service."""
    all_variants = "" if service == core.service() else " --all-variants"
    return f"roundel bench {core.name} --target {target.name}{all_variants}"


def fewest_commands(commands: Iterable[str]) -> list[str]:
    """Return commands once each, without those whose rows another of them makes too."""
    known = dict.fromkeys(commands)
    return [command for command in known if f"{command} --all-variants" not in known]


def _measured(row: Row) -> Measured:
    fmax = row["fmax_mhz"]
    names = ("core", "service", "variant", "target", "current", "luts", "ffs", "slices", "block_bits")
    return Measured(
        **{name: row[name] for name in names},
        fmax=fmax and Spread(fmax["median"], fmax["min"], fmax["max"], row["seeds"]),
        cycles_per_block=row["cycles_per_block"],
        options=row["options"],
        tools=row["tools"],
    )
