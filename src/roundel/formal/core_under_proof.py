"""The module `core_under_proof`: a core with the parameters of its catalog entry, for the tasks that name it.

So what a task proves of a core is proved of that entry, and not of another configuration of its source.
"""

from __future__ import annotations

from dataclasses import replace

from roundel.catalog import Core
from roundel.catalog.ports import Port, ports_of, range_of

FILE = "core_under_proof.sv"
PACKAGE = "core_under_proof_pkg"
# The ports that have both shares in the module of a masked service core.
BOTH_SHARES = ("s_axis_tdata", "m_axis_tdata")


def core_under_proof(core: Core) -> str:
    """Return the text of the module. It has the ports of the core, of which `u_core` is an instance.

    The module of an engine without a key has the key's port all the same, of one bit. In that of a masked
    service core `tdata` has both shares, share 0 in element 0.
    """
    joined = core.kind == "service" and core.masked
    shown = [port for port in ports_of(core) if not joined or not port.name.endswith("_tdata1")]
    ports = ",\n".join(f"  {_declaration(port, 1 + (joined and port.name in BOTH_SHARES))}" for port in shown)
    if core.kind == "engine" and not core.key_width:
        ports += ",\n  input logic in_key_i"
    split = [f".{name}({name}[0]), .{name}1({name}[1])" for name in BOTH_SHARES if joined]
    connections = ", ".join((*split, ".*"))
    values = ", ".join(f".{name}({value})" for name, value in core.config.parameters.items())
    parameters = f" #({values})" if values else ""
    instance = f"{core.top}{parameters} u_core ({connections});"
    return f"module core_under_proof (\n{ports}\n);\n\n  {instance}\n\nendmodule\n"


def package_of(core: Core) -> str:
    """Return the text of the package `core_under_proof_pkg`: the core's parameters, as constants.

    Lemmas for several configurations of a source compute sizes from them.
    """
    values = {**core.defaults, **core.config.parameters}
    constants = "".join(f"  localparam int unsigned {name} = {value};\n" for name, value in values.items())
    return f"package {PACKAGE};\n{constants}endpackage\n\n"


def widths_of(core: Core) -> dict[str, int]:
    """Return the parameters of a task's top that state the widths of the core's ports."""
    widths = {"DataWidth": core.data_width}
    if core.answer_width:
        widths["OutputWidth"] = core.answer_width
    if core.key_width:
        widths["KeyWidth"] = core.key_width
    if core.masked:
        widths["FreshWidth"] = core.fresh_width
    return widths


def _declaration(port: Port, shares: int = 1) -> str:
    shown = replace(port, bits=port.bits * shares, shares=shares)
    return f"{port.direction}put logic {range_of(shown)}{port.name}"
