"""The sponge: SHA-3 and SHAKE (FIPS 202), whole messages of any length.

void hash(const void *message, size_t length, void *output, size_t output_length); the last is not read
where the function fixes it.
"""

from __future__ import annotations

from dataclasses import dataclass

from roundel.isa.kernels.assembly import BLOCK_AT, copy_function, enter, leave
from roundel.isa.kernels.backend import Backend


@dataclass(frozen=True)
class Sponge:
    """A function: rate in bytes, suffix byte, digest length in bytes (0: as asked)."""

    rate: int
    suffix: int
    digest: int


SPONGES = {
    "sha3-224": Sponge(144, 0x06, 28),
    "sha3-256": Sponge(136, 0x06, 32),
    "sha3-384": Sponge(104, 0x06, 48),
    "sha3-512": Sponge(72, 0x06, 64),
    "shake128": Sponge(168, 0x1F, 0),
    "shake256": Sponge(136, 0x1F, 0),
}


def write_hash(backend: Backend, sponge: Sponge) -> None:
    """Add the function `kernel` and all it calls."""
    asm, lanes, bias = backend.asm, sponge.rate // 8, backend.bias
    asm.function("kernel")
    enter(asm, vectors=backend.saves_vectors)
    asm.note("x19: the block, x20: the last place where a whole block can begin, x21, x22: output")
    asm.put(f"add x20, x0, x1\nsub x20, x20, #{sponge.rate - bias}\nadd x19, x0, #{bias}")
    asm.put("mov x21, x2")
    asm.put("mov x22, x3" if not sponge.digest else f"mov x22, #{sponge.digest}")
    backend.prepare(lanes)
    backend.clear(BLOCK_AT, 208)
    asm.put(f"add x13, sp, #{BLOCK_AT + bias}")
    backend.load_state("x13")
    asm.put("cmp x19, x20\nb.hi .Llast")
    asm.label(".Lblock")
    backend.add_block("x19", lanes)
    backend.permute(24)
    asm.put("cmp x19, x20\nb.ls .Lblock")
    asm.label(".Llast")
    asm.note("what is left, the suffix and the last bit of the padding")
    asm.put(f"add x2, x20, #{sponge.rate}\nsub x2, x2, x19\nsub x1, x19, #{bias}\nadd x0, sp, #{BLOCK_AT}")
    asm.put(f"bl .Lcopy\nmov w9, #{sponge.suffix}\nstrb w9, [x0]")
    last = f"[sp, #{BLOCK_AT + sponge.rate - 1}]"
    asm.put(f"ldrb w9, {last}\neor w9, w9, #0x80\nstrb w9, {last}\nadd x13, sp, #{BLOCK_AT + bias}")
    backend.add_block("x13", lanes)
    backend.permute(24)
    if sponge.digest and sponge.digest % 8 == 0:
        asm.put(f"add x13, x21, #{bias}")
        backend.output_block("x13", sponge.digest // 8)
    else:
        _squeeze(backend, sponge)
    leave(asm, vectors=backend.saves_vectors)
    copy_function(asm)
    backend.functions()


def _squeeze(backend: Backend, sponge: Sponge) -> None:
    """Write x22 bytes to x21, with more permutations when they are more than the rate."""
    asm = backend.asm
    asm.label(".Lsqueeze")
    asm.put(f"add x13, sp, #{BLOCK_AT + backend.bias}")
    backend.output_block("x13", sponge.rate // 8)
    asm.put(f"mov x9, #{sponge.rate}\ncmp x22, x9\ncsel x2, x22, x9, lo\nsub x22, x22, x2")
    asm.put(f"mov x0, x21\nadd x1, sp, #{BLOCK_AT}\nbl .Lcopy\nmov x21, x0\ncbz x22, .Ldone")
    backend.permute(24)
    asm.put("b .Lsqueeze")
    asm.label(".Ldone")
