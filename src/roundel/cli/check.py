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
