"""Answers vector sets of NIST's Automated Cryptographic Validation Protocol (ACVP) from simulated cores."""

from roundel.acvp.answer import Answered, answer, differences
from roundel.acvp.sets import VectorSet, read_set, results_in, set_in

__all__ = ["Answered", "VectorSet", "answer", "differences", "read_set", "results_in", "set_in"]
