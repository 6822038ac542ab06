"""What a watchdog costs on ECP5, and the table of it in `docs/fault-injection.md`.

`python -m roundel.faults.cost` prints the table.
"""

from __future__ import annotations

from roundel.catalog import Config, Core
from roundel.catalog.capi2 import read_descriptions, sources_of
from roundel.catalog.watchdog import PATIENCE
from roundel.implement import Options, find_target, synthesize
from roundel.paths import project_root

PAGE = "docs/fault-injection.md"
VLNV = "roundel:common:watchdog"
TOP = "roundel_stream_watchdog"
OPTIONS = Options(mapping="flow2", frequency_mhz=150)
LIMIT_SECONDS = 600


def row(width: int) -> str:
    """Return LUTs and flip-flops of a watchdog for beats of `width` bits, as a row of the table."""
    target = find_target("ecp5")
    core = Core(
        name="watchdog",
        summary="",
        kind="module",
        vlnv=VLNV,
        top=TOP,
        sources=tuple(sources_of(VLNV, read_descriptions(project_root()), project_root() / PAGE)),
        config=Config("", {"InputWidth": width, "Patience": PATIENCE[width]}),
        configs=(),
        data_width=width,
        services=(),
        papers=(),
        docs=project_root() / PAGE,
    )
    cells = synthesize(core, target, OPTIONS, limit_seconds=LIMIT_SECONDS).cells
    return f"| {width} | {PATIENCE[width]} | {target.luts_of(cells)} | {target.ffs_of(cells)} |"


def table() -> str:
    """Return the table of both widths."""
    return "\n".join(["| W | patience | LUT | FF |", "|---|---|---|---|", *map(row, sorted(PATIENCE))])


if __name__ == "__main__":
    print(table())
