"""The conversion process: `python -m roundel.export.convert job.json`.

Yosys keeps its state in the process and ends it on an error, so each conversion has one of its own. The job
names the Yosys commands; the result is the Verilog text that they leave.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from roundel.implement.elaborate import write_result


def main(job_path: Path) -> None:
    """Run the commands and write the design as Verilog into `result.json`."""
    from pyosys import libyosys

    job = json.loads(job_path.read_text())
    folder = job_path.parent.resolve()
    design = libyosys.Design()
    for command in job["commands"]:
        libyosys.run_pass(command, design)
    verilog = folder / "design.v"
    libyosys.run_pass(f'write_verilog -renameprefix _t "{verilog}"', design)
    write_result(folder, verilog.read_text())


if __name__ == "__main__":
    main(Path(sys.argv[1]))
