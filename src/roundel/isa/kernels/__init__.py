"""The kernels: for each function and version the assembly, made from one description."""

from __future__ import annotations

from functools import cache

from roundel.errors import unknown_name
from roundel.isa.assemble import Program, assemble, link
from roundel.isa.definition import AARCH64
from roundel.isa.kernels.arm32 import Arm32
from roundel.isa.kernels.armv8_sha3 import Sha3
from roundel.isa.kernels.assembly import Assembly
from roundel.isa.kernels.avx import Avx, AvxExtension
from roundel.isa.kernels.backend import Backend
from roundel.isa.kernels.blocks import MODES, Processor, blocks_of
from roundel.isa.kernels.extension import Extension
from roundel.isa.kernels.hash import SPONGES, write_hash
from roundel.isa.kernels.ketje import INSTANCES, write_ketje
from roundel.isa.kernels.keyak import KEYAKS, write_keyak
from roundel.isa.kernels.neon import Neon
from roundel.isa.kernels.permutation import write_permutation
from roundel.isa.kernels.scalar import Scalar
from roundel.isa.kernels.stream import STREAMS, write_stream
from roundel.isa.macros import macros

__all__ = [
    "INSTANCES",
    "KERNELS",
    "KEYAKS",
    "PERMUTATIONS",
    "SPONGES",
    "STREAMS",
    "VARIANTS",
    "architecture",
    "permutation_source",
    "program",
    "source",
    "width_of",
]

_A64: dict[str, type[Backend]] = {b.name: b for b in (Scalar, Neon, Sha3, Extension)}
_OTHERS: dict[str, type[Processor]] = {p.name: p for p in (Arm32, Avx, AvxExtension)}
VARIANTS: tuple[str, ...] = (*_A64, *_OTHERS)
PERMUTATIONS: tuple[str, ...] = tuple(_A64)
KERNELS = (*SPONGES, *STREAMS, *KEYAKS, *INSTANCES)


def architecture(variant: str) -> str:
    """Return the processor that a version is for: "aarch64", "arm32" or "x86-64"."""
    if variant in _OTHERS:
        return _OTHERS[variant].arch
    return "aarch64"


def width_of(kernel: str) -> int:
    """Return the width of the permutation in bits."""
    if kernel in INSTANCES:
        return INSTANCES[kernel].width
    return KEYAKS[kernel].width if kernel in KEYAKS else 1600


def source(kernel: str, variant: str) -> str:
    """Return the assembly of a kernel: the function `kernel`, or `kernel_seal` and `kernel_open`.

    That of other processors than A64 is of the functions that the C of `modes.c` calls; it follows them.
    RoundelError for a name there is not.
    """
    if kernel not in KERNELS:
        raise unknown_name("kernel", kernel, KERNELS)
    if variant not in VARIANTS:
        raise unknown_name("variant", variant, VARIANTS)
    if variant in _OTHERS:
        modes, text = _functions(kernel, variant)
        return f"{text}\n/* {MODES.name}\n\n{modes.replace('/*', '//').replace('*/', '')}*/\n"
    asm = Assembly()
    backend = _A64[variant](asm, width_of(kernel))
    if kernel in SPONGES:
        write_hash(backend, SPONGES[kernel])
    elif kernel in STREAMS:
        write_stream(backend, STREAMS[kernel])
    elif kernel in INSTANCES:
        write_ketje(backend, INSTANCES[kernel])
    else:
        write_keyak(backend, KEYAKS[kernel])
    head = f"// {kernel}, {variant}\n.arch {backend.arch}\n"
    return head + (macros(AARCH64) if variant == "extension" else "") + asm.text()


def permutation_source(variant: str) -> str:
    """Return the assembly of the function `keccak_permute`, for C on A64 (see `permutation.py`)."""
    if variant not in PERMUTATIONS:
        raise unknown_name("variant", variant, PERMUTATIONS)
    asm = Assembly()
    backend = Scalar(asm, home="x0") if variant == "scalar" else _A64[variant](asm)
    write_permutation(backend)
    head = f"// keccak_permute, {variant}\n.arch {backend.arch}\n"
    return head + (macros(AARCH64) if variant == "extension" else "") + asm.text()


@cache
def program(kernel: str, variant: str) -> Program:
    """Return the assembled kernel."""
    text = source(kernel, variant)
    if variant in _OTHERS:
        modes, functions = _functions(kernel, variant)
        return link(modes, functions, _OTHERS[variant].compile)
    return assemble(text)


def _functions(kernel: str, variant: str) -> tuple[str, str]:
    """Return the C and the assembly of a kernel for another processor than A64."""
    asked, macros_ = blocks_of(kernel)
    asm = Assembly()
    processor = _OTHERS[variant](asm, asked.width)
    processor.write(asked)
    defined = {**macros_, "STATE_BYTES": processor.state_bytes}
    modes = "".join(f"#define {name} {value}\n" for name, value in defined.items()) + MODES.read_text()
    flags = " ".join(processor.compile)
    return modes, f"// {kernel}, {variant}: {flags}\n{processor.head()}{asm.text()}"
