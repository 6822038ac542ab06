"""What `roundel explore` runs, on the small core with stand-ins for the tools."""

from __future__ import annotations

import json
from typing import Any

import pytest
from lab_project import FAKE_FIGURES, Fakes, Lab
from typer.testing import CliRunner, Result

from roundel.catalog import load_catalog
from roundel.cli.app import app
from roundel.errors import RoundelError
from roundel.explore import choices, request_for, work_of
from roundel.implement import TARGETS, JobFailed
from roundel.lab import find_strategy

SYNTHESIS, CYCLES = "echo-hash ecp5 seed 1", "echo-hash hash/r64 cycles"


def explore(*words: str) -> Result:
    return CliRunner().invoke(app, ["explore", "hash", "--jobs", "1", *words])


def answer(*words: str) -> dict[str, Any]:
    result = explore("--run", *words, "--json")
    assert result.exit_code == 0, result.stderr
    (data,) = json.loads(result.stdout)
    assert isinstance(data, dict)
    return data


def test_what_is_missing_is_measured_first_and_once(lab: Lab, fakes: Fakes) -> None:
    data = answer()
    assert fakes.ran == [SYNTHESIS, CYCLES]
    (design,) = data["ranked"]
    assert design["measured"]["luts"] == FAKE_FIGURES["luts"] and design["on_front"]
    assert design["measured"]["throughput"]["value"] == pytest.approx(64 * 100 / 4)
    assert answer() == data and len(fakes.ran) == 2


def test_only_the_variant_asked_for_is_simulated(lab: Lab, fakes: Fakes) -> None:
    data = answer("--variant", "r128")
    assert fakes.ran == [SYNTHESIS, "echo-hash hash/r128 cycles"]
    assert data["ranked"][0]["measured"]["variant"] == "r128"


def test_more_seeds_are_added_to_those_there_are(lab: Lab, fakes: Fakes) -> None:
    answer()
    assert answer("--seeds", "3")["ranked"][0]["measured"]["fmax"]["seeds"] == 3
    assert fakes.ran[2:] == ["echo-hash ecp5 seed 2", "echo-hash ecp5 seed 3"]


def test_it_says_what_it_will_run_and_how_long_the_like_took(lab: Lab, fakes: Fakes) -> None:
    said = explore("--run").stderr
    assert "to be measured first" in said and "echo-hash on ecp5: 2 runs\n" in said
    said = explore("--run", "--seeds", "2").stderr
    assert "echo-hash on ecp5: 1 run, such runs took 1 s" in said
    assert "to be measured" not in explore("--run", "--seeds", "2").stderr


def test_time_of_a_core_without_history_is_that_of_others(lab: Lab) -> None:
    request = request_for(choices(load_catalog().values(), "hash"), TARGETS["ecp5"], find_strategy("quick"))
    records = [
        {"kind": "implementation", "core": core, "target": target, "seconds": seconds}
        for core, target, seconds in (("x", "ecp5", 10), ("y", "ecp5", 30), ("z", "ice40", 500))
    ]
    (work,) = work_of(request, lab.store, records)
    assert (work.core, work.target, work.runs, work.seconds) == ("echo-hash", "ecp5", 2, None)
    simulated = {"kind": "cycles", "core": "x", "target": "simulation", "seconds": 2.5}
    (work,) = work_of(request, lab.store, [*records, simulated])
    assert work.seconds == 22.5
    own = {"kind": "implementation", "core": "echo-hash", "target": "ecp5", "seconds": 7}
    (work,) = work_of(request, lab.store, [*records, simulated, own])
    assert work.seconds == 9.5


def test_no_run_answers_from_the_store_alone(lab: Lab, fakes: Fakes) -> None:
    result = explore()
    assert result.exit_code == 1 and fakes.ran == []
    assert "Not measured: echo-hash (hash r64)." in result.stdout
    assert "  roundel bench echo-hash --target ecp5\n" in result.stdout


def test_stale_rows_are_measured_anew_unless_they_will_do(lab: Lab, fakes: Fakes) -> None:
    from roundel.catalog.load import _load

    answer()
    source = lab.core.sources[-1]
    source.write_text(source.read_text() + "module changed; endmodule\n")
    _load.cache_clear()
    shown = explore().stdout
    assert "Stale" in shown and "* echo-hash (hash r64): 40 LUT, 1600 Mbit/s" in shown and "Best" not in shown
    assert answer("--stale")["ranked"][0]["measured"]["current"] is False
    assert len(fakes.ran) == 2
    assert answer()["ranked"][0]["measured"]["current"] is True
    assert len(fakes.ran) == 4


def test_a_failure_is_told_and_tried_again_only_on_request(lab: Lab, fakes: Fakes) -> None:
    fakes.failing[SYNTHESIS] = JobFailed("synthesis timed out")
    result = explore("--run")
    assert result.exit_code == 1
    assert "Failed: echo-hash (hash r64): synthesis timed out." in result.stdout
    assert "`roundel bench echo-hash --target ecp5 --retry` tries again." in result.stdout
    fakes.ran.clear()
    assert "synthesis timed out" in explore("--run").stdout and fakes.ran == []
    fakes.failing.clear()
    lab.age_failures()
    assert answer("--retry")["ranked"] and fakes.ran == [SYNTHESIS]


def test_a_device_that_is_too_small_is_not_tried_again(lab: Lab, fakes: Fakes) -> None:
    fakes.failing[SYNTHESIS] = JobFailed("does not fit LFE5U-25F: 9 LUT needed, 8 there")
    told = explore("--run").stdout
    assert "8 there. Name a target with a larger device." in told and "--retry" not in told


def test_a_failure_that_is_not_stored_is_told(lab: Lab, fakes: Fakes) -> None:
    fakes.failing[CYCLES] = KeyError("net")
    assert "Failed: echo-hash (hash r64): internal error: KeyError: 'net'" in explore("--run").stdout


def test_interrupted_it_keeps_what_is_finished(lab: Lab, fakes: Fakes) -> None:
    fakes.interrupting = CYCLES
    fakes.failing[CYCLES] = RoundelError("the model did not compile (exit status -2)")
    result = explore("--run")
    assert result.exit_code == 130 and "the runs that were finished are kept" in result.stderr
    fakes.interrupting = ""
    fakes.failing.clear()
    fakes.ran.clear()
    assert answer()["ranked"] and fakes.ran == [CYCLES]
