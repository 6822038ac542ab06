"""Open cores of others on the lab's device and tools, and ours that do most nearly the same."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Annotated

from pydantic import Field

from roundel.catalog import Core
from roundel.compare.measured import Measured, Results
from roundel.compare.spread import Spread
from roundel.errors import unknown_name
from roundel.implement import find_target
from roundel.papers.data import Data, Name, Positive, read_data

FILE = Path(__file__).with_suffix(".toml")

Count = Annotated[int, Field(gt=0)]


class OpenCore(Data):
    """A core of others as it was measured: LUTs and FFs after place and route, MHz, bits and cycles a block.

    `rate` is the bits of a block that its throughput is counted with, where those of `block_bits` are of
    another security level than ours. `wide_luts` is the option of synthesis; `core` and `service` are ours.
    """

    name: Name
    source: Name
    licence: Name
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
class Beside:
    """An open core and the row of ours that stands beside it, None where there is none."""

    theirs: OpenCore
    ours: Measured | None

    @property
    def ratio(self) -> Spread | None:
        """Our throughput per LUT over theirs, of whose one seed nothing is known but its figure."""
        if self.ours is None or self.ours.per_lut is None:
            return None
        return self.ours.per_lut / self.theirs.per_lut


def open_cores(path: Path = FILE) -> OpenCores:
    """Return what is known of open cores; RoundelError where the file is malformed."""
    return read_data(path, OpenCores)


def beside(known: OpenCores, catalog: Mapping[str, Core], results: Results) -> Iterable[Beside]:
    """Yield each open core with the row of ours beside it; RoundelError for one that the catalog lacks."""
    target = find_target(known.target)
    for theirs in known.cores:
        if theirs.core not in catalog:
            raise unknown_name(f"core beside {theirs.name}", theirs.core, catalog)
        core = catalog[theirs.core]
        yield Beside(theirs, results.find(core, core.service(theirs.service), target))
