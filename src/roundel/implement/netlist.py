"""Reading a Yosys JSON netlist: cells by type, the longest combinational path in LUT levels, its digest."""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter, defaultdict
from collections.abc import Mapping
from typing import Any

from roundel.errors import RoundelError


def count_cells(module: Mapping[str, Any], attribute: str = "") -> dict[str, int]:
    """Return the number of cells of each type, types in name order; `attribute`: of those that carry it."""
    counts = Counter(
        cell["type"]
        for cell in module["cells"].values()
        if not attribute or attribute in cell.get("attributes", {})
    )
    return dict(sorted(counts.items()))


# Numbers in the names that Yosys makes: `$auto$rtlil_bufnorm.cc:460:bufNormalize$787879`.
_NUMBER = re.compile(r"\$(\d+)")


def digest(netlist: Mapping[str, Any]) -> str:
    """Return what is the same for netlists that place and route cannot tell apart: 32 hex digits.

    Left out is where in the sources a thing stands (`src`). Numbers in made names count by where they come
    first: they are those of a counter that runs through the whole synthesis.
    """
    numbers: dict[str, int] = {}

    def plain(value: Any) -> Any:
        if isinstance(value, str):
            return _NUMBER.sub(lambda found: f"${numbers.setdefault(found[1], len(numbers))}", value)
        if isinstance(value, list):
            return [plain(item) for item in value]
        if isinstance(value, dict):
            return [[plain(name), plain(item)] for name, item in value.items() if name != "src"]
        return value

    return hashlib.sha256(json.dumps(plain(netlist)).encode()).hexdigest()[:32]


def logic_levels(module: Mapping[str, Any], level_cells: Mapping[str, int]) -> int:
    """Return the most LUT levels on any path between registers, memories and ports.

    `module` is a flat module of the JSON; `level_cells` gives the levels a combinational cell adds (0 for a
    slice multiplexer or a carry cell); any other cell begins and ends paths, and so does a DSP slice that has
    a register on its way. A cell counts as one node: every output depends on every input, but for what a
    shift register of LUTs takes with the clock. Raises RoundelError for a combinational loop.
    """
    cells = {
        name: cell
        for name, cell in module["cells"].items()
        if cell["type"] in level_cells and not _has_registers(cell)
    }
    readers: defaultdict[int, list[str]] = defaultdict(list)
    outputs: dict[str, list[int]] = {}
    drivers: set[int] = set()
    for name, cell in cells.items():
        directions = cell["port_directions"]
        outputs[name] = [
            bit
            for port, bits in cell["connections"].items()
            if directions[port] == "output"
            for bit in bits
            if isinstance(bit, int)
        ]
        drivers.update(outputs[name])
    waiting: Counter[str] = Counter()
    for name, cell in cells.items():
        directions = cell["port_directions"]
        clocked = _clocked_inputs(cell)
        for port, bits in cell["connections"].items():
            if directions[port] == "output" or port in clocked:
                continue
            for bit in bits:
                if bit in drivers:
                    readers[bit].append(name)
                    waiting[name] += 1
    arrival = dict.fromkeys(cells, 0)
    ready = [name for name in cells if not waiting[name]]
    done = 0
    deepest = 0
    while ready:
        name = ready.pop()
        done += 1
        level = arrival[name] + level_cells[cells[name]["type"]]
        deepest = max(deepest, level)
        for bit in outputs[name]:
            for reader in readers[bit]:
                arrival[reader] = max(arrival[reader], level)
                waiting[reader] -= 1
                if not waiting[reader]:
                    ready.append(reader)
    if done < len(cells):
        loop = next(name for name in cells if waiting[name] > 0)
        raise RoundelError(f"combinational loop through cell {loop}", "Break it with a register.")
    return deepest


# What LUTs take by the clock: a shift register (UG953, SRL*) may stand in a ring of registers, and a word of
# a memory (UG953, RAM*; TN1264) may be made of the one before it. A write address counts as a read address.
_SHIFTED_IN = frozenset(("CE", "CLK", "D"))
_WRITTEN = frozenset(("D", "DI", "DIA", "DIB", "DIC", "DID", "WE", "WRE", "WCLK", "WCK"))


def _clocked_inputs(cell: Mapping[str, Any]) -> frozenset[str]:
    """Return the inputs of a cell that its outputs do not depend on within a cycle."""
    if cell["type"].startswith("SRL"):
        return _SHIFTED_IN
    return _WRITTEN if cell["type"].startswith(("RAM", "TRELLIS_DPR")) else frozenset()


def _has_registers(cell: Mapping[str, Any]) -> bool:
    """Return whether there is a register between data inputs and output of a cell that may be without."""
    parameters = cell.get("parameters", {})
    return any(int(str(parameters.get(name, "0")), 2) for name in ("AREG", "BREG", "CREG", "PREG"))
