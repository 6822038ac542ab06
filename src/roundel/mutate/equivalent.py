"""Shows that a mutant is equivalent to the original: `python -m roundel.mutate.equivalent job.json`.

Yosys elaborates the core with and without the mutation. The mutated module is compared as each instance has
it, with the modules below it. It is equivalent if both netlists have the same digest, or if Yosys proves
that equal registers and inputs give equal outputs and next registers. A mutant that differs
only in states that the core never reaches is not found by this.
"""

from __future__ import annotations

import json
import resource
import sys
from pathlib import Path
from typing import Any

from roundel.catalog import Core
from roundel.faults.registers import REGISTER_CELLS
from roundel.implement.elaborate import digest_of_design, run_elaborator, write_result
from roundel.implement.synthesis import READ
from roundel.process.jobs import JobFailed

SAME_NETLIST = "the netlist is the same"
PROVED = "Yosys proves the module equivalent"
# More instances with different netlists than these are not compared.
MOST_INSTANCES = 24
INDUCTION_CYCLES = 4
# CPU time of a comparison, in seconds.
LIMIT_SECONDS = 120
KEEP = "keep_hierarchy"
FLATTEN = (f"setattr -mod -unset {KEEP} *", f"setattr -unset {KEEP} */t:*", "flatten", "opt_clean")


def equivalence(core: Core, mutant: Core, module: str, *, whole: bool = False) -> str:
    """Return why a mutant is equivalent, or "".

    Args:
        core: The original.
        mutant: The same core of a project in which one source is mutated.
        module: The mutated module.
        whole: Whether to compare the flat core instead of the module: it has nothing that drives nothing.
    """
    job = {"whole": whole, "gold": _read(core), "gate": _read(mutant), "top": core.top, "module": module}
    try:
        return str(run_elaborator(core, "roundel.mutate.equivalent", job))
    except JobFailed:  # the limit of CPU time
        return ""


def _read(core: Core) -> str:
    parameters = (f"-G {name}={value}" for name, value in sorted(core.config.parameters.items()))
    sources = (str(path) for path in core.sources)
    return " ".join([READ, "--keep-hierarchy", *sources, "--top", core.top, *parameters])


def main(path: Path) -> None:
    """Compare the two designs of the job, and write the reason as its result."""
    resource.setrlimit(resource.RLIMIT_CPU, (LIMIT_SECONDS, LIMIT_SECONDS + 1))
    job = json.loads(path.read_text())
    write_result(path.parent, _compare(job, path.parent))


def _compare(job: dict[str, Any], folder: Path) -> str:
    from pyosys import libyosys

    netlists = {}
    for side in ("gold", "gate"):
        design = libyosys.Design()
        commands = (job[side], f"hierarchy -top {job['top']}", "proc", "opt_clean -purge")
        for command in (*commands, f'write_rtlil "{folder}/{side}.il"', f'write_json "{folder}/{side}.json"'):
            libyosys.run_pass(command, design)
        netlists[side] = json.loads((folder / f"{side}.json").read_text())["modules"]
    if job["whole"]:
        flat = {_flat_digest(folder, side, job["top"]) for side in ("gold", "gate")}
        return SAME_NETLIST if len(flat) == 1 else ""
    own = [name for name in netlists["gold"] if _is_of(name, job["module"])]
    if sorted(own) != sorted(name for name in netlists["gate"] if _is_of(name, job["module"])):
        return ""
    pairs = {}
    for name in own:
        digests = tuple(digest_of_design(netlists[side], name) for side in ("gold", "gate"))
        if digests[0] != digests[1]:
            pairs[digests] = name
    if not pairs:
        return SAME_NETLIST
    if len(pairs) > MOST_INSTANCES:
        return ""
    return PROVED if all(_is_equivalent(folder, name) for name in pairs.values()) else ""


def _flat_digest(folder: Path, side: str, top: str) -> str:
    """Return the digest of the core without what drives nothing, for example an open output."""
    from pyosys import libyosys

    design = libyosys.Design()
    commands = (f'read_rtlil "{folder}/{side}.il"', f"hierarchy -top {top}", *FLATTEN, "opt_clean -purge")
    for command in (*commands, f'write_json "{folder}/flat.json"'):
        libyosys.run_pass(command, design)
    return digest_of_design(json.loads((folder / "flat.json").read_text())["modules"], top)


def _is_of(name: str, module: str) -> bool:
    """Return whether a netlist's module is one of the source's: Yosys adds an instance's path after `$`."""
    return name.removeprefix("\\").partition("$")[0] == module


def _is_equivalent(folder: Path, name: str) -> bool:
    from pyosys import libyosys

    design = libyosys.Design()
    signals: set[str] = set()
    for side in ("gold", "gate"):
        read = (f'read_rtlil "{folder}/{side}.il"', f"hierarchy -top {name}", *FLATTEN, "memory_map")
        # A reset that a parameter switches off leaves a plain register.
        plain = ("opt_expr", "opt_dff -nodffe -nosdff", "opt_clean", f"rename {name} {side}")
        written = (f'write_json "{folder}/module.json"', "async2sync", "dffunmap", f"design -stash {side}")
        for command in (*read, *plain, *written):
            libyosys.run_pass(command, design)
        signals |= _logic_nets(json.loads((folder / "module.json").read_text())["modules"][side])
    # Only registers and ports have to be equal, not every signal between them.
    (folder / "between").write_text("".join(f"{one}\n" for one in sorted(signals)))
    for command in (
        *("design -copy-from gold gold", "design -copy-from gate gate"),
        *(f"equiv_make -blacklist {folder}/between gold gate equal", "hierarchy -top equal", "opt_clean"),
        *("opt_merge -share_all", "opt_clean", "equiv_simple", f"equiv_induct -seq {INDUCTION_CYCLES}"),
    ):
        libyosys.run_pass(command, design)
    report = folder / "report"
    libyosys.run_pass(f'tee -o "{report}" equiv_status', design)
    return "Equivalence successfully proven" in report.read_text()


def _logic_nets(module: dict[str, Any]) -> set[str]:
    """Return the names of the signals of a flat module that are no ports and no registers."""
    registers = {
        bit
        for cell in module["cells"].values()
        if cell["type"] in REGISTER_CELLS
        for bit in cell["connections"]["Q"]
    }
    return {
        name if name.startswith("$") else f"\\{name}"
        for name, net in module["netnames"].items()
        if name not in module["ports"] and not registers.intersection(net["bits"])
    }


if __name__ == "__main__":
    main(Path(sys.argv[1]))
