"""What goes into an implementation and what comes out, as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Options:
    """Synthesis and place-and-route options: the part of a strategy that is not the seed.

    `wide_luts` lets the mapper join LUTs by the slice's multiplexers (PFUMX, MUXF7): smaller for table
    look-ups, larger and far harder to route for the exclusive-or trees of Keccak. `frequency_mhz` is what
    the placer and router aim at; missing it is no failure. `flatten_first` maps the design as one piece;
    otherwise modules marked `keep_hierarchy` are mapped each by itself and flattened afterwards, which
    keeps the mapper from trading area for depth across the steps of a round.
    """

    wide_luts: bool = False
    frequency_mhz: int = 200
    flatten_first: bool = False


@dataclass(frozen=True)
class Area:
    """Resources as the implementer's own report counts them; `cells` is the netlist by cell type."""

    luts: int
    ffs: int
    rams: int
    dsps: int
    slices: int
    slices_formula: str
    logic_levels: int
    cells: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class CriticalPath:
    """The slowest register-to-register path of the slowest clock; delays in ns.

    `nets` are the source names along the path, register to register; `sources` the file:line of the nets
    that have one.
    """

    clock: str
    total_ns: float
    logic_ns: float
    routing_ns: float
    levels: int
    nets: tuple[str, ...]
    sources: tuple[str, ...]


@dataclass(frozen=True)
class Implementation:
    """One finished run. `fmax_mhz` and `critical_path` are None where the target is not routed."""

    area: Area
    fmax_mhz: float | None
    critical_path: CriticalPath | None
    synthesis_seconds: float
    place_and_route_seconds: float
