"""A core in Verilog-2005: one file that tools read which know no SystemVerilog.

Yosys elaborates the sources with slang and writes the modules of the hierarchy, one for each instance. Equal
ones become one module again. Ports, registers and instances keep their names, and parameters have their
values.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from roundel import __version__
from roundel.catalog import Core
from roundel.errors import RoundelError
from roundel.export.convert import CHOOSE
from roundel.implement.elaborate import run_elaborator
from roundel.implement.synthesis import read_commands, synthesis_version

# What the names of all modules and packages of `rtl/` begin with.
OWN_PREFIX = "roundel_"
# Attributes that name places of the sources, or that Yosys adds for itself.
_PRIVATE = ("src", "hdlname", "full_case", "parallel_case", "top", "wiretype", "scopename")
_MODULE = re.compile(
    r"^((?:\(\*[^\n]*\*\)\n)*)module (\\\S+|\w+) ?(\(.*?^endmodule\n)", re.MULTILINE | re.DOTALL
)
# What makes operators of Verilog of an elaborated design.
PREPARE = (
    "proc",
    # Tables become trees of selections here: those that the writer makes have no names, and are slow.
    "bmuxmap",
    "demuxmap",
    "bwmuxmap",
    CHOOSE,
    # A reset that the parameters switch off is no reset.
    "opt_clean",
    "opt_dff -nodffe -nosdff",
    "opt_clean",
    "memory_collect",
)
_HEADER = """\
// {name} in Verilog-2005 (IEEE 1364-2005): {description}.
// Made by `roundel export {core} --language verilog-2005`, Roundel {version}, with {tool}. Do not edit: the
// SystemVerilog sources of {top} are the source. SPDX-License-Identifier: Apache-2.0
{parameters}
"""
# What follows the name of the module in an instance: its own name, and the ports on the next lines.
_INSTANCE = r" +\\?\S+ +\($"
# A register or a memory: its name, and the first and last word of a memory.
_REGISTER = re.compile(r"^  reg (?:\[\d+:\d+\] )?(\\\S+ |\w+) ?(?:\[(\d+):(\d+)\])?;\n", re.MULTILINE)
# What is written at a clock edge.
_WRITTEN = re.compile(r"^ +(\{[^}\n]*\}|\\\S+ |\w+)\S* <= ", re.MULTILINE)
_START = """\
  // Registers and memories begin with 0 in simulation, as in an FPGA. Some have no reset: they are cleared by
  // sums with themselves, in which unknown values would stay unknown.
`ifndef SYNTHESIS
  initial begin : _t_start
{loop}{zeros}
  end
`endif
"""
# An instance of a cell of Yosys that its writer has no operator for.
_CELL = re.compile(r"^  (\\\$\w+) ", re.MULTILINE)
# A variable of a function: nothing reads or drives it.
_UNDEFINED = re.compile(r"^  assign (\S+)  ?= \d+'hx+;\n", re.MULTILINE)


@dataclass(frozen=True)
class Verilog:
    """The text of the file and the name of its top module."""

    text: str
    top: str
    modules: int


def convert(core: Core, prefix: str = OWN_PREFIX) -> Verilog:
    """Return a core in Verilog-2005.

    Every module is specialized for this configuration, so its name has the configuration's in front: two
    exported cores can be read into one project.

    Args:
        core: The catalog entry.
        prefix: What all names of modules begin with.

    Returns:
        The text, the name of the top module, and the count of modules.

    Raises:
        RoundelError: The core cannot be elaborated, or has a cell that Verilog-2005 has no operator for.
    """
    commands = [*read_commands(core), f"hierarchy -check -top {core.top}", *PREPARE]
    after = [
        "attrmap " + " ".join(f"-remove {name}" for name in _PRIVATE),
        "attrmap -modattr " + " ".join(f"-remove {name}" for name in _PRIVATE),
        "check -assert",
    ]
    job = {"commands": commands, "commands_after": after}
    text = run_elaborator(core, "roundel.export.convert", job)
    if cell := _CELL.search(text):
        kind = cell[1].removeprefix("\\")
        raise RoundelError(
            f"{core.name}: Verilog-2005 has no operator for the cell {kind} of Yosys",
            "Export it with --language systemverilog.",
        )
    name = core.name.replace(":", "-").replace("-", "_")
    modules = _modules(text, core.top)
    top = prefix + name
    names = {old: top if old == core.top else f"{top}__{old.removeprefix(OWN_PREFIX)}" for old in modules}
    body = "\n".join(
        _started(_renamed(modules[old], names)) for old in sorted(modules, key=lambda old: old != core.top)
    )
    values = ", ".join(f"{key} = {value}" for key, value in core.config.parameters.items())
    header = _HEADER.format(
        name=top,
        description=core.description,
        core=core.name,
        version=__version__,
        tool=synthesis_version(),
        top=core.top,
        parameters=f"// Parameters of the source: {values}.\n" if values else "",
    )
    return Verilog(header + body, top, len(modules))


def _modules(text: str, top: str) -> dict[str, str]:
    """Return the modules of Yosys's Verilog by a plain name; equal ones once.

    Leaves come first, so that the instances in a module have their final names when it is compared.
    """
    found: dict[str, tuple[str, str]] = {}
    for attributes, name, body in _MODULE.findall(text):
        found[name] = (re.sub(r" =  (\S+)  \*", r" = \1 *", attributes), _without_undefined(body))
    result: dict[str, str] = {}
    final: dict[str, str] = {}
    known: dict[tuple[str, str], str] = {}

    def resolve(name: str) -> str:
        if name in final:
            return final[name]
        attributes, body = found[name]
        body = re.sub(
            rf"^(  )(\\\S+|\w+)(?={_INSTANCE})",
            lambda m: f"{m[1]}{resolve(m[2])}" if m[2] in found else m[0],
            body,
            flags=re.MULTILINE,
        )
        base = top if name == top else name.removeprefix("\\").partition("$")[0]
        identity = (base, attributes + body)
        if identity not in known:
            plain, count = base, 1
            while plain in result:
                count += 1
                plain = f"{base}_{count}"
            known[identity] = plain
            result[plain] = f"{attributes}module {plain}{body}"
        final[name] = known[identity]
        return final[name]

    resolve(top)
    return result


def _renamed(text: str, names: Mapping[str, str]) -> str:
    """Return a module with its own name and those of the modules that it instantiates replaced."""
    text = re.sub(r"^module (\w+)", lambda match: f"module {names[match[1]]} ", text, flags=re.MULTILINE)
    return re.sub(
        rf"^  (\w+) ?(?={_INSTANCE})",
        lambda match: f"  {names.get(match[1], match[1])}",
        text,
        flags=re.MULTILINE,
    )


def _started(text: str) -> str:
    """Return a module with values of its registers and memories for the start of a simulation."""
    written = {name for found in _WRITTEN.findall(text) for name in re.findall(r"\\\S+ |[A-Za-z_]\w*", found)}
    zeros = []
    for name, *places in _REGISTER.findall(text):
        if name not in written:
            continue
        if places[0]:
            first, last = sorted(map(int, places))
            zeros.append(
                f"    for (_t_word = {first}; _t_word <= {last}; _t_word = _t_word + 1) {name}[_t_word] = 0;"
            )
        else:
            zeros.append(f"    {name} = 0;")
    if not zeros:
        return text
    loop = "    integer _t_word;\n" if any("_t_word" in line for line in zeros) else ""
    start = _START.format(loop=loop, zeros="\n".join(zeros))
    return re.sub(r"^endmodule\n", lambda _: f"{start}endmodule\n", text, flags=re.MULTILINE)


def _without_undefined(body: str) -> str:
    """Return the body of a module without the variables of functions that nothing reads or drives."""
    for name in _UNDEFINED.findall(body):
        declared = re.compile(rf"^  wire (\[\d+:0\] )?{re.escape(name)} ?;\n", re.MULTILINE)
        if body.count(name) == 2:
            body = declared.sub(
                "", re.sub(rf"^  assign {re.escape(name)} .*\n", "", body, flags=re.MULTILINE)
            )
    return body
