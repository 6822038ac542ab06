"""Every proof holds, and none of them holds of a core with a fault in it.

A proof that the ledger has of the present texts and tools is not run again, but for the short ones.
"""

from __future__ import annotations

import pytest

from roundel.formal import Job, Ledger, job_of, load_faults, load_tasks, prove, with_faults

TASKS = load_tasks()
FAULTS = load_faults(TASKS)
LEDGER = Ledger()
SHORT_SECONDS = 3


def jobs() -> list[Job]:
    """Return every proof, and every proof with each of its faults."""
    proofs = [job_of(task) for task in TASKS.values()]
    return [*proofs, *(faulty for job in proofs for faulty in with_faults(job, FAULTS))]


@pytest.mark.slow
@pytest.mark.parametrize("job", jobs(), ids=lambda job: job.name)
def test_a_proof_holds_and_finds_its_faults(job):
    entry = LEDGER.get(job)
    if entry is None and job.task.tier == "full" and not job.fault:
        pytest.fail(f"not proved as it is now: run `roundel formal {job.task.name}`")
    if entry is None or entry.seconds < SHORT_SECONDS:
        result = prove(job)
        assert result.as_it_must, f"{result.verdict} {result.reasons} {result.log}"
        if job.fault and not result.cached:
            assert result.reasons
            assert result.trace and result.trace.is_file()


def test_whatever_is_asserted_can_fail():
    assert {TASKS[fault.task].top for fault in FAULTS} == {task.top for task in TASKS.values()}


def test_the_ledger_has_no_job_that_is_no_more():
    assert {job.name for job in jobs()} >= LEDGER.names
