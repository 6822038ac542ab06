"""What is proved of a core: the tasks that read nothing but its parts, and those that say its name."""

from __future__ import annotations

import functools
from dataclasses import dataclass

from roundel.catalog import Core
from roundel.formal.ledger import Ledger
from roundel.formal.prove import Job, job_of, with_faults
from roundel.formal.tasks import load_faults, load_tasks

# A job, and the job with each of its task's faults.
Jobs = tuple[Job, list[Job]]


@dataclass(frozen=True)
class Proof:
    """A task, all of its configurations together.

    `claim` says how far it reaches, `faults` how many the ledger has as put in and found. `proved_at` is the
    day of the ledger's oldest entry, None when it lacks a configuration as it is now.
    """

    task: str
    configs: tuple[str, ...]
    what: str
    claim: str
    faults: int
    proved_at: str | None

    @property
    def summary(self) -> str:
        """The proof in one line."""
        day = f"on {self.proved_at}" if self.proved_at else "not as it is now"
        found = f"; finds {self.faults} fault{'s' * (self.faults > 1)} put in" if self.faults else ""
        return f"{self.what} ({self.task}, {self.claim}, {day}{found})"


def proofs_of(core: Core, ledger: Ledger | None = None) -> list[Proof]:
    """Return what is proved of the core, in the order of `formal/tasks.toml`."""
    ledger = ledger or Ledger()
    parts = {path.name for path in core.parts}
    groups: dict[str, list[Jobs]] = {}
    for job, faulty in _jobs():
        if _rtl(job) <= parts or core.top in job.task.what.split():
            groups.setdefault(job.task.name.partition(":")[0], []).append((job, faulty))
    return [_proof(name, own, ledger) for name, own in groups.items()]


def _proof(name: str, own: list[Jobs], ledger: Ledger) -> Proof:
    jobs = [job for job, _ in own]
    entries = [ledger.get(job) for job in jobs]
    days = [entry.proved_at[:10] for entry in entries if entry]
    task = jobs[0].task
    return Proof(
        name,
        tuple(job.task.name.partition(":")[2] for job in jobs if ":" in job.task.name),
        task.what,
        task.claim,
        sum(ledger.get(faulty) is not None for _, all_faulty in own for faulty in all_faulty),
        min(days) if len(days) == len(jobs) else None,
    )


def _rtl(job: Job) -> set[str]:
    """Return the names of the sources that are the product's and not the proof's."""
    return set(job.sources) - set(job.task.files)


@functools.cache
def _jobs() -> list[Jobs]:
    tasks = load_tasks()
    faults = load_faults(tasks)
    return [(job, with_faults(job, faults)) for job in map(job_of, tasks.values())]
