"""Proves that the Verilog-2005 of a core equals its source: `python -m roundel.export.equal job.json`.

The proof goes module by module. Both designs have the same instances, registers and memories by name. In a
pair of modules, what the registers, memories and instances give are free signals. ABC proves that equal free
signals give equal outputs, equal next values, clocks and resets of the registers, and equal inputs of the
instances and memories. So both designs are the same system of equations: from equal registers and memories,
every output has the same value in every cycle.

The proof starts from the netlist that slang and `proc` of Yosys make of the sources, as the conversion does.
The passes that remove registers without function are those of the conversion, and so is the choice where the
source leaves a value open. Yosys's own reader reads the text. The same passes map both to gates.
"""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from roundel.catalog import Core
from roundel.errors import RoundelError
from roundel.export.convert import CHOOSE, map_registers
from roundel.export.equations import Equations, Name, NotComparable, matched
from roundel.export.verilog import PREPARE
from roundel.implement.elaborate import run_elaborator, write_result
from roundel.implement.synthesis import read_commands

LIMIT_SECONDS = 3600.0
# The writer splits a write port of a memory by its enables: `memory_share` joins ports of one address again.
# A table in a memory that nothing writes has no name in the source.
MEMORIES = ("memory_share -nosat -nowiden", "memory_map -rom-only")
# Gates and registers without enable.
GATES = (*MEMORIES, "dffunmap", "opt_clean", "techmap", "opt_clean")
_EQUAL = re.compile(r"Networks are equivalent")
_INPUT = re.compile(r"pi\d+ = 1'h([01])")


@dataclass(frozen=True)
class Proof:
    """What was proved: pairs of modules, bits of registers and equations. Equal pairs count once."""

    modules: int
    registers: int
    equations: int


def prove_equal(core: Core, text: str, top: str) -> Proof:
    """Prove that a core in Verilog-2005 equals its source.

    Args:
        core: The catalog entry.
        text: The Verilog.
        top: The name of its top module.

    Returns:
        What was proved.

    Raises:
        RoundelError: A module differs; the message names it and its first equation. Or the two designs have
            no common names, or a tool failed.
    """
    job = {
        "gold": [*read_commands(core), f"hierarchy -check -top {core.top}"],
        "top": core.top,
        "text": text,
        "made_top": top,
    }
    result = run_elaborator(core, "roundel.export.equal", job, limit_seconds=LIMIT_SECONDS)
    if "wrong" in result:
        raise RoundelError(
            f"{core.name}: the Verilog-2005 is not proved equal to the source: {result['wrong']}",
            "Export it with --language systemverilog, and report this.",
        )
    return Proof(**result)


def main(path: Path) -> None:
    """Compare the designs of the job, and write what was proved or what is wrong as its result."""
    job = json.loads(path.read_text())
    folder = path.parent.resolve()
    text = folder / "design.v"
    text.write_text(job["text"])
    gold = _modules((*job["gold"], *PREPARE), (CHOOSE, *GATES), folder)
    read = (f'read_verilog "{text}"', f"hierarchy -top {job['made_top']}")
    # The text is not changed: it has the registers of the source, and what is undefined must not matter.
    gate = _modules((*read, "proc", "opt_clean", "memory_collect"), GATES, folder)
    try:
        result = _compare(gold, gate, job["top"], job["made_top"], folder)
    except NotComparable as wrong:
        result = {"wrong": str(wrong)}
    write_result(folder, result)


def _modules(commands: Sequence[str], after: Sequence[str], folder: Path) -> dict[str, Any]:
    """Run Yosys commands, those `after` with registers for arrays; return the `modules` of Yosys's JSON."""
    from pyosys import libyosys

    design = libyosys.Design()
    for command in commands:
        libyosys.run_pass(command, design)
    map_registers(libyosys, design)
    netlist = folder / "gates.json"
    for command in (*after, f'write_json "{netlist}"'):
        libyosys.run_pass(command, design)
    modules: dict[str, Any] = json.loads(netlist.read_text())["modules"]
    return modules


def _compare(
    gold: Mapping[str, Any], gate: Mapping[str, Any], top: str, made_top: str, folder: Path
) -> dict[str, Any]:
    """Prove all pairs of modules, from the top."""
    # A vendor's cell is the same in both.
    cells = {name: module for name, module in gold.items() if "blackbox" in module["attributes"]}
    gate = {**cells, **gate}
    proved = {"modules": 0, "registers": 0, "equations": 0}
    seen: set[tuple[str, str]] = set()
    known: set[str] = set()
    waiting = [(top, made_top)]
    while waiting:
        pair = waiting.pop()
        if pair[0] in cells and pair[0] != pair[1]:
            raise NotComparable(f"the cell {pair[1]} is no {pair[0]}")
        if pair in seen or pair[0] in cells:
            continue
        seen.add(pair)
        try:
            one = Equations(gold[pair[0]], gold, undefined=True)
            other = Equations(gate[pair[1]], gate)
            waiting += _instances(one, other, cells)
            counted = _prove(one, other, known, folder)
        except NotComparable as wrong:
            raise NotComparable(f"the module {pair[1]}: {wrong}") from wrong
        for key, count in counted.items():
            proved[key] += count
    return proved


def _instances(one: Equations, other: Equations, cells: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return the pairs of modules of the instances, which have the same names in both."""
    if one.ports != other.ports:
        raise NotComparable("other ports")
    if one.instances.keys() != other.instances.keys():
        different = sorted(one.instances.keys() ^ other.instances.keys())
        raise NotComparable(f"the instance {different[0]} is in one of both")
    for name, cell in one.instances.items():
        if cell["type"] in cells and cell["parameters"] != other.instances[name]["parameters"]:
            raise NotComparable(f"other parameters of the instance {name}")
    for name in one.memories.keys() | other.memories.keys():
        if one.memories.get(name) != other.memories.get(name):
            raise NotComparable(f"another memory {name}")
    return [(cell["type"], other.instances[name]["type"]) for name, cell in one.instances.items()]


def _prove(one: Equations, other: Equations, known: set[str], folder: Path) -> dict[str, int]:
    """Prove that two modules have the same equations."""
    for equations, names in zip((one, other), matched(one, other), strict=True):
        equations.name_registers(names)
    if one.targets != other.targets:
        raise NotComparable("other equations")
    numbers: dict[Name, int] = {}

    def number(name: Name) -> int:
        return numbers.setdefault(name, len(numbers) + 1)

    graphs = [equations.graph(number) for equations in (one, other)]
    texts = [graph.aiger(len(numbers)) for graph in graphs]
    identity = hashlib.sha256(b"".join(texts)).hexdigest()
    if identity in known:
        return {}
    if texts[0] != texts[1] and (found := _counterexample(texts, folder)):
        values = [graph.values(found) for graph in graphs]
        wrong = [name for name in one.targets if values[0][name] != values[1][name]]
        raise NotComparable(f"another equation of {' '.join(wrong[0]) if wrong else 'a signal that ABC has'}")
    known.add(identity)
    return {"modules": 1, "registers": len(one.registers), "equations": len(one.targets)}


def _counterexample(texts: Sequence[bytes], folder: Path) -> list[int]:
    """Return values of the free signals for which an equation differs, none if ABC proves all equal."""
    with tempfile.TemporaryDirectory(dir=folder) as work:
        for name, text in zip("ab", texts, strict=True):
            (Path(work) / f"{name}.aig").write_bytes(text)
        program = Path(sysconfig.get_path("purelib")) / "pyosys" / "yosys-abc"
        command = [str(program), "-c", "cec a.aig b.aig"]
        ran = subprocess.run(command, cwd=work, capture_output=True, text=True, check=False)
    if _EQUAL.search(ran.stdout):
        return []
    found = _INPUT.findall(ran.stdout.partition("INPUT:")[2].partition("OUTPUT:")[0])
    if not found:
        raise NotComparable(f"ABC has no answer: {ran.stdout[-300:]}{ran.stderr[-300:]}")
    return [int(value) for value in found]


if __name__ == "__main__":
    main(Path(sys.argv[1]))
