"""The targets, as data: which commands a target runs and how its cells are counted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil

from roundel.errors import unknown_name


@dataclass(frozen=True)
class PlaceAndRoute:
    """The implementer of a routed target and the names its report gives to resources."""

    tool: str
    arguments: tuple[str, ...]
    luts: tuple[str, ...]
    ffs: tuple[str, ...]
    rams: tuple[str, ...]
    dsps: tuple[str, ...]


@dataclass(frozen=True)
class Target:
    """A device and the flow to it. `place_and_route` None means synthesis only: no fmax.

    `lut_cells`, `ff_cells`, `ram_cells`, `dsp_cells` weigh the netlist's cell types (a RAM32M occupies
    four LUTs); `level_cells` are the LUT levels that a cell adds to a combinational path, and the cell types
    a path passes through at all. `slice_luts` and `slice_ffs` are what one slice holds. `lacks` names the
    options that the flow has no means for.
    """

    name: str
    device: str
    synthesis: str
    no_wide_luts: str
    lut_cells: Mapping[str, int]
    ff_cells: tuple[str, ...]
    ram_cells: tuple[str, ...]
    dsp_cells: tuple[str, ...]
    level_cells: Mapping[str, int]
    slice_luts: int
    slice_ffs: int
    place_and_route: PlaceAndRoute | None = None
    lacks: frozenset[str] = frozenset()

    @property
    def routed(self) -> bool:
        """Whether the flow ends in a routed design, and so has an fmax."""
        return self.place_and_route is not None

    @property
    def slices_formula(self) -> str:
        """The formula of `slices`, as printed beside the figure."""
        if self.slice_luts == self.slice_ffs:
            return f"ceil(max(LUT, FF) / {self.slice_luts})"
        return f"ceil(max(LUT / {self.slice_luts}, FF / {self.slice_ffs}))"

    def slices(self, luts: int, ffs: int) -> int:
        """Return the slice equivalents of that many LUTs and FFs: slices if each were packed full."""
        return max(ceil(luts / self.slice_luts), ceil(ffs / self.slice_ffs))


ECP5 = Target(
    name="ecp5",
    device="Lattice ECP5 LFE5U-85F, speed 6, CABGA756",
    synthesis="synth_ecp5 -nodsp",
    no_wide_luts="-nowidelut",
    lut_cells={"LUT4": 1, "CCU2C": 2, "TRELLIS_DPR16X4": 4},
    ff_cells=("TRELLIS_FF",),
    ram_cells=("DP16KD",),
    dsp_cells=("MULT18X18D",),
    level_cells={"LUT4": 1, "PFUMX": 0, "L6MUX21": 0, "CCU2C": 0, "TRELLIS_DPR16X4": 1},
    slice_luts=2,
    slice_ffs=2,
    place_and_route=PlaceAndRoute(
        tool="nextpnr-ecp5",
        arguments=("--85k", "--package", "CABGA756", "--speed", "6", "--out-of-context"),
        luts=("TRELLIS_COMB",),
        ffs=("TRELLIS_FF",),
        rams=("DP16KD",),
        dsps=("MULT18X18D",),
    ),
)

_XC7_LUTS = {"INV": 1} | {f"LUT{n}": 1 for n in range(1, 7)}
# LUTs that a distributed memory or shift register occupies (Xilinx UG474, "Distributed RAM").
_XC7_LUT_RAMS = {
    "RAM32X1S": 1,
    "RAM64X1S": 1,
    "RAM32X1D": 2,
    "RAM64X1D": 2,
    "RAM128X1S": 2,
    "RAM128X1D": 4,
    "RAM256X1S": 4,
    "RAM32M": 4,
    "RAM64M": 4,
    "SRL16E": 1,
    "SRLC16E": 1,
    "SRLC32E": 1,
}

XC7 = Target(
    name="xc7",
    device="AMD 7 series, synthesis only (not routed)",
    synthesis="synth_xilinx -flatten -family xc7 -noiopad -noclkbuf -nodsp -nobram",
    no_wide_luts="-nowidelut",
    lut_cells=_XC7_LUTS | _XC7_LUT_RAMS,
    ff_cells=("FDRE", "FDSE", "FDCE", "FDPE"),
    ram_cells=("RAMB18E1", "RAMB36E1"),
    dsp_cells=("DSP48E1",),
    level_cells=_XC7_LUTS | dict.fromkeys(_XC7_LUT_RAMS, 1) | dict.fromkeys(("MUXF7", "MUXF8", "CARRY4"), 0),
    slice_luts=4,
    slice_ffs=8,
    lacks=frozenset(("clock_enables",)),
)

TARGETS: Mapping[str, Target] = {target.name: target for target in (ECP5, XC7)}


def find_target(name: str) -> Target:
    """Return the target of that name; RoundelError with the nearest names when there is none."""
    if name not in TARGETS:
        raise unknown_name("target", name, TARGETS)
    return TARGETS[name]
