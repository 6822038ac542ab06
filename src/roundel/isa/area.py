"""Areas of the unit: standard cells in gate equivalents, and what it takes of an FPGA.

Three units go through the same flow: the one of this extension, one with the instructions that ARMv8.2-SHA3
added for the same purpose, and one with `vkeccak.vi` of the RISC-V draft Zvknhk. The first two are
combinational, and their registers are not counted; the third has its state. The register file is not counted.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from roundel.catalog import Config, Core
from roundel.catalog.capi2 import read_descriptions, sources_of
from roundel.implement import GENERIC, Area, Options, find_target, gate_equivalents, implement
from roundel.paths import project_root

UNIT = "roundel_simd_unit"
ARMV8_SHA3 = "roundel_armv8_sha3_unit"
TIMED = "roundel_simd_timed"
VKECCAK = "roundel_vkeccak_unit"
VLNV = "roundel:simd:unit"
VLNVS = {UNIT: VLNV, ARMV8_SHA3: VLNV, TIMED: VLNV, VKECCAK: "roundel:vkeccak:unit"}
FPGAS = ("ecp5", "xc7")
# Versions on an FPGA: the unit and its parameters.
WIDEST = "vkeccak-2048"
FPGA_UNITS: dict[str, tuple[str, dict[str, int]]] = {
    "extension": (TIMED, {}),
    "vkeccak": (VKECCAK, {}),
    WIDEST: (VKECCAK, {"DataWidth": 2048}),
}


@dataclass(frozen=True)
class UnitArea:
    """A unit on standard cells: gate equivalents, flip-flops among them, logic levels, and cells by type."""

    gate_equivalents: float
    ffs: int
    logic_levels: int
    cells: dict[str, int]


def unit_sources(vlnv: str = VLNV) -> tuple[Path, ...]:
    """Return the sources of a description of units and what they need, in compilation order."""
    return tuple(sources_of(vlnv, read_descriptions(project_root()), Path(__file__)))


def cells_area(top: str, liberty: Path = GENERIC) -> UnitArea:
    """Return the area of a unit, UNIT, ARMV8_SHA3 or VKECCAK, on the cells of a liberty."""
    area = gate_equivalents(top, unit_sources(VLNVS[top]), liberty=liberty)
    return UnitArea(area.gate_equivalents or 0.0, area.ffs, area.logic_levels, dict(area.cells))


@dataclass(frozen=True)
class FpgaArea:
    """The unit between registers on an FPGA; `fmax_mhz` is None where it was not routed."""

    target: str
    luts: int
    ffs: int
    logic_levels: int
    fmax_mhz: float | None


def fpga_area(
    target: str, top: str = TIMED, seed: int = 1, parameters: Mapping[str, int] | None = None
) -> FpgaArea:
    """Return what TIMED or VKECCAK takes on one of FPGAS; placed and routed where the target can be."""
    sources = unit_sources(VLNVS[top])
    core = Core(
        name=top,
        summary="",
        kind="module",
        vlnv=VLNVS[top],
        top=top,
        sources=sources,
        config=Config("default", parameters or {}),
        configs=("default",),
        data_width=128,
        services=(),
        papers=(),
        docs=sources[0],
    )
    chosen = find_target(target)
    done = implement(core, chosen, Options(), seed=seed if chosen.place_and_route else None)
    area: Area = done.area
    return FpgaArea(target, area.luts or 0, area.ffs, area.logic_levels, done.fmax_mhz)
