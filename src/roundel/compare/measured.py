"""The one stored row that represents a core's service on a target."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cache, cached_property
from typing import Any, TypeVar

from roundel.catalog import Core, Service
from roundel.implement import Target
from roundel.implement.liberty import GENERIC
from roundel.implement.report import UNFIT, state_of
from roundel.lab import Row, Store, stored_rows
from roundel.lab.columns import CURRENT, EARLIER_NAMES, STALE
from roundel.lab.rows import area_of, clock_bounds, seeds_rank, sources_rank
from roundel.lab.sources import FigureSources, current_records
from roundel.spread import Spread

Merit = tuple[float, ...]
Key = TypeVar("Key")
# What decides which row represents a core: enough seeds, its merit, its number of seeds.
RowRank = tuple[int, Merit, int]

NO_CORES: Mapping[str, Core] = {}


@dataclass(frozen=True)
class Measured:
    """A stored row's figures. Units: MHz, Mbit/s, Mbit/s per LUT and per slice equivalent, ns.

    `fmax`, what follows from it and `logic_share` (of the longest path's delay, in %) are None on a target
    that is not routed. `area` is in `area_unit`: LUTs, gate equivalents (GE) on standard cells, where `luts`
    and `slices` are None. `harness_luts` and `harness_ffs` are those of `luts` and `ffs` that the harness
    brought, None without one. The row of a bench whose runs failed also lacks other figures. `evidence` says
    how the cycles of a core that is not ours are known, in the catalog's words; it is empty for a core of
    ours. `seeds_failed` counts the seeds that are in no median, as they were not routed. `current` is False
    when the sources have changed since; `earlier_names` is True when only their identifiers have. `command`
    measures the row again.
    """

    core: str
    service: str
    variant: str
    target: str
    current: bool = field(compare=False)
    luts: int | None
    ffs: int | None
    slices: int | None
    fmax: Spread | None
    block_bits: int
    cycles_per_block: float | None
    options: Mapping[str, Any] = field(default_factory=dict)
    tools: Mapping[str, str] = field(default_factory=dict)
    gate_equivalents: float | None = None
    harness_luts: int | None = None
    harness_ffs: int | None = None
    rams: int | None = None
    dsps: int | None = None
    logic_levels: int | None = None
    latency_cycles: float | None = None
    logic_share: float | None = None
    routed: bool = True
    seeds: int = 0
    seeds_failed: int = 0
    evidence: str = ""
    device: str = ""
    measured_at: str = field(default="", compare=False)
    earlier_names: bool = field(default=False, compare=False)
    source_hash: str = field(default="", compare=False)
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
    def area_text(self) -> str:
        """The area as it is printed, without its unit."""
        return area_text(self.area)

    @property
    def area_unit(self) -> str:
        """What `area` counts."""
        return "GE" if self.luts is None else "LUT"

    @cached_property
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
        assert self.cycles_per_block, self.core  # `Results.find` takes no row without its cycles
        return self.block_bits / self.cycles_per_block

    @cached_property
    def throughput(self) -> Spread | None:
        """Throughput for long messages."""
        return self.fmax * self.bits_per_cycle if self.fmax and self.cycles_per_block else None

    @cached_property
    def per_lut(self) -> Spread | None:
        """Throughput per LUT, or per gate equivalent where there are none."""
        return None if self.throughput is None else self.throughput / self.area

    @property
    def per_slice(self) -> Spread | None:
        """Throughput per slice equivalent."""
        return None if self.throughput is None or not self.slices else self.throughput / self.slices


@dataclass(frozen=True)
class Cycles:
    """Cycles of a service, which no target changes: those of a current row, or the catalog's.

    Those of a row are `simulated`. The catalog has no latency: it is that of a stale row then, and
    `current_latency` is False, or None.
    """

    block_bits: int
    per_block: float
    latency: float | None
    simulated: bool
    current_latency: bool = True

    @property
    def bits_per_cycle(self) -> float:
        """Bits of long messages that a clock cycle deals with."""
        return self.block_bits / self.per_block


@dataclass(frozen=True)
class Figure:
    """A figure that belongs to no row, as a record of the kind "figure" keeps it.

    Such are instructions per byte of a kernel (`name`) in one of its versions, the gate equivalents of a unit
    that is no core, what a message costs beside its blocks, and the energy of a core. `more` is all that the
    record has of it. `core` and `source_hash` say of what it was measured; `current` is False where what it
    is of is still made here, by the catalog or by `roundel.isa`, and its sources have changed since. `tools`
    are the versions of what measured it, `command` measures it again.
    """

    name: str
    version: str
    value: float
    measured_at: str = ""
    more: Mapping[str, Any] = field(default_factory=dict, compare=False)
    core: str = ""
    source_hash: str = ""
    current: bool = True
    tools: Mapping[str, str] = field(default_factory=dict, compare=False)
    command: str = field(default="", compare=False)

    def with_state(self, catalog: Mapping[str, Core]) -> Figure:
        """Return the same, `current` unless the core of that name, kernel or unit has other sources."""
        core = catalog.get(self.core)
        present = isa_source(self.name, self.version) if core is None else core.source_hash
        return replace(self, current=present in (None, self.source_hash))


@dataclass(frozen=True)
class Failure:
    """An implementation that failed, as its record says."""

    core: str
    target: str
    source_hash: str
    reason: str
    measured_at: str = ""

    @property
    def state(self) -> str:
        """Where the design is stuck: "does not fit", "not placed", "not routed", or "failed"."""
        return state_of(self.reason)

    @property
    def unfit(self) -> bool:
        """Whether the device is too small for the design."""
        return self.state == UNFIT


def retry_hint(reason: str, command: str) -> str:
    """Return what to do about a failure for a reason, given the command that makes the row."""
    if state_of(reason) == UNFIT:
        return "Name a target with a larger device."
    return f"`{command} --retry` tries again."


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
        merit: Callable[[Measured], Merit] | None = None,
    ) -> Measured | None:
        """Return the row that represents a service of `core` on `target`.

        Current rows go before stale ones, and of stale rows those of the sources that were measured last.
        Among equal ones `best_row` decides.

        Args:
            core: The core.
            service: One of its services.
            target: The target.
            merit: What ranks rows with enough seeds, the greatest first; `merit_of` if not given.

        Returns:
            The figures of the row, or None where there is no row.
        """

        def key(row: Row) -> tuple[bool, str, RowRank]:
            return *self._sources_rank(row), best_row(row, merit or merit_of)

        row = max(self.rows_of(core, service, target), key=key, default=None)
        return None if row is None else measured_of(row)

    def cycles(self, core: Core, service: Service) -> Cycles:
        """Return the cycles of a service: those of a current row of any target, else the catalog's."""
        of_core = (core.name, service.name, service.variant)
        for name, rows in self._by_name.items():
            for row in rows if name[:3] == of_core else ():
                if row.get("current", True) and row["cycles_per_block"]:
                    bits, latency = row["block_bits"], row.get("latency_cycles")
                    return Cycles(bits, row["cycles_per_block"], latency, simulated=True)
        return Cycles(service.block_bits, service.cycles_per_block, None, simulated=False)

    def rows_of(self, core: Core, service: Service, target: Target) -> list[Row]:
        """Return the rows of a service of `core` on `target` that have all their figures."""
        named = (core.name, service.name, service.variant, target.name)
        # A row of a bench that stopped after synthesis has no part in what a routed target is compared by.
        return [
            row
            for row in self._by_name.get(named, ())
            if area_of(row)
            and row["cycles_per_block"]
            and row.get("routed", target.routed) == target.routed
            and (row["fmax_mhz"] or not target.routed)
        ]

    @cached_property
    def _by_name(self) -> Mapping[tuple[str, str, str, str], Sequence[Row]]:
        found: dict[tuple[str, str, str, str], list[Row]] = {}
        for row in self.rows:
            name = (row["core"], row["service"], row["variant"], row["target"])
            found.setdefault(name, []).append(row)
        return found

    @cached_property
    def _sources_rank(self) -> Callable[[Row], tuple[bool, str]]:
        return sources_rank(self.rows)

    def failure(self, core: Core, target: Target) -> Failure | None:
        """Return the latest failure of the current sources of `core` on `target`, or None."""
        named = [f for f in self.failures if (f.core, f.target) == (core.name, target.name)]
        found = [failure for failure in named if failure.source_hash == core.source_hash]
        return max(found, key=lambda failure: failure.measured_at, default=None)

    def states(self, cores: Iterable[Core]) -> dict[tuple[str, str], str]:
        """Return where the current sources of `cores` are stuck, by the names of core and target.

        Of several failures it is the latest, but what does not fit at all says so.
        """
        hashes = {core.name: core.source_hash for core in cores}
        found = [f for f in self.failures if f.source_hash == hashes.get(f.core)]
        found.sort(key=lambda failure: (failure.unfit, failure.measured_at))
        return {(failure.core, failure.target): failure.state for failure in found}

    def figure(self, name: str, version: str, catalog: Mapping[str, Core] = NO_CORES) -> Figure | None:
        """Return the figure of that name and version, or None: the current one, else the latest."""
        found = [
            figure.with_state(catalog)
            for figure in self.figures
            if (figure.name, figure.version) == (name, version)
        ]
        return max(found, key=lambda figure: (figure.current, figure.measured_at), default=None)


def read_results(store: Store) -> Results:
    """Return the rows, the figures that belong to no row, and the failures of a store.

    Args:
        store: The published and the live results.

    Returns:
        The results.
    """
    records = current_records(store)
    figures = [
        Figure(
            r["name"],
            r["version"],
            r["figures"]["value"],
            r["measured_at"],
            r["figures"],
            r.get("core", ""),
            r.get("source_hash", ""),
            tools=r.get("tools") or {},
        )
        for r in records
        if r["kind"] == "figure" and "figures" in r
    ]
    return Results(stored_rows(store), figures, failures_of(records))


def failures_of(records: Iterable[Mapping[str, Any]]) -> list[Failure]:
    """Return the failed implementations among the records of a store."""
    return [
        Failure(r["core"], r["target"], r.get("source_hash", ""), r["failed"], r["measured_at"])
        for r in records
        if r["kind"] == "implementation" and "failed" in r
    ]


def row_command(core: Core, service: Service, target: Target) -> str:
    """Return the command that makes the row of a service."""
    all_variants = "" if service == core.service() else " --all-variants"
    return f"roundel bench {core.name} --target {target.name}{all_variants}"


@cache
def isa_source(name: str, version: str) -> str | None:
    """Return the hash of the kernel or unit of the instructions that the figure is of, or None of another."""
    from roundel.isa.measure import current_source  # the assembler, which no row needs

    return current_source(name, version)


def figure_command(figure: str, catalog: Mapping[str, Core]) -> str:
    """Return the command that makes the figure "name/version", or nothing if none does."""
    from roundel.lab.messages import KEPT_VERSION, VERSION, name_of  # the golden models, which no row needs

    name, _, version = figure.partition("/")
    if isa_source(name, version) is not None:
        return "roundel isa measure"
    energy = re.fullmatch(r"energy (.+)", version)
    if energy is None and version not in (VERSION, KEPT_VERSION):
        return ""
    for core in catalog.values():
        for service in core.services:
            if name_of(core, service) == name:
                words = ["roundel energy" if energy else "roundel messages", core.name]
                words += ["--service", service.name, "--variant", service.variant]
                if energy:
                    return " ".join([*words, *_liberty_words(energy[1])])
                return " ".join([*words, *(["--kept-keys"] if version == KEPT_VERSION else [])])
    return ""


def _liberty_words(stem: str) -> list[str]:
    """Return the option of a library of cells, nothing for Roundel's own."""
    return [] if stem == GENERIC.stem else ["--liberty", f"{stem}.lib"]


def figure_sources(catalog: Mapping[str, Core]) -> FigureSources:
    """Return what publishing has to know of figures that are of no core."""
    return FigureSources(isa_source, lambda name, version: figure_command(f"{name}/{version}", catalog))


def fewest_commands(commands: Iterable[str]) -> list[str]:
    """Return commands once each, without those whose rows another of them makes too."""
    known = dict.fromkeys(commands)
    return [command for command in known if f"{command} --all-variants" not in known]


# What a row and its `Measured` have under the same name.
_SAME = tuple(one.name for one in fields(Measured) if one.name not in ("fmax", "logic_share"))


def measured_of(row: Mapping[str, Any]) -> Measured:
    """Return the figures of a row, of a store or of a bench."""
    path = row.get("critical_path")
    same = {"current": True} | {name: row[name] for name in _SAME if name in row}
    share = 100 * path["logic_ns"] / path["total_ns"] if path else None
    return Measured(**same, fmax=fmax_of(row), logic_share=share)


def sources_state(row: Mapping[str, Any] | Measured) -> str:
    """Return how the measured sources of a row relate to the current ones: a value of column `state`."""
    if isinstance(row, Measured):
        current, earlier = row.current, row.earlier_names
    else:
        current, earlier = row.get("current", True), row.get("earlier_names", False)
    return STALE if not current else EARLIER_NAMES if earlier else CURRENT


def area_text(area: float) -> str:
    """Return an area as it is printed: in six digits, or as many as a whole number has."""
    return f"{area:g}" if area < 1e6 else f"{area:.0f}"


def fmax_of(row: Mapping[str, Any]) -> Spread | None:
    """Return the fmax of a row with its bounds, or None where there is none."""
    if not row["fmax_mhz"]:
        return None
    # A timer's fmax of what is not routed has no seeds.
    seeds = row["seeds"] if row.get("routed", True) else None
    return Spread(row["fmax_mhz"]["median"], *clock_bounds(row), seeds)


def merit_of(m: Measured) -> Merit:
    """Return what is better in a row of a core: throughput per LUT, unrounded, then less area."""
    return m.per_lut.value if m.per_lut else 0.0, -m.area


def best_row_by(
    rows: Iterable[Mapping[str, Any]], key: Callable[[Mapping[str, Any]], Key]
) -> dict[Key, Mapping[str, Any]]:
    """Return the best of the rows of each key (`best_row`), in the order in which the keys come first."""
    best: dict[Key, tuple[RowRank, Mapping[str, Any]]] = {}
    for row in rows:
        name, rank = key(row), best_row(row)
        if name not in best or rank > best[name][0]:
            best[name] = rank, row
    return {name: row for name, (_, row) in best.items()}


def best_row(row: Mapping[str, Any], merit: Callable[[Measured], Merit] = merit_of) -> RowRank:
    """Return the rank of a row among rows of the same sources: the greatest represents its core.

    The rank is the same for each service of a core, so that all of them are of one implementation.
    """
    return seeds_rank(row), merit(measured_of(row)), row["seeds"]
