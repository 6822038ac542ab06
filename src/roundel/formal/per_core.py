"""The proofs of a core: those of designs that are in it, with the same parameters, and those that name it."""

from __future__ import annotations

import functools
from dataclasses import dataclass

from roundel.catalog import Core, load_catalog
from roundel.catalog.capi2 import read_descriptions
from roundel.formal.designs import Design, designs_of_core, designs_of_job, without
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
        day = self.proved_at or "not proved for the current sources"
        plural = "s" * (self.faults > 1)
        found = f"; finds {self.faults} fault{plural}" if self.faults else ""
        return f"{self.what} ({self.task}, {self.claim}, {day}{found})"


def proofs_of(core: Core, ledger: Ledger | None = None) -> list[Proof]:
    """Return the proofs of the core, in the order of the files of `formal/tasks`."""
    ledger = ledger or Ledger()
    groups: dict[str, list[Jobs]] = {}
    for job, faulty in _jobs():
        if is_of(job, core):
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


def jobs_of(core: Core) -> list[Job]:
    """Return the proofs that hold for the core, each configuration of its own, in the tasks' order."""
    return [job for job, _ in _jobs() if is_of(job, core)]


def is_of(job: Job, core: Core) -> bool:
    """Return whether what the job proves holds for the core, with the parameters of the core's entry.

    The core has the designs of the proof, each with the parameters with which it was proved. A proof of
    functions of a package is one of every core that uses the package.
    """
    if job.task.core:
        return job.task.core == core.name
    sources = {path.name for path in core.parts}
    designs = _designs(job)
    if not {f"{module}.sv" for module, _ in designs} <= sources:
        return False
    if not designs:
        return set(job.sources) - set(job.task.files) <= sources
    payload = set(job.task.payload)
    return without(designs, payload) <= without(designs_of_core(core), payload)


def is_of_ports(job: Job, core: Core) -> bool:
    """Return whether a job that holds for the core has its ports, not those of a core inside it."""
    modules = {module for module, _ in _designs(job)}
    return core.top in modules or not modules & _tops()


@functools.cache
def _tops() -> frozenset[str]:
    return frozenset(core.top for core in load_catalog().values())


@functools.lru_cache(maxsize=1024)
def _designs_of_key(key: str) -> frozenset[Design]:
    return designs_of_job(_by_key[key])


_by_key: dict[str, Job] = {}


def _designs(job: Job) -> frozenset[Design]:
    _by_key[job.key] = job
    return _designs_of_key(job.key)


@functools.cache
def _jobs() -> list[Jobs]:
    tasks = load_tasks()
    faults = load_faults(tasks)
    descriptions = read_descriptions(project_root())
    jobs = (job_of(task, descriptions=descriptions) for task in tasks.values())
    return [(job, with_faults(job, faults)) for job in jobs]
