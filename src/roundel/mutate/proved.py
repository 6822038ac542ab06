"""Runs the fast formal tasks of a core on a mutant."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from roundel.catalog import Core
from roundel.formal.ledger import Ledger
from roundel.formal.per_core import jobs_of
from roundel.formal.prove import FAULT_DEPTH, Job, Verdict, prove
from roundel.formal.tasks import Fault
from roundel.mutate.mutation import Mutation
from roundel.mutate.schema import with_mutation
from roundel.process.jobs import JobFailed

# Tasks that took longer than this to prove, in seconds, are left out.
FAST_SECONDS = 60.0
LIMIT_SECONDS = 90


def first_counterexample(core: Core, mutation: Mutation) -> str:
    """Return the first task that has a counterexample with the mutation, or "".

    A proof that is not found any more is not enough: the induction may just not close, or take too long.
    """
    return next((job.task.name for job in _jobs(core, mutation) if _is_refuted(job)), "")


def _is_refuted(job: Job) -> bool:
    try:
        return prove(job).verdict is Verdict.FAIL
    except JobFailed as failure:
        if failure.limit_seconds is None:
            raise
        return False  # SymbiYosys was not done, for example still reading the sources


def _jobs(core: Core, mutation: Mutation) -> Iterator[Job]:
    ledger = Ledger()
    for job in jobs_of(core):
        entry = ledger.get(job)
        if mutation.file not in job.sources or entry is None or entry.seconds > FAST_SECONDS:
            continue
        task = dataclasses.replace(job.task, time_limit_s=LIMIT_SECONDS)
        if task.mode == "prove":
            task = dataclasses.replace(task, mode="bmc", engine="abc bmc3", depth=FAULT_DEPTH)
        text = with_mutation(job.sources[mutation.file], mutation)
        fault = Fault(task.name, mutation.id, mutation.file, mutation.old, mutation.new)
        yield Job(task, {**job.sources, mutation.file: text}, fault)
