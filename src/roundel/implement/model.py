"""What goes into an implementation and what comes out, as data."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from roundel.errors import RoundelError, unknown_name

# What ABC9 runs to map onto LUTs: the scripts that Yosys brings, by the names it gives them.
MAPPINGS: Mapping[str, str] = {
    "default": "abc9.script.default",
    "area": "abc9.script.default.area",
    "fast": "abc9.script.default.fast",
    "flow": "abc9.script.flow",
    "flow2": "abc9.script.flow2",
    "flow3": "abc9.script.flow3",
}
# nextpnr's own --placer-heap-timingweight.
DEFAULT_TIMING_WEIGHT = 10
# nextpnr's placers and routers that routed designs are made with; its own choice first.
PLACERS = ("heap", "static")
ROUTERS = ("router1", "router2")


@dataclass(frozen=True)
class Options:
    """Synthesis and place-and-route options: the part of a strategy that is not the seed.

    `wide_luts` lets the mapper join LUTs by the slice's multiplexers (PFUMX, MUXF7): smaller for table
    look-ups, larger and far harder to route for the exclusive-or trees of Keccak. `frequency_mhz` is what
    the placer and router aim at; missing it is no failure. `flatten_first` maps the design as one piece;
    otherwise modules marked `keep_hierarchy` are mapped separately and flattened afterwards, which
    keeps the mapper from trading area for depth across the steps of a round.

    `mapping` names what ABC9 does (`MAPPINGS`). `retime` lets ABC move registers across logic before they
    are mapped, `sequential` lets ABC9 look through them (its -dff). Without `clock_enables` an enable is
    logic before the register: more LUTs, fewer control sets. `timing_weight` is what the placer gives timing
    against wire length, `timing_ripup` makes the router give up routes for timing too. `placer` and `router`
    name nextpnr's: the static placer's wires are far shorter where carry chains or control sets are what
    the design is made of, and router2 ends where router1 does not, at the cost of some speed.
    """

    wide_luts: bool = False
    frequency_mhz: int = 200
    flatten_first: bool = False
    mapping: str = "default"
    retime: bool = False
    sequential: bool = False
    clock_enables: bool = True
    timing_weight: int = DEFAULT_TIMING_WEIGHT
    timing_ripup: bool = False
    placer: str = PLACERS[0]
    router: str = ROUTERS[0]

    def __post_init__(self) -> None:
        """Refuse what no tool would take."""
        for name, known in (("mapping", MAPPINGS), ("placer", PLACERS), ("router", ROUTERS)):
            if (value := getattr(self, name)) not in known:
                raise unknown_name(name, value, known)
        for name, value in (("frequency", self.frequency_mhz), ("timing weight", self.timing_weight)):
            if value < 1:
                raise RoundelError(f"{name} {value}, expected 1 or more", "Omit it to use the default.")

    @classmethod
    def of_record(cls, options: Mapping[str, Any]) -> Options:
        """Return the options of a record; those that only earlier versions had are left out."""
        known = cls.__dataclass_fields__
        return cls(**{name: value for name, value in options.items() if name in known})

    def record(self) -> dict[str, Any]:
        """Return the options as results name them.

        The first three are always there, the others where they are not at their default: a result from
        before an option existed and one with its default are of the same options.
        """
        always = ("wide_luts", "frequency_mhz", "flatten_first")
        return {
            field.name: getattr(self, field.name)
            for field in dataclasses.fields(self)
            if field.name in always or getattr(self, field.name) != field.default
        }


@dataclass(frozen=True)
class Area:
    """Resources as the implementer's own report counts them; `cells` is the netlist by cell type.

    On standard cells `gate_equivalents` takes the place of LUTs and slices, which are None there. Where the
    core was placed within the harness, LUTs and FFs are those of both, and `harness_luts` and `harness_ffs`
    say how many of them are the harness's, counted in the netlist. `report` is what the implementer reports
    as used, in its own names, where that says more than the other figures.
    """

    luts: int | None
    ffs: int
    rams: int
    dsps: int
    slices: int | None
    slices_formula: str
    logic_levels: int
    cells: Mapping[str, int] = field(default_factory=dict)
    gate_equivalents: float | None = None
    harness_luts: int | None = None
    harness_ffs: int | None = None
    report: Mapping[str, int] | None = None

    def record(self) -> dict[str, Any]:
        """Return the figures as results name them: those that a target has no use for are left out."""
        optional = ("gate_equivalents", "harness_luts", "harness_ffs", "report")
        return {
            name: value
            for name, value in dataclasses.asdict(self).items()
            if name not in optional or value is not None
        }


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
    """One finished run. `fmax_mhz` and `critical_path` are None where nothing says how fast the design is.

    That is where the target is not routed, unless its cells have delays and a program adds them up.
    Of a run that ended with the placement, `fmax_mhz` is the placer's estimate, and there is no path.
    """

    area: Area
    fmax_mhz: float | None
    critical_path: CriticalPath | None
    synthesis_seconds: float
    place_and_route_seconds: float
