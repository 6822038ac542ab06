"""The harness that brings a core of any number of ports down to four pins.

Devices have fewer pins than a core has ports. Around the core stand registers: its inputs come from a shift
register that `scan_i` feeds, its outputs go into registers and are folded by a pipelined tree of four-input
exclusive-ors into `scan_o`. Every path from and to the core is then register to register and the harness adds
no logic to it: no path of the harness has more than one LUT. Reset is a pin of its own and goes straight
to the core, untimed as it is where a core is placed without a harness.

The cells of the harness carry the attribute `ATTRIBUTE`, so that what it costs is counted in the netlist.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from roundel.errors import RoundelError

# Counts up when the text below changes what is measured.
VERSION = 1
TOP = "roundel_harness"
INSTANCE = "u_core"
ATTRIBUTE = "roundel_harness"
PINS = ("clk_i", "rst_ni", "scan_i", "scan_o")
FOLD = 4
# Not a command of Yosys: `roundel.implement.synthesize` makes the harness of the design's ports and reads it.
WRAP = f"wrap-in-harness-{VERSION}"
# After mapping, before the hierarchy goes: what is not within the core is the harness's.
COMMANDS_AFTER = (f"setattr -set {ATTRIBUTE} 1 {TOP}/c:* {TOP}/c:{INSTANCE} %d",)


def commands_before(core: str, clock: str = PINS[0], reset: str = PINS[1]) -> tuple[str, ...]:
    """Return the commands that put the design `core` into the harness; the core is mapped separately.

    `clock` and `reset` are the names of these ports, which only a core that is not ours names otherwise.
    """
    named = "" if (clock, reset) == PINS[:2] else f" {clock} {reset}".rstrip()
    return (
        f"{WRAP} {core}{named}",
        f"setattr -mod -set keep_hierarchy 1 {core}",
        f"hierarchy -check -top {TOP}",
    )


@dataclass(frozen=True)
class Port:
    """A port of a core: its name as elaborated, its bits, its direction."""

    name: str
    bits: int
    is_input: bool
    is_output: bool


def harness(core: str, ports: Sequence[Port], clock: str = PINS[0], reset: str = PINS[1]) -> str:
    """Return the Verilog of module `TOP` around module `core`.

    A core of logic alone needs no `clk_i`: the harness's registers time it. RoundelError for a core
    without an output (nothing of it would be left) and for a port that goes both ways.
    """
    if both := [port.name for port in ports if port.is_input and port.is_output]:
        raise RoundelError(f"port {both[0]} of {core} is an inout", "Split it into an input and an output.")
    direct = {clock: PINS[0], reset: PINS[1]}
    inputs = [port for port in ports if port.is_input and port.name not in direct]
    outputs = [port for port in ports if port.is_output]
    if not outputs:
        raise RoundelError(f"{core} has no output", "Give it one: what nobody reads is removed.")
    lines = [
        f"module {TOP} (input wire clk_i, input wire rst_ni, input wire scan_i, output wire scan_o);",
        *_shift_register(sum(port.bits for port in inputs)),
        *_fold(sum(port.bits for port in outputs)),
        f"  \\{core} {INSTANCE} (",
        ",\n".join(_connections(ports, inputs, outputs, direct)),
        "  );",
        "endmodule",
    ]
    return "\n".join(lines) + "\n"


def _shift_register(bits: int) -> list[str]:
    if not bits:
        return []
    shifted = f"{{harness_in_q[{bits - 2}:0], scan_i}}" if bits > 1 else "scan_i"
    return [
        f"  reg [{bits - 1}:0] harness_in_q;",
        f"  always @(posedge clk_i) harness_in_q <= {shifted};",
    ]


def _fold(bits: int) -> list[str]:
    """Return the registers of the outputs and the tree that folds them, a register after each level."""
    name, lines = "harness_out_q", [f"  wire [{bits - 1}:0] harness_out;"]
    lines += [
        f"  reg [{bits - 1}:0] {name};",
        f"  always @(posedge clk_i) {name} <= harness_out;",
    ]
    level = 0
    while bits > 1:
        level += 1
        folded = f"harness_fold{level}_q"
        count = -(-bits // FOLD)
        sums = ", ".join(
            f"^{name}[{min(FOLD * i + FOLD, bits) - 1}:{FOLD * i}]" for i in reversed(range(count))
        )
        lines += [
            f"  reg [{count - 1}:0] {folded};",
            f"  always @(posedge clk_i) {folded} <= {{{sums}}};",
        ]
        name, bits = folded, count
    return [*lines, f"  assign scan_o = {name}[0];"]


def _connections(
    ports: Sequence[Port], inputs: Sequence[Port], outputs: Sequence[Port], direct: Mapping[str, str]
) -> list[str]:
    """Return the connections of the instance; the escaped names end with their space.

    `direct` are the ports that a pin of the harness drives.
    """
    nets = {port.name: direct[port.name] for port in ports if port.name in direct}
    for name, side in (("harness_in_q", inputs), ("harness_out", outputs)):
        low = 0
        for port in side:
            nets[port.name] = f"{name}[{low + port.bits - 1}:{low}]"
            low += port.bits
    return [f"    .\\{port.name} ({nets[port.name]})" for port in ports]
