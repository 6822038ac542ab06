"""A simulated core of any ports: its inputs and outputs by name, one cycle after the other."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from roundel.catalog import Core
from roundel.errors import RoundelError, unknown_name
from roundel.simulate._library import Reason
from roundel.simulate.model import Model

# A core that is not ours may want its reset for longer than a cycle.
RESET_CYCLES = 4


@dataclass(frozen=True)
class PortInfo:
    """A port of the simulated core: its name, its bits, and whether it is an output."""

    name: str
    bits: int
    output: bool


class Ports(Model):
    """A core of kind "module" under simulation (see `Model`)."""

    kind = "module"
    noun = "core"
    expected = "a core of a user's project"
    other = "Open it as a Device or an Engine."
    run_arguments = [ctypes.c_uint64]

    def __init__(self, core: Core, *, trace: Path | None = None, trace_end: bool = False) -> None:
        """Build `core` if necessary, load it and reset it."""
        super().__init__(core, trace=trace, trace_end=trace_end)
        self.ports: Mapping[str, PortInfo]
        self._views: dict[str, memoryview] = {}
        self._inputs: dict[str, int] = {}
        self._find_ports()
        self.reset(RESET_CYCLES)

    def read(self, name: str) -> int:
        """Return a port as an unsigned number: an output as it stood right before the last rising edge."""
        view = self._views.get(name)
        if view is None:
            raise unknown_name(f"port of {self.core.name}", name, self.ports)
        return int.from_bytes(view, "little")

    def write(self, name: str, value: int) -> None:
        """Set an input to an unsigned number, from the coming cycle on."""
        bits = self._inputs.get(name)
        if bits is None:
            if name in self.ports:
                raise RoundelError(f"port {name} of {self.core.name} is an output", "Write to inputs.")
            inputs = [one for one in self.ports if one in self._inputs]
            raise unknown_name(f"input of {self.core.name}", name, inputs)
        if value < 0 or value >> bits:
            raise RoundelError(
                f"{value:#x} does not fit input {name} of {self.core.name} ({bits} bits)", "Send less."
            )
        view = self._views[name]
        view[:] = value.to_bytes(len(view), "little")

    def tick(self, cycles: int = 1) -> None:
        """Run clock cycles, with the inputs as they stand."""
        if self._library.roundel_run(self._open_handle(), cycles) != Reason.DONE:
            raise self._failure()

    def _find_ports(self) -> None:
        library, handle = self._library, self._open_handle()
        returns = {
            "count": ctypes.c_uint64,
            "name": ctypes.c_char_p,
            "bits": ctypes.c_uint32,
            "output": ctypes.c_int,
            "bytes": ctypes.c_uint64,
            "data": ctypes.c_void_p,
        }
        calls = {}
        for name, result in returns.items():
            calls[name] = getattr(library, f"roundel_port_{name}")
            calls[name].argtypes = [ctypes.c_void_p, *([] if name == "count" else [ctypes.c_uint64])]
            calls[name].restype = result
        found = {}
        for i in range(calls["count"](handle)):
            info = PortInfo(
                calls["name"](handle, i).decode(), calls["bits"](handle, i), bool(calls["output"](handle, i))
            )
            found[info.name] = info
            memory = (ctypes.c_ubyte * calls["bytes"](handle, i)).from_address(calls["data"](handle, i))
            self._views[info.name] = memoryview(memory).cast("B")
            if not info.output:
                self._inputs[info.name] = info.bits
        self.ports = found
