"""The mapped netlist of a gadget: `python -m roundel.leak.netlist job.json`.

The netlist is what the lab's synthesis for ECP5 makes: LUT4s, their multiplexers and registers. Modules that
keep their hierarchy are flattened after the mapping.
"""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from roundel.catalog.capi2 import read_descriptions, sources_of
from roundel.errors import RoundelError
from roundel.formal.tasks import changed_text
from roundel.implement.elaborate import elaborated_modules, write_result
from roundel.implement.synthesis import READ
from roundel.implement.targets import ECP5
from roundel.leak.gadgets import GADGETS_FILE, Gadget, GadgetFault
from roundel.paths import cache_dir, project_root, text_of
from roundel.process.jobs import run_job

LIMIT_SECONDS = 300.0


def mapped_netlist(gadget: Gadget, fault: GadgetFault | None = None) -> dict[str, Any]:
    """Return the flat module of a gadget in Yosys's JSON, with a fault in its sources if there is one.

    Raises:
        RoundelError: The sources cannot be read or mapped, or the fault does not fit.
    """
    root = project_root()
    descriptions = read_descriptions(root)
    used = (sources_of(vlnv, descriptions, GADGETS_FILE) for vlnv in gadget.uses)
    sources = list(dict.fromkeys(source for listed in used for source in listed))
    texts = {source.name: text_of(source) for source in sources}
    if fault:
        where = f"{GADGETS_FILE} [{gadget.name}: {fault.what}]"
        texts[fault.file] = changed_text(texts, fault.file, fault.old, fault.new, where=where)
    folder = Path(tempfile.mkdtemp(prefix="leak-", dir=cache_dir("leak")))
    try:
        for name, text in texts.items():
            (folder / name).write_text(text)
        return _map(gadget, list(texts), folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _map(gadget: Gadget, sources: list[str], folder: Path) -> dict[str, Any]:
    parameters = [f"-G {name}={value}" for name, value in sorted(gadget.parameters.items())]
    commands = (
        " ".join([READ, "--keep-hierarchy", *sources, "--top", gadget.top, *parameters]),
        f"{ECP5.synthesis} -top {gadget.top}",
        "setattr -mod -unset keep_hierarchy",
        "flatten",
        "opt_clean -purge",
    )
    (folder / "job.json").write_text(json.dumps({"commands": commands, "top": gadget.top}))
    log = folder / "mapping.log"
    run_job(
        [sys.executable, "-m", "roundel.leak.netlist", str(folder / "job.json")],
        name="mapping",
        cwd=folder,
        log=log,
        limit_seconds=LIMIT_SECONDS,
    )
    result = folder / "result.json"
    if not result.is_file():
        last = (log.read_text(errors="replace").strip().splitlines() or [""])[-1]
        raise RoundelError(f"{gadget.name} cannot be mapped: {last}", "Correct its sources.")
    module: dict[str, Any] = json.loads(result.read_text())
    return module


def main(job_path: Path) -> None:
    """Run the Yosys commands of the job and write the top module as its result."""
    job = json.loads(job_path.read_text())
    write_result(job_path.parent, elaborated_modules(job["commands"], job_path.parent)[job["top"]])


if __name__ == "__main__":
    main(Path(sys.argv[1]))
