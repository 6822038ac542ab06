"""`search`: options × target frequency × seed, with effort where it pays, by successive halving.

Routing takes several times as long as placing, and the placer's estimate says early which options are not
worth routing. So: place each option alone, then those that helped together, then the best with several
target frequencies and seeds; route the most promising; route the winner of these with seeds that had no part
in choosing it. Those alone give the typical figure, for a winner is partly a lucky seed. The best figure
is that of all that was routed.

A search is a generator: it gives runs, is sent their outcomes, and returns the row's runs and figures. It
draws nothing by lot and its runs are ordinary ones: done again, it finds each of them in the store.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from roundel.catalog import Core
from roundel.implement import Options, Target, Toolchain
from roundel.lab.rows import Outcome
from roundel.lab.runs import ImplementationRun, Run
from roundel.lab.store import key_of
from roundel.lab.strategy import Strategy

# What is tried of each option, one at a time and then together where it helps: as many of the first of these
# as half the budget says. Those that need no synthesis of their own or have helped before come first.
CHANGES: tuple[tuple[str, Any], ...] = (
    ("placer", "static"),
    ("timing_weight", 40),
    ("mapping", "flow3"),
    ("retime", True),
    ("wide_luts", True),
    ("flatten_first", True),
    ("mapping", "area"),
    ("sequential", True),
)
LEAST_CHANGES = 2
# Target frequencies, as multiples of what the placer believes it reaches. One that is out of reach changes
# nothing: place and route order paths by how much slower they are than others.
FREQUENCIES = (0.9, 0.7)
# Options that go on from the first rung, combinations of them included.
SURVIVORS = 3
PLACED_SEEDS = (1, 2, 3)
# The share of the budget for choosing; the rest is for the winner's own seeds.
CHOOSING = 0.5

# Gives runs, is sent the outcomes by key, returns what was found.
Steps = Generator[Sequence[Run], Mapping[str, Outcome], "SearchResult"]


@dataclass(frozen=True)
class SearchResult:
    """What a search ends with: the winning options, the runs that are typical of them, and all it routed.

    `default` is the run with the options that it began with, seed 1. `placed` counts the placements.
    """

    options: Options
    typical: tuple[Outcome, ...]
    routed: tuple[tuple[ImplementationRun, Outcome], ...]
    default: Outcome
    placed: int

    def figures(self) -> dict[str, Any]:
        """Return what a search adds to a row; MHz, and gains as fractions of the default single run."""
        good = [(run, outcome) for run, outcome in self.routed if outcome.failed is None]
        if not good:
            nothing = ("best", "typical", "default_mhz", "gain_over_default", "typical_gain_over_default")
            return {**dict.fromkeys(nothing), "search": self._effort()}
        run, best = max(good, key=lambda pair: _fmax(pair[1]))
        typical = [_fmax(outcome) for outcome in self.typical if outcome.failed is None]
        default = _fmax(self.default) if self.default.failed is None else None
        middle = median(typical) if typical else None
        return {
            "best": {
                "fmax_mhz": round(_fmax(best), 2),
                "seed": run.seed,
                "options": run.options.record(),
                "luts": best.record["figures"]["luts"],
                "key": best.record["key"],
            },
            "typical": None
            if middle is None
            else {
                "fmax_mhz": {
                    "median": round(middle, 2),
                    "min": round(min(typical), 2),
                    "max": round(max(typical), 2),
                },
                "options": self.options.record(),
                "seeds": len(typical),
            },
            "default_mhz": None if default is None else round(default, 2),
            "gain_over_default": _gain(_fmax(best), default),
            "typical_gain_over_default": _gain(middle, default),
            "search": self._effort(),
        }

    def _effort(self) -> dict[str, int]:
        return {"placed": self.placed, "routed": len(self.routed)}


@dataclass(frozen=True)
class _Trial:
    """A run to be judged: what it is, and the outcome of its placement or its routing."""

    run: ImplementationRun
    outcome: Outcome

    @property
    def mhz(self) -> float:
        """The estimated or achieved frequency; 0 for a run that failed."""
        if self.outcome.failed is not None:
            return 0.0
        figures = self.outcome.record["figures"]
        return float(figures["fmax_mhz"] if self.run.route else figures["estimated_mhz"])


def search(core: Core, target: Target, strategy: Strategy, toolchain: Toolchain) -> Steps:
    """Search for options of `core` on `target` with at most `strategy.budget` routed runs."""
    start = strategy.options

    def run(options: Options, seed: int, *, route: bool) -> ImplementationRun:
        return ImplementationRun(core, target, options, seed, toolchain, route)

    # The default is routed while the others are placed: it is what the search is measured by.
    default = run(start, 1, route=True)
    first = [run(options, 1, route=False) for options in _single_changes(strategy, target)]
    outcomes = yield [first[0], default, *first[1:]]
    placed = _trials(first, outcomes)
    routed = _trials([default], outcomes)
    if not any(t.mhz for t in (*placed, *routed)):
        return _result_of(start, [], routed, placed)  # more of what does not work at all says nothing more

    joint = [run(options, 1, route=False) for options in _combinations(start, placed)]
    aimed = [run(options, 1, route=False) for options in _with_other_frequencies(_best_first(placed)[0])]
    outcomes = yield [*joint, *aimed]
    best, frequencies = _best_first(placed)[0], [start.frequency_mhz]
    placed += _trials(joint, outcomes)
    for t in _trials(aimed, outcomes):
        if len(_distinct([best, t])) == 2:  # else the tools make nothing of the frequency
            frequencies.append(t.run.options.frequency_mhz)
        placed.append(t)

    survivors = [t.run.options for t in _distinct(_best_first(placed))[:SURVIVORS]]
    wider = dict.fromkeys(
        (dataclasses.replace(options, frequency_mhz=mhz), seed)
        for seed in PLACED_SEEDS
        for mhz in frequencies
        for options in survivors
    )
    tried = {(t.run.options, t.run.seed) for t in placed}
    runs = [run(options, seed, route=False) for options, seed in wider if (options, seed) not in tried]
    runs = runs[: strategy.budget]
    outcomes = yield runs
    placed += _trials(runs, outcomes)

    choosing = max(1, round(CHOOSING * strategy.budget) - 1)
    promising = [t.run for t in _distinct(_best_first(placed)) if t.mhz]
    chosen = [dataclasses.replace(r, route=True) for r in promising[:choosing]]
    chosen = [r for r in chosen if r != default]
    outcomes = yield chosen
    routed += _trials(chosen, outcomes)
    if not any(t.mhz for t in routed):
        return _result_of(start, [], routed, placed)

    winner = _best_first(routed)[0].run.options
    new_seeds = range(max(PLACED_SEEDS) + 1, max(PLACED_SEEDS) + 1 + strategy.budget - len(routed))
    final = [run(winner, seed, route=True) for seed in new_seeds]
    outcomes = yield final
    typical = _trials(final, outcomes)
    routed += typical
    return _result_of(winner, typical, routed, placed)


def _result_of(
    winner: Options, typical: Sequence[_Trial], routed: Sequence[_Trial], placed: Sequence[_Trial]
) -> SearchResult:
    """Return what a search ends with; where nothing is typical, what failed is."""
    return SearchResult(
        options=winner,
        typical=tuple(t.outcome for t in typical or routed),
        routed=tuple((t.run, t.outcome) for t in routed),
        default=routed[0].outcome,
        placed=len(placed),
    )


def _single_changes(strategy: Strategy, target: Target) -> list[Options]:
    """Return the options to begin with, and changes of them by one option that the target knows."""
    start = strategy.options
    changed = [
        dataclasses.replace(start, **{name: value}) for name, value in CHANGES if name not in target.lacks
    ]
    different = [options for options in dict.fromkeys(changed) if options != start]
    return [start, *different[: max(LEAST_CHANGES, strategy.budget // 2)]]


def _combinations(start: Options, placed: Sequence[_Trial]) -> list[Options]:
    """Return the combinations of two, and of all three, of the best changes that each helped alone."""
    base = placed[0].mhz
    helped = [t.run.options for t in _distinct(_best_first(placed[1:])) if t.mhz > base][:SURVIVORS]
    pairs = [_merged(start, [a, b]) for i, a in enumerate(helped) for b in helped[i + 1 :]]
    known = {t.run.options for t in placed}
    return [o for o in dict.fromkeys([*pairs, _merged(start, helped)]) if o not in known]


def _merged(start: Options, changed: Iterable[Options]) -> Options:
    """Return `start` with all the changes; of two values for one option the first stays."""
    merged: dict[str, Any] = {}
    for options in changed:
        for field in dataclasses.fields(options):
            value = getattr(options, field.name)
            if value != getattr(start, field.name):
                merged.setdefault(field.name, value)
    return dataclasses.replace(start, **merged)


def _with_other_frequencies(best: _Trial) -> list[Options]:
    """Return the best options with other frequencies to aim at: some about what the placer reached."""
    near = (max(1, round(factor * best.mhz / 5) * 5) for factor in FREQUENCIES)
    options = best.run.options
    return [
        dataclasses.replace(options, frequency_mhz=mhz)
        for mhz in dict.fromkeys(near)
        if mhz != options.frequency_mhz
    ]


def _trials(runs: Sequence[ImplementationRun], outcomes: Mapping[str, Outcome]) -> list[_Trial]:
    return [_Trial(run, outcomes[key_of(run.identity)]) for run in runs]


def _best_first(tries: Iterable[_Trial]) -> list[_Trial]:
    """Return the tries, the fastest first; of equal ones the one tried first."""
    return sorted(tries, key=lambda t: -t.mhz)


def _distinct(tries: Iterable[_Trial]) -> list[_Trial]:
    """Leave out what came out as an earlier one did: an option that the tools made nothing of."""
    seen: dict[tuple[Any, ...], _Trial] = {}
    for t in tries:
        figures = t.outcome.record.get("figures", {})
        seen.setdefault((t.run.seed, t.mhz, figures.get("luts"), figures.get("ffs")), t)
    return list(seen.values())


def _fmax(outcome: Outcome) -> float:
    return float(outcome.record["figures"]["fmax_mhz"])


def _gain(mhz: float | None, default: float | None) -> float | None:
    return None if mhz is None or not default else round(mhz / default - 1, 4)


def search_command(command: str, budget: int) -> str:
    """Return the command that makes a search's row again; `command` is that of a row with seeds."""
    words = command.split()
    seeds = words.index("--seeds")
    words[seeds : seeds + 2] = ["--strategy", "search", "--budget", str(budget)]
    return " ".join(words)
