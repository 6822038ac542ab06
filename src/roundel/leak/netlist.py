"""The mapped netlist of a gadget or of a core: `python -m roundel.leak.netlist job.json`.

The netlist is what the lab's synthesis for ECP5 makes: LUT4s, their multiplexers and registers. Modules that
keep their hierarchy are flattened after the mapping.
"""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from roundel.catalog import Core
from roundel.catalog.capi2 import read_descriptions, sources_of
from roundel.errors import RoundelError
from roundel.formal.tasks import changed_text
from roundel.implement.elaborate import elaborated_modules, write_result
from roundel.implement.synthesis import READ
from roundel.implement.targets import ECP5
from roundel.leak.gadgets import GADGETS_FILE, Gadget, GadgetFault
from roundel.paths import cache_dir, project_root, text_of
from roundel.process.jobs import last_line, run_job

LIMIT_SECONDS = 900.0


def mapped_netlist(
    gadget: Gadget, fault: GadgetFault | None = None, *, wide_luts: bool = True
) -> dict[str, Any]:
    """Return the flat module of a gadget in Yosys's JSON, with a fault in its sources if there is one.

    Without `wide_luts` there are no multiplexers of LUTs.

    Raises:
        RoundelError: The sources cannot be read or mapped, or the fault does not fit.
    """
    root = project_root()
    descriptions = read_descriptions(root)
    used = (sources_of(vlnv, descriptions, GADGETS_FILE) for vlnv in gadget.uses)
    sources = list(dict.fromkeys(source for listed in used for source in listed))
    sources += [root / GADGETS_FILE.parent / file for file in gadget.files]
    commands = [
        " ".join([READ, "--keep-hierarchy", "SOURCES", "--top", gadget.top, *_overrides(gadget.parameters)]),
        f"{_synthesis(wide_luts)} -top {gadget.top}",
        "setattr -mod -unset keep_hierarchy",
    ]
    return _mapped(gadget.name, gadget.top, sources, commands, fault)


def mapped_core(
    core: Core, kept: Sequence[str] = (), fault: GadgetFault | None = None, *, wide_luts: bool = True
) -> dict[str, Any]:
    """Return the flat module of a core in Yosys's JSON, with the modules `kept` as instances.

    The synthesis is that of the lab, without carry chains if nothing is `kept`. It keeps a module that has
    the attribute `keep_hierarchy` in its source. The result has no instances of a module without it.

    Raises:
        RoundelError: The core cannot be read or mapped, or the fault does not fit.
    """
    commands = [
        " ".join(
            [READ, "--keep-hierarchy", "SOURCES", "--top", core.top, *_overrides(core.config.parameters)]
        ),
        *(f"blackbox {module}* A:keep_hierarchy %i" for module in kept),
        f"{_synthesis(wide_luts)}{'' if kept else ' -noccu2'} -top {core.top}",
        "setattr -mod -unset keep_hierarchy",
    ]
    return _mapped(core.name, core.top, core.sources, commands, fault)


def _synthesis(wide_luts: bool) -> str:
    return ECP5.synthesis if wide_luts else f"{ECP5.synthesis} {ECP5.no_wide_luts}"


def _overrides(parameters: Mapping[str, int]) -> list[str]:
    return [f"-G {name}={value}" for name, value in sorted(parameters.items())]


def _mapped(
    name: str, top: str, sources: Sequence[Path], commands: Sequence[str], fault: GadgetFault | None
) -> dict[str, Any]:
    """Return the module `top` after the commands, which read SOURCES, and after it is flattened."""
    texts = {source.name: text_of(source) for source in sources}
    if fault:
        where = f"the fault {fault.what!r} of {name}"
        texts[fault.file] = changed_text(texts, fault.file, fault.old, fault.new, where=where)
    folder = Path(tempfile.mkdtemp(prefix="leak-", dir=cache_dir("leak")))
    try:
        for file, text in texts.items():
            (folder / file).write_text(text)
        whole = [one.replace("SOURCES", " ".join(texts)) for one in commands]
        return _run(name, top, [*whole, "flatten", "opt_clean -purge"], folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _run(name: str, top: str, commands: Sequence[str], folder: Path) -> dict[str, Any]:
    (folder / "job.json").write_text(json.dumps({"commands": commands, "top": top}))
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
        raise RoundelError(f"{name} cannot be mapped: {last_line(log)}", "Correct its sources.")
    module: dict[str, Any] = json.loads(result.read_text())
    return module


def main(job_path: Path) -> None:
    """Run the Yosys commands of the job and write the top module as its result."""
    job = json.loads(job_path.read_text())
    write_result(job_path.parent, elaborated_modules(job["commands"], job_path.parent)[job["top"]])


if __name__ == "__main__":
    main(Path(sys.argv[1]))
