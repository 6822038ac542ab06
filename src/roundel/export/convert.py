"""The conversion process: `python -m roundel.export.convert job.json`.

Yosys keeps its state in the process and ends it on an error, so each conversion has one of its own. The job
names the Yosys commands; the result is the Verilog text that they leave.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from roundel.implement.elaborate import write_result

# No undefined value is left in an expression: an open choice is made, and a register keeps its value.
CHOOSE = "opt_expr -mux_undef -undriven"
# The part of a vector that `splitnets` makes a wire of its own: bits 63 to 0 of `state_q`, or bit 5.
_PART = re.compile(r"\\(\w+)\[(\d+)(?::(\d+))?\]")


def main(job_path: Path) -> None:
    """Run the commands and write the design as Verilog into `result.json`."""
    from pyosys import libyosys

    job = json.loads(job_path.read_text())
    folder = job_path.parent.resolve()
    design = libyosys.Design()
    for command in job["commands"]:
        libyosys.run_pass(command, design)
    _reduce_masks(libyosys, design)
    map_registers(libyosys, design)
    libyosys.run_pass(CHOOSE, design)
    libyosys.run_pass("opt_clean", design)
    _separate_outputs(libyosys, design)
    libyosys.run_pass("splitnets -driver", design)
    _name_parts(libyosys, design)
    for command in job["commands_after"]:
        libyosys.run_pass(command, design)
    verilog = folder / "design.v"
    libyosys.run_pass(f'write_verilog -renameprefix _t "{verilog}"', design)
    write_result(folder, verilog.read_text())


def _reduce_masks(yosys: Any, design: Any) -> None:
    """Write arrays by conditions instead of masks.

    A part of a word is written by a mask of the word's width, which a condition selects from two constants.
    If it sees bits of a mask, a synthesizer makes a RAM of each bit of the word, and finds no enable.
    """
    port = yosys.IdString("\\WR_EN")
    for _, module in sorted(design.modules_.items(), key=_name):
        meanings: dict[tuple[str, int], Any] = {}
        for _, cell in sorted(module.cells_.items(), key=_name):
            if cell.type.str() == "$mux":
                meanings |= _mask_bits(yosys, cell)
        for cell in _arrays(module):
            enables = yosys.SigSpec()
            for bit in cell.getPort(port).bits():
                while bit.is_wire() and _place(bit) in meanings:
                    bit = meanings[_place(bit)]
                enables.append(bit)
            cell.setPort(port, enables)


def _mask_bits(yosys: Any, cell: Any) -> dict[tuple[str, int], Any]:
    """Return what bits of a selection between constants are: a constant, or the condition."""
    zero, one, condition, result = (cell.getPort(yosys.IdString(f"\\{port}")).bits() for port in "ABSY")
    found: dict[tuple[str, int], Any] = {}
    for low, high, bit in zip(zero, one, result, strict=True):
        match [low.data, high.data] if not (low.is_wire() or high.is_wire()) else []:
            case [yosys.State.S0, yosys.State.S1]:
                found[_place(bit)] = condition[0]
            case [first, second] if first == second:
                found[_place(bit)] = low
    return found


def _place(bit: Any) -> tuple[str, int]:
    return bit.wire.name.str(), bit.offset


def map_registers(yosys: Any, design: Any) -> None:
    """Make registers of arrays that only constants address: no RAM is meant, and no tool infers one."""
    ports = [yosys.IdString(f"\\{side}_ADDR") for side in ("RD", "WR")]
    for _, module in sorted(design.modules_.items(), key=_name):
        for cell in _arrays(module):
            if all(cell.getPort(port).is_fully_const() for port in ports):
                cell.set_bool_attribute(yosys.IdString("\\registers"), True)
    yosys.run_pass("memory_map a:registers", design)


def _arrays(module: Any) -> Iterator[Any]:
    """Yield the memories of a module."""
    for _, cell in sorted(module.cells_.items(), key=_name):
        if cell.type.str() == "$mem_v2":
            yield cell


def _separate_outputs(yosys: Any, design: Any) -> None:
    """Drive every output that is driven in parts by one assignment, from a net of its own.

    `splitnets` then makes one net of each part. An event-driven simulator resolves a whole vector on each
    change of a part: it is many times slower without this.
    """
    for _, module in sorted(design.modules_.items(), key=_name):
        whole = [target for target, _ in module.connections_]
        for _, cell in module.cells_.items():
            whole += [signal for port, signal in cell.connections_.items() if cell.output(port)]
        driven = {signal.as_wire().name.str() for signal in whole if signal.is_wire()}
        for name, wire in sorted(module.wires_.items(), key=_name):
            if not wire.port_output or name.str() in driven:
                continue
            port = module.addWire(_unused(yosys, module, f"{name.str()}_parts"), wire)
            module.swap_names(wire, port)
            wire.port_output = False
            wire.port_id = 0
            module.connect(yosys.SigSpec(port), yosys.SigSpec(wire))
        module.fixup_ports()


def _name_parts(yosys: Any, design: Any) -> None:
    """Give the parts of vectors plain names: `state_q_63_0` for `state_q[63:0]`."""
    for _, module in sorted(design.modules_.items(), key=_name):
        for name, wire in sorted(module.wires_.items(), key=_name):
            if part := _PART.fullmatch(name.str()):
                plain = "_".join(digits for digits in part.groups() if digits)
                module.rename(wire, _unused(yosys, module, f"\\{plain}"))
                wire.start_offset = 0


def _name(item: tuple[Any, Any]) -> str:
    return str(item[0].str())


def _unused(yosys: Any, module: Any, name: str) -> Any:
    """Return `name`, with underscores after it if the module has a wire or cell of that name."""
    while module.count_id(yosys.IdString(name)):
        name += "_"
    return yosys.IdString(name)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
