"""`roundel list` and `roundel show`: what is in the catalog."""

from __future__ import annotations

import dataclasses
import json
import os
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markup import escape

from roundel.catalog import Core, PaperRow, broken_entries, find_core, load_catalog
from roundel.paths import project_root

JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON on stdout.")]


def list_cores(json_: JsonOption = False) -> None:
    """List the cores: name, services, cycles per block. A core that cannot be read is listed as broken."""
    catalog = load_catalog().values()
    for one in broken_entries():
        print(f"broken: {one.name}: {one.error}", file=sys.stderr)
    if json_:
        print(json.dumps([_as_data(core) for core in catalog], indent=2))
        return
    from roundel.algorithms.kmac import CSHAKE
    from roundel.algorithms.registry import status_of
    from roundel.cli.tables import console_of, print_table

    rows = []
    for core in catalog:
        service = core.service()
        figures = service.block_bits, service.cycles_per_block or ""
        rows.append((core.name, service.name, status_of(service.algorithm), *figures, core.description))
    heads = ("core", "service", "status", "block (bits)", "cycles/block", "what")
    print_table(console_of(), heads, rows)
    if makers := [core.name for core in catalog if sender_functions(core)]:
        print(
            "cSHAKE, KMAC, TupleHash, ParallelHash, KT128, KT256 by the sender's library: "
            f"{', '.join(makers)}"
        )
    if framers := [core.name for core in catalog if core.serves(CSHAKE.name)]:
        print(f"cSHAKE and KMAC with frames made by the core: {', '.join(framers)}")


def show_core(core: str, json_: JsonOption = False) -> None:
    """Show one core: sources, parameters, services, ports, an instance, proofs, paper rows it answers to."""
    from roundel.catalog.ports import instance_of, ports_of
    from roundel.formal import proofs_of

    entry = find_core(core)
    proofs = proofs_of(entry) if entry.folder is None else ()
    spoken = entry.kind != "module"  # the ports of any other core are those of a protocol
    if json_:
        data = _as_data(entry) | {
            "ports": [dataclasses.asdict(port) for port in ports_of(entry)] if spoken else [],
            "instance": instance_of(entry) if spoken else "",
            "proofs": [dataclasses.asdict(proof) for proof in proofs],
        }
        print(json.dumps(data, indent=2))
        return
    from roundel.algorithms.registry import status_of
    from roundel.cli.tables import console_of, print_table

    console = console_of()

    def say(text: str) -> None:
        console.print(text, highlight=False, soft_wrap=True)

    say(f"[bold]{escape(entry.name)}[/bold]  {escape(entry.description)}")
    if spoken:
        say(f"top {entry.top}, {entry.kind}, W = {entry.data_width}; in FuseSoC {entry.vlnv}")
    else:
        level = f", active {'high' if entry.reset_active_high else 'low'}" if entry.reset else ""
        say(
            f"top {entry.top}, read by {entry.front_end}; clock {entry.clock}, "
            f"reset {entry.reset or 'none'}{level}"
        )
        driven = entry.adapter or entry.cocotb
        say(f"evidence: {entry.evidence}" + (f" ({_near(entry, driven)})" if driven else ""))
    parameters = [f"{name} = {value}" for name, value in entry.config.parameters.items()]
    say(f"parameters: {', '.join(parameters) or 'the defaults'}")
    if entry.aliases:
        say(f"aliases: {', '.join(entry.aliases)}")
    if others := _others_of_its_source(entry):
        say(f"same source as {', '.join(others)}: {escape(entry.summary)}")
    for source in entry.sources:
        say(f"  {_near(entry, source)}")
    heads = ("service", "algorithm", "status", "variant", "block (bits)", "cycles/block", "what")
    rows = [
        (
            *(s.name, s.algorithm, status_of(s.algorithm), s.variant, s.block_bits),
            *(s.cycles_per_block or "", s.summary),
        )
        for s in entry.services
    ]
    print_table(console, heads, rows)
    if made := sender_functions(entry):
        say(f"by the sender's library: {', '.join(made)}")
    if spoken:
        print_table(
            console,
            ("port", "direction", "bits", "meaning"),
            [(p.name, p.direction, p.bits, p.meaning) for p in ports_of(entry)],
        )
        print(instance_of(entry))
    for proof in proofs:
        say(f"proved: {escape(proof.summary)}")
    for row in entry.papers:
        say(f"answers paper row: {escape(_paper_row(row))}")


def sender_functions(core: Core) -> list[str]:
    """Return the names of the functions that the sender's library makes of a core's services."""
    from roundel.algorithms.kinds.hash import Hash
    from roundel.algorithms.registry import algorithms_of

    known = algorithms_of(Hash)
    served = dict.fromkeys(service.algorithm for service in core.services)
    return [name for one in served if one in known for name in known[one].sender_functions]


def _near(core: Core, path: Path) -> str:
    """Return a path of a core from the folder of its project, or of Roundel."""
    return os.path.relpath(path, core.folder or project_root())


def _others_of_its_source(core: Core) -> list[str]:
    """Return the catalog names of the other entries that are made of the same source."""
    return [name for name, one in load_catalog().items() if one.vlnv == core.vlnv and name != core.name]


def _paper_row(row: PaperRow) -> str:
    """Return where a paper's row stands, and the service that answers it where it is one of several."""
    return f"{row.paper} table {row.table}, {row.row}" + (f": {row.service}" if row.service else "")


def _as_data(core: Core) -> dict[str, Any]:
    data = dataclasses.asdict(core)
    data["description"] = core.description
    data["sources"] = [_near(core, path) for path in core.sources]
    data["docs"] = _near(core, core.docs)
    data |= {name: _near(core, path) for name in ("adapter", "cocotb") if (path := data[name])}
    data["folder"] = str(core.folder) if core.folder else None
    data["include_dirs"] = [_near(core, path) for path in core.include_dirs]
    data["evidence"] = core.evidence
    data["sender_functions"] = sender_functions(core)
    data["source_hash"] = core.source_hash
    return data
