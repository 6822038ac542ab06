"""Tests the checks of the cores: single mutations of the RTL, and the check that detects each of them."""

from roundel.mutate.campaign import Fate, Mutant, mutate, mutate_survivors
from roundel.mutate.families import FAMILIES
from roundel.mutate.mutation import Mutation, Operator
from roundel.mutate.operators import mutations_of
from roundel.mutate.stored import MutantFile

__all__ = [
    "FAMILIES",
    "Fate",
    "Mutant",
    "Mutation",
    "Operator",
    "MutantFile",
    "mutate",
    "mutate_survivors",
    "mutations_of",
]
