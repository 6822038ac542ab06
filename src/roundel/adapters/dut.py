"""What an adapter drives: the ports of a core by name, the clock, and coroutines that run side by side."""

from __future__ import annotations

from collections.abc import Coroutine, Generator
from random import Random
from typing import Any

from roundel.errors import RoundelError
from roundel.simulate.ports import PortInfo, Ports

DEFAULT_LIMIT = 1_000_000


class _Edge:
    """One rising edge: what a coroutine waits for."""

    def __await__(self) -> Generator[None, None, None]:
        yield


_EDGE = _Edge()


class Dut:
    """A core under simulation, as adapters see it.

    `dut["start"] = 1` sets an input from the coming cycle on. `await dut.clock()` runs that cycle. After it,
    `dut["done"]` is the output as it stood right before the rising edge, as a register outside would take it.
    Numbers are unsigned.
    """

    def __init__(self, model: Ports, *, stalls: tuple[int, float] | None = None) -> None:
        """Drive `model`. `stalls` are a seed and the probability with which `pause` returns True."""
        self._model = model
        self._tasks: list[Coroutine[Any, Any, Any]] = []
        self._random = Random(stalls[0]) if stalls else None
        self._probability = stalls[1] if stalls else 0.0
        self.cycle = 0
        self.pauses = 0
        self.accepts: list[int] = []
        self.returns: list[int] = []

    @property
    def ports(self) -> dict[str, PortInfo]:
        """The ports by name, without clock and reset."""
        return dict(self._model.ports)

    def __getitem__(self, name: str) -> int:
        """Return a port: an output as it stood right before the last rising edge."""
        return self._model.read(name)

    def __setitem__(self, name: str, value: int) -> None:
        """Set an input from the coming cycle on."""
        self._model.write(name, int(value))

    def bits(self, name: str) -> int:
        """Return the width of a port."""
        self._model.read(name)  # the error for a name that is none
        return self._model.ports[name].bits

    async def clock(self, cycles: int = 1) -> None:
        """Run clock cycles, one if not said otherwise."""
        for _ in range(cycles):
            await _EDGE

    async def until(self, name: str, value: int = 1, limit: int = DEFAULT_LIMIT) -> None:
        """Run cycles until a port had a value right before an edge, one at least."""
        for _ in range(limit):
            await _EDGE
            if self._model.read(name) == value:
                return
        raise RoundelError(
            f"{self._model.core.name}: {name} was not {value} within {limit} cycles", "Look at its trace."
        )

    def start(self, coroutine: Coroutine[Any, Any, Any]) -> None:
        """Run a coroutine beside this one, from this cycle on. The last wait of the adapter ends it."""
        self._tasks.append(coroutine)

    def pause(self) -> bool:
        """Return whether to hold back a valid or a ready in the coming cycle: at random, in some checks."""
        self.pauses += 1
        return self._random is not None and self._random.random() < self._probability

    def accepted(self) -> None:
        """Say that the core took an input with the last edge. The first one starts the measured time."""
        self.accepts.append(self.cycle - 1)

    def returned(self) -> None:
        """Say that the core gave an output with the last edge. The last one ends the measured time."""
        self.returns.append(self.cycle - 1)

    def run(self, coroutine: Coroutine[Any, Any, Any], limit: int = DEFAULT_LIMIT) -> Any:
        """Run an adapter's coroutine to its end, and return what it returns.

        Raises RoundelError where it has not ended after `limit` cycles.
        """
        self._tasks = [coroutine]
        began = self.cycle
        try:
            while True:
                for task in list(self._tasks):
                    try:
                        task.send(None)
                    except StopIteration as end:
                        if task is coroutine:
                            return end.value
                        self._tasks.remove(task)
                if self.cycle - began >= limit:
                    raise RoundelError(
                        f"{self._model.core.name} has not answered within {limit} cycles",
                        "Look for a handshake that never comes.",
                    )
                self._model.tick()
                self.cycle += 1
        finally:
            for task in self._tasks:
                task.close()
            self._tasks = []
