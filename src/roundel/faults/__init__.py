"""Injects transient faults into a simulated core: one flip-flop flipped once, and what the core answers."""

from roundel.faults.campaign import Campaign, Outcome, inject
from roundel.faults.registers import Register, registers_of
from roundel.faults.stored import StoredCampaigns

__all__ = ["Campaign", "Outcome", "Register", "StoredCampaigns", "inject", "registers_of"]
