"""The demo SoC placed and routed on ECP5, and the table of it in `docs/integration.md`.

`python -m roundel.soc.board` writes the table. `python -m roundel.soc.board CORE BUS` prints one row.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from roundel.catalog import Config, Core, find_core
from roundel.errors import RoundelError
from roundel.implement import Options, Target, find_target, implement, synthesize
from roundel.paths import cache_dir, project_root
from roundel.process.atomic import write_atomically
from roundel.soc.registers import marked
from roundel.soc.top import BOARD, board_sources, top_text
from roundel.soc.wrapper import BUSES

TARGET = "ecp5"
OPTIONS = Options(mapping="flow2", frequency_mhz=50, placer="static")
SEED = 1
LIMIT_SECONDS = 1800
PAGE = "docs/integration.md"
MARKS = ("<!-- board begin -->\n", "<!-- board end -->\n")
# The rows of the page: cores with the bus of their registers.
ROWS = (("ascon-la", "axi4-lite"), ("aes-gcm-la", "wishbone"), ("keccak-hash", "axi4-lite"))
# What is counted apart, by the beginning of the names of its cells. The first one that fits counts.
PARTS = {
    "core": "u_top.u_device.u_core.",
    "shell": "u_top.u_device.u_shell.",
    "processor": "u_top.u_soc.u_cpu.",
}
REST = "rest"


@dataclass(frozen=True)
class Board:
    """LUTs and flip-flops of each part of the SoC by its name, block RAMs of all, and fmax in MHz."""

    luts: Mapping[str, int]
    ffs: Mapping[str, int]
    rams: int
    fmax_mhz: float


def board_target() -> Target:
    """Return the target: its multipliers are used, those of the processor."""
    return replace(find_target(TARGET), synthesis="synth_ecp5")


def board_core(core: Core, bus: str) -> Core:
    """Return the SoC of `core` without DMA as a core that can be placed and routed.

    The core, its shell and the processor are mapped separately, so that their cells can be counted. The
    sources are copies that say so.

    Raises:
        RoundelError: The core has no shell, there is no such bus, or the package of the processor is missing.
    """
    folder = cache_dir("soc", "boards", f"{core.name.replace(':', '-')}-{bus}")
    top = top_text(core, bus)  # judges the core and the bus
    texts = {path.name: path.read_text() for path in board_sources(core, bus)} | {"soc_top.sv": top}
    whole = re.compile(rf"^module (?=(?:{core.top}|{BUSES[bus]}|picorv32)\b)", re.MULTILINE)
    for name, text in texts.items():
        write_atomically(folder / name, whole.sub("(* keep_hierarchy *)\nmodule ", text))
    return Core(
        name=f"soc-{core.name}",
        summary="",
        kind="module",
        vlnv="roundel:soc:board",
        top=BOARD,
        sources=tuple(folder / name for name in texts),
        config=Config("", {}),
        configs=(),
        data_width=core.data_width,
        services=(),
        papers=(),
        docs=Path(PAGE),
        folder=folder,
    )


def place(core: Core, bus: str) -> Board:
    """Return what the SoC of `core` takes on ECP5, and how fast it is.

    Raises:
        JobFailed: A tool failed or ran out of time, or the SoC does not fit.
        RoundelError: See `board_core`.
    """
    board, target = board_core(core, bus), board_target()
    done = implement(board, target, OPTIONS, seed=SEED, limit_seconds=LIMIT_SECONDS)
    netlist = synthesize(board, target, OPTIONS, limit_seconds=LIMIT_SECONDS)
    cells = json.loads((netlist.folder / "netlist.json").read_text())["modules"][BOARD]["cells"]
    luts: Counter[str] = Counter()
    ffs: Counter[str] = Counter()
    for name, cell in cells.items():
        part = next((part for part, begin in PARTS.items() if name.startswith(begin)), REST)
        luts[part] += target.lut_cells.get(cell["type"], 0)
        ffs[part] += cell["type"] in target.ff_cells
    assert done.fmax_mhz is not None
    return Board(luts, ffs, done.area.rams, done.fmax_mhz)


def row(core: Core, bus: str) -> str:
    """Return the row of a core in the table."""
    one = place(core, bus)
    counts = " | ".join(str(one.luts[part]) for part in (*PARTS, REST))
    total = f"{sum(one.luts.values())} | {sum(one.ffs.values())} | {one.rams}"
    return f"| {core.name} | {bus} | {counts} | {total} | {one.fmax_mhz:.0f} |"


def table() -> str:
    """Return the table of the page."""
    heads = ["core", "bus", *(f"{part}, LUT" for part in (*PARTS, REST)), "LUT", "FF", "block RAM", "MHz"]
    lines = ["", f"| {' | '.join(heads)} |", f"|{'---|' * len(heads)}"]
    return "\n".join([*lines, *(row(find_core(name), bus) for name, bus in ROWS), "", ""])


def main(arguments: list[str]) -> None:
    """Write the table, or print the row of a core."""
    if not arguments:
        page = project_root() / PAGE
        page.write_text(marked(page.read_text(), MARKS, table()))
        return
    name, bus = (*arguments, "axi4-lite")[:2]
    try:
        print(row(find_core(name), bus))
    except RoundelError as error:
        raise SystemExit(str(error)) from None


if __name__ == "__main__":
    main(sys.argv[1:])
