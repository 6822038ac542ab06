"""`roundel soc`: firmware on a simulated processor with a core on its bus."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from roundel.soc.demo import Compared, Moved


def soc(
    core: Annotated[str, typer.Argument(metavar="CORE", help="A service core (`roundel list`).")],
    bus: Annotated[str, typer.Option(help="axi4-lite or wishbone.")] = "axi4-lite",
    firmware: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Your firmware: .c (compiled with the driver), .elf for RV32, or .bin for address 0. "
            "Without it: a demo of every service.",
        ),
    ] = None,
    dma: Annotated[
        int, typer.Option(metavar="BITS", help="A shell with DMA of 32, 64 or 128 bits; the demo uses it.")
    ] = 0,
    message_bytes: Annotated[
        int | None, typer.Option("--bytes", min=1, max=65536, help="Bytes of the demo's messages (1024).")
    ] = None,
    limit: Annotated[int, typer.Option(min=1, help="The longest run, in clock cycles.")] = 500_000_000,
    json_: Annotated[bool, typer.Option("--json", help="Print the demo's results as JSON.")] = False,
) -> None:
    """Run firmware on PicoRV32 with a core on its bus, in Verilator.

    The demo runs each service in the core and in plain C on the same processor. It prints the clock cycles
    of both, and checks the outputs against hashlib or the golden model. Exit status 1 if one differs.
    """
    from roundel.catalog import find_core
    from roundel.errors import RoundelError
    from roundel.soc.demo import DEFAULT_BYTES, demonstrate, ended_well, move
    from roundel.soc.firmware import image_of
    from roundel.soc.system import build_soc, run_soc

    if firmware is not None and (json_ or message_bytes is not None):
        raise RoundelError("--json and --bytes are options of the demo", "Omit them, or omit --firmware.")
    if dma and message_bytes is not None:
        raise RoundelError("the demo of the DMA has messages of its own", "Omit --bytes.")
    chosen = find_core(core)
    if firmware is not None:
        image = image_of(firmware)
        program = build_soc(chosen, bus, dma=dma)
        run = run_soc(program, image, limit_cycles=limit, on_line=_print)
        ended_well(run)
        print(f"{firmware} ended after {run.cycles:,} cycles", file=sys.stderr)
        return
    found: list[Compared] | list[Moved]
    if dma:
        found = move(chosen, bus, dma, limit_cycles=limit)
    else:
        found = demonstrate(chosen, bus, message_bytes or DEFAULT_BYTES, limit_cycles=limit)
    if json_:
        print(json.dumps([asdict(one) | {"equal": one.equal} for one in found], indent=2))
    else:
        _show(f"{chosen.name} on {bus}" + (f" with DMA of {dma} bits" if dma else ""), found)
    wrong = [one for one in found if not one.equal]
    for one in wrong:
        print(
            f"{one.algorithm} {one.operation} of {one.bytes} bytes: {one.output}, expected {one.expected}",
            file=sys.stderr,
        )
    if wrong:
        raise typer.Exit(1)


def _print(line: str) -> None:
    print(line, end="", flush=True)


def _show(title: str, found: Sequence[Compared | Moved]) -> None:
    from roundel.cli.tables import console_of, print_table
    from roundel.soc.demo import Compared

    rows: list[list[str | float | None]] = []
    for one in found:
        if isinstance(one, Compared):
            ratio = f"{one.software_cycles / one.core_cycles:.0f}"
            counts = f"{one.core_cycles:,}", f"{one.software_cycles:,}", ratio
        else:
            counts = f"{one.cycles:,}", f"{one.again_cycles:,}", f"{one.alone_cycles:,}"
        verdict = f"equal to {one.reference}" if one.equal else "DIFFERS"
        rows.append([one.algorithm, one.operation, one.bytes, *counts, verdict])
    if isinstance(found[0], Compared):
        print(f"{title}; clock cycles of PicoRV32 (RV32IM) for a call, with the core and in C without it")
        heads = ("with core", "software", "ratio")
    else:
        print(f"{title}; clock cycles with new lists, with the same lists, and of the core without a bus")
        heads = ("new lists", "again", "core alone")
    print_table(console_of(), ("algorithm", "operation", "bytes", *heads, "output"), rows)
