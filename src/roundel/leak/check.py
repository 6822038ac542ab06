"""First-order probing of a gadget: one probe, extended by glitches, and by transitions if wanted.

A probe on a signal sees all registers and inputs in the logic that drives it (glitches). With transitions it
sees them in two successive cycles. Inputs are taken to come from registers, with a uniform sharing that is
new in every cycle. The result is exact: every distribution is compared for all secrets.
"""

from __future__ import annotations

from dataclasses import dataclass

from roundel.leak.circuit import REGISTER, Circuit
from roundel.leak.distribution import depends_on_secret, is_uniform
from roundel.leak.gadgets import Gadget, GadgetFault
from roundel.leak.netlist import mapped_netlist


@dataclass(frozen=True)
class Answer:
    """What the check of one gadget found.

    `probes` are the sets that probes see, without those that are part of another. `leaking` are those of
    them whose joint distribution depends on a secret. `uniform` says whether the shares of the outputs are
    uniform. `cells` and `registers` count the netlist, `fresh` the fresh bits of a cycle.
    """

    cells: int
    registers: int
    fresh: int
    signals: int
    probes: int
    leaking: int
    uniform: bool

    @property
    def holds(self) -> bool:
        """Whether no probe leaks and the outputs are uniform."""
        return not self.leaking and self.uniform


def check_gadget(gadget: Gadget, *, transitions: bool = False, fault: GadgetFault | None = None) -> Answer:
    """Map a gadget, and check every probe on its netlist.

    Args:
        gadget: The gadget.
        transitions: Whether a probe sees two successive cycles.
        fault: A fault to insert into the sources.

    Raises:
        RoundelError: The gadget cannot be mapped, or has what the check does not decide.
    """
    module = mapped_netlist(gadget, fault)
    circuit = Circuit(module, gadget)
    seen = {circuit.stable(net) for net in circuit.nets} - {frozenset()}
    largest = [one for one in seen if not any(one < other for other in seen)]
    ages = (0, 1) if transitions else (0,)
    leaking = sum(
        depends_on_secret(circuit, [circuit.node(net, age) for net in one for age in ages]) for one in largest
    )
    shares = [circuit.node(net) for port in circuit.outputs for net in port]
    kinds = [cell["type"] for cell in module["cells"].values()]
    return Answer(
        cells=len(kinds),
        registers=kinds.count(REGISTER),
        fresh=sum(len(module["ports"][port]["bits"]) for port in gadget.fresh),
        signals=len(circuit.nets),
        probes=len(largest),
        leaking=leaking,
        uniform=is_uniform(circuit, shares),
    )
