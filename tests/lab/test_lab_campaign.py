"""A campaign: what is missing, in which order, and that it continues where it ended."""

from __future__ import annotations

import json

import pytest
from lab_project import Fakes, Lab

from roundel.implement import TARGETS, JobFailed, Options
from roundel.lab import bench
from roundel.lab.campaign import Design, plan, total_seconds

pytestmark = pytest.mark.usefixtures("any_block")
ECP5, XC7 = TARGETS["ecp5"], TARGETS["xc7"]
STATIC = Options(placer="static")


@pytest.fixture
def any_block(monkeypatch: pytest.MonkeyPatch) -> None:
    """Accept the stored simulation of every service: the fakes give blocks of one size."""
    monkeypatch.setattr("roundel.lab.runs.CyclesRun.answers", lambda *_: True)


def _measure(lab: Lab, seeds: int) -> None:
    bench(Design(lab.core, ECP5, STATIC).request(seeds, jobs=1), lab.store)


def test_few_seeds_come_before_the_others(lab: Lab) -> None:
    designs = [Design(lab.core, ECP5, STATIC), Design(lab.core, XC7, Options())]
    entries = plan(designs, 12, lab.store)
    services = len(lab.core.services)
    shape = [(entry.design.target.name, entry.seeds, entry.missing) for entry in entries]
    assert sorted(shape[:2]) == [("ecp5", 3, 3 + services), ("xc7", 3, 1 + services)]
    assert shape[2:] == [("ecp5", 12, 9)]
    assert total_seconds(entries) == pytest.approx(sum(entry.seconds for entry in entries))
    assert all(entry.seconds > 0 for entry in entries)


def test_what_is_stored_is_not_missing(lab: Lab, fakes: Fakes) -> None:
    designs = [Design(lab.core, ECP5, STATIC)]
    _measure(lab, 2)
    first, rest = plan(designs, 5, lab.store)
    assert (first.seeds, first.missing, rest.seeds, rest.missing) == (3, 1, 5, 2)
    assert first.seconds == 1.0 and rest.seconds == 2.0  # as long as those that are stored
    bench(first.design.request(first.seeds, jobs=1), lab.store)
    assert [entry.missing for entry in plan(designs, 5, lab.store)] == [2]
    bench(rest.design.request(rest.seeds, jobs=1), lab.store)
    assert plan(designs, 5, lab.store) == []
    assert plan([Design(lab.core, ECP5, Options())], 1, lab.store)[0].missing == 1


def test_a_run_that_failed_is_not_tried_again(lab: Lab, fakes: Fakes) -> None:
    fakes.failing["echo-hash ecp5 placer static seed 2"] = JobFailed("does not fit the device")
    _measure(lab, 3)
    assert plan([Design(lab.core, ECP5, STATIC)], 3, lab.store) == []


def test_a_campaign_ends_when_nothing_is_missing(
    lab: Lab, fakes: Fakes, capsys: pytest.CaptureFixture[str]
) -> None:
    from roundel.cli.campaign import campaign

    campaign(["echo-hash"], target="ecp5", seeds=3, plan_only=True, json_=True)
    (unmeasured,) = json.loads(capsys.readouterr().out)
    assert unmeasured["options"] == Options().record()
    assert unmeasured["missing_runs"] == 3 + len(lab.core.services)
    campaign(["echo-hash"], target="ecp5", seeds=3, jobs=1)
    said = capsys.readouterr().out
    assert "echo-hash" in said and "runs, about" in said
    assert len([label for label in fakes.ran if "seed" in label]) == 3
    fakes.ran.clear()
    campaign(["echo-hash"], target="ecp5", seeds=3, jobs=1)
    assert fakes.ran == [] and "Nothing is missing" in capsys.readouterr().out


def test_nothing_starts_that_would_not_end_in_time(
    lab: Lab, fakes: Fakes, capsys: pytest.CaptureFixture[str]
) -> None:
    from roundel.cli.campaign import campaign

    campaign(["echo-hash"], target="ecp5", seeds=3, jobs=1, hours=0.0)
    assert fakes.ran == [] and "1 of 1 entries are left" in capsys.readouterr().err


def test_the_options_are_those_of_the_best_row() -> None:
    from roundel.catalog import find_core
    from roundel.cli.campaign import designs_of

    core = find_core("keccak-hash")
    row = {
        **{"core": "keccak-hash", "service": "hash", "variant": "r1088", "target": "ecp5", "current": False},
        **{"source_hash": "a", "measured_at": "2026-01-01T00:00:00", "seeds": 3, "routed": True, "luts": 100},
        **{"block_bits": 1088, "cycles_per_block": 24, "fmax_interval": None, "ffs": 100, "slices": 50},
    }
    clock = {"median": 100.0, "min": 90.0, "max": 110.0}
    slow = row | {"options": {"placer": "heap"}, "fmax_mhz": clock, "throughput_per_lut": 1.0}
    fast = row | {"options": STATIC.record(), "luts": 80, "fmax_mhz": clock, "throughput_per_lut": 2.0}
    assert [design.options for design in designs_of([core], [ECP5], [slow, fast], all_=False)] == [STATIC]
    assert designs_of([core], [XC7], [slow, fast], all_=False) == []
    assert [design.options for design in designs_of([core], [XC7], [], all_=True)] == [Options()]
