"""What a target is: which commands it runs, what it needs and how its cells are counted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import ceil
from pathlib import Path

from roundel.implement.liberty import Liberty

# Options that a target without place and route has no means for.
ROUTED_ONLY = frozenset(("timing_weight", "timing_ripup", "placer", "router"))


@dataclass(frozen=True)
class Pins:
    """The constraint file that puts the harness's four pins on pins of the package."""

    file: str
    text: str


@dataclass(frozen=True)
class PlaceAndRoute:
    """The implementer of a routed target and the names under which it counts resources (`report.resources`).

    `luts` says how many LUTs one of each kind occupies. With `pins`, the core is placed within the harness of
    `roundel.implement.harness`; without, out of context.
    """

    tool: str
    arguments: tuple[str, ...]
    luts: Mapping[str, int]
    ffs: tuple[str, ...]
    rams: tuple[str, ...]
    dsps: tuple[str, ...]
    pins: Pins | None = None


@dataclass(frozen=True)
class Target:
    """A device and the flow to it. `place_and_route` None means synthesis only: not routed.

    `lut_cells`, `ff_cells`, `ram_cells`, `dsp_cells` weigh the netlist's cell types (a RAM32M occupies
    four LUTs); `level_cells` are the LUT levels that a cell adds to a combinational path, and the cell types
    a path passes through at all. `slice_luts` and `slice_ffs` are what one slice holds. `lacks` names the
    options that the flow has no means for. With a `liberty` the cells are the library's: its area is in gate
    equivalents and there are no LUTs. `after_synthesis` are commands for the flat netlist; they may read the
    file `cell_map` by its name. `note` says what a reader of its figures has to know.
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
    after_synthesis: tuple[str, ...] = ()
    cell_map: Path | None = None
    liberty: Liberty | None = None
    note: str = ""

    @property
    def files(self) -> tuple[Path, ...]:
        """Files that synthesis reads in addition to the sources; its commands name them without a folder."""
        liberty = (self.liberty.path.resolve(),) if self.liberty else ()
        return (*liberty, *((self.cell_map,) if self.cell_map else ()))

    @property
    def routed(self) -> bool:
        """Whether the flow ends in a routed design."""
        return self.place_and_route is not None

    def synthesized(self) -> Target:
        """Return the target with a flow that ends after synthesis: LUTs, flip-flops and levels, no fmax.

        The core is out of context, so that no harness and no pads are counted.
        """
        if not self.routed:
            return self
        kept = tuple(command for command in self.after_synthesis if not command.startswith("iopadmap"))
        return replace(
            self,
            device=f"{self.device}, synthesis only (not routed)",
            place_and_route=None,
            after_synthesis=kept,
            lacks=self.lacks | ROUTED_ONLY,
        )

    @property
    def harnessed(self) -> bool:
        """Whether the core is implemented within the harness."""
        return self.place_and_route is not None and self.place_and_route.pins is not None

    @property
    def slices_formula(self) -> str:
        """The formula of `slices`, as printed beside the figure."""
        if self.slice_luts == self.slice_ffs:
            return f"ceil(max(LUT, FF) / {self.slice_luts})"
        return f"ceil(max(LUT / {self.slice_luts}, FF / {self.slice_ffs}))"

    def luts_of(self, cells: Mapping[str, int]) -> int:
        """Return the LUTs of cells, given as counts by type, with those of carry chains and LUT RAM."""
        return sum(count * cells.get(cell, 0) for cell, count in self.lut_cells.items())

    def ffs_of(self, cells: Mapping[str, int]) -> int:
        """Return the flip-flops of cells, given as counts by type."""
        return sum(cells.get(cell, 0) for cell in self.ff_cells)

    def slices(self, luts: int, ffs: int) -> int:
        """Return the slice equivalents of that many LUTs and FFs: slices if each were packed full."""
        return max(ceil(luts / self.slice_luts), ceil(ffs / self.slice_ffs))
