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
    tasks: Annotated[list[str] | None, typer.Argument(help="Tasks; the fast ones if none is named.")] = None,
    list_: Annotated[bool, typer.Option("--list", help="List the tasks and stop.")] = False,
    everything: Annotated[bool, typer.Option("--all", help="Also the slow tasks.")] = False,
    faults: Annotated[bool, typer.Option("--faults", help="Also insert faults: each must be found.")] = False,
    rerun: Annotated[
        bool, typer.Option("--rerun", "--fresh", help="Prove again what the ledger has.")
    ] = False,
    jobs: Annotated[int, typer.Option(min=1, help="Proofs at a time.")] = 2,
) -> None:
    """Prove the formal tasks: one line each; exit status 1 and the counterexample's path on a failure.

    What came out as it must is entered in results/proofs.json, and stands as long as nothing it read changes.
    """
    from roundel.formal import (
        Job,
        Ledger,
        Verdict,
        job_of,
        load_faults,
        load_tasks,
        prove_all,
        select_tasks,
        with_faults,
    )

    known = load_tasks()
    all_faults = load_faults(known)
    if list_:
        for task in known.values():
            print(f"{task.name:32} {task.tier:5} {task.claim:14} {task.what}")
            for fault in all_faults:
                if fault.task == task.name:
                    print(f"{'':32} finds that {fault.what}")
        return
    chosen = [job_of(task) for task in select_tasks(known, tasks or [], everything=everything)]
    if faults:
        chosen += [faulty for job in chosen for faulty in with_faults(job, all_faults)]
    ledger = Ledger()
    ledger.remove(ledger.names - set(known) - {fault.name for fault in all_faults})

    def show(job: Job, verdict: Verdict, time: str, found: str = "FOUND") -> None:
        outcome, claim = (found, f"that {job.fault.what}") if job.fault else (verdict.value, job.task.claim)
        print(f"{outcome:8} {job.task.name:32} {claim:14} in {time}", flush=True)

    missing = []
    for job in chosen:
        entry = None if rerun else ledger.get(job)
        if entry is None:
            missing.append(job)
        else:
            show(job, entry.verdict, f"{entry.seconds:.1f} s on {entry.proved_at[:10]}")
    failed = False
    for result in prove_all(missing, jobs, rerun=rerun):
        ledger.record(result)
        found = "FOUND" if result.as_expected else "MISSED"
        show(result.job, result.verdict, f"{result.seconds:.1f} s", found)
        if not result.as_expected:
            failed = True
            for reason in result.reasons:
                print(f"  {reason}")
            if result.trace:
                print(f"  counterexample {result.trace}")
            print(f"  log {result.log}", flush=True)
    if failed:
        raise typer.Exit(1)
