"""What the project wants of its cores, beside what was measured."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field

from roundel.catalog import load_catalog
from roundel.checked import Data, Name, Positive, read_data
from roundel.compare.measured import Measured, best_row, measured_of
from roundel.report.markdown import mark, with_legend
from roundel.report.row_columns import SERVED
from roundel.spread import Spread
from roundel.table import Column, columns_table, written

FILE = Path(__file__).with_suffix(".toml")

Measure = Literal["MHz", "Gbit/s", "LUT", "kbit/s per LUT", "Mbit/s per slice", "cycles"]


@dataclass(frozen=True)
class _Reading:
    """How a measure is read from a row; `upper`: less is better."""

    of: Callable[[Measured], Spread | None]
    digits: int
    upper: bool = False


def _exact(value: float | None) -> Spread | None:
    return None if value is None else Spread.exact(value)


MEASURES: Mapping[Measure, _Reading] = {
    "MHz": _Reading(lambda m: m.fmax, 1),
    "Gbit/s": _Reading(lambda m: m.throughput and m.throughput / 1000, 1),
    "LUT": _Reading(lambda m: _exact(m.luts), 0, upper=True),
    "kbit/s per LUT": _Reading(lambda m: m.per_lut and m.per_lut * 1000, 0),
    "Mbit/s per slice": _Reading(lambda m: m.per_slice, 2),
    "cycles": _Reading(lambda m: _exact(m.cycles_per_block), 1, upper=True),
}


class Goal(Data):
    """The bound `value` of a measure of a core, at one service ("hash rijndael-256") or at its main one."""

    core: Name
    measure: Measure
    value: Positive
    service: Name | None = None


class Goals(Data):
    """All goals, on one target."""

    target: Name
    goals: Annotated[tuple[Goal, ...], Field(min_length=1)]


@dataclass(frozen=True)
class Line:
    """A goal, and the row that answers it, if there is one."""

    goal: Goal
    row: Measured | None

    @property
    def reached(self) -> Spread | None:
        """What was measured, in the unit of the goal."""
        return MEASURES[self.goal.measure].of(self.row) if self.row else None

    @property
    def share(self) -> Spread | None:
        """How much of the goal is reached; 1 and more is all of it."""
        found = self.reached
        if found is None:
            return None
        wanted = Spread.exact(self.goal.value)
        return wanted / found if MEASURES[self.goal.measure].upper else found / wanted

    @property
    def verdict(self) -> str:
        """Whether the goal is reached by the median, and whether the bounds leave that open."""
        share = self.share
        if share is None:
            return "not measured"
        verdict = "reached" if share.value >= 1 else "missed"
        settled = share.one_seed or share.low >= 1 or share.high < 1
        return verdict if settled else f"{verdict}, within the bounds"


@cache
def read_goals() -> Goals:
    """Return the goals; RoundelError if the file is wrong."""
    return read_data(FILE, Goals)


def goals_part(rows: Iterable[Mapping[str, Any]]) -> str:
    """Return the table of the goals and of what was measured, the goal that is missed most first."""
    everything = list(rows)
    goals = read_goals()
    found = {goal: _row_of(everything, goal, goals.target) for goal in goals.goals}
    lines = [Line(goal, measured_of(row) if row else None) for goal, row in found.items()]
    lines.sort(key=lambda line: line.share.value if line.share else 0.0)
    return with_legend([columns_table(COLUMNS, lines)], [row for row in found.values() if row])


def _row_of(rows: Iterable[Mapping[str, Any]], goal: Goal, target: str) -> Mapping[str, Any] | None:
    """Return the best row of the goal's core and service, or None."""
    main = load_catalog()[goal.core].service()
    service = goal.service or f"{main.name} {main.variant}"
    place = (goal.core, target, service)
    mine = [
        row for row in rows if (row["core"], row["target"], f"{row['service']} {row['variant']}") == place
    ]
    return max(mine, key=best_row, default=None)


def _wanted(line: Line) -> str:
    bound = "≤" if MEASURES[line.goal.measure].upper else "≥"
    return f"{bound} {line.goal.value:g} {line.goal.measure}"


def _measured(line: Line) -> str:
    found = line.reached
    if found is None:
        return ""
    digits = MEASURES[line.goal.measure].digits
    return ", ".join(filter(None, (written(found.value, digits), found.bounds(digits))))


COLUMNS: tuple[Column[Line], ...] = (
    Column("core", "core", lambda line: line.goal.core + (mark(line.row) if line.row else "")),
    SERVED.through(lambda line: line.row),
    Column("goal", "goal", _wanted),
    Column("measured", "measured", _measured),
    Column("share", "of the goal", lambda line: f"{100 * line.share.value:.0f} %" if line.share else ""),
    Column("verdict", "verdict", lambda line: line.verdict),
)
