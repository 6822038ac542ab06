"""Rows: median and range over seeds, throughput from the median, failures named."""

from __future__ import annotations

from typing import Any

import pytest
from lab_project import Lab

from roundel.errors import RoundelError
from roundel.implement import Options, find_target
from roundel.lab import complete, find_strategy, stored_rows
from roundel.lab.query import query
from roundel.lab.rows import Outcome, row_of, rows_of, seeds_text


def _implementation(
    lab: Lab, seed: int, fmax: float, luts: int = 40, tool: str = "p 1", recipe: str = "synth", **options: Any
) -> dict[str, Any]:
    core = lab.core
    identity = {
        "kind": "implementation",
        "core": core.name,
        "config": "default",
        "parameters": {},
        "source_hash": core.source_hash,
        "target": "ecp5",
        "seed": seed,
        "tools": {"place_and_route": tool},
        "recipe": [f"{recipe} {options}", "place --seed SEED --freq 200"],
    }
    figures = {"luts": luts, "ffs": 19, "rams": 0, "dsps": 0, "slices": 20, "slices_formula": "f"}
    more = {"logic_levels": 3, "cells": {}, "fmax_mhz": fmax}
    return lab.store.put(
        identity,
        {
            "options": {"wide_luts": False} | options,
            "device": "d",
            "routed": True,
            "figures": figures | more,
            "critical_path": {"clock": f"clk{seed}"},
        },
    )


def _failed(record: dict[str, Any]) -> dict[str, Any]:
    """What the store keeps of that run where it fails: no options, no figures."""
    kept = ("kind", "core", "config", "parameters", "source_hash", "target", "seed", "tools", "recipe")
    return {name: record[name] for name in kept} | {"failed": "routing timed out after 900 s"}


def _cycles(lab: Lab, per_block: int = 4) -> dict[str, Any]:
    core = lab.core
    identity = {
        "kind": "cycles",
        "core": core.name,
        "source_hash": core.source_hash,
        "target": "simulation",
        "service": "hash",
        "variant": "r64",
        "tools": {"simulation": "s 1"},
    }
    figures = {"cycles_per_block": per_block, "latency_cycles": 11}
    return lab.store.put(identity, {"block_bits": 64, "figures": figures})


def test_row_of_three_seeds(lab: Lab) -> None:
    fmaxes = {1: 100.0, 2: 130.0, 3: 110.0}
    good = [Outcome(_implementation(lab, seed, fmax), False) for seed, fmax in fmaxes.items()]
    strategy = find_strategy("seeds", seeds=3, options=Options(frequency_mhz=150))
    row = row_of(
        lab.core, lab.core.service(), find_target("ecp5"), strategy, good, Outcome(_cycles(lab), True)
    )
    assert row["fmax_mhz"] == {"median": 110.0, "min": 100.0, "max": 130.0}
    assert row["throughput_mbps"] == 64 * 110 / 4
    assert row["throughput_per_lut"] == 64 * 110 / 4 / 40
    assert (row["seeds"], row["latency_cycles"], row["measured"]) == (3, 11, "now")
    assert row["critical_path"] == {"clock": "clk3"}  # that of the median
    assert row["command"] == (
        "roundel bench echo-hash --target ecp5 --seeds 3 --frequency 150 --no-wide-luts --rerun"
    )
    assert complete(row) and row["failed"] == []


def test_row_with_failures_names_them(lab: Lab) -> None:
    good = Outcome(_implementation(lab, 1, 100.0), False)
    bad = Outcome({"kind": "implementation", "seed": 2, "failed": "does not fit"}, False)
    silent = Outcome({"kind": "cycles", "failed": "silent"}, True)
    row = row_of(
        lab.core, lab.core.service(), find_target("ecp5"), find_strategy("seeds"), [good, bad], silent
    )
    assert row["failed"] == [
        {"run": "seed 2", "reason": "does not fit"},
        {"run": "cycles", "reason": "silent"},
    ]
    assert row["luts"] == 40 and row["throughput_mbps"] is None and not complete(row)
    counts = row["seeds"], row["seeds_failed"]
    assert counts == (1, 1) and seeds_text(*counts) == "1 of 2"


def test_stored_rows_join_seeds_and_keep_options_apart(lab: Lab) -> None:
    for seed, fmax in ((1, 100.0), (2, 120.0)):
        _implementation(lab, seed, fmax)
    _implementation(lab, 1, 80.0, luts=60, wide_luts=True)
    assert stored_rows(lab.store) == []  # no cycles yet
    _cycles(lab)
    rows = {row["options"]["wide_luts"]: row for row in stored_rows(lab.store)}
    assert rows[False]["fmax_mhz"] == {"median": 110.0, "min": 100.0, "max": 120.0}
    assert (rows[True]["luts"], rows[True]["seeds"]) == (60, 1)


def test_runs_of_another_recipe_are_a_row_of_their_own(lab: Lab) -> None:
    runs = [_implementation(lab, seed, 100.0 + seed) for seed in (1, 2)]
    other = [_implementation(lab, seed, 200.0 + seed, recipe="synth -new") for seed in (1, 2)]
    rows = rows_of([*runs, *other, _cycles(lab)])
    assert [(row["seeds"], row["fmax_mhz"]["median"]) for row in rows] == [(2, 101.5), (2, 201.5)]


def test_stored_row_says_how_many_of_its_seeds_failed(lab: Lab) -> None:
    runs = [_implementation(lab, seed, 100.0 + seed) for seed in (1, 2)]
    lost = [_failed(_implementation(lab, seed, 0.0)) for seed in (3, 5)]
    meanwhile = _failed(runs[0])  # what was routed later has not failed
    elsewhere = _failed(_implementation(lab, 4, 0.0, wide_luts=True))
    (row,) = rows_of([*runs, *lost, meanwhile, elsewhere, _cycles(lab)])
    counts = row["seeds"], row["seeds_failed"]
    assert counts == (2, 2) and seeds_text(*counts) == "2 of 4"
    assert " --seeds 5 " in row["command"]
    (row,) = rows_of([*runs, elsewhere, _cycles(lab)])
    assert (row["seeds_failed"], seeds_text(row["seeds"], row["seeds_failed"])) == (0, "2")


def test_cycles_measured_last_count(lab: Lab) -> None:
    run, cycles = _implementation(lab, 1, 100.0), _cycles(lab)
    times = [f"2026-01-0{day}T00:00:00+00:00" for day in (1, 2, 3)]
    known = [
        cycles | {"measured_at": time, "figures": cycles["figures"] | {"cycles_per_block": 10 + number}}
        for number, time in enumerate(times)
    ]
    for order in ((0, 1, 2), (2, 1, 0), (1, 2, 0)):
        (row,) = rows_of([run, *(known[number] for number in order)])
        assert row["cycles_per_block"] == 12


def test_command_of_a_row_names_the_tool_on_path(lab: Lab) -> None:
    native = _implementation(lab, 1, 100.0, tool="nextpnr-ecp5 nextpnr-0.9 (native)")
    words = "--target ecp5 --tool native --seeds 1"
    (row,) = rows_of([native, _cycles(lab)])
    assert words in row["command"]
    strategy, cycles = find_strategy("quick"), Outcome(_cycles(lab), False)
    for outcome in (Outcome(native, False), Outcome({**native, "failed": "does not fit"}, False)):
        row = row_of(lab.core, lab.core.service(), find_target("ecp5"), strategy, [outcome], cycles)
        assert words in row["command"]


def test_command_of_a_row_gives_its_runs_the_time_they_took(lab: Lab) -> None:
    run, cycles = _implementation(lab, 1, 100.0), _cycles(lab)
    for seconds, words in ((1800.0, "--rerun"), (1801.0, "--timeout 5400 --rerun")):
        late = run | {"seconds": seconds}
        (row,) = rows_of([late, cycles])
        assert row["command"].endswith(f"--no-wide-luts {words}")
        strategy, outcomes = find_strategy("quick"), [Outcome(late, False)]
        core = lab.core
        row = row_of(core, core.service(), find_target("ecp5"), strategy, outcomes, Outcome(cycles, False))
        assert row["command"].endswith(f"--no-wide-luts {words}")


def test_command_of_a_row_gives_up_seeds_when_it_did(lab: Lab) -> None:
    run, cycles = _implementation(lab, 1, 100.0), _cycles(lab)
    lost = _failed(_implementation(lab, 2, 0.0))
    for seconds, limit, words in (
        (30.0, {"limit_seconds": 900.0}, " --timeout 900 --rerun"),
        (1000.0, {"limit_seconds": 900.0}, " --timeout 1020 --rerun"),  # synthesis has as much again
        (30.0, {}, " --no-wide-luts --rerun"),  # it did not run out of time
    ):
        (row,) = rows_of([run | {"seconds": seconds}, lost | limit, cycles])
        assert row["command"].endswith(words) and "--seeds 2" in row["command"]
        strategy, outcomes = find_strategy("seeds", seeds=2), [run | {"seconds": seconds}, lost | limit]
        implemented, counted = [Outcome(record, False) for record in outcomes], Outcome(cycles, False)
        core = lab.core
        row = row_of(core, core.service(), find_target("ecp5"), strategy, implemented, counted)
        assert row["command"].endswith(words)


def test_command_of_a_service_that_is_not_the_primary_one_names_all(lab: Lab) -> None:
    run, cycles = _implementation(lab, 1, 100.0), _cycles(lab)
    for primary in (True, False):
        (row,) = rows_of([run, cycles | {"primary": primary}])
        assert ("--all-variants" in row["command"]) is not primary


def test_records_whose_figures_mean_something_else_make_no_rows(lab: Lab) -> None:
    run, cycles = _implementation(lab, 1, 100.0), _cycles(lab)
    other = run | {"schema": run["schema"] + 1, "seed": 2, "figures": run["figures"] | {"fmax_mhz": 300.0}}
    (row,) = rows_of([run, other, cycles])
    assert (row["seeds"], row["fmax_mhz"]["median"]) == (1, 100.0)


def test_rows_of_sources_that_changed_since_are_not_current(lab: Lab) -> None:
    from roundel.catalog.load import _load

    _implementation(lab, 1, 100.0)
    _cycles(lab)
    assert [row["current"] for row in stored_rows(lab.store)] == [True]
    source = lab.core.sources[-1]
    source.write_text(source.read_text() + "// a comment more\n")
    _load.cache_clear()
    assert [row["current"] for row in stored_rows(lab.store)] == [True]
    source.write_text(source.read_text() + "module changed; endmodule\n")
    _load.cache_clear()
    assert [row["current"] for row in stored_rows(lab.store)] == [False]


def test_sql_over_rows_and_runs(lab: Lab) -> None:
    _implementation(lab, 1, 100.0)
    _cycles(lab)
    lab.store.put_failure({"kind": "implementation", "core": "x", "target": "ecp5"}, "does not fit")
    assert query(lab.store, "SELECT core, luts, fmax_mhz.median AS mhz FROM results") == [
        {"core": "echo-hash", "luts": 40, "mhz": 100.0}
    ]
    assert query(lab.store, "SELECT count(*) AS n FROM runs WHERE failed IS NOT NULL") == [{"n": 1}]
    with pytest.raises(RoundelError, match="SQL: .*nowhere"):
        query(lab.store, "SELECT * FROM nowhere")
    with pytest.raises(RoundelError, match="more than one column is called core, seed"):
        query(lab.store, "SELECT a.core, b.core, a.seed, b.seed FROM runs a, runs b")
    for nothing in ("", ";", "-- nothing"):
        with pytest.raises(RoundelError, match="SQL: there is no statement"):
            query(lab.store, nothing)


@pytest.mark.parametrize("table", ["results", "runs"])
def test_sql_that_selects_everything(lab: Lab, table: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the zone here, times are those of the records: UTC."""
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    _implementation(lab, 1, 100.0)
    _cycles(lab)
    times = {record["measured_at"] for record in lab.store.records()}
    selected = query(lab.store, f"SELECT * FROM {table}")
    assert {f"{row['measured_at'].isoformat()}+00:00" for row in selected} <= times and selected


def test_sql_over_nothing_says_what_to_do(lab: Lab) -> None:
    with pytest.raises(RoundelError) as caught:
        query(lab.store, "SELECT 1")
    assert "roundel bench" in caught.value.hint


def test_strategies() -> None:
    assert find_strategy("seeds", seeds=4).seeds == (1, 2, 3, 4)
    assert find_strategy("seeds").seeds == tuple(range(1, 17))
    assert find_strategy("grid", seeds=4).seeds == (1, 2, 3, 4)
    assert find_strategy("quick", seeds=4).seeds == (1,)
    assert find_strategy("search").searches_on(find_target("ecp5"))
    assert not find_strategy("search").searches_on(find_target("xc7"))
    assert find_strategy("quick").seeds_on(find_target("xc7")) == (None,)
    with pytest.raises(RoundelError, match="unknown strategy 'sed'"):
        find_strategy("sed")
    with pytest.raises(RoundelError, match="0 seeds"):
        find_strategy("seeds", seeds=0)
