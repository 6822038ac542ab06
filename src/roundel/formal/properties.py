"""The table of properties: what is proved of each core, from the tasks and the ledger."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from roundel.catalog import Core, load_catalog
from roundel.formal.ledger import Ledger
from roundel.formal.per_core import is_of_ports, jobs_of
from roundel.formal.prove import Job
from roundel.formal.tasks import read_toml
from roundel.paths import project_root

TESTED_FILE = Path("formal/tested.toml")
HEADS = {
    "parts": "parts of the rounds",
    "order": "order of the rounds",
    "stream": "rules of the stream",
    "progress": "never silent",
    "verdict": "verdict",
    "withheld": "text withheld",
    "commands": "commands",
    "keys": "keys end",
    "timing": "timing",
    "clearing": "clearing",
}
PORTS = ("stream", "progress")  # properties of the ports of a core: not of a core that has it as a part


@dataclass(frozen=True)
class Cell:
    """How far a property of a core is proved: by which tasks, and for how many cycles.

    `cycles` is None if the property is proved for all time or for all inputs.
    """

    tasks: tuple[str, ...]
    cycles: int | None

    @property
    def text(self) -> str:
        """The cell in Markdown."""
        reach = "unbounded" if self.cycles is None else f"{self.cycles} cycles"
        return f"{reach}: {', '.join(f'`{task}`' for task in self.tasks)}"


def properties_of(core: Core, ledger: Ledger) -> dict[str, Cell]:
    """Return the properties that are proved of the core, in the order of HEADS.

    A job counts if the ledger has it for the current texts, and if the tasks that it needs hold for the core
    too. What is proved of the ports of a core does not count for another core that has it as a part. The
    reach of a job is that of the weakest of them. Of several tasks that reach equally far all are named; of
    others the one that reaches farthest.
    """
    proved: dict[str, list[Job]] = {}
    for job in jobs_of(core):
        if ledger.get(job):
            proved.setdefault(_group(job), []).append(job)
    cells = {}
    for name in HEADS:
        reached: dict[str, int | None] = {}
        for group, jobs in proved.items():
            task = jobs[0].task
            if name not in task.proves or not all(need in proved for need in task.needs):
                continue
            if name not in PORTS or all(is_of_ports(job, core) for job in jobs):
                needed = [job for need in task.needs for job in proved[need]]
                reached[group] = _weakest([*jobs, *needed])
        if reached:
            best = None if None in reached.values() else max(filter(None, reached.values()))
            cells[name] = Cell(tuple(group for group, cycles in reached.items() if cycles == best), best)
    return cells


def cores_tested() -> dict[str, frozenset[str]]:
    """Return the cores whose tests check a property, by property."""
    entries = read_toml(project_root() / TESTED_FILE)
    return {name: frozenset(_named(entry["cores"])) for name, entry in entries.items()}


def _named(cores: str | list[str]) -> Iterable[str]:
    match cores:
        case "all":
            return load_catalog()
        case "services":
            return [name for name, core in load_catalog().items() if core.kind == "service"]
    return cores


def _group(job: Job) -> str:
    return job.task.name.partition(":")[0]


def _weakest(jobs: list[Job]) -> int | None:
    bounds = [job.task.depth for job in jobs if job.task.mode == "bmc" and not _is_complete(job)]
    return min(bounds, default=None)


def _is_complete(job: Job) -> bool:
    """Return whether a bounded proof is complete: of parts of a round, whose registers it runs through."""
    return "parts" in job.task.proves or job.task.depth == 1
