"""The one stored row that stands for a core's service on a target."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from roundel.catalog import Core, Service
from roundel.compare.spread import Spread
from roundel.implement import Target
from roundel.implement.report import UNFIT
from roundel.lab import Row, Store, stored_rows
from roundel.lab.cache import snapshot
from roundel.lab.rows import area_of, clock_bounds, seeds_rank, sources_rank


@dataclass(frozen=True)
class Measured:
    """A stored row's figures. Units: MHz, Mbit/s, Mbit/s per LUT and per slice equivalent, ns.

    `fmax`, what follows from it and `logic_share` (of the longest path's delay, in %) are None on a target
    that is not routed. `area` is in `area_unit`: LUTs, gate equivalents (GE) on standard cells, where `luts`
    and `slices` are None. `current` is False when the sources have changed since. `command` measures the row
    again.
    """

    core: str
    service: str
    variant: str
    target: str
    current: bool
    luts: int | None
    ffs: int
    slices: int | None
    fmax: Spread | None
    block_bits: int
    cycles_per_block: float
    options: Mapping[str, Any] = field(default_factory=dict)
    tools: Mapping[str, str] = field(default_factory=dict)
    gate_equivalents: float | None = None
    dsps: int | None = None
    logic_levels: int | None = None
    latency_cycles: float | None = None
    logic_share: float | None = None
    source_hash: str = ""
    command: str = field(default="", compare=False)

    def of_sources(self, source_hash: str) -> Measured:
        """Return the same, `current` if it was measured of the sources of that hash."""
        return replace(self, current=self.source_hash == source_hash)

    @property
    def area(self) -> float:
        """LUTs, or gate equivalents where there are none."""
        area = self.gate_equivalents if self.luts is None else self.luts
        assert area is not None, self.core  # `Results.find` takes no row without an area
        return area

    @property
    def area_unit(self) -> str:
        """What `area` counts."""
        return "GE" if self.luts is None else "LUT"

    @property
    def period(self) -> Spread | None:
        """The clock's period."""
        return None if self.fmax is None else Spread.exact(1000.0) / self.fmax

    @property
    def latency(self) -> Spread | None:
        """The time from the first input to the first output of the shortest message."""
        if self.period is None or self.latency_cycles is None:
            return None
        return self.period * self.latency_cycles

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
        """Throughput per LUT, or per gate equivalent where there are none."""
        return None if self.throughput is None else self.throughput / self.area

    @property
    def per_slice(self) -> Spread | None:
        """Throughput per slice equivalent."""
        return None if self.throughput is None or not self.slices else self.throughput / self.slices


@dataclass(frozen=True)
class Figure:
    """A figure that belongs to no row, as a record of the kind "figure" keeps it.

    Such are instructions per byte of a kernel (`name`) in one of its versions, the gate equivalents of a unit
    that is no core, and what a message costs beside its blocks. `more` is all that the record has of it.
    """

    name: str
    version: str
    value: float
    measured_at: str = ""
    more: Mapping[str, Any] = field(default_factory=dict, compare=False)


@dataclass(frozen=True)
class Failure:
    """An implementation that failed, as its record says."""

    core: str
    target: str
    source_hash: str
    reason: str
    measured_at: str = ""

    @property
    def unfit(self) -> bool:
        """Whether the device is too small for the design."""
        return self.reason.startswith(UNFIT)


@dataclass(frozen=True)
class Results:
    """The rows of a store, its records of figures that belong to no row (`Figure`), and its failures."""

    rows: Sequence[Row]
    figures: Sequence[Figure] = ()
    failures: Sequence[Failure] = ()

    def find(
        self,
        core: Core,
        service: Service,
        target: Target,
        merit: Callable[[Measured], tuple[float, ...]] | None = None,
    ) -> Measured | None:
        """Return the row that stands for a service of `core` on `target`, or None.

        Rows of the present sources go before rows of earlier ones, later ones of these before sooner ones;
        then rows of enough seeds; then the better ones: by `merit`, or without one by throughput per LUT.
        """

        def key(row: Row) -> tuple[bool, str, int, tuple[float, ...]]:
            return *self._rank(row), merit(measured_of(row)) if merit else _merit(row)

        row = max(self.rows_of(core, service, target), key=key, default=None)
        return None if row is None else measured_of(row)

    def rows_of(self, core: Core, service: Service, target: Target) -> list[Row]:
        """Return the rows of a service of `core` on `target` that have all their figures."""
        named = (core.name, service.name, service.variant, target.name)
        return [
            row
            for row in self.rows
            if (row["core"], row["service"], row["variant"], row["target"]) == named
            and area_of(row)
            and row["cycles_per_block"]
            and (row["fmax_mhz"] or not target.routed)
        ]

    def _rank(self, row: Row) -> tuple[bool, str, int]:
        return *self._sources_rank(row), seeds_rank(row)

    @cached_property
    def _sources_rank(self) -> Callable[[Row], tuple[bool, str]]:
        return sources_rank(self.rows)

    def failure(self, core: Core, target: Target) -> Failure | None:
        """Return the latest failure of the present sources of `core` on `target`, or None."""
        named = [f for f in self.failures if (f.core, f.target) == (core.name, target.name)]
        found = [failure for failure in named if failure.source_hash == core.source_hash]
        return max(found, key=lambda failure: failure.measured_at, default=None)

    def unfit(self, cores: Iterable[Core]) -> set[tuple[str, str]]:
        """Return the names of those of `cores` whose present sources do not fit a target, and its name."""
        hashes = {core.name: core.source_hash for core in cores}
        return {
            (failure.core, failure.target)
            for failure in self.failures
            if failure.unfit and failure.source_hash == hashes.get(failure.core)
        }

    def figure(self, name: str, version: str) -> Figure | None:
        """Return the latest figure of that name and version, or None."""
        found = [figure for figure in self.figures if (figure.name, figure.version) == (name, version)]
        return max(found, key=lambda figure: figure.measured_at, default=None)


def read_results(store: Store) -> Results:
    """Return what `store` holds."""
    records = snapshot(store).records()
    figures = [
        Figure(r["name"], r["version"], r["figures"]["value"], r["measured_at"], r["figures"])
        for r in records
        if r["kind"] == "figure" and "figures" in r
    ]
    failures = [
        Failure(r["core"], r["target"], r["source_hash"], r["failed"], r["measured_at"])
        for r in records
        if r["kind"] == "implementation" and "failed" in r
    ]
    return Results(stored_rows(store), figures, failures)


def bench_command(core: Core, service: Service, target: Target) -> str:
    """Return the command that makes the row of a service."""
    all_variants = "" if service == core.service() else " --all-variants"
    return f"roundel bench {core.name} --target {target.name}{all_variants}"


def fewest_commands(commands: Iterable[str]) -> list[str]:
    """Return commands once each, without those whose rows another of them makes too."""
    known = dict.fromkeys(commands)
    return [command for command in known if f"{command} --all-variants" not in known]


def measured_of(row: Row) -> Measured:
    """Return the figures of a row that has all of them."""
    names = ("core", "service", "variant", "target", "current", "luts", "ffs", "slices", "block_bits")
    path = row.get("critical_path")
    seeds = row["seeds"] if row.get("routed", True) else None  # a timer's fmax of what is not routed has none
    return Measured(
        **{name: row[name] for name in names},
        fmax=row["fmax_mhz"] and Spread(row["fmax_mhz"]["median"], *clock_bounds(row), seeds),
        cycles_per_block=row["cycles_per_block"],
        options=row["options"],
        tools=row["tools"],
        source_hash=row["source_hash"],
        command=row.get("command", ""),
        gate_equivalents=row.get("gate_equivalents"),
        dsps=row.get("dsps"),
        logic_levels=row.get("logic_levels"),
        latency_cycles=row.get("latency_cycles"),
        logic_share=100 * path["logic_ns"] / path["total_ns"] if path else None,
    )


def _merit(row: Row) -> tuple[float, ...]:
    return (row["throughput_per_lut"] or 1.0 / (area_of(row) or 1.0),)
