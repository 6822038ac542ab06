"""What `roundel reproduce p2` adds to the paper's claims: every count and area, and how far they reach."""

from __future__ import annotations

from typing import Any

from roundel.isa.area import FPGAS
from roundel.isa.cycles import VERSIONS
from roundel.isa.kernels import KERNELS, VARIANTS
from roundel.isa.measure import area_identity, count_identity, cycles_identity, tables
from roundel.lab.store import Store

PAPER = "p2"
NOTHING = "Nothing is counted of the present kernels: `roundel isa measure` does it."

LIMITS = (
    "One message against one. With two messages at once, one in each slot of its registers, ARMv8.2-SHA3"
    " takes half of its count for each permutation, and is level with this extension or below it.",
    "An instruction that does a whole permutation takes a handful for all of its rounds; it wants the round"
    " of all 1600 bits in hardware, not a unit of 128.",
    "The paper's full text is not at hand. Six times its 21.9 would be some 131 instructions a byte for its"
    " assembly, which is code of a 32-bit processor; A64 is faster. The last table is a core of 32 bits.",
    "What the paper's 4658 gate equivalents cover is not known. Ours are the unit with its decoder and round"
    " constants, without registers; ARMv8.2-SHA3's unit stands beside it, mapped alike.",
    "Instructions are not cycles: how many a processor issues at a time, and when a result is ready, is its"
    " own affair.",
)


def appendix(store: Store) -> str:
    """Return the tables and the limits as text."""
    counted = any(store.get(count_identity(kernel, v)) for kernel in KERNELS for v in VARIANTS)
    limits = "\n".join(f"- {limit}" for limit in LIMITS)
    return f"\n{tables(store) if counted else NOTHING}\nHow far it reaches\n\n{limits}"


def data(store: Store) -> dict[str, Any]:
    """Return the same as data: a list of records, and the limits."""
    identities = [count_identity(kernel, variant) for kernel in KERNELS for variant in VARIANTS]
    identities += [area_identity(variant, "cells") for variant in ("extension", "sha3")]
    identities += [area_identity("extension", target) for target in FPGAS]
    identities += [cycles_identity(version) for version in VERSIONS]
    records = (store.get(identity) for identity in identities)
    counts = [
        {key: record[key] for key in ("name", "version", "target", "figures")} for record in records if record
    ]
    return {"counts": counts, "limits": list(LIMITS)}
