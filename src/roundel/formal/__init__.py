"""Formal proofs: the tasks of `formal/tasks`, run by SymbiYosys. Results are stored by content."""

from typing import TYPE_CHECKING

from roundel.lazy import import_on_first_use

if TYPE_CHECKING:
    from roundel.formal.ledger import Entry, Ledger
    from roundel.formal.per_core import Proof, proofs_of
    from roundel.formal.prove import Job, Result, Verdict, job_of, prove, prove_all, with_fault, with_faults
    from roundel.formal.tasks import Fault, Task, load_faults, load_tasks, select_tasks

__all__ = [
    "Entry",
    "Fault",
    "Job",
    "Ledger",
    "Proof",
    "Result",
    "Task",
    "Verdict",
    "job_of",
    "load_faults",
    "load_tasks",
    "proofs_of",
    "prove",
    "prove_all",
    "select_tasks",
    "with_fault",
    "with_faults",
]

import_on_first_use(__name__)
