"""`roundel list` and `roundel show`: what is in the catalog."""

from __future__ import annotations

import dataclasses
import json
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from roundel.catalog import Core, find_core, load_catalog
from roundel.paths import project_root

JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON on stdout.")]


def list_cores(json_: JsonOption = False) -> None:
    """List the cores: name, services, cycles per block."""
    catalog = load_catalog().values()
    if json_:
        print(json.dumps([_as_data(core) for core in catalog], indent=2))
        return
    table = Table("core", "service", "block (bits)", "cycles/block", "what")
    for core in catalog:
        service = core.service()
        table.add_row(
            core.name, service.name, str(service.block_bits), str(service.cycles_per_block), core.summary
        )
    Console().print(table)


def show_core(core: str, json_: JsonOption = False) -> None:
    """Show one core: sources, parameters, services, what is proved of it, the paper rows it answers to."""
    from roundel.formal import proofs_of

    entry = find_core(core)
    proofs = proofs_of(entry)
    if json_:
        data = _as_data(entry) | {"proofs": [dataclasses.asdict(proof) for proof in proofs]}
        print(json.dumps(data, indent=2))
        return
    console = Console()
    console.print(f"[bold]{entry.name}[/bold]  {entry.summary}")
    console.print(
        f"top {entry.top}, {entry.kind}, W = {entry.data_width}, configurations: {', '.join(entry.configs)}"
    )
    for source in entry.sources:
        console.print(f"  {source.relative_to(project_root())}")
    table = Table("service", "algorithm", "variant", "block (bits)", "cycles/block", "what")
    for s in entry.services:
        table.add_row(s.name, s.algorithm, s.variant, str(s.block_bits), str(s.cycles_per_block), s.summary)
    console.print(table)
    for proof in proofs:
        console.print(f"proved: {proof.told}", highlight=False)


def _as_data(core: Core) -> dict[str, Any]:
    data = dataclasses.asdict(core)
    data["sources"] = [str(path.relative_to(project_root())) for path in core.sources]
    data["docs"] = str(core.docs.relative_to(project_root()))
    data["source_hash"] = core.source_hash
    return data
