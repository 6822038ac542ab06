"""The flip-flops of a core, as synthesis elaborates it: `python -m roundel.faults.registers job.json`."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from roundel.catalog import Core
from roundel.implement.elaborate import elaborated_modules, run_elaborator, write_result
from roundel.implement.synthesis import read_commands

CONTROL_BITS = 15
"""The widest register that counts as control. A beat, a lane or a word of data has 16 bits or more."""

_INDEX = r"\[(?:[^\[\]]|\[[^\[\]]*\])*\]"
_ASSIGNED = re.compile(rf"\b([A-Za-z_]\w*)(?:{_INDEX}|\.\w+)*\s*<=")
REGISTER_CELLS = frozenset(
    ("$dff", "$adff", "$dffe", "$sdff", "$aldff", "$dffsr", "$sdffe", "$adffe", "$aldffe")
)


@dataclass(frozen=True)
class Register:
    """A register of a core: its path below the top module, its width, and the bits that are flip-flops.

    A bit that elaboration finds constant or unused is not a flip-flop.
    """

    path: str
    width: int
    bits: tuple[int, ...]

    @property
    def is_control(self) -> bool:
        """Whether the register is narrower than any data."""
        return self.width <= CONTROL_BITS


def registers_of(core: Core) -> list[Register]:
    """Return every register of a core, in the order of its paths. Memories are none.

    Args:
        core: The catalog entry.

    Raises:
        RoundelError: The core cannot be elaborated.
    """
    commands = [*read_commands(core), f"hierarchy -top {core.top}", "proc", "opt_clean"]
    assigned = sorted({match[1] for path in core.sources for match in _ASSIGNED.finditer(core.text(path))})
    job = {"commands": commands, "top": core.top, "assigned": assigned}
    found = run_elaborator(core, "roundel.faults.registers", job)
    return [Register(path, width, tuple(bits)) for path, width, bits in found]


def registers_of_design(
    modules: Mapping[str, Any], top: str, assigned: frozenset[str]
) -> list[tuple[str, int, list[int]]]:
    """Return path, width and bits of every register of a design.

    Args:
        modules: The `modules` of Yosys's JSON, with the hierarchy.
        top: The name of the top module.
        assigned: The names that the sources assign with `<=`. Of several names of a flip-flop, these are
            its own.
    """
    return sorted(_below(modules, top, "", assigned))


def _below(
    modules: Mapping[str, Any], name: str, prefix: str, assigned: frozenset[str]
) -> Iterator[tuple[str, int, list[int]]]:
    module = modules[name]
    flip_flops = {
        bit
        for cell in module["cells"].values()
        if cell["type"] in REGISTER_CELLS
        for bit in cell["connections"]["Q"]
    }
    for net, value in module["netnames"].items():
        if not value["hide_name"] and _leaf(net) in assigned:
            bits = [place for place, bit in enumerate(value["bits"]) if bit in flip_flops]
            flip_flops -= {bit for bit in value["bits"] if not isinstance(bit, str)}
            if bits:
                yield f"{prefix}{net}", len(value["bits"]), bits
    for instance, cell in module["cells"].items():
        if cell["type"] in modules:
            yield from _below(modules, cell["type"], f"{prefix}{instance}.", assigned)


def _leaf(net: str) -> str:
    return net.rpartition(".")[2].partition("[")[0]


def main(job_path: Path) -> None:
    """Run the Yosys commands of the job and write the registers as its result."""
    job = json.loads(job_path.read_text())
    modules = elaborated_modules(job["commands"], job_path.parent)
    write_result(job_path.parent, registers_of_design(modules, job["top"], frozenset(job["assigned"])))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
