"""Open cores of others on the lab's device and tools, and ours that do most nearly the same."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Annotated

from pydantic import Field, computed_field

from roundel.catalog import Core
from roundel.checked import Data, Name, Positive, read_data
from roundel.compare.measured import Measured, Results
from roundel.implement import find_target
from roundel.spread import Spread

FILE = Path(__file__).with_suffix(".toml")

# The mark after the LUTs of a core that was mapped with `wide_luts`.
MORE_LUTS = "w"

Count = Annotated[int, Field(gt=0)]


class OpenCore(Data):
    """A core of others as it was measured: LUTs and FFs after place and route, MHz, bits and cycles a block.

    `rate` is the bits of a block that its throughput is counted with, where those of `block_bits` are of
    another security level than ours. `wide_luts` is the option of synthesis; `core` and `service` are ours.
    """

    name: Name
    source: Name
    license: Name
    does: Name
    wide_luts: bool
    luts: Count
    ffs: Count
    fmax_mhz: Positive
    block_bits: Count
    cycles_per_block: Positive
    rate: Count | None = None
    core: Name
    service: Name

    @computed_field  # type: ignore[prop-decorator]
    @property
    def per_lut(self) -> float:
        """Mbit/s per LUT."""
        return self.fmax_mhz * (self.rate or self.block_bits) / self.cycles_per_block / self.luts


class OpenCores(Data):
    """All of them: the day and the flow that they were measured with, on which target."""

    measured: date
    target: Name
    flow: Name
    cores: tuple[OpenCore, ...]


@dataclass(frozen=True)
class OpenCoreComparison:
    """An open core and the row of ours that stands beside it, None where there is none."""

    theirs: OpenCore
    ours: Measured | None

    @property
    def luts_text(self) -> str:
        """Their LUTs, marked where they were mapped with `wide_luts`."""
        return f"{self.theirs.luts} {MORE_LUTS}" if self.theirs.wide_luts else str(self.theirs.luts)

    @property
    def per_lut_text(self) -> str:
        """Their kbit/s per LUT to three digits, and the rate where that is not their own."""
        text = f"{1000 * self.theirs.per_lut:.3g}"
        return f"{text} at r = {self.theirs.rate}" if self.theirs.rate else text

    @property
    def ratio(self) -> Spread | None:
        """Our throughput per LUT over theirs, of whose one seed nothing is known but its figure."""
        if self.ours is None or self.ours.per_lut is None:
            return None
        return self.ours.per_lut / self.theirs.per_lut


def open_cores(path: Path = FILE) -> OpenCores:
    """Return what is known of open cores; RoundelError where the file is malformed."""
    return read_data(path, OpenCores)


def compare_open_cores(
    known: OpenCores, cores: Iterable[Core], results: Results
) -> Iterable[OpenCoreComparison]:
    """Yield the open cores that stand beside one of `cores`, each with the row of its service."""
    target = find_target(known.target)
    ours = {core.name: core for core in cores}
    for theirs in known.cores:
        if core := ours.get(theirs.core):
            yield OpenCoreComparison(theirs, results.find(core, core.service(theirs.service), target))


def origin_note(known: OpenCores, pairs: Sequence[OpenCoreComparison]) -> str:
    """Return where the figures of open cores come from, how far they reach, and what the marks mean."""
    note = (
        f"Theirs: {known.flow}, each with its own top, unchanged; measured once, on "
        f"{known.measured.isoformat()}, and not repeated here. "
        "One seed and no search over options: a ratio close to 1 means nothing"
    )
    if any(pair.theirs.wide_luts for pair in pairs):
        note += f"; {MORE_LUTS}: LUTs joined by slice multiplexers, where that was better or all that was run"
    if any(pair.theirs.rate for pair in pairs):
        note += "; at r: the same clock and cycles with blocks of that rate"
    return f"{note}. Ours: the row that represents the core, with its interval."
