"""The search on tools whose answers are formulas: what it tries, what it keeps, how honest it is."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from statistics import median
from typing import Any

import pytest
from lab_project import Lab

from roundel.implement import TARGETS, Options, Toolchain
from roundel.lab import Request, find_strategy
from roundel.lab.bench import _searched
from roundel.lab.rows import Outcome
from roundel.lab.runs import ImplementationRun, Run
from roundel.lab.search import PLACED_SEEDS, SearchResult, search
from roundel.lab.store import key_of

ECP5 = TARGETS["ecp5"]
Judge = Callable[[ImplementationRun], float | None]


def _outcome(run: ImplementationRun, mhz: float | None) -> Outcome:
    if mhz is None:
        return Outcome({**run.identity, "failed": "does not fit"}, measured_now=True)
    figures = {"luts": 40, "ffs": 19, ("fmax_mhz" if run.route else "estimated_mhz"): mhz}
    return Outcome({"key": key_of(run.identity), **run.identity, "figures": figures}, measured_now=True)


def _search(lab: Lab, judge: Judge, budget: int = 12, **options: Any) -> tuple[SearchResult, list[list[Run]]]:
    """Run a search to its end; return what it found and the batches that it asked for."""
    strategy = find_strategy("search", budget=budget, options=Options(**options))
    steps = search(lab.core, ECP5, strategy, Toolchain())
    batches: list[list[Run]] = []
    outcomes: dict[str, Outcome] = {}
    try:
        batch = next(steps)
        while True:
            batches.append(list(batch))
            for run in batch:
                assert isinstance(run, ImplementationRun)
                outcomes[key_of(run.identity)] = _outcome(run, judge(run))
            batch = steps.send(outcomes)
    except StopIteration as end:
        found: SearchResult = end.value
        return found, batches


def _seed_noise(run: ImplementationRun) -> float:
    return ((run.seed or 0) * 37 % 11) / 10


def _helpful(run: ImplementationRun) -> float:
    """flow3 is worth 5 MHz and wide LUTs 4, retiming costs 20; the seed is worth up to 1."""
    options = run.options
    mhz = 100.0 + 5 * (options.mapping == "flow3") + 4 * options.wide_luts - 20 * options.retime
    return mhz + _seed_noise(run) - (0 if run.route else 2)


def test_options_that_help_by_themselves_are_joined_and_win(lab: Lab) -> None:
    found, _ = _search(lab, _helpful)
    assert (found.options.mapping, found.options.wide_luts, found.options.retime) == ("flow3", True, False)
    figures = found.figures()
    assert figures["default_mhz"] == pytest.approx(100 + 0.4)
    assert figures["gain_over_default"] == pytest.approx(figures["best"]["fmax_mhz"] / 100.4 - 1, abs=1e-4)
    assert figures["best"]["fmax_mhz"] > 109


def test_budget_holds_and_most_runs_are_placements(lab: Lab) -> None:
    for budget in (4, 7, 12):
        found, batches = _search(lab, _helpful, budget)
        routed = [run for batch in batches for run in batch if getattr(run, "route", False)]
        assert len(routed) == len(found.routed) == budget
        assert found.figures()["search"] == {
            "placed": sum(map(len, batches)) - budget,
            "routed": budget,
        }


def test_no_run_is_asked_for_twice_and_the_search_repeats_itself(lab: Lab) -> None:
    _, batches = _search(lab, _helpful)
    keys = [key_of(run.identity) for batch in batches for run in batch]
    assert len(keys) == len(set(keys))
    assert _search(lab, _helpful)[1] == batches


def test_typical_is_of_seeds_that_had_no_part_in_the_choice(lab: Lab) -> None:
    """Seed 1 is lucky beyond measure: it makes the best figure, and does not touch the typical one."""

    def judge(run: ImplementationRun) -> float:
        return _helpful(run) + (50 if run.seed == 1 else 0)

    found, _ = _search(lab, judge)
    figures = found.figures()
    assert figures["best"]["fmax_mhz"] > 150 and figures["best"]["seed"] == 1
    typical = [outcome.record["figures"]["fmax_mhz"] for outcome in found.typical]
    assert figures["typical"]["fmax_mhz"]["median"] == pytest.approx(median(typical), abs=0.01)
    assert max(typical) < 112
    assert not {outcome.record["seed"] for outcome in found.typical} & set(PLACED_SEEDS)
    assert figures["typical_gain_over_default"] < 0 < figures["gain_over_default"]


def test_frequencies_are_tried_and_dropped_when_the_tools_make_nothing_of_them(lab: Lab) -> None:
    _, plain = _search(lab, _helpful)
    aimed = {run.options.frequency_mhz for run in plain[1] if isinstance(run, ImplementationRun)} - {200}
    assert len(aimed) == 2
    assert all(
        isinstance(run, ImplementationRun) and run.options.frequency_mhz == 200
        for batch in plain[2:]
        for run in batch
    )

    def judge(run: ImplementationRun) -> float:
        return _helpful(run) + (3 if run.options.frequency_mhz < 200 else 0)

    found, _ = _search(lab, judge)
    assert found.options.frequency_mhz < 200


def test_options_that_fail_are_left_behind(lab: Lab) -> None:
    def judge(run: ImplementationRun) -> float | None:
        return None if run.options.wide_luts else _helpful(run)

    found, _ = _search(lab, judge)
    assert found.options == Options(mapping="flow3")


def test_design_that_never_fits_has_no_figures(lab: Lab) -> None:
    found, batches = _search(lab, lambda run: None)
    figures = found.figures()
    assert figures["best"] is None and figures["typical"] is None and figures["gain_over_default"] is None
    assert found.options == Options()
    # All of it placed once, the default routed: more of what fails would say nothing more.
    assert len(batches) == 1 and len(found.routed) == 1
    assert set(figures) == set(_search(lab, _helpful)[0].figures())
    (failed,) = found.typical
    assert failed.failed == "does not fit"


def test_design_that_is_placed_and_never_routed_is_given_up(lab: Lab) -> None:
    found, batches = _search(lab, lambda run: None if run.route else _helpful(run))
    routed = [run for batch in batches for run in batch if getattr(run, "route", False)]
    assert found.figures()["best"] is None and len(found.routed) == len(routed) < 12


def test_target_is_not_asked_for_what_it_lacks(lab: Lab) -> None:
    lacking = dataclasses.replace(ECP5, lacks=frozenset(("retime", "sequential", "mapping")))
    strategy = find_strategy("search")
    first = next(search(lab.core, lacking, strategy, Toolchain()))
    changed = [run.options.record() for run in first if isinstance(run, ImplementationRun)]
    assert changed and not any({"retime", "sequential", "mapping"} & set(options) for options in changed)


def _row_outcome(run: Run) -> Outcome:
    """Return an outcome that has all that a row needs."""
    if isinstance(run, ImplementationRun):
        outcome = _outcome(run, _helpful(run))
        return Outcome(outcome.record | {"critical_path": None}, measured_now=True)
    figures = {"cycles_per_block": 4, "latency_cycles": 11}
    return Outcome({**run.identity, "block_bits": 64, "figures": figures}, measured_now=True)


def test_command_makes_the_row_again(lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of each variant, and with the tool that it was made with."""
    monkeypatch.setattr(Toolchain, "version", lambda self, tool: f"{tool} 9 ({self.choice})")
    for choice, tool in (("wheel", ""), ("native", " --tool native")):
        strategy = find_strategy("search", budget=9, options=Options(retime=True))
        request = Request((lab.core,), (ECP5,), strategy, all_variants=True, toolchain=Toolchain(choice))
        steps = _searched(request, lab.core, ECP5)
        batch = next(steps)
        outcomes: dict[str, Outcome] = {}
        try:
            while True:
                outcomes |= {key_of(run.identity): _row_outcome(run) for run in batch}
                batch = steps.send(outcomes)
        except StopIteration as end:
            rows = end.value
        command = (
            f"roundel bench echo-hash --target ecp5{tool} --strategy search --budget 9 --frequency 200"
            " --no-wide-luts --retime"
        )
        assert {row["variant"]: row["command"] for row in rows} == {
            "r64": f"{command} --rerun",
            "r128": f"{command} --all-variants --rerun",
        }
