"""What `roundel reproduce p2` adds to the paper's claims: every count and area, and how far they reach."""

from __future__ import annotations

from typing import Any

from roundel.isa.area import FPGA_UNITS, FPGAS
from roundel.isa.cycles import VERSIONS
from roundel.isa.kernels import KERNELS, VARIANTS
from roundel.isa.measure import (
    area_identity,
    count_identity,
    cycles_identity,
    pipeline_identity,
    tables,
)
from roundel.isa.pipeline import PAIRS
from roundel.lab.store import Store

PAPER = "p2"
NOTHING = "The current kernels are not counted yet: run `roundel isa measure`."

LIMITS = (
    "The counts compare one message with one message. ARMv8.2-SHA3 can process two messages at once, one in"
    " each slot of its registers. It then needs half of its count for each permutation, which is as many"
    " instructions as this extension needs, or fewer.",
    "An instruction for a whole permutation needs only a few instructions for all rounds. Its hardware is a"
    " round of all 1600 bits, not a unit of 128 bits.",
    "The full text of the paper is not available to us. Its assembly is code of a 32-bit ARM processor, and"
    " six times its 21.9 is some 131 instructions a byte. `arm32` is such code; A64 has registers of 64 bits"
    " and needs less than a third.",
    "On `arm32` and x86-64 the start, padding and tag are C, compiled at -O2. Their part of a long message is"
    " small, that of a short one is not.",
    "x86-64 has 16 vector registers, half of A64's. With the instructions, a round there takes 35 of them and"
    " some 3 loads and stores of what does not fit.",
    "The 31 instructions are our own design: the abstract does not define those of the paper. Our counts do"
    " not reproduce the paper's set. They show what another set of instructions achieves.",
    "We do not know what the paper's 4658 gate equivalents include. Ours are the unit with its decoder and"
    " round constants, without registers; the unit of ARMv8.2-SHA3 is listed with it, mapped the same way.",
    "Instructions are not cycles: cycles depend on how many instructions a processor issues at a time, and"
    " on the latency of each result. By the models, a processor with one unit for these instructions needs a"
    " cycle for each of them. One that issues five instructions or more computes the permutation in its"
    " general registers in fewer cycles.",
)


def appendix(store: Store) -> str:
    """Return the tables and the limits as text."""
    counted = any(store.get(count_identity(kernel, v)) for kernel in KERNELS for v in VARIANTS)
    limits = "\n".join(f"- {limit}" for limit in LIMITS)
    return f"\n{tables(store) if counted else NOTHING}\nHow far it reaches\n\n{limits}"


def data(store: Store) -> dict[str, Any]:
    """Return the same as data: a list of records, and the limits."""
    identities = [count_identity(kernel, variant) for kernel in KERNELS for variant in VARIANTS]
    identities += [area_identity(variant, "cells") for variant in ("extension", "sha3", "vkeccak")]
    identities += [area_identity(version, target) for version in FPGA_UNITS for target in FPGAS]
    identities += [cycles_identity(version) for version in VERSIONS]
    identities += [pipeline_identity(*pair) for pair in PAIRS]
    records = (store.get(identity) for identity in identities)
    counts = [
        {key: record[key] for key in ("name", "version", "target", "figures")} for record in records if record
    ]
    return {"counts": counts, "limits": list(LIMITS)}
