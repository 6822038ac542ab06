"""Designs ranked for a goal within limits, from stored rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from roundel.algorithms.registry import is_standard, status_of
from roundel.compare import Measured, Results
from roundel.compare.commands import row_command
from roundel.compare.measured import merit_of
from roundel.explore.goals import GOALS, QUANTITIES, Limit
from roundel.explore.select import Choice
from roundel.implement import Target
from roundel.report.pareto import pareto_front
from roundel.spread import Spread

NO_FAILURES: Mapping[str, str] = {}


@dataclass(frozen=True)
class Design:
    """A measured core at a service, and how it stands. `status` is that of its algorithm.

    `missed` are the limits that it does not keep, `unsure` those that the bounds of its figure lie on both
    sides of. `on_front`: no other design within the limits has less area and as much throughput, or as little
    area and more throughput. `resolved`: whether its figure of the goal is distinguished from the best
    one's, None for the best and those that miss a limit.
    """

    measured: Measured
    algorithm: str
    status: str = ""
    missed: tuple[Limit, ...] = ()
    unsure: tuple[Limit, ...] = ()
    on_front: bool = False
    resolved: bool | None = None

    @property
    def excess(self) -> float:
        """The largest factor by which it misses a limit; 1 or less within all of them."""
        return max((limit.excess(self.measured) for limit in self.missed), default=1.0)


@dataclass(frozen=True)
class Unmeasured:
    """A core that offers the service and has no row to rank. `command` makes one, and `reason` is why not.

    `reason` is empty where it has not been measured yet; `stale` is its stale row.
    """

    core: str
    service: str
    variant: str
    command: str
    reason: str = ""
    stale: Measured | None = None


@dataclass(frozen=True)
class Exploration:
    """The answer on one target: `ranked` designs within the limits, best first, and the `excluded` others.

    The first of these is the nearest to the limits. `absent` are cores without a row; cores made for other
    targets alone are in none of the three.
    """

    target: str
    routed: bool
    goal: str
    limits: tuple[Limit, ...]
    ranked: tuple[Design, ...]
    excluded: tuple[Design, ...]
    absent: tuple[Unmeasured, ...]

    @property
    def winner(self) -> Design | None:
        """The best design, or None when none keeps the limits."""
        return self.ranked[0] if self.ranked else None

    @property
    def better(self) -> tuple[Design, ...]:
        """The designs that are better at the goal than the winner, but whose algorithm is no standard."""
        if self.winner is None:
            return ()
        merit = _merit(self.winner.measured, self.goal)
        return tuple(design for design in self.ranked if _merit(design.measured, self.goal) > merit)

    @property
    def unresolved(self) -> tuple[Design, ...]:
        """The designs that are not told apart from the best one."""
        return tuple(design for design in self.ranked if design.resolved is False)

    @property
    def front(self) -> tuple[Design, ...]:
        """The designs on the Pareto front of LUTs and throughput, the smallest first."""
        return tuple(sorted((d for d in self.ranked if d.on_front), key=lambda design: design.measured.area))

    @property
    def missing(self) -> tuple[Unmeasured, ...]:
        """The cores that only have to be measured."""
        return tuple(absent for absent in self.absent if not absent.reason)


def explore(
    choices: Sequence[Choice],
    target: Target,
    results: Results,
    goal: str,
    limits: Sequence[Limit] = (),
    *,
    stale: bool = False,
    any_status: bool = False,
    failures: Mapping[str, str] = NO_FAILURES,
) -> Exploration:
    """Rank designs on a target for a goal within limits, from stored rows.

    Args:
        choices: The cores, each with the service and variant that is asked for.
        target: The target of the rows.
        results: The stored rows. The row of a core is chosen as `compare` does; among equals, the one that
            keeps the limits and is better at the goal.
        goal: One of `GOALS`.
        limits: The limits that a ranked design keeps, by its medians.
        stale: Rank stale rows too.
        any_status: Rank all algorithms alike. Otherwise standards are ranked before others.
        failures: The reasons of failed runs, by core, in addition to those in the results.

    Returns:
        The ranked designs, those that miss a limit, and the cores without a row.
    """
    designs: list[Design] = []
    absent: list[Unmeasured] = []
    for choice in choices:
        if not choice.core.made_for(target.name):
            continue
        measured = _best_row(choice, target, results, goal, limits)
        if measured is not None and (measured.current or stale):
            designs.append(_design(choice, measured, limits))
        else:
            absent.append(_absent(choice, target, results, measured, failures))
    within = [design for design in designs if not design.missed and _figure(design, goal) is not None]
    ranked = _ranked(within, goal, any_status)
    excluded = sorted(
        (design for design in designs if design not in within), key=lambda d: (d.excess, len(d.missed))
    )
    return Exploration(
        target.name, target.routed, goal, tuple(limits), ranked, tuple(excluded), tuple(absent)
    )


def goal_figure(m: Measured, goal: str) -> Spread | None:
    """Return the figure of a design that a goal is about."""
    return QUANTITIES[GOALS[goal]].of(m)


def _best_row(
    choice: Choice, target: Target, results: Results, goal: str, limits: Sequence[Limit]
) -> Measured | None:
    def merit(m: Measured) -> tuple[float, ...]:
        return float(all(limit.keeps(m) for limit in limits)), *_merit(m, goal)

    return results.find(choice.core, choice.service, target, merit)


def _merit(m: Measured, goal: str) -> tuple[float, ...]:
    """Return what a design is ranked by, more being better: the goal, then efficiency, then area."""
    figure = goal_figure(m, goal)
    if figure is None:
        first = float("-inf")
    else:
        first = figure.value if QUANTITIES[GOALS[goal]].more else -figure.value
    return first, *merit_of(m)


def _design(choice: Choice, measured: Measured, limits: Sequence[Limit]) -> Design:
    return Design(
        measured,
        choice.service.algorithm,
        status_of(choice.service.algorithm),
        tuple(limit for limit in limits if not limit.keeps(measured)),
        tuple(limit for limit in limits if limit.unsure(measured)),
    )


def _absent(
    choice: Choice,
    target: Target,
    results: Results,
    measured: Measured | None,
    failures: Mapping[str, str],
) -> Unmeasured:
    core, service = choice.core, choice.service
    stored = results.failure(core, target)
    reason = failures.get(core.name) or (stored.reason if stored else "")
    command = row_command(core, service, target)
    return Unmeasured(core.name, service.name, service.variant, command, reason, measured)


def _figure(design: Design, goal: str) -> Spread | None:
    return goal_figure(design.measured, goal)


def _ranked(designs: Sequence[Design], goal: str, any_status: bool) -> tuple[Design, ...]:
    """Return the designs best first, marked where they are on the front or may equal the best.

    Unless `any_status`, standards come first, and only they are compared with the best if that is one.
    """
    ordered = sorted(designs, key=lambda design: _merit(design.measured, goal), reverse=True)
    if not any_status:
        ordered.sort(key=lambda design: not is_standard(design.status))
    placed = [i for i, design in enumerate(ordered) if design.measured.throughput]
    points = [
        (design.measured.area, design.measured.throughput.value)
        for design in ordered
        if design.measured.throughput
    ]
    front = {placed[index] for index in pareto_front(points)}
    best = _figure(ordered[0], goal) if ordered else None
    ranked = []
    for number, design in enumerate(ordered):
        figure = _figure(design, goal)
        alike = any_status or is_standard(design.status) == is_standard(ordered[0].status)
        resolved = (best / figure).resolved if number and alike and best and figure else None
        ranked.append(replace(design, on_front=number in front, resolved=resolved))
    return tuple(ranked)
