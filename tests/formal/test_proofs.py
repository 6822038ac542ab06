"""Every proof holds, and none holds with a fault in its texts.

A proof that the ledger has for the current texts and tools is not run again, except short ones.
"""

from __future__ import annotations

import importlib
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from roundel.formal import Job, Ledger, job_of, load_faults, load_tasks, prove, prove_all, with_faults
from roundel.formal.prove import Verdict, _outcome
from roundel.process.jobs import run_job

TASKS = load_tasks()
FAULTS = load_faults(TASKS)
LEDGER = Ledger()
SHORT_SECONDS = 1.5


def jobs() -> list[Job]:
    """Return every proof, and every proof with each of its faults."""
    proofs = [job_of(task) for task in TASKS.values()]
    return [*proofs, *(faulty for job in proofs for faulty in with_faults(job, FAULTS))]


@pytest.mark.slow
@pytest.mark.parametrize("job", jobs(), ids=lambda job: job.name)
def test_a_proof_holds_and_finds_its_faults(job):
    entry = LEDGER.get(job)
    if entry is None and job.task.tier == "full" and not job.fault:
        pytest.fail(f"not proved for the current sources: run `roundel formal {job.task.name}`")
    if entry is None or entry.seconds < SHORT_SECONDS:
        result = prove(job)
        assert result.as_expected, f"{result.verdict} {result.reasons} {result.log}"
        if job.fault and not result.cached:
            assert result.reasons
            assert result.trace and result.trace.is_file()


def test_every_assertion_can_fail():
    assert {TASKS[fault.task].top for fault in FAULTS} == {task.top for task in TASKS.values()}


def test_the_ledger_has_no_obsolete_job():
    assert {job.name for job in jobs()} >= LEDGER.names


def test_running_proofs_end_with_their_caller(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """As after Ctrl-C: the solvers have sessions of their own and do not get the signal."""
    monkeypatch.setenv("ROUNDEL_CACHE", str(tmp_path))
    module = importlib.import_module(
        "roundel.formal.prove"
    )  # the package exports a function of the same name
    monkeypatch.setattr(module, "_start_yosys", lambda: None)
    begun = threading.Semaphore(0)

    def solver(command: object, **more: Any) -> tuple[int, float]:
        begun.release()
        nap = [sys.executable, "-c", "import time; time.sleep(60)"]
        return run_job(nap, **more)

    monkeypatch.setattr(module, "run_job", solver)
    two_jobs = [job_of(task) for task in list(TASKS.values())[:2]]

    def stop(*_: object) -> None:
        for _ in two_jobs:
            begun.acquire()
        raise KeyboardInterrupt

    monkeypatch.setattr(module, "as_completed", stop)
    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        list(prove_all(two_jobs))
    assert time.monotonic() - start < 30
    assert not list(tmp_path.rglob("running-*"))


@pytest.mark.parametrize(
    ("summary", "verdict"),
    [
        ("engine_0 (abc bmc3) returned FAIL", Verdict.FAIL),
        ("engine_0 (abc bmc3) returned PASS", Verdict.ERROR),
        ("engine_0 (abc bmc3) did not return a status", Verdict.ERROR),
    ],
)
def test_a_counterexample_whose_trace_is_lost_is_one(summary: str, verdict: Verdict, tmp_path: Path) -> None:
    log = tmp_path / "run" / "logfile.txt"
    log.parent.mkdir()
    lost = "SBY [run] summary: engine_0 did not produce any traces"
    log.write_text(f"SBY [run] summary: {summary}\n{lost}\nSBY [run] DONE (ERROR, rc=16)\n")
    assert _outcome(tmp_path)[0] is verdict
