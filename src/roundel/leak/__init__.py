"""Leak check of masked gadgets and cores.

Gadgets: exact first-order probing of netlists, with glitches and transitions. Cores: rules of composition.
Both: a t-test on simulated toggles.
"""

from roundel.leak.check import Answer, check_gadget
from roundel.leak.composition import Composition, check_core
from roundel.leak.gadgets import Gadget, GadgetFault, core_faults, load_gadgets
from roundel.leak.traces import Assessment, assess, assess_gadget

__all__ = [
    "Answer",
    "Assessment",
    "Composition",
    "Gadget",
    "GadgetFault",
    "assess",
    "assess_gadget",
    "check_core",
    "check_gadget",
    "core_faults",
    "load_gadgets",
]
