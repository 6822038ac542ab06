"""Ranking: goals, limits, the front, stale rows, what is not resolved, and what is nearest."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest
from designs_rows import core, row, service

from roundel.compare import Results
from roundel.compare.measured import Failure
from roundel.explore import Choice, Exploration, explore, parse_limit, without_row
from roundel.implement import TARGETS

ECP5, XC7 = TARGETS["ecp5"], TARGETS["xc7"]
HASH = service("hash", algorithm="keccak")


def choice(name: str, *targets: str) -> Choice:
    return Choice(dataclasses.replace(core(name, HASH), targets=targets), HASH)


A, B, C = choice("a"), choice("b"), choice("c")


def clocked(name: str, mhz: float, spread: float = 1.0, **changes: Any) -> dict[str, Any]:
    """A row of 10 bits a cycle at `mhz`, its interval `spread` MHz to both sides."""
    fmax = {"median": mhz, "min": mhz - spread, "max": mhz + spread}
    return row(name, "hash", fmax_mhz=fmax, **changes)


def ranked(*rows: dict[str, Any], goal: str = "efficiency", **more: Any) -> Exploration:
    limits = [parse_limit(option, text) for option, text in more.pop("limits", {}).items()]
    return explore((A, B, C), ECP5, Results(rows, **more.pop("results", {})), goal, limits, **more)


def names(designs: Any) -> list[str]:
    return [design.measured.core for design in designs]


# a: small and slow; b: large and fast; c: as large as b, slower than it.
A_ROW = clocked("a", 100.0, luts=1000)
B_ROW = clocked("b", 300.0, luts=4000)
C_ROW = clocked("c", 250.0, luts=4000, ffs=100)


@pytest.mark.parametrize(
    ("goal", "order"),
    [
        ("luts", ["a", "b", "c"]),
        ("throughput", ["b", "c", "a"]),
        ("efficiency", ["a", "b", "c"]),
        ("frequency", ["b", "c", "a"]),
    ],
)
def test_each_goal_has_its_order(goal: str, order: list[str]) -> None:
    answer = ranked(A_ROW, B_ROW, C_ROW, goal=goal)
    assert names(answer.ranked) == order
    assert names(answer.front) == ["a", "b"]
    assert answer.winner is not None and answer.winner.measured.core == order[0]
    assert not answer.excluded and not answer.absent


def test_limits_exclude_with_the_nearest_first() -> None:
    answer = ranked(A_ROW, B_ROW, C_ROW, limits={"--min-throughput": "1.5Gbit/s", "--max-luts": "3900"})
    assert answer.winner is None
    assert names(answer.excluded) == ["b", "c", "a"]
    assert [[limit.option for limit in design.missed] for design in answer.excluded] == [
        ["--max-luts"],
        ["--max-luts"],
        ["--min-throughput"],
    ]
    assert answer.excluded[2].excess == pytest.approx(1.5)


def test_the_front_is_of_what_is_within_the_limits() -> None:
    answer = ranked(A_ROW, B_ROW, C_ROW, limits={"--max-ffs": "200"}, goal="throughput")
    assert names(answer.front) == ["c"] and names(answer.excluded) == ["a", "b"]


def test_intervals_that_overlap_are_not_resolved() -> None:
    near = clocked("b", 101.0, spread=0.5, luts=1000)
    answer = ranked(A_ROW, near, clocked("c", 90.0, luts=1000))
    assert names(answer.ranked) == ["b", "a", "c"]
    assert [design.resolved for design in answer.ranked] == [None, False, True]
    assert names(answer.unresolved) == ["a"]


def test_one_seed_resolves_nothing_but_area() -> None:
    one_seed = clocked("b", 900.0, spread=0.0, luts=1001, seeds=1)
    assert names(ranked(A_ROW, one_seed).unresolved) == ["a"]
    answer = ranked(A_ROW, one_seed, goal="luts")
    assert names(answer.ranked) == ["a", "b"] and not answer.unresolved


def test_equal_areas_are_not_resolved_and_the_faster_is_first() -> None:
    answer = ranked(A_ROW, clocked("b", 200.0, luts=1000), goal="luts")
    assert names(answer.ranked) == ["b", "a"] and names(answer.unresolved) == ["a"]


def test_stale_rows_never_win_unless_asked_to() -> None:
    stale = {"current": False, "source_hash": "before"}
    old = clocked("b", 900.0, luts=100) | stale
    answer = ranked(A_ROW, old)
    assert names(answer.ranked) == ["a"]
    (b, c) = answer.absent
    assert b.core == "b" and b.stale is not None and b.stale.luts == 100 and not b.reason
    assert c.core == "c" and c.stale is None and c.command == "roundel bench c --target ecp5"
    assert answer.missing == (b, c)
    assert names(ranked(A_ROW, old, stale=True).ranked) == ["b", "a"]


def test_a_row_of_today_stands_before_a_better_stale_one() -> None:
    old = A_ROW | {"current": False, "source_hash": "before", "luts": 10}
    assert [design.measured.luts for design in ranked(A_ROW, old, stale=True).ranked] == [1000]


def test_of_a_core_s_rows_the_one_within_the_limits_stands_unless_it_is_a_lucky_seed() -> None:
    small = A_ROW | {
        "luts": 900,
        "options": {"wide_luts": True},
        "fmax_mhz": {"median": 50, "min": 49, "max": 51},
    }
    fast, lucky = A_ROW, clocked("a", 400.0, luts=800, seeds=1)
    assert [d.measured.luts for d in ranked(small, fast, lucky).ranked] == [1000]
    assert [d.measured.luts for d in ranked(small, fast, lucky, limits={"--max-luts": "950"}).ranked] == [900]
    assert [d.measured.luts for d in ranked(small, fast, lucky, goal="luts").ranked] == [900]


def test_failures_are_told_and_not_missing() -> None:
    failure = Failure("b", "ecp5", core("b", HASH).source_hash, "does not fit")
    answer = ranked(A_ROW, results={"failures": [failure]}, failures={"c": "timed out"})
    assert [(one.core, one.reason) for one in answer.absent] == [("b", "does not fit"), ("c", "timed out")]
    assert answer.missing == ()


def test_a_core_of_another_target_is_no_candidate() -> None:
    answer = explore((A, choice("x", "xc7")), ECP5, Results([A_ROW]), "luts")
    assert names(answer.ranked) == ["a"] and not answer.absent
    assert [one.core for one in explore((choice("x", "xc7"),), XC7, Results([]), "luts").absent] == ["x"]


def test_a_target_that_is_not_routed_has_areas_alone() -> None:
    plain = {"target": "xc7", "fmax_mhz": None, "fmax_interval": None, "seeds": 0}
    rows = [row("a", "hash", luts=9, **plain), row("b", "hash", luts=8, **plain)]
    answer = explore((A, B), XC7, Results(rows), "luts")
    assert names(answer.ranked) == ["b", "a"] and answer.front == () and not answer.unresolved


def test_what_has_to_be_measured() -> None:
    old = clocked("b", 900.0) | {"current": False, "source_hash": "before"}
    failure = Failure("c", "ecp5", core("c", HASH).source_hash, "does not fit")
    results = Results([A_ROW, old], failures=[failure])
    every = (A, B, C, choice("x", "xc7"))

    def lacking(**more: Any) -> list[str]:
        return [one.core.name for one in without_row(every, ECP5, results, **more)]

    assert lacking() == ["b"]
    assert lacking(stale=True) == []
    assert lacking(retry=True) == ["b", "c"]
    assert lacking(seeds=6) == ["a", "b"]  # a has five
