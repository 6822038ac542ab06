"""Formal proofs: the tasks of `formal/tasks.toml`, run by SymbiYosys and cached by content."""

from roundel.formal.prove import Job, Result, Verdict, job_of, prove, prove_all
from roundel.formal.tasks import Task, load_tasks, select_tasks

__all__ = [
    "Job",
    "Result",
    "Task",
    "Verdict",
    "job_of",
    "load_tasks",
    "prove",
    "prove_all",
    "select_tasks",
]
