"""One run on a worker: what it takes from the store, what it refuses, what it hands back."""

from __future__ import annotations

import dataclasses
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from lab_project import Lab, netlist

from roundel.implement import (
    GENERIC,
    TARGETS,
    Cancellation,
    Cancelled,
    JobFailed,
    Options,
    Toolchain,
    cells_target,
)
from roundel.lab.runs import CyclesRun, ImplementationRun
from roundel.lab.store import FAILED_SUFFIX, FILE_TIME_STEP, key_of
from roundel.lab.sweep import stored_here
from roundel.lab.task import Job, perform

FIGURES = {"luts": 40, "ffs": 19, "fmax_mhz": 100.0}


@pytest.fixture
def run(lab: Lab, monkeypatch: pytest.MonkeyPatch) -> ImplementationRun:
    def execute(self: ImplementationRun, *_: Any) -> dict[str, Any]:
        return {"figures": FIGURES, "cpu_seconds": 1.0}

    monkeypatch.setattr(ImplementationRun, "execute", execute)
    monkeypatch.setattr(ImplementationRun, "synthesize", lambda *_: netlist("digest"))
    monkeypatch.setattr("roundel.lab.task.prepare_tools", lambda *_: None)
    return ImplementationRun(lab.core, TARGETS["ecp5"], Options(), 1, Toolchain())


def test_run_is_stored_and_the_next_one_taken_from_the_store(lab: Lab, run: ImplementationRun) -> None:
    job = Job(run, lab.store.root, 60)
    first, second = perform(job, Cancellation()), perform(job, Cancellation())
    assert (first.measured_now, second.measured_now) == (True, False)
    assert first.record == second.record == lab.store.get(run.identity)
    anew = perform(dataclasses.replace(job, made_after=1.0), Cancellation())
    assert anew.measured_now


def test_a_failure_is_shared_by_those_who_waited_for_it(
    lab: Lab, run: ImplementationRun, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[float] = []

    def fail(_run: ImplementationRun, limit: float, *_: Any) -> None:
        asked.append(limit)
        raise JobFailed(f"synthesis timed out after {limit:g} s", limit_seconds=limit)

    @contextmanager
    def behind_another(*_: Any) -> Iterator[None]:
        if not asked:  # another client has the lock first
            asked.append(60)
            lab.store.put_failure(run.identity, "synthesis timed out after 60 s", limit_seconds=60)
            tick = time.time() - FILE_TIME_STEP / 2
            os.utime(lab.store.path(run.identity, FAILED_SUFFIX), (tick, tick))
        yield

    monkeypatch.setattr(ImplementationRun, "execute", fail)
    monkeypatch.setattr("roundel.lab.task.locked", behind_another)
    outcome = perform(Job(run, lab.store.root, 60), Cancellation())
    assert (outcome.failed, outcome.measured_now) == ("synthesis timed out after 60 s", False)
    assert asked == [60]
    # Of before the job began, or with less time than it has: it is tried.
    os.utime(lab.store.path(run.identity, FAILED_SUFFIX), (1, 1))
    perform(Job(run, lab.store.root, 60), Cancellation())
    asked.clear()
    assert perform(Job(run, lab.store.root, 120), Cancellation()).failed == "synthesis timed out after 120 s"
    assert asked == [60, 120]


def test_cycles_of_another_block_are_counted_again(lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    core = lab.core
    run = CyclesRun(core, core.service())
    figures = {"cycles_per_block": 4, "latency_cycles": 11}
    counted = {"block_bits": core.service().block_bits, "figures": figures}
    monkeypatch.setattr(CyclesRun, "execute", lambda *_: counted)
    lab.store.put(run.identity, counted | {"block_bits": 1})
    outcome = perform(Job(run, lab.store.root, 60), Cancellation())
    assert outcome.measured_now and outcome.record["block_bits"] == core.service().block_bits
    assert not perform(Job(run, lab.store.root, 60), Cancellation()).measured_now


def test_worker_without_the_folder_hands_its_record_back(
    lab: Lab, run: ImplementationRun, tmp_path: Path
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    outcome = perform(Job(run, blocked / "results", 60), Cancellation())
    assert outcome.failed is None and outcome.record["figures"] == FIGURES
    assert outcome.record["seed"] == 1


def test_worker_without_the_folder_hands_its_failure_back_for_the_client_to_store(
    lab: Lab, run: ImplementationRun, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def late(*_: Any) -> None:
        raise JobFailed("synthesis timed out after 60 s", limit_seconds=60)

    monkeypatch.setattr(ImplementationRun, "execute", late)
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    job = Job(run, blocked / "results", 60)
    outcome = perform(job, Cancellation())
    assert outcome.failed == "synthesis timed out after 60 s"
    assert outcome.record["key"] == key_of(run.identity) and outcome.record["limit_seconds"] == 60
    stored_here(lab.store, job, outcome)
    failure = lab.store.get_failure(run.identity)
    assert failure is not None and (failure["failed"], failure["limit_seconds"]) == (outcome.failed, 60)
    # With more time, and no better: what is remembered is that.
    later = dataclasses.replace(outcome, record=outcome.record | {"limit_seconds": 3600})
    stored_here(lab.store, job, later)
    failure = lab.store.get_failure(run.identity)
    assert failure is not None and failure["limit_seconds"] == 3600


def test_worker_that_has_no_cache_says_what_to_do(
    lab: Lab, run: ImplementationRun, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    monkeypatch.setenv("ROUNDEL_CACHE", str(blocked))
    failed = perform(Job(run, lab.store.root, 60), Cancellation()).failed
    assert failed is not None and failed.startswith(f"cannot make {blocked}/runs: Not a directory: Set ROUND")
    assert not list(lab.store.records())


@pytest.mark.parametrize("elsewhere", [False, True])
def test_worker_with_another_liberty_refuses(
    lab: Lab, run: ImplementationRun, tmp_path: Path, elsewhere: bool
) -> None:
    path = tmp_path / "cells.lib"
    path.write_text(GENERIC.read_text())
    run = dataclasses.replace(run, target=cells_target(path), seed=None)
    assert perform(Job(run, lab.store.root / "a", 60, elsewhere=elsewhere), Cancellation()).failed is None
    for change in (lambda: path.write_text(path.read_text() + "/* another */\n"), path.unlink):
        change()
        outcome = perform(Job(run, lab.store.root / "b", 60, elsewhere=elsewhere), Cancellation())
        assert outcome.failed is not None
        assert "is not the liberty that the run is named by" in outcome.failed
        assert "key" not in outcome.record and not list((lab.store.root / "b").rglob("*.json"))


def test_worker_with_other_sources_or_tools_refuses(lab: Lab, run: ImplementationRun) -> None:
    assert perform(Job(run, lab.store.root / "a", 60, elsewhere=True), Cancellation()).failed is None
    source = lab.core.sources[-1]
    source.write_text(source.read_text() + "module another_checkout; endmodule\n")
    outcome = perform(Job(run, lab.store.root / "b", 60, elsewhere=True), Cancellation())
    assert outcome.failed is not None and "has other sources or tools than the client" in outcome.failed
    assert not list((lab.store.root / "b").rglob("*.json"))


def test_run_that_nobody_wants_is_not_begun(lab: Lab, run: ImplementationRun) -> None:
    cancellation = Cancellation()
    cancellation.cancel()
    with pytest.raises(Cancelled):
        perform(Job(run, lab.store.root, 60), cancellation)
    assert lab.store.get(run.identity) is None
