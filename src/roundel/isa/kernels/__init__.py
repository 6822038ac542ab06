"""The kernels: for each function and version the assembly, made from one description."""

from __future__ import annotations

from functools import cache

from roundel.errors import unknown_name
from roundel.isa.assemble import Program, assemble
from roundel.isa.definition import AARCH64
from roundel.isa.kernels.armv8_sha3 import Sha3
from roundel.isa.kernels.assembly import Assembly
from roundel.isa.kernels.backend import Backend
from roundel.isa.kernels.extension import Extension
from roundel.isa.kernels.hash import SPONGES, write_hash
from roundel.isa.kernels.ketje import INSTANCES, write_ketje
from roundel.isa.kernels.keyak import write_keyak
from roundel.isa.kernels.neon import Neon
from roundel.isa.kernels.scalar import Scalar
from roundel.isa.macros import macros

__all__ = ["INSTANCES", "KERNELS", "SPONGES", "VARIANTS", "program", "source"]

VARIANTS: dict[str, type[Backend]] = {b.name: b for b in (Scalar, Neon, Sha3, Extension)}
KERNELS = (*SPONGES, "lake-keyak", *INSTANCES)


def source(kernel: str, variant: str) -> str:
    """Return the assembly of a kernel: the function `kernel`, or `kernel_seal` and `kernel_open`.

    RoundelError for a name there is not.
    """
    if kernel not in KERNELS:
        raise unknown_name("kernel", kernel, KERNELS)
    if variant not in VARIANTS:
        raise unknown_name("variant", variant, VARIANTS)
    asm = Assembly()
    backend = VARIANTS[variant](asm, INSTANCES[kernel].width if kernel in INSTANCES else 1600)
    if kernel in SPONGES:
        write_hash(backend, SPONGES[kernel])
    elif kernel in INSTANCES:
        write_ketje(backend, INSTANCES[kernel])
    else:
        write_keyak(backend)
    head = f"// {kernel}, {variant}\n.arch {backend.arch}\n"
    return head + (macros(AARCH64) if variant == "extension" else "") + asm.text()


@cache
def program(kernel: str, variant: str) -> Program:
    """Return the assembled kernel."""
    return assemble(source(kernel, variant))
