"""Leak check of masked gadgets: exact first-order probing of netlists, with glitches and transitions."""

from roundel.leak.check import Answer, check_gadget
from roundel.leak.gadgets import Gadget, GadgetFault, load_gadgets

__all__ = ["Answer", "Gadget", "GadgetFault", "check_gadget", "load_gadgets"]
