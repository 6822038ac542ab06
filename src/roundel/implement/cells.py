"""The target of standard cells: a core mapped onto a liberty, its area in gate equivalents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from roundel.catalog import Config, Core
from roundel.implement.liberty import GENERIC, read_liberty
from roundel.implement.model import Area, Options
from roundel.implement.target import ROUTED_ONLY, Target

CELLS = "cells"  # the target's name


def cells_target(path: Path = GENERIC) -> Target:
    """Return the target of the liberty at `path`; RoundelError if it cannot be counted in gates."""
    liberty = read_liberty(path)
    liberty.check()
    logic = {name: 1 for name, cell in liberty.cells.items() if not cell.sequential}
    return Target(
        name=CELLS,
        device=f"standard cells of {path.name}, GE = area / area of {liberty.gate}",
        synthesis="synth -flatten -noabc",
        no_wide_luts="",
        lut_cells={},
        ff_cells=tuple(name for name, cell in liberty.cells.items() if cell.sequential),
        ram_cells=(),
        dsp_cells=(),
        level_cells=logic,
        slice_luts=1,
        slice_ffs=1,
        lacks=ROUTED_ONLY | {"wide_luts", "mapping", "sequential", "retime", "clock_enables"},
        liberty=liberty,
        note="Memories are made of flip-flops; no wires, no buffer trees.",
    )


def gate_equivalents(
    top: str,
    sources: Sequence[Path],
    *,
    parameters: Mapping[str, int] | None = None,
    liberty: Path = GENERIC,
) -> Area:
    """Return the area of any SystemVerilog module on standard cells. It needs no catalog entry.

    The result is cached by content, like every synthesis.

    Args:
        top: The name of the module.
        sources: Its sources, in compilation order.
        parameters: Values of the module's parameters; those not named keep their default.
        liberty: The library of cells; the generic one if not given.

    Returns:
        The area: `gate_equivalents` (area divided by that of a two-input NAND), `ffs`, `logic_levels` and
        `cells` (by type). There are no LUTs.

    Raises:
        JobFailed: Synthesis failed, or took longer than the flow's usual limit.
        RoundelError: The liberty cannot be read, or its cells cannot be counted in gates.
    """
    from roundel.implement.flow import implement

    paths = tuple(path.resolve() for path in sources)
    core = Core(
        name=top,
        summary="",
        kind="module",
        vlnv="",
        top=top,
        sources=paths,
        config=Config("default", dict(parameters or {})),
        configs=("default",),
        data_width=0,
        services=(),
        papers=(),
        docs=paths[0],
    )
    return implement(core, cells_target(liberty), Options()).area
