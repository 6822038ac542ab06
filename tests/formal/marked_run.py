"""A model of marks in simulation: transactions run through it, and the marks that they set are collected.

Data registers have the values that they have in the core. So what is seen here is a run of the model.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from roundel.formal.clearing import Model
from roundel.simulate.beats import Beats

CHUNK = 5000  # lines of a compiled function


@dataclass
class Seen:
    """What a run has shown.

    `marked` are the names of registers that had a mark. `settled` is the cycle at which the core was at rest
    for long enough after the last beat of the input and the answer, and `answered` that of the last beat of
    the answer. `failed` are names of assertions.
    """

    marked: set[str] = field(default_factory=set)
    failed: set[str] = field(default_factory=set)
    settled: int = -1
    answered: int = -1


class MarkedRun:
    """A model from its reset on."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self._marks = model.marks
        self._ready, self._valid = model.output("s_axis_tready"), model.output("m_axis_tvalid")
        self._asserted = [(name, literal) for name, literal in model.asserted if literal]
        roots = [literal for _, literal in self._asserted]
        roots += [self._ready, self._valid, model.settled, *(m for ms in self._marks.values() for m in ms)]
        # A data register is an input of the model: what the inputs load is reached from there.
        reached: set[int] = set()
        while not reached.issuperset(literal & ~1 for literal in roots if literal > 1):
            reached |= set(model.reached(roots))
            roots = [model.loads[node] for node in reached if node in model.loads]
        loads = {**model.next, **model.loads}
        self._values = bytearray(2 * (max(reached) // 2 + 2))
        self._values[1] = 1
        self._next = [(node, loads[node]) for node in reached if node in loads]
        lines = [
            f" v[{node}] = v[{one}] & v[{other}]; v[{node + 1}] = 1 - v[{node}]"
            for node in sorted(reached)
            if node in model.graph.ands
            for one, other in [model.graph.ands[node]]
        ]
        self._evaluate = [compiled(lines[at : at + CHUNK]) for at in range(0, len(lines), CHUNK)]
        for node in reached:
            self._set(node, 0)

    def _set(self, literal: int, value: int) -> None:
        self._values[literal] = value
        self._values[literal ^ 1] = 1 - value

    def _drive(self, name: str, value: int) -> None:
        for i, literal in enumerate(self._model.inputs.get(name, ())):
            if literal < len(self._values):
                self._set(literal, value >> i & 1)

    def cycle(self, seen: Seen) -> None:
        """Evaluate a cycle with the inputs as driven."""
        for evaluate in self._evaluate:
            evaluate(self._values)
        values = self._values
        seen.marked |= {name for name, marks in self._marks.items() if any(values[mark] for mark in marks)}
        seen.failed |= {name for name, literal in self._asserted if values[literal]}

    def edge(self) -> None:
        """Load the registers."""
        loaded = [(node, self._values[literal]) for node, literal in self._next]
        for node, value in loaded:
            self._set(node, value)

    def run(self, beats: Beats, *, limit: int, reset_after: int | None = None) -> Seen:
        """Send beats without stalls, and wait at most `limit` cycles after the last for the core to settle.

        With `reset_after` the core is in reset for a cycle after so many beats, which are the last.
        """
        seen = Seen()
        count = len(beats) if reset_after is None else reset_after
        sent = last = 0
        for now in range(100_000):
            offered = now > 1 and sent < count
            self._drive("rst_ni", int(reset_after is None or sent < count or now != last + 1))
            self._drive("m_axis_tready", 1)
            self._drive("fresh_valid_i", 1)  # of a masked core; its fresh bits are zero
            self._drive("s_axis_tvalid", int(offered))
            if offered:
                self._drive("s_axis_tuser", int(beats.user[sent]))
                self._drive("s_axis_tkeep", int(beats.keep[sent]))
                self._drive("s_axis_tlast", int(beats.last[sent]))
                self._drive("s_axis_tdata", int.from_bytes(beats.data[sent].tobytes(), "little"))
            self.cycle(seen)
            if self._values[self._valid]:
                seen.answered = now
            if offered and self._values[self._ready]:
                sent, last = sent + 1, now
            settled = self._values[self._model.settled] and sent == count and now > last + 3
            self.edge()
            if settled:
                seen.settled = now
                break
            if now - last > limit:
                break
        return seen


def compiled(lines: list[str]) -> Callable[[bytearray], None]:
    """Return a function of lines that change the values `v`."""
    scope: dict[str, Callable[[bytearray], None]] = {}
    exec("def evaluate(v):\n" + "\n".join(lines or [" pass"]), scope)
    return scope["evaluate"]
