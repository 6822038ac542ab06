"""A mapped netlist after place and route: nextpnr's own netlist, read back as LUTs and registers.

nextpnr writes what it has placed: `TRELLIS_COMB` cells, registers and the nets between them. They become the
cells of the mapping again, so that the checks of `roundel.leak` read them. `changed` names the cells that
place and route has changed, added or removed. Wires and switches are not seen: a route has no logic.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from roundel.errors import RoundelError
from roundel.implement.report import failure_of
from roundel.implement.targets import ECP5
from roundel.implement.tools import Toolchain
from roundel.leak.circuit import LUT, REGISTER, Bit
from roundel.paths import cache_dir
from roundel.process.jobs import run_job

LIMIT_SECONDS = 7000.0
PLACED_LUT, CLOCK_BUFFER = "TRELLIS_COMB", "DCCA"
INPUTS = "ABCD"
# The options of the stored rows.
OPTIONS = ("--seed", "1", "--freq", "200", "--placer", "static", "--timing-allow-fail")


def placed_netlist(name: str, module: Mapping[str, Any]) -> dict[str, Any]:
    """Place and route a flat module of LUT4s and registers on ECP5, and return it in the same form.

    Args:
        name: The name of the design in messages.
        module: The module in Yosys's JSON.

    Raises:
        RoundelError: nextpnr failed, or its netlist has a cell without a rule.
        JobFailed: nextpnr took longer than LIMIT_SECONDS.
    """
    assert ECP5.place_and_route is not None
    tool = ECP5.place_and_route.tool
    folder = Path(tempfile.mkdtemp(prefix="placed-", dir=cache_dir("leak")))
    try:
        (folder / "netlist.json").write_text(json.dumps({"creator": "", "modules": {"design": module}}))
        log = folder / "place-and-route.log"
        files = ("--json", "netlist.json", "--write", "placed.json")
        status, _ = run_job(
            [
                *Toolchain().launcher(tool),
                *ECP5.place_and_route.arguments,
                *OPTIONS,
                *files,
            ],
            name="place and route",
            cwd=folder,
            log=log,
            limit_seconds=LIMIT_SECONDS,
        )
        if status:
            reason = failure_of(log.read_text(errors="replace"), tool, ECP5.device)
            raise RoundelError(
                f"{name} cannot be placed and routed: {reason}", "Check that it fits the device."
            )
        (written,) = json.loads((folder / "placed.json").read_text())["modules"].values()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return read_back(written)


def read_back(written: Mapping[str, Any]) -> dict[str, Any]:
    """Return nextpnr's netlist with the cells of the mapping. Nets that are constant are "0" and "1".

    Raises:
        RoundelError: A cell has no rule.
    """
    replaced: dict[Bit, Bit] = {}
    cells: dict[str, dict[str, Any]] = {}
    for name, cell in written["cells"].items():
        wires = {port: bits[0] for port, bits in cell["connections"].items() if bits}
        settings = {key: str(value).strip() for key, value in cell["parameters"].items()}
        if cell["type"] == CLOCK_BUFFER:
            replaced[wires["CLKO"]] = wires["CLKI"]
        elif cell["type"] == REGISTER:
            cells[name] = _register(wires, settings)
        elif cell["type"] == PLACED_LUT and settings.get("MODE", "LOGIC") == "LOGIC":
            table = settings["INITVAL"]
            if set(table) == {"0"} or set(table) == {"1"}:
                replaced[wires["F"]] = table[0]
            else:
                cells[name] = _lut(name, wires, table)
        else:
            hint = "The check knows LUTs of four inputs, registers and clock buffers."
            raise RoundelError(f"after place and route, cell {name} is a {cell['type']}", hint)

    def final(bit: Bit) -> Bit:
        while bit in replaced:
            bit = replaced[bit]
        return bit

    for cell in cells.values():
        cell["connections"] = {port: [final(bit)] for port, (bit,) in cell["connections"].items()}
    ports = {
        name: {**port, "bits": [final(bit) for bit in port["bits"]]}
        for name, port in written["ports"].items()
    }
    return {"ports": ports, "cells": cells}


def _register(wires: Mapping[str, Bit], settings: Mapping[str, str]) -> dict[str, Any]:
    """Return a register. Its input comes from its own LUT (DI), or from elsewhere (M)."""
    data = wires.get("DI" if settings.get("SD") == "1" else "M", "0")
    kept = {port: [wires[port]] for port in ("CLK", "CE", "LSR", "Q") if port in wires}
    return {
        "type": REGISTER,
        "parameters": {key: value for key, value in settings.items() if key != "SD"},
        "connections": {"DI": [data], **kept},
    }


def _lut(name: str, wires: Mapping[str, Bit], table: str) -> dict[str, Any]:
    values = [int(bit) for bit in reversed(table)]
    for place, port in enumerate(INPUTS):
        if port not in wires and any(values[i] != values[i ^ 1 << place] for i in range(16)):
            raise RoundelError(f"after place and route, input {port} of {name} is open", "It must not count.")
    inputs = {port: [wires.get(port, "0")] for port in INPUTS}
    return {"type": LUT, "parameters": {"INIT": table}, "connections": {**inputs, "Z": [wires["F"]]}}


def changed(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    """Return the names of cells that differ in function or in what drives them, and of outputs."""
    one, other = _described(before), _described(after)
    return sorted(name for name in one.keys() | other.keys() if one.get(name) != other.get(name))


def _values(table: str, inputs: Sequence[str]) -> str:
    """Return the bits of a table that its constant inputs leave."""
    constant = [(place, int(one)) for place, one in enumerate(inputs) if one in ("0", "1")]
    left = (i for i in range(15, -1, -1) if all(i >> place & 1 == value for place, value in constant))
    return "".join(table[15 - i] for i in left)


def _described(module: Mapping[str, Any]) -> dict[str, tuple[Any, ...]]:
    """Return what each cell is and reads. A net is named by what drives it."""
    drivers: dict[Bit, str] = {}
    for name, port in module["ports"].items():
        if port["direction"] == "input":
            drivers |= {bit: f"{name}[{i}]" for i, bit in enumerate(port["bits"])}
    for name, cell in module["cells"].items():
        drivers[cell["connections"]["Z" if cell["type"] == LUT else "Q"][0]] = name

    def source(bit: Bit) -> str:
        return drivers.get(bit, str(bit).replace("x", "0"))

    described: dict[str, tuple[Any, ...]] = {}
    for name, cell in module["cells"].items():
        wires = {port: source(bits[0]) for port, bits in cell["connections"].items() if bits}
        settings = {key: str(value).strip() for key, value in cell["parameters"].items()}
        if cell["type"] == LUT:
            inputs = [wires.get(port, "0") for port in INPUTS]
            described[name] = (LUT, _values(settings["INIT"], inputs), *inputs)
            continue
        enable = "1" if settings.get("CEMUX") == "1" else wires.get("CE", "1")
        reset = wires.get("LSR", "0")
        modes = [settings.get(key, "") for key in ("CLKMUX", "CEMUX", "REGSET")]
        modes += [settings.get(key, "") for key in ("LSRMUX", "SRMODE")] if reset != "0" else []
        described[name] = (REGISTER, wires["DI"], wires["CLK"], enable, reset, *modes)
    for name, port in module["ports"].items():
        if port["direction"] == "output":
            described |= {f"output {name}[{i}]": (source(bit),) for i, bit in enumerate(port["bits"])}
    return described
