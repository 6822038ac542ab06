"""What the bus shell costs on ECP5, how fast it is there, and the table of both in `docs/bus.md`.

`python -m roundel.soc.cost` writes the table.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median

from roundel.catalog import Config, Core
from roundel.implement import Options, Target, find_target, implement, synthesize
from roundel.implement.target import Pins
from roundel.paths import project_root
from roundel.soc.registers import PAGE, marked
from roundel.soc.wrapper import BUSES, DMA, DMA_SHELLS, DMA_WIDTHS, SHELL, shell_sources

TARGET = "ecp5"
# What makes the smallest netlist of the shell.
OPTIONS = Options(mapping="flow2", frequency_mhz=150)
SEEDS = (1, 2, 3)
WIDTHS = (128, 16)
LIMIT_SECONDS = 1800
# Bus, bits of a beat, and bits of the DMA or 0.
SHELLS = [(bus, width, 0) for bus in BUSES for width in WIDTHS]
SHELLS += [(bus, WIDTHS[0], dma) for bus in BUSES for dma in DMA_WIDTHS]
MARKS = ("<!-- cost begin -->\n", "<!-- cost end -->\n")


@dataclass(frozen=True)
class Cost:
    """LUTs, with those of carry chains and LUT RAM, flip-flops and block RAMs of a shell."""

    luts: int
    ffs: int
    rams: int


def shell_core(bus: str, width: int, dma: int = 0) -> Core:
    """Return the shell alone, or that with DMA of `dma` bits, as a core that can be synthesized."""
    return Core(
        name=f"shell-{bus}-dma" if dma else f"shell-{bus}",
        summary="",
        kind="module",
        vlnv=DMA if dma else SHELL,
        top=(DMA_SHELLS if dma else BUSES)[bus],
        sources=shell_sources(dma=bool(dma)),
        config=Config("", {"DataWidth": width} | ({"BusWidth": dma} if dma else {})),
        configs=(),
        data_width=width,
        services=(),
        papers=(),
        docs=Path(PAGE),
    )


def cost(bus: str, width: int, dma: int = 0) -> Cost:
    """Return the area of the shell on a bus for beats of `width` bits, with DMA of `dma` bits if not 0."""
    target = find_target(TARGET)
    netlist = synthesize(shell_core(bus, width, dma), target, OPTIONS, limit_seconds=LIMIT_SECONDS)
    rams = sum(netlist.cells.get(cell, 0) for cell in target.ram_cells)
    return Cost(target.luts_of(netlist.cells), target.ffs_of(netlist.cells), rams)


def routed_target() -> Target:
    """Return the target with registers at every port of the shell, those of the harness."""
    target = find_target(TARGET)
    assert target.place_and_route is not None
    # Out of context: the pins of the harness are on no pads.
    return replace(target, place_and_route=replace(target.place_and_route, pins=Pins("pins.lpf", "")))


def fmax_mhz(bus: str, width: int, dma: int = 0) -> float:
    """Return how fast the shell is between registers at all its ports, in MHz: the median of the seeds."""
    core, target = shell_core(bus, width, dma), routed_target()
    found = []
    for seed in SEEDS:
        done = implement(core, target, OPTIONS, seed=seed, limit_seconds=LIMIT_SECONDS)
        assert done.fmax_mhz is not None
        found.append(done.fmax_mhz)
    return median(found)


def row(bus: str, width: int, dma: int) -> str:
    """Return the row of a shell in the table."""
    return f"{beginning(bus, width, dma)} {fmax_mhz(bus, width, dma):.0f} |"


def beginning(bus: str, width: int, dma: int) -> str:
    """Return the row of a shell but for its frequency, which takes longer."""
    one = cost(bus, width, dma)
    return f"| {bus} | {width} | {dma or 'none'} | {one.luts} | {one.ffs} | {one.rams} |"


def table() -> str:
    """Return the table of every shell."""
    lines = ["", "| bus | W | DMA | LUT | FF | block RAM | MHz |", "|---|---|---|---|---|---|---|"]
    lines += [row(*shell) for shell in SHELLS]
    return "\n".join([*lines, "", ""])


def page() -> str:
    """Return the text of the page with the table as it is now."""
    rows = table()  # takes long; the page may change meanwhile
    return marked((project_root() / PAGE).read_text(), MARKS, rows)


if __name__ == "__main__":
    (project_root() / PAGE).write_text(page())
