"""What the answer to a paper consists of: its figures, ours beside them, a verdict each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from roundel.compare.measured import Cycles, Figure, Measured
from roundel.papers import Curve, Drawing, Grid, Mode, OwnRow, Paper, PublishedRow
from roundel.papers.claim import Sense
from roundel.spread import Spread

# Within this factor of 1 a quotient of two designs has no winner: the paper's is of one run of the placer.
TIE = 1.02


class Verdict(StrEnum):
    """What the measurements say to a figure of a paper."""

    HOLDS = "holds"
    FAILS = "does not hold"
    OPEN = "not resolved"
    INCOMPARABLE = "not comparable"
    MISSING = "not measured yet"
    UNFIT = "does not fit"
    CANNOT = "cannot be measured here"


# The verdicts that carry their cause.
EXPLAINED = (Verdict.FAILS, Verdict.INCOMPARABLE)
# Marks a verdict whose figures are of stale sources.
STALE_VERDICT = "stale"


class Explained:
    """An answer with a verdict: one of `EXPLAINED` is refused without its cause."""

    verdict: Verdict | None
    why: str

    def __post_init__(self) -> None:
        """Raise ValueError where the cause is missing."""
        if self.verdict in EXPLAINED and not self.why.strip():
            raise ValueError(f"{self.verdict!s} without its cause: {self}")


@dataclass(frozen=True)
class Printed:
    """A figure of the paper, and the table and device that it is of."""

    where: str
    value: float


def in_words(verdict: Verdict, *, current: bool) -> str:
    """Return a verdict in words: one on stale figures says so."""
    return str(verdict) if current else f"{verdict}, {STALE_VERDICT}"


@dataclass(frozen=True)
class Answer(Explained):
    """One ratio or claim: the paper's figure, ours per LUT, ours per slice equivalent, a verdict.

    `pair` is what a ratio is of: core, core, service. `limit` is what a claim of a side asks ours to be
    above or below; it is not the paper's figure. `printed` has the paper's figure of each of its devices, and
    `paper` is their geometric mean. `current` is False where a part of ours is of sources that have changed
    since. `differs` says in what our rows differ, apart from their design. `why` is the cause where the
    verdict is one of `EXPLAINED`. `own` says how our way of judging differs from the paper's; the paper's own
    claims have none. `designs` are the cores and services that ours is of, `lacking` the cores and figures
    that are not stored.
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
    printed: tuple[Printed, ...] = ()
    why: str = ""
    own: str = ""
    designs: tuple[str, ...] = ()
    lacking: tuple[str, ...] = ()

    @property
    def said(self) -> str:
        """The verdict in words."""
        return in_words(self.verdict, current=self.current)


@dataclass(frozen=True)
class RowAnswer(Explained):
    """One row of a table beside ours; the verdict is on its cycles, which no device changes.

    `cycles` are known of every core of the catalog, also where `measured` is None: `missing` then says what
    the target lacks. A row of ours without a counterpart (`OwnRow`) has no verdict once it is measured.
    """

    table: str
    published: PublishedRow | OwnRow
    measured: Measured | None
    verdict: Verdict | None
    reason: str
    cycles: Cycles | None = None
    why: str = ""
    missing: str = ""

    @property
    def more(self) -> tuple[str, ...]:
        """What the paper's row prints beside the usual columns."""
        return tuple(self.published.more) if isinstance(self.published, PublishedRow) else ()


@dataclass(frozen=True)
class ServedMode:
    """A mode as a core of ours serves it: the sizes in bits, the rounds."""

    core: str
    block: int
    key: int
    rounds: int
    rate: int | None

    @property
    def numbers(self) -> tuple[int, int, int, int | None]:
        """What is compared: block, key, rounds and rate."""
        return self.block, self.key, self.rounds, self.rate


@dataclass(frozen=True)
class ModeAnswer(Explained):
    """A line of a table of modes, and what our cores serve of it. It depends on no row."""

    table: str
    mode: Mode
    served: tuple[ServedMode, ...]
    verdict: Verdict
    reason: str
    why: str = ""
    current: bool = True


@dataclass(frozen=True)
class CellAnswer(Explained):
    """One cell of a grid beside ours; `parts` are the figures that ours is made of, in words.

    `designs` are the cores and services that ours is of.
    """

    paper: float
    ours: Spread | None
    verdict: Verdict
    reason: str
    current: bool = True
    why: str = ""
    parts: str = ""
    designs: tuple[str, ...] = ()

    @property
    def said(self) -> str:
        """The verdict in words."""
        return in_words(self.verdict, current=self.current)


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
    """A figure of the paper, and the ratios it draws: on the chosen target, and on every routed target."""

    drawing: Drawing
    ratios: tuple[Answer, ...]
    everywhere: Mapping[str, tuple[Answer, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class CurveAnswer:
    """A figure of the paper over the size of messages, and what a message of ours costs, if it is stored.

    `kept` is the same under kept keys, where the figure draws it.
    """

    curve: Curve
    ours: Figure | None
    kept: Figure | None = None


@dataclass(frozen=True)
class Reproduction:
    """The answer to a paper on one target.

    `stale` names cores that stale rows or figures answer for, and `remeasure` has the commands that measure
    them again. `earlier_names`: a row was measured under earlier names. `absent` is what does not exist yet,
    `failed` what could not be implemented;
    `commands` make what is not stored. `harnessed`: a row of ours is of a core with a harness around it.
    `evidence` and `figures` are the rows, and the figures that belong to no row, that answer.
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
    evidence: tuple[Measured, ...] = ()
    figures: tuple[Figure, ...] = ()
    modes: tuple[ModeAnswer, ...] = ()


def judge(
    sense: Sense, printed: Sequence[float], ours: Spread, tolerance: float, *, sides: bool = False
) -> tuple[Verdict, str]:
    """Return the verdict: whether all that ours may be agrees with what is `printed`, or nothing of it.

    Figures of several devices are a range. What is just within the tolerance of the range agrees;
    "below" is no more than the value, "above" is more. Too few seeds answer nothing.
    `sides`: ours is a quotient of two figures, so that one of the two wins. Where the winner is another one
    than the paper's, nothing agrees.
    """
    value = printed[0]
    if sense == "about":
        low, high = min(printed) / tolerance, max(printed) * tolerance
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
    winners = _winners(printed, ours) if sides else None
    reversed_ = sense == "about" and winners == "the other side wins"
    if fails or reversed_:
        return Verdict.FAILS, expected + (f"; {winners}" if winners else "")
    if holds:
        return Verdict.HOLDS, expected
    bounds = "interval" if ours.basis == "interval" else "range"
    return Verdict.OPEN, f"{expected}; our {bounds} lies on both sides of the limit"


def _winners(printed: Sequence[float], ours: Spread) -> str:
    """Return whether the paper's winner wins here too, in words; nothing where ours is not resolved."""
    if not ours.resolved or (ours.basis == "exact" and _is_tie(ours.value)):
        return ""
    if any(_is_tie(value) for value in printed) or min(printed) < 1 < max(printed):
        return "" if set(printed) == {1} else "the paper has a tie"
    return "the same side wins" if (ours.value > 1) == (printed[0] > 1) else "the other side wins"


def _is_tie(quotient: float) -> bool:
    return 1 / TIE <= quotient <= TIE
