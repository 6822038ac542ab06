"""The proofs of a core: the tasks that read only its sources, and those that name it."""

from __future__ import annotations

import functools
from dataclasses import dataclass

from roundel.catalog import Core
from roundel.catalog.capi2 import read_descriptions
from roundel.formal.ledger import Ledger
from roundel.formal.prove import Job, job_of, with_faults
from roundel.formal.tasks import load_faults, load_tasks
from roundel.paths import project_root

# A job, and the job with each of its task's faults.
Jobs = tuple[Job, list[Job]]


@dataclass(frozen=True)
class Proof:
    """A task with all of its configurations.

    `claim` says how far the proof reaches. `faults` is the number of inserted faults that the ledger has as
    detected. `proved_at` is the date of the oldest entry of the ledger; None if a configuration has no
    current entry.
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
        day = f"on {self.proved_at}" if self.proved_at else "not proved for the current sources"
        plural = "s" * (self.faults > 1)
        found = f"; detects {self.faults} inserted fault{plural}" if self.faults else ""
        return f"{self.what} ({self.task}, {self.claim}, {day}{found})"


def proofs_of(core: Core, ledger: Ledger | None = None) -> list[Proof]:
    """Return the proofs of the core, in the order of `formal/tasks.toml`."""
    ledger = ledger or Ledger()
    sources = {path.name for path in core.parts}
    groups: dict[str, list[Jobs]] = {}
    for job, faulty in _jobs():
        if _rtl(job) <= sources or core.top in job.task.what.split():
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
    """Return the names of the job's sources that belong to the product and not to the proof."""
    return set(job.sources) - set(job.task.files)


@functools.cache
def _jobs() -> list[Jobs]:
    tasks = load_tasks()
    faults = load_faults(tasks)
    descriptions = read_descriptions(project_root())
    jobs = (job_of(task, descriptions=descriptions) for task in tasks.values())
    return [(job, with_faults(job, faults)) for job in jobs]
