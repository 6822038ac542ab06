"""A digest of an elaborated core that is blind to names: `python -m roundel.implement.elaborate job.json`.

Two sources of a design with the same digest differ in identifiers, comments, layout or the placing of files,
and in nothing that synthesis maps. What was measured of one is then a measurement of the other.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from roundel.catalog import Core
from roundel.errors import RoundelError
from roundel.implement.synthesis import read_command, source_base, synthesis_version
from roundel.paths import cache_dir
from roundel.process.jobs import run_job

LIMIT_SECONDS = 600.0
# Counts up when the digest changes for the same design.
VERSION = 1
# Attributes that name places or identifiers.
_NAMING = frozenset(("src", "hdlname", "scopename", "wiretype", "top", "initial_top"))
# Parameters of cells that name a memory of the module.
_MEMORY = "MEMID"
_SIZES = ("width", "start_offset", "size")


def elaboration_version() -> str:
    """Return the version of the elaborator, which is part of an elaboration's identity."""
    return f"{synthesis_version()} digest {VERSION}"


def elaborate(core: Core) -> str:
    """Return the digest of `core` as synthesis elaborates it, blind to names.

    Returns:
        32 hex digits: the same for sources that differ in identifiers alone.

    Raises:
        RoundelError: The core cannot be elaborated.
    """
    folder = Path(tempfile.mkdtemp(prefix="elaborate-", dir=cache_dir("implement")))
    result, log = folder / "elaboration.json", folder / "elaboration.log"
    commands = [read_command(core), f"hierarchy -top {core.top}", "proc", "opt_clean -purge"]
    (folder / "job.json").write_text(json.dumps({"commands": commands, "top": core.top}))
    try:
        run_job(
            [sys.executable, "-m", "roundel.implement.elaborate", str(folder / "job.json")],
            name="elaboration",
            cwd=source_base(core),
            log=log,
            limit_seconds=LIMIT_SECONDS,
        )
        if not result.is_file():
            last = (log.read_text(errors="replace").strip().splitlines() or [""])[-1]
            raise RoundelError(f"{core.name} cannot be elaborated: {last}", "Correct its sources.")
        return str(json.loads(result.read_text())["digest"])
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def digest_of_design(modules: Mapping[str, Any], top: str) -> str:
    """Return the digest of a design in Yosys's JSON, blind to all names.

    Args:
        modules: The `modules` of the JSON: the hierarchy as elaborated, before mapping.
        top: The name of the top module.

    Returns:
        32 hex digits.
    """
    known: dict[str, str] = {}

    def digest(name: str) -> str:
        if name not in known:
            known[name] = _hash(_module(modules[name], modules, digest))
        return known[name]

    return digest(top)


def _module(module: Mapping[str, Any], modules: Mapping[str, Any], digest: Callable[[str], str]) -> list[Any]:
    memories: dict[str, int] = {}
    cells = []
    for cell in module["cells"].values():
        kind, connections = cell["type"], cell["connections"]
        if kind in modules:
            kind, order = digest(kind), list(modules[kind]["ports"])
            wired = [connections.get(port) for port in order]
        else:
            wired = [connections[port] for port in sorted(connections)]
        parameters = {
            name: memories.setdefault(value, len(memories)) if name == _MEMORY else value
            for name, value in sorted(cell["parameters"].items())
        }
        cells.append([kind, list(parameters.items()), _attributes(cell), wired])
    nets = [
        [net["bits"], attributes] for net in module["netnames"].values() if (attributes := _attributes(net))
    ]
    ports = [[port["direction"], port["bits"]] for port in module["ports"].values()]
    sizes = [
        [memories.get(_escaped(name), -1), *(memory[key] for key in _SIZES), _attributes(memory)]
        for name, memory in module.get("memories", {}).items()
    ]
    return [ports, _attributes(module), cells, sorted(nets, key=json.dumps), sorted(sizes, key=json.dumps)]


def _escaped(name: str) -> str:
    """Return the name of a memory as the parameters of cells have it."""
    return name if name.startswith("$") else f"\\{name}"


def _attributes(thing: Mapping[str, Any]) -> list[Any]:
    return sorted([name, value] for name, value in thing.get("attributes", {}).items() if name not in _NAMING)


def _hash(value: Any) -> str:
    return hashlib.sha256(json.dumps(value).encode()).hexdigest()[:32]


def main(job_path: Path) -> None:
    """Run the Yosys commands of the job and write `elaboration.json` beside it, with the digest."""
    job = json.loads(job_path.read_text())
    from pyosys import libyosys

    design = libyosys.Design()
    for command in job["commands"]:
        libyosys.run_pass(command, design)
    netlist = job_path.with_name("elaborated.json")
    libyosys.run_pass(f'write_json "{netlist}"', design)
    modules = json.loads(netlist.read_text())["modules"]
    netlist.unlink()
    result = job_path.with_name("elaboration.json.part")
    result.write_text(json.dumps({"digest": digest_of_design(modules, job["top"])}))
    result.replace(job_path.with_name("elaboration.json"))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
