"""A digest of an elaborated core that is blind to names: `python -m roundel.implement.elaborate job.json`.

Two sources of a design with the same digest differ in identifiers, comments, layout or the placing of files,
and in nothing that synthesis maps. What was measured of one is then a measurement of the other.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from roundel.catalog import Core
from roundel.errors import RoundelError
from roundel.implement.synthesis import read_commands, source_base, synthesis_version
from roundel.paths import cache_dir
from roundel.process.jobs import last_line, run_job
from roundel.vhdl import translated

LIMIT_SECONDS = 600.0
RESULT_FILE = "result.json"
# Counts up when the digest changes for the same design.
VERSION = 2
# Attributes that name places or identifiers.
_NAMING = frozenset(("src", "hdlname", "scopename", "wiretype", "top", "initial_top"))
# Parameters of cells that name a memory of the module.
_MEMORY = "MEMID"
_SIZES = ("width", "start_offset", "size")
# Line and column of a place in a source.
_PLACE = re.compile(r":(\d+)\.(\d+)")


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
    core = translated(core)
    commands = [*read_commands(core), f"hierarchy -top {core.top}", "proc", "opt_clean -purge"]
    result = run_elaborator(core, "roundel.implement.elaborate", {"commands": commands, "top": core.top})
    return str(result["digest"])


def run_elaborator(
    core: Core, program: str, job: Mapping[str, Any], *, limit_seconds: float = LIMIT_SECONDS
) -> Any:
    """Run a program that elaborates a core in a process of its own, and return its result.

    Args:
        core: The catalog entry.
        program: The module to run, with the path of `job.json`. It writes `result.json` beside it.
        job: What it gets: `commands` of Yosys, and more.
        limit_seconds: The longest time, in seconds.

    Returns:
        The result, as JSON has it.

    Raises:
        RoundelError: The core cannot be elaborated.
    """
    folder = Path(tempfile.mkdtemp(prefix="elaborate-", dir=cache_dir("implement")))
    result, log = folder / RESULT_FILE, folder / "elaboration.log"
    (folder / "job.json").write_text(json.dumps(job))
    try:
        run_job(
            [sys.executable, "-m", program, str(folder / "job.json")],
            name="elaboration",
            cwd=source_base(core),
            log=log,
            limit_seconds=limit_seconds,
        )
        if not result.is_file():
            raise RoundelError(f"{core.name} cannot be elaborated: {last_line(log)}", "Correct its sources.")
        return json.loads(result.read_text())
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def elaborated_modules(commands: Sequence[str], folder: Path) -> dict[str, Any]:
    """Run Yosys commands in this process, and return the `modules` of its JSON."""
    from pyosys import libyosys

    design = libyosys.Design()
    for command in commands:
        libyosys.run_pass(command, design)
    netlist = folder / "elaborated.json"
    libyosys.run_pass(f'write_json "{netlist}"', design)
    modules: dict[str, Any] = json.loads(netlist.read_text())["modules"]
    netlist.unlink()
    return modules


def write_result(folder: Path, result: Any) -> None:
    """Write the result of an elaboration, complete or not at all."""
    part = folder / f"{RESULT_FILE}.part"
    part.write_text(json.dumps(result))
    part.replace(folder / RESULT_FILE)


def digest_of_design(modules: Mapping[str, Any], top: str) -> str:
    """Return the digest of a design in Yosys's JSON, blind to all names.

    Args:
        modules: The `modules` of the JSON: the hierarchy as elaborated, before mapping.
        top: The name of the top module.

    Returns:
        32 hex digits.
    """
    known: dict[str, str] = {}
    modules = {name: {**module, "ports": _ports(module)} for name, module in modules.items()}

    def digest(name: str) -> str:
        if name not in known:
            known[name] = _hash(_module(modules[name], modules, digest))
        return known[name]

    return digest(top)


def _module(module: Mapping[str, Any], modules: Mapping[str, Any], digest: Callable[[str], str]) -> list[Any]:
    """Return what a module consists of, in an order that does not depend on names.

    Yosys writes cells and nets in an order that names have a part in. So cells are numbered as a walk from
    the outputs back to the inputs meets them, and bits likewise.
    """
    walk = _Walk(module, modules, digest)
    nets = [
        [[walk.known_bit(bit) for bit in net["bits"]], attributes]
        for net in module["netnames"].values()
        if (attributes := _attributes(net))
    ]
    ports = [
        [port["direction"], [walk.bit(bit) for bit in port["bits"]]] for port in module["ports"].values()
    ]
    sizes = [
        [walk.memories.get(_escaped(name), -1), *(memory[key] for key in _SIZES), _attributes(memory)]
        for name, memory in module.get("memories", {}).items()
    ]
    return [
        ports,
        _attributes(module),
        walk.cells,
        sorted(nets, key=json.dumps),
        sorted(sizes, key=json.dumps),
    ]


class _Walk:
    """A walk over the cells of a module, from its outputs back to its inputs."""

    def __init__(
        self, module: Mapping[str, Any], modules: Mapping[str, Any], digest: Callable[[str], str]
    ) -> None:
        self.cells: list[Any] = []
        self.memories: dict[str, int] = {}
        self._bits: dict[int, int] = {}
        self._modules = modules
        self._digest = digest
        self._all = module["cells"]
        self._driver = {
            bit: name
            for name, cell in self._all.items()
            for port, bits in cell["connections"].items()
            if self._direction(cell, port) != "input"
            for bit in bits
            if not isinstance(bit, str)
        }
        self._ports_of_memory: dict[str, list[str]] = {}
        for name, cell in self._all.items():
            if (memory := cell["parameters"].get(_MEMORY)) is not None:
                self._ports_of_memory.setdefault(memory, []).append(name)
        for names in self._ports_of_memory.values():
            names.sort(key=self._order)
        self._seen: set[str] = set()
        roots = [bit for port in module["ports"].values() for bit in port["bits"]]
        for bit in roots:
            self.bit(bit)
        self._visit([self._driver[bit] for bit in roots if bit in self._driver])
        # Cells that drive nothing, such as prints and checks.
        for name in sorted(self._all.keys() - self._seen, key=self._order):
            self._visit([name])

    def bit(self, bit: int | str) -> int | str:
        """Return the number of a bit in the order of the walk; a constant stays as it is."""
        return bit if isinstance(bit, str) else self._bits.setdefault(bit, len(self._bits))

    def known_bit(self, bit: int | str) -> int | str:
        """Return the number of a bit that the walk has met, -1 for another."""
        return bit if isinstance(bit, str) else self._bits.get(bit, -1)

    def _order(self, name: str) -> str:
        """Return a key for sorting cells that holds no name."""
        cell = self._all[name]
        kind = self._digest(cell["type"]) if cell["type"] in self._modules else cell["type"]
        return json.dumps([kind, sorted(item for item in cell["parameters"].items() if item[0] != _MEMORY)])

    def _direction(self, cell: Mapping[str, Any], port: str) -> str:
        if cell["type"] in self._modules:
            return str(self._modules[cell["type"]]["ports"][port]["direction"])
        return str(cell["port_directions"][port])

    def _visit(self, names: list[str]) -> None:
        waiting = names[::-1]
        while waiting:
            name = waiting.pop()
            if name in self._seen:
                continue
            self._seen.add(name)
            cell = self._all[name]
            kind, connections = cell["type"], cell["connections"]
            if kind in self._modules:
                wired = [connections.get(port, []) for port in self._modules[kind]["ports"]]
                kind = self._digest(kind)
            else:
                wired = [connections[port] for port in sorted(connections)]
            parameters = sorted(cell["parameters"].items())
            if (memory := cell["parameters"].get(_MEMORY)) is not None:
                number = self.memories.setdefault(memory, len(self.memories))
                parameters = [(key, number if key == _MEMORY else value) for key, value in parameters]
                waiting.extend(self._ports_of_memory[memory][::-1])
            numbers = [[self.bit(bit) for bit in bits] for bits in wired]
            self.cells.append([kind, parameters, _attributes(cell), numbers])
            drivers = [self._driver[bit] for bits in wired for bit in bits if bit in self._driver]
            waiting.extend(reversed(drivers))


def _escaped(name: str) -> str:
    """Return the name of a memory as the parameters of cells have it."""
    return name if name.startswith("$") else f"\\{name}"


def _ports(module: Mapping[str, Any]) -> dict[str, Any]:
    """Return the ports of a module as they are declared; the JSON has them in the order of their names."""

    def place(name: str) -> tuple[int, ...]:
        source = str(module["netnames"][name]["attributes"].get("src", ""))
        found = _PLACE.search(source)
        return (int(found[1]), int(found[2])) if found else ()

    return {name: module["ports"][name] for name in sorted(module["ports"], key=place)}


def _attributes(thing: Mapping[str, Any]) -> list[Any]:
    return sorted([name, value] for name, value in thing.get("attributes", {}).items() if name not in _NAMING)


def _hash(value: Any) -> str:
    return hashlib.sha256(json.dumps(value).encode()).hexdigest()[:32]


def main(job_path: Path) -> None:
    """Run the Yosys commands of the job and write the digest as its result."""
    job = json.loads(job_path.read_text())
    modules = elaborated_modules(job["commands"], job_path.parent)
    write_result(job_path.parent, {"digest": digest_of_design(modules, job["top"])})


if __name__ == "__main__":
    main(Path(sys.argv[1]))
