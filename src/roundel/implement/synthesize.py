"""The synthesis process: `python -m roundel.implement.synthesize job.json`.

Yosys keeps its state in the process and ends it on an error, so each job has one of its own. The job file
names the Yosys commands, the netlist's top, its cells that make levels of logic, and the liberty if there is
one. Written beside it are `netlist.json`, with a liberty `netlist.v` too, and `summary.json` last, each whole
or not at all: place and route of an earlier netlist may be under way.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from roundel.errors import RoundelError
from roundel.implement.harness import ATTRIBUTE, WRAP, Port, harness
from roundel.implement.netlist import count_cells, digest, logic_levels


def main(job_path: Path) -> None:
    """Run the job and write its netlist and summary; Yosys ends the process itself on an error.

    Raises RoundelError for a netlist that cannot be counted and for a core that has no harness.
    """
    job = json.loads(job_path.read_text())
    folder = job_path.parent.resolve()
    if job["liberty"]:
        # Yosys keeps what it has read of a liberty among the temporary files: here for this job alone.
        os.environ["TMPDIR"] = str(folder)
    from pyosys import libyosys

    design = libyosys.Design()
    for command in job["commands"]:
        if command.startswith(f"{WRAP} "):
            _wrap(design, *command.removeprefix(f"{WRAP} ").split(), path=folder / "harness.v")
        else:
            libyosys.run_pass(_with_paths(command, job["files"]), design)
    if job["liberty"]:  # so that the netlist says which way the ports of its cells go
        libyosys.run_pass(f'read_liberty -lib -overwrite -ignore_miss_func "{job["liberty"]}"', design)
    netlist = folder / "netlist.json.part"
    libyosys.run_pass(f'write_json "{netlist}"', design)
    content = json.loads(netlist.read_text())
    modules = content["modules"]
    top = modules[job["top"]]
    left = sorted({cell["type"] for cell in top["cells"].values()} & _not_library(modules))
    if left:
        raise RoundelError(f"the netlist is not flat, it still has {', '.join(left)}")
    cells = count_cells(top)
    summary = {
        "cells": cells,
        "logic_levels": logic_levels(top, job["level_cells"]),
        "harness": count_cells(top, ATTRIBUTE),
        "digest": digest(content),
    }
    if job["liberty"]:
        unmapped = sorted(set(cells) - set(job["known_cells"]))
        if unmapped:
            raise RoundelError(f"the liberty has no cell for {', '.join(unmapped)}")
        verilog = folder / "netlist.v.part"
        libyosys.run_pass(f'write_verilog -noattr -simple-lhs "{verilog}"', design)
        verilog.replace(folder / "netlist.v")
    netlist.replace(folder / "netlist.json")
    partial = folder / "summary.json.part"
    partial.write_text(json.dumps(summary, indent=1))
    partial.replace(folder / "summary.json")


def _wrap(design: Any, core: str, *pins: str, path: Path) -> None:
    """Write the harness of the module `core` and read it into the design; `pins` name its clock and reset."""
    from pyosys import libyosys

    module = design.module(libyosys.IdString(f"\\{core}"))
    wires = [module.wire(name) for name in module.ports]
    ports = [
        Port(wire.name.str().removeprefix("\\"), wire.width, wire.port_input, wire.port_output)
        for wire in wires
    ]
    path.write_text(harness(core, ports, *pins))
    libyosys.run_pass(f'read_verilog "{path}"', design)


def _with_paths(command: str, files: Mapping[str, str]) -> str:
    """Return the command with the paths of the files that it names without their folder."""
    for option in (" -liberty ", " -map "):
        head, found, name = command.partition(option)
        if found and name.strip('"') in files:
            return f'{head}{found}"{files[name.strip(chr(34))]}"'
    return command


def _not_library(modules: dict[str, dict[str, dict[str, object]]]) -> set[str]:
    return {name for name, module in modules.items() if "blackbox" not in module.get("attributes", {})}


if __name__ == "__main__":
    try:
        main(Path(sys.argv[1]))
    except RoundelError as error:
        print(f"ERROR: {error.message}")
        sys.exit(1)
