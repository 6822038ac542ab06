"""What the answer to a paper consists of: its figures, ours beside them, a verdict each."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from roundel.compare.measured import Figure, Measured
from roundel.papers import Curve, Drawing, Grid, OwnRow, Paper, PublishedRow
from roundel.papers.claim import Sense
from roundel.spread import Spread


class Verdict(StrEnum):
    """What the measurements say to a figure of a paper."""

    HOLDS = "holds"
    FAILS = "does not hold"
    OPEN = "not resolved"
    MISSING = "not measured yet"
    UNFIT = "does not fit"
    CANNOT = "cannot be measured here"


@dataclass(frozen=True)
class Answer:
    """One ratio or claim: the paper's figure, ours per LUT, ours per slice equivalent, a verdict.

    `pair` is what a ratio is of: core, core, service. `limit` is what a claim of a side asks ours to be
    above or below; it is not the paper's figure. `current` is False where a part of ours is of sources that
    have changed since. `differs` says in what our rows differ, apart from their design.
    """

    name: str
    text: str
    where: str
    measure: str
    target: str
    paper: float | None
    ours: Spread | None
    per_slice: Spread | None
    quotient: float | None
    verdict: Verdict
    reason: str
    pair: tuple[str, str, str] | None = None
    limit: float | None = None
    tolerance: float | None = None
    current: bool = True
    differs: tuple[str, ...] = ()


@dataclass(frozen=True)
class RowAnswer:
    """One row of a table beside ours; the verdict is on its cycles, which no device changes.

    A row of ours without a counterpart (`OwnRow`) has no verdict once it is measured.
    """

    table: str
    published: PublishedRow | OwnRow
    measured: Measured | None
    verdict: Verdict | None
    reason: str

    @property
    def more(self) -> tuple[str, ...]:
        """What the paper's row prints beside the usual columns."""
        return tuple(self.published.more) if isinstance(self.published, PublishedRow) else ()


@dataclass(frozen=True)
class CellAnswer:
    """One cell of a grid beside ours."""

    paper: float
    ours: Spread | None
    verdict: Verdict
    reason: str
    current: bool = True


@dataclass(frozen=True)
class GridAnswer:
    """A table of other figures: its cells in its lines, from left to right.

    `differs` says for each line in what its rows differ, apart from their design.
    """

    grid: Grid
    lines: tuple[tuple[CellAnswer, ...], ...]
    differs: tuple[tuple[str, ...], ...] = ()

    @property
    def cells(self) -> tuple[CellAnswer, ...]:
        """All cells."""
        return tuple(cell for line in self.lines for cell in line)


@dataclass(frozen=True)
class DrawingAnswer:
    """A figure of the paper, and the ratios it draws."""

    drawing: Drawing
    ratios: tuple[Answer, ...]


@dataclass(frozen=True)
class CurveAnswer:
    """A figure of the paper over the size of messages, and what a message of ours costs, if it is stored."""

    curve: Curve
    ours: Figure | None


@dataclass(frozen=True)
class Reproduction:
    """The answer to a paper on one target.

    `stale` names cores that stale rows or figures answer for, and `remeasure` has the commands that measure
    them again. `earlier_names`: a row was measured under earlier names. `absent` is what does not exist yet,
    `failed` what could not be implemented;
    `commands` make what is not stored. `harnessed`: a row of ours is of a core with a harness around it.
    """

    paper: Paper
    target: str
    ratios: tuple[Answer, ...]
    drawings: tuple[DrawingAnswer, ...]
    curves: tuple[CurveAnswer, ...]
    claims: tuple[Answer, ...]
    rows: tuple[RowAnswer, ...]
    grids: tuple[GridAnswer, ...]
    stale: tuple[str, ...]
    absent: tuple[str, ...]
    failed: tuple[str, ...]
    commands: tuple[str, ...]
    remeasure: tuple[str, ...] = ()
    earlier_names: bool = False
    harnessed: bool = False


def judge(
    sense: Sense, value: float, ours: Spread, tolerance: float, *, sides: bool = False
) -> tuple[Verdict, str]:
    """Return the verdict: whether all that ours may be agrees with the paper's `value`, or nothing of it.

    What is just within the tolerance agrees; "below" is no more than the value, "above" is more. Too few
    seeds answer nothing.
    `sides`: ours is a quotient of two designs' figures, so that one of the two wins.
    """
    if sense == "about":
        low, high = value / tolerance, value * tolerance
        expected = f"{low:.2f} to {high:.2f} agrees"
        holds, fails = low <= ours.low and ours.high <= high, ours.high < low or high < ours.low
    elif sense == "above":
        expected = f"above {value:g} agrees"
        holds, fails = value < ours.low, ours.high <= value
    else:
        expected = f"at most {value:g} agrees"
        holds, fails = ours.high <= value, value < ours.low
    if ours.too_few:
        number = "one seed" if ours.one_seed else f"{ours.seeds} seeds"
        return Verdict.OPEN, f"{expected}; from {number}: too few to decide"
    if holds:
        return Verdict.HOLDS, expected
    if fails:
        return Verdict.FAILS, expected + (_side(value, ours) if sides else "")
    bounds = "interval" if ours.basis == "interval" else "range"
    return Verdict.OPEN, f"{expected}; our {bounds} lies on both sides of the limit"


def _side(value: float, ours: Spread) -> str:
    """Return whether the paper's winner wins here too, in words; nothing where that is not resolved."""
    if value == 1 or not ours.resolved:
        return ""
    return "; the same side wins" if (ours.value > 1) == (value > 1) else "; the other side wins"
