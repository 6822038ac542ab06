"""Open cores of others on the lab's device and tools, and ours that do most nearly the same."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from statistics import median
from typing import Annotated, Any, Literal

from pydantic import Field, computed_field

from roundel.catalog import Core
from roundel.checked import Data, Name, Positive, read_data
from roundel.compare.measured import Measured, Results
from roundel.compare.row_notes import options_text
from roundel.implement import find_target
from roundel.lab.interval import median_interval
from roundel.spread import Spread

FILE = Path(__file__).with_suffix(".toml")

# The mark after the LUTs of a core that was mapped with `wide_luts`.
MORE_LUTS = "w"
BETTER, WORSE, NOT_RESOLVED = "better", "worse", "not resolved"

Count = Annotated[int, Field(gt=0)]


class Run(Data):
    """A run of a core: the day, the options, LUTs and FFs after place and route, and MHz of each seed."""

    measured: date
    placer: Literal["heap", "static"]
    wide_luts: bool
    luts: Count
    ffs: Count
    fmax_mhz: Annotated[tuple[Positive, ...], Field(min_length=1)]

    @property
    def fmax(self) -> Spread:
        """The median over the seeds, in MHz."""
        low, high = median_interval(self.fmax_mhz) or (min(self.fmax_mhz), max(self.fmax_mhz))
        return Spread(median(self.fmax_mhz), low, high, len(self.fmax_mhz))

    @property
    def options(self) -> Mapping[str, Any]:
        """The options by the names that rows of ours have them under."""
        return {"wide_luts": self.wide_luts, "placer": self.placer}

    @property
    def slices(self) -> int:
        """Slice equivalents of ECP5."""
        return -(-max(self.luts, self.ffs) // 2)


class OpenCore(Data):
    """A core of others: where it is from, what it does, its bits and cycles a block, and its runs.

    `rate` is the bits of a block that it is also compared with, where those of `block_bits` are of another
    security level than ours. `core` and `service` are ours; `variant` is that of ours at `block_bits` of
    theirs. `note` says how the two differ.
    """

    name: Name
    source: Name
    commit: Name | None = None
    license: Name
    does: Name
    block_bits: Count
    cycles_per_block: Positive
    rate: Count | None = None
    core: Name
    service: Name
    variant: Name | None = None
    note: Name | None = None
    runs: Annotated[tuple[Run, ...], Field(min_length=1)]

    @property
    def best(self) -> Run:
        """The run with the highest throughput per LUT. A lucky seed counts for them."""
        return max(self.runs, key=lambda run: run.fmax.value / run.luts)

    @computed_field  # type: ignore[prop-decorator]
    @property
    def per_lut(self) -> float:
        """Mbit/s per LUT, at `rate` if there is one."""
        return (self.throughput / self.best.luts).value

    @computed_field  # type: ignore[prop-decorator]
    @property
    def per_slice(self) -> float:
        """Mbit/s per slice equivalent, at `rate` if there is one."""
        return (self.throughput / self.best.slices).value

    @property
    def throughput(self) -> Spread:
        """Mbit/s, at `rate` if there is one."""
        return self.best.fmax * ((self.rate or self.block_bits) / self.cycles_per_block)

    @property
    def own_throughput(self) -> Spread:
        """Mbit/s with blocks of its own."""
        return self.best.fmax * (self.block_bits / self.cycles_per_block)


class OpenCores(Data):
    """All of them: the flow that they were measured with, on which target."""

    target: Name
    flow: Name
    cores: tuple[OpenCore, ...]


@dataclass(frozen=True)
class OpenCoreComparison:
    """An open core and the row of ours that stands beside it, None where there is none.

    `at_own_rate` is the row of ours with blocks of theirs, where there is one.
    """

    theirs: OpenCore
    ours: Measured | None
    at_own_rate: Measured | None = None

    @property
    def luts_text(self) -> str:
        """Their LUTs, marked where they were mapped with `wide_luts`."""
        run = self.theirs.best
        return f"{run.luts} {MORE_LUTS}" if run.wide_luts else str(run.luts)

    @property
    def per_lut_text(self) -> str:
        """Their kbit/s per LUT to three digits, and the rate where that is not their own."""
        text = three_digits(1000 * self.theirs.per_lut)
        return f"{text} at r = {self.theirs.rate}" if self.theirs.rate else text

    @property
    def options_text(self) -> str:
        """The options of both, theirs first."""
        ours = options_text(self.ours.options) if self.ours else ""
        return f"{options_text(self.theirs.best.options) or PLAIN} | {ours or PLAIN}"

    @property
    def ratio(self) -> Spread | None:
        """Our throughput per LUT over theirs."""
        if self.ours is None or self.ours.per_lut is None:
            return None
        return self.ours.per_lut / (self.theirs.throughput / self.theirs.best.luts)

    @property
    def slice_ratio(self) -> Spread | None:
        """Our throughput per slice equivalent over theirs."""
        if self.ours is None or self.ours.per_slice is None:
            return None
        return self.ours.per_slice / (self.theirs.throughput / self.theirs.best.slices)

    @property
    def own_rate_ratio(self) -> Spread | None:
        """Our throughput per LUT over theirs, both with blocks of theirs; None where their rate is ours."""
        if self.at_own_rate is None or self.at_own_rate.per_lut is None:
            return None
        return self.at_own_rate.per_lut / (self.theirs.own_throughput / self.theirs.best.luts)

    @property
    def own_rate_text(self) -> str:
        """Their kbit/s per LUT at their own rate, and ours; nothing where that is the rate compared."""
        theirs = self.theirs
        if theirs.rate is None:
            return ""
        own = three_digits(1000 * (theirs.own_throughput / theirs.best.luts).value)
        if (ratio := self.own_rate_ratio) is None or self.at_own_rate is None:
            return f"{own} at r = {theirs.block_bits}; ours has no row there"
        assert self.at_own_rate.per_lut is not None
        ours = three_digits(1000 * self.at_own_rate.per_lut.value)
        return f"{own} and ours {ours} at r = {theirs.block_bits}: {ratio.value:.2f}"


PLAIN = "default"


def standing(ratio: Spread | None) -> str:
    """Return where we stand by a ratio of ours over theirs: better or worse, and whether that is resolved.

    Of too few seeds nothing is resolved, but the side is stated: a loss is not hidden by missing seeds.
    """
    if ratio is None:
        return ""
    if ratio.low <= 1 <= ratio.high:
        return NOT_RESOLVED
    side = BETTER if ratio.value > 1 else WORSE
    return side if ratio.resolved else f"{side}, {NOT_RESOLVED}"


def losses(pairs: Iterable[OpenCoreComparison]) -> list[str]:
    """Return the open cores that are better than ours, and in what."""
    found = []
    for pair in pairs:
        ratios = {
            "per LUT": pair.ratio,
            "per slice": pair.slice_ratio,
            "at their own rate": pair.own_rate_ratio,
        }
        lost = [name for name, ratio in ratios.items() if standing(ratio).startswith(WORSE)]
        if lost:
            found.append(f"{pair.theirs.name} ({', '.join(lost)})")
    return found


def open_cores(path: Path = FILE) -> OpenCores:
    """Return what is known of open cores; RoundelError where the file is malformed."""
    return read_data(path, OpenCores)


def compare_open_cores(
    known: OpenCores, cores: Iterable[Core], results: Results
) -> Iterable[OpenCoreComparison]:
    """Yield the open cores that stand beside one of `cores`, each with the rows of its service."""
    target = find_target(known.target)
    ours = {core.name: core for core in cores}
    for theirs in known.cores:
        if core := ours.get(theirs.core):
            row = results.find(core, core.service(theirs.service), target)
            own = core.service(theirs.service, theirs.variant) if theirs.variant else None
            yield OpenCoreComparison(theirs, row, results.find(core, own, target) if own else None)


def origin_note(known: OpenCores, pairs: Sequence[OpenCoreComparison]) -> str:
    """Return where the figures of open cores come from, how far they reach, and what the marks mean."""
    return " ".join(origin_notes(known, pairs))


def origin_notes(known: OpenCores, pairs: Sequence[OpenCoreComparison]) -> list[str]:
    """Return the same as a list, an entry for each subject and for each core with a note of its own."""
    days = sorted({pair.theirs.best.measured for pair in pairs})
    notes = [
        f"Theirs: {known.flow}, each with its own top, unchanged; measured on "
        f"{' and '.join(day.isoformat() for day in days)}, and not repeated here.",
        "Of several runs, the one with the highest throughput per LUT is shown.",
        "fmax is the median over the seeds, of fewer than six with their range. "
        "Fewer than three seeds on either side resolve nothing; the side of the ratio is stated.",
        "Slices: max(LUT, FF) / 2.",
    ]
    if any(pair.theirs.best.wide_luts for pair in pairs):
        notes.append(
            f"{MORE_LUTS}: LUTs joined by slice multiplexers, where that was better or all that was run."
        )
    if any(pair.theirs.rate for pair in pairs):
        notes.append("At r: the same clock and cycles with blocks of that rate.")
    notes.append("Ours: the row that represents the core, with its interval.")
    if lost_to := losses(pairs):
        notes.append(f"Ours is worse than: {'; '.join(lost_to)}.")
    return [*notes, *(f"{pair.theirs.name}: {pair.theirs.note}" for pair in pairs if pair.theirs.note)]


def three_digits(value: float) -> str:
    """Return a figure to three digits, or as many as a whole number has."""
    return f"{value:.0f}" if value >= 100 else f"{value:.3g}"
