"""The synthesis process: `python -m roundel.implement.synthesize job.json`.

Yosys keeps its state in the process and ends it on an error, so each job has one of its own. The job
file names the Yosys commands, the top, the netlist to write and the summary to write after it.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from roundel.implement.netlist import count_cells, logic_levels


def main(job_path: Path) -> None:
    """Run the job and write its netlist and summary; Yosys ends the process itself on an error."""
    from pyosys import libyosys

    job = json.loads(job_path.read_text())
    folder = job_path.parent.resolve()
    design = libyosys.Design()
    for command in job["commands"]:
        libyosys.run_pass(command, design)
    netlist = folder / "netlist.json"
    libyosys.run_pass(f'write_json "{netlist}"', design)
    modules = json.loads(netlist.read_text())["modules"]
    top = modules[job["top"]]
    left = sorted({cell["type"] for cell in top["cells"].values()} & _not_library(modules))
    if left:
        print(f"ERROR: the netlist is not flat, it still has {', '.join(left)}")
        sys.exit(1)
    summary = {"cells": count_cells(top), "logic_levels": logic_levels(top, job["level_cells"])}
    partial = folder / "summary.json.part"
    partial.write_text(json.dumps(summary, indent=1))
    partial.replace(folder / "summary.json")


def _not_library(modules: dict[str, dict[str, dict[str, object]]]) -> set[str]:
    return {name for name, module in modules.items() if "blackbox" not in module.get("attributes", {})}


if __name__ == "__main__":
    main(Path(sys.argv[1]))
