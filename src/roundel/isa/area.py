"""Areas of the unit: standard cells in gate equivalents, and what it takes of an FPGA.

Two units go through the same flow: the one of this extension, and one with the instructions that
ARMv8.2-SHA3 added for the same purpose. Both are combinational, their registers and the register file are not
counted.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from roundel.catalog import Config, Core
from roundel.catalog.capi2 import read_descriptions, sources_of
from roundel.implement import GENERIC, Area, Options, find_target, gate_equivalents, implement
from roundel.paths import project_root

UNIT = "roundel_simd_unit"
ARMV8_SHA3 = "roundel_armv8_sha3_unit"
TIMED = "roundel_simd_timed"
VLNV = "roundel:simd:unit"
FPGAS = ("ecp5", "xc7")


@dataclass(frozen=True)
class UnitArea:
    """A unit on standard cells: gate equivalents, logic levels, and cells by type."""

    gate_equivalents: float
    logic_levels: int
    cells: dict[str, int]


def unit_sources(root: Path | None = None) -> tuple[Path, ...]:
    """Return the sources of both units and what they need, in compilation order."""
    descriptions = read_descriptions(root or project_root())
    return tuple(sources_of(VLNV, descriptions, Path(__file__)))


def cells_area(top: str, liberty: Path = GENERIC) -> UnitArea:
    """Return the area of a unit, UNIT or ARMV8_SHA3, on the cells of a liberty."""
    area = gate_equivalents(top, unit_sources(), liberty=liberty)
    return UnitArea(area.gate_equivalents or 0.0, area.logic_levels, dict(area.cells))


@dataclass(frozen=True)
class FpgaArea:
    """The unit between registers on an FPGA; `fmax_mhz` is None where it was not routed."""

    target: str
    luts: int
    ffs: int
    logic_levels: int
    fmax_mhz: float | None


def fpga_area(target: str, seed: int = 1) -> FpgaArea:
    """Return what the unit takes on one of FPGAS; placed and routed where the target can be."""
    sources = unit_sources()
    core = Core(
        name=TIMED,
        summary="",
        kind="module",
        vlnv=VLNV,
        top=TIMED,
        sources=sources,
        config=Config("default"),
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
