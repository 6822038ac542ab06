"""First-order probing of a gadget: one probe, extended by glitches, and by transitions if wanted.

A probe on a signal sees all registers and inputs in the logic that drives it (glitches). With transitions it
sees them in two successive cycles. A gadget with a schedule is probed in each cycle of its period. Inputs are
taken to come from registers, with a uniform sharing that is
new in every cycle. The result is exact: every distribution is compared for all secrets. What depends on too
many bits, or is not reached in time, counts as undecided.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass

from roundel.leak.circuit import REGISTER, Bit, Circuit
from roundel.leak.distribution import UndecidedError, depends_on_secret, is_uniform
from roundel.leak.gadgets import Gadget, GadgetFault
from roundel.leak.netlist import mapped_netlist
from roundel.leak.placed import placed_netlist

LIMIT_SECONDS = 120.0


@dataclass(frozen=True)
class Answer:
    """What the check of one gadget found.

    `probes` are the sets that probes see, without those that are part of another; those of each cycle of a
    schedule. `uniform` is of the last cycle of it. `leaking` are those of
    them whose joint distribution depends on a secret, `undecided` those that were not decided. `uniform` says
    whether the shares of the outputs are uniform, None if that was not decided. `cells` and `registers` count
    the netlist, `fresh` the fresh bits of a cycle.
    """

    cells: int
    registers: int
    fresh: int
    signals: int
    probes: int
    leaking: int
    undecided: int
    uniform: bool | None

    @property
    def holds(self) -> bool:
        """Whether no probe leaks, the outputs are uniform, and all was decided."""
        return not self.leaking and not self.undecided and self.uniform is True

    @property
    def fails(self) -> bool:
        """Whether a probe leaks or the outputs are not uniform."""
        return self.leaking > 0 or self.uniform is False


def check_gadget(
    gadget: Gadget,
    *,
    transitions: bool = False,
    fault: GadgetFault | None = None,
    placed: bool = False,
    limit_seconds: float = LIMIT_SECONDS,
) -> Answer:
    """Map a gadget, and check every probe on its netlist.

    Args:
        gadget: The gadget.
        transitions: Whether a probe sees two successive cycles.
        fault: A fault to insert into the sources.
        placed: Whether the netlist is that after place and route on ECP5.
        limit_seconds: Probes that are not begun in this time after the mapping are undecided.

    Raises:
        RoundelError: The gadget cannot be mapped or placed, or has cells without a rule.
    """
    module = mapped_netlist(gadget, fault, wide_luts=not placed)
    if placed:
        module = placed_netlist(gadget.name, module)
    circuits = [Circuit(module, gadget, phase) for phase in range(gadget.period)]
    circuit = circuits[-1]
    seen = {circuit.stable(net) for net in circuit.nets} - {frozenset()}
    largest = _largest(seen)
    ages = (0, 1) if transitions else (0,)
    end = time.monotonic() + limit_seconds
    counts = [_counted(one, largest, ages, end) for one in circuits]
    leaking, undecided = (sum(count[i] for count in counts) for i in (0, 1))
    shares = [circuit.node(net) for port in circuit.outputs for net in port]
    kinds = [cell["type"] for cell in module["cells"].values()]
    return Answer(
        cells=len(kinds),
        registers=kinds.count(REGISTER),
        fresh=sum(len(module["ports"][port]["bits"]) for port in gadget.fresh),
        signals=len(circuit.nets),
        probes=len(largest) * len(circuits),
        leaking=leaking,
        undecided=undecided,
        uniform=_uniform(circuit, shares),
    )


def _largest(sets: Iterable[frozenset[Bit]]) -> list[frozenset[Bit]]:
    """Return the sets that are not part of another."""
    with_net: dict[Bit, set[frozenset[Bit]]] = {}
    for one in sets:
        for net in one:
            with_net.setdefault(net, set()).add(one)
    return [
        one for one in sets if len(set[frozenset[Bit]].intersection(*(with_net[net] for net in one))) == 1
    ]


def _counted(
    circuit: Circuit, sets: Iterable[frozenset[Bit]], ages: Iterable[int], end: float
) -> tuple[int, int]:
    """Return how many sets of signals depend on a secret, and how many are not decided before `end`."""
    leaking = undecided = 0
    for one in sets:
        try:
            if time.monotonic() > end:
                raise UndecidedError("no time is left")
            leaking += depends_on_secret(circuit, [circuit.node(net, age) for net in one for age in ages])
        except UndecidedError:
            undecided += 1
    return leaking, undecided


def _uniform(circuit: Circuit, nodes: list[int]) -> bool | None:
    try:
        return is_uniform(circuit, nodes)
    except UndecidedError:
        return None
