"""Counts the changes of every net of a mapped netlist while it runs a workload, and checks its outputs."""

from __future__ import annotations

import ctypes
import hashlib
import platform
import subprocess
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from roundel.energy.netlist import GateNetlist
from roundel.energy.workload import Waveform
from roundel.errors import RoundelError
from roundel.paths import cache_dir
from roundel.process.atomic import locked
from roundel.simulate.tools import find_compiler

PROGRAM = Path(__file__).with_name("gates.cpp")
FLAGS = ("-std=c++17", "-O2", "-fPIC", "-shared", "-fvisibility=hidden")
_UNSIGNED, _POINTER = ctypes.c_uint32, ctypes.c_void_p


class _Gates(ctypes.Structure):
    _fields_ = [
        ("nets", _UNSIGNED),
        ("gates", _UNSIGNED),
        ("table", _POINTER),
        ("in_start", _POINTER),
        ("in_net", _POINTER),
        ("out_net", _POINTER),
        ("flops", _UNSIGNED),
        ("next_table", _POINTER),
        ("flop_start", _POINTER),
        ("flop_net", _POINTER),
        ("q_net", _POINTER),
        ("qn_net", _POINTER),
    ]


class _Stimulus(ctypes.Structure):
    _fields_ = [
        ("cycles", _UNSIGNED),
        ("inputs", _UNSIGNED),
        ("outputs", _UNSIGNED),
        ("input_net", _POINTER),
        ("output_net", _POINTER),
        ("input", _POINTER),
        ("output", _POINTER),
    ]


@dataclass(frozen=True)
class Switching:
    """Changes of each net in a run of `cycles`: all of them, and those left at the end of a cycle.

    The clock is none of the nets: it changes twice in every cycle.
    """

    changes: NDArray[np.uint64]
    settled: NDArray[np.uint64]
    cycles: int


def count_changes(netlist: GateNetlist, waveform: Waveform, what: str) -> Switching:
    """Simulate the netlist.

    Args:
        netlist: The gates.
        waveform: The ports, of the RTL.
        what: The name of the netlist, for messages.

    Returns:
        The changes.

    Raises:
        RoundelError: The netlist does not send what the RTL sends in the same cycle, or it oscillates.
    """
    missing = netlist.inputs - set(waveform.inputs) - {netlist.clock}
    if missing:
        raise RoundelError(f"{what}: no values for the inputs {', '.join(sorted(missing))}")
    names = [name for name in waveform.inputs if name in netlist.ports]
    values = np.ascontiguousarray(np.concatenate([waveform.inputs[name] for name in names], axis=1))
    input_nets = np.concatenate([netlist.ports[name] for name in names])
    if values.shape[1] != len(input_nets):
        raise RoundelError(f"{what}: {values.shape[1]} bits of inputs, and {len(input_nets)} nets for them")
    watched = [waveform.valid, *waveform.outputs]
    output_nets = np.concatenate([netlist.ports[name] for name in watched])
    got = np.zeros((waveform.cycles, len(output_nets)), np.uint8)
    changes, settled = np.zeros(netlist.nets, np.uint64), np.zeros(netlist.nets, np.uint64)
    constant = np.zeros(netlist.nets, np.uint8)
    constant[1] = 1
    gates = _Gates(
        netlist.nets,
        len(netlist.gate_tables),
        *(
            array.ctypes.data
            for array in (
                netlist.gate_tables,
                netlist.gate_starts,
                netlist.gate_inputs,
                netlist.gate_outputs,
            )
        ),
        len(netlist.flop_tables),
        *(
            array.ctypes.data
            for array in (
                netlist.flop_tables,
                netlist.flop_starts,
                netlist.flop_inputs,
                netlist.flop_outputs,
                netlist.flop_inverted,
            )
        ),
    )
    stimulus = _Stimulus(
        waveform.cycles,
        len(input_nets),
        len(output_nets),
        *(array.ctypes.data for array in (input_nets, output_nets, values, got)),
    )
    pointers = [array.ctypes.data for array in (constant, changes, settled)]
    if _library().roundel_switch(ctypes.byref(gates), ctypes.byref(stimulus), *pointers):
        raise RoundelError(f"{what}: the gates do not settle within a cycle")
    _check_outputs(netlist, waveform, got, what)
    return Switching(changes, settled, waveform.cycles)


def _check_outputs(netlist: GateNetlist, waveform: Waveform, got: NDArray[np.uint8], what: str) -> None:
    """Raise RoundelError unless the outputs are those of the RTL, cycle by cycle."""
    valid = np.zeros(waveform.cycles, np.uint8)
    valid[waveform.when] = 1
    late = np.flatnonzero(got[:, 0] != valid)
    if len(late):
        raise RoundelError(
            f"{what}: {waveform.valid} is not that of the RTL in cycle {late[0]}",
            "The netlist does not do what the RTL does. Synthesize it again.",
        )
    at = 1
    for name, values in waveform.outputs.items():
        width = len(netlist.ports[name])
        differs = np.flatnonzero((got[waveform.when, at : at + width] != values).any(axis=1))
        if len(differs):
            raise RoundelError(
                f"{what}: {name} is not that of the RTL in cycle {waveform.when[differs[0]]}",
                "The netlist does not do what the RTL does. Synthesize it again.",
            )
        at += width


@cache
def _library() -> Any:
    """Return the simulator, compiled unless the cache has it."""
    compiler = find_compiler()
    parts = "\0".join([PROGRAM.read_text(), platform.machine(), compiler, *FLAGS])
    folder = cache_dir("energy", hashlib.sha256(parts.encode()).hexdigest()[:16])
    library = folder / "gates.so"
    with locked(folder / "lock"):
        if not library.is_file():
            part = folder / "gates.part.so"
            command = [compiler, *FLAGS, str(PROGRAM), "-o", str(part)]
            done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
            if done.returncode:
                raise RoundelError("the simulator of gates did not compile", done.stderr.strip()[-1000:])
            part.replace(library)
    loaded = ctypes.CDLL(str(library))
    loaded.roundel_switch.argtypes = [_POINTER] * 5
    loaded.roundel_switch.restype = ctypes.c_int
    return loaded
