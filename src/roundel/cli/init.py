"""`roundel init`: a project of one's own."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Annotated

import typer

from roundel.errors import RoundelError, unknown_name
from roundel.paths import PROJECT_CACHE, PROJECT_FILE

# The first lines of an adapter of each kind, with its ports to be named.
ADAPTERS = {
    "start-done": 'start_done(start="start", done="done", data="block", output="result")',
    "valid-ready": (
        'valid_ready(\n    in_valid="in_valid", in_ready="in_ready", data="in_data",\n'
        '    out_valid="out_valid", out_ready="out_ready", output="out_data",\n)'
    ),
    "stream": 'axi_stream(source="s_axis", sink="m_axis")',
    "lwc": "lwc()",
    "bus": (
        "RegisterBus(\n"
        '    select="cs", write="we", address="address", write_data="write_data", read_data="read_data"\n)'
    ),
}
_NAMES = {
    "start-done": "start_done",
    "valid-ready": "valid_ready",
    "stream": "axi_stream",
    "lwc": "lwc",
    "bus": "RegisterBus",
}


def init(
    sources: Annotated[
        list[Path] | None,
        typer.Argument(
            help="Sources of the core; those of the folder if none is named.", metavar="[FILE...]"
        ),
    ] = None,
    folder: Annotated[Path, typer.Option(help="The folder of the project.")] = Path(),
    top: Annotated[
        str, typer.Option(help="The top; the largest that nothing instantiates if not given.")
    ] = "",
    name: Annotated[str, typer.Option(help="The name of the core; the top's if not given.")] = "",
    adapter: Annotated[
        str | None,
        typer.Option(help=f"Write an adapter to begin with, too: {', '.join(ADAPTERS)}.", metavar="KIND"),
    ] = None,
    schema: Annotated[bool, typer.Option("--schema", help="Print the JSON Schema of roundel.toml.")] = False,
) -> None:
    """Make a project of a folder: write roundel.toml for the core whose sources it has."""
    from roundel.catalog.found import find_sources, find_top, ports_text, project_text

    if schema:
        from roundel.catalog.project_file import json_schema

        print(json.dumps(json_schema(), indent=2))
        return
    if adapter is not None and adapter not in ADAPTERS:
        raise unknown_name("kind of adapter", adapter, ADAPTERS)
    folder = folder.resolve()
    path = folder / PROJECT_FILE
    if path.exists():
        raise RoundelError(f"{path} exists", "Edit it, or remove it first.")
    named = [one.resolve() for one in sources or find_sources(folder)]
    for one in named:
        if not one.is_relative_to(folder) or not one.is_file():
            raise RoundelError(f"no file {one} below {folder}", "Name sources of the folder.")
    found = find_top(named, top)
    core = name or re.sub(r"[^A-Za-z0-9.-]+", "-", found.top).strip("-").lower()
    adapter_file = f"{core.replace('-', '_').replace('.', '_')}_adapter.py" if adapter else ""
    if adapter:
        _write_adapter(folder / adapter_file, core, adapter, ports_text(found))
    path.write_text(project_text(folder, core, found, adapter_file))
    _ignore(folder)
    print(f"{path}: core {core}, top {found.top}, {len(found.sources)} sources", file=sys.stderr)
    if not found.clock:
        print("No port looks like a clock: name it in the file.", file=sys.stderr)
    print(f"Check the file, then: roundel bench {core} --strategy quick", file=sys.stderr)


def _write_adapter(path: Path, core: str, kind: str, ports: str) -> None:
    if path.exists():
        raise RoundelError(f"{path} exists", "Remove it, or leave --adapter out.")
    made = ADAPTERS[kind]
    text = f'"""How {core} is driven, and what it must answer."""\n\n'
    text += f"from roundel.adapters import {_NAMES[kind]}\n\n"
    text += f"# The ports of the core:\n{ports}"
    if kind == "bus":
        text += f"bus = {made}\n\n\nasync def run(dut, message):\n"
        text += "    await bus.write_word(dut, 0x08, 1)\n    return await bus.read_bytes(dut, 0x20, 16)\n\n\n"
    else:
        text += f"run = {made}\n\n"
    text += (
        "# Pairs of a message and its answer: take them from the standard or from another implementation.\n"
    )
    text += 'answers = [\n    # (bytes.fromhex("..."), bytes.fromhex("...")),\n]\n'
    path.write_text(text)


def _ignore(folder: Path) -> None:
    """Let git ignore the results of this machine."""
    path = folder / ".gitignore"
    line = f"/{PROJECT_CACHE}/"
    text = path.read_text() if path.is_file() else ""
    if line not in text.splitlines():
        path.write_text(f"{text}{'' if not text or text.endswith(chr(10)) else chr(10)}{line}\n")
