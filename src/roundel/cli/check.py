"""`roundel lint` and `roundel formal`: what is checked without running a core."""

from __future__ import annotations

import sys
from typing import Annotated

import typer


def lint(
    format_: Annotated[bool, typer.Option("--format", help="Format in place, then lint.")] = False,
) -> None:
    """Lint the SystemVerilog (Verilator -Wall, Verible): file:line a finding; exit status 1 if any."""
    from roundel.lint import format_in_place
    from roundel.lint import lint as find

    if format_:
        for path in format_in_place():
            print(f"{path}: formatted", file=sys.stderr)
    findings = find()
    for finding in findings:
        print(finding)
    if findings:
        raise typer.Exit(1)


def formal(
    tasks: Annotated[list[str] | None, typer.Argument(help="Tasks; none: the fast ones.")] = None,
    list_: Annotated[bool, typer.Option("--list", help="List the tasks and stop.")] = False,
    everything: Annotated[bool, typer.Option("--all", help="The slow tasks as well.")] = False,
    jobs: Annotated[int, typer.Option(min=1, help="Proofs at a time.")] = 2,
) -> None:
    """Prove the formal tasks: one line each; exit status 1 and the counterexample's path on a failure."""
    from roundel.formal import Verdict, job_of, load_tasks, prove_all, select_tasks

    known = load_tasks()
    if list_:
        for task in known.values():
            print(f"{task.name:28} {task.tier:5} {task.claim:14} {task.what}")
        return
    chosen = [job_of(task) for task in select_tasks(known, tasks or [], everything=everything)]
    failed = False
    for result in prove_all(chosen, jobs):
        time = "cached" if result.cached else f"{result.seconds:.1f} s"
        print(f"{result.verdict.value:8} {result.task.name:28} {result.task.claim:14} {time:>8}", flush=True)
        if result.verdict is not Verdict.PASS:
            failed = True
            for reason in result.reasons:
                print(f"  {reason}")
            if result.trace:
                print(f"  counterexample {result.trace}")
            print(f"  log {result.log}", flush=True)
    if failed:
        raise typer.Exit(1)
