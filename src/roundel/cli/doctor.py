"""`roundel doctor`: what this machine is missing, and how to get it."""

from __future__ import annotations

import dataclasses
import json
from typing import Annotated

import typer

from roundel.cli.cores import JsonOption


def doctor(
    quiet: Annotated[bool, typer.Option("--quiet", help="Print only what is missing and needed.")] = False,
    json_: JsonOption = False,
) -> None:
    """Check the compiler, make, perl and the pinned wheels; exit status 1 if a needed one is missing."""
    from roundel.doctor import healthy, run_checks

    checks = run_checks()
    if json_:
        print(json.dumps([dataclasses.asdict(check) for check in checks], indent=2))
    else:
        for check in checks:
            if not check.ok and (check.needed or not quiet):
                word = "missing " if check.needed else "optional"
                print(f"{word} {check.name}: {check.found}. Get {check.remedy}")
            elif check.ok and not quiet:
                print(f"ok       {check.name}: {check.found}")
    if not healthy(checks):
        raise typer.Exit(1)
