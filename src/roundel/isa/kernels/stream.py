"""A stream cipher from the sponge: the keystream is SHAKE128 of key and nonce, 16 bytes each, in this order.

void encrypt(const void *seed, const void *input, size_t length, void *output); the seed is key and nonce.
Decryption is the same. (G. Bertoni and others, Cryptographic sponge functions, section 4.2.)
"""

from __future__ import annotations

from dataclasses import dataclass

from roundel.isa.kernels.aead import decipher_piece
from roundel.isa.kernels.assembly import BLOCK_AT, OUTPUT_AT, copy_function, enter, leave
from roundel.isa.kernels.backend import Backend
from roundel.models.sponge import RATE_128, SUFFIX_SHAKE


@dataclass(frozen=True)
class Stream:
    """A cipher: rate and seed in bytes, suffix byte."""

    rate: int
    suffix: int
    seed: int


KEY_BYTES = NONCE_BYTES = 16
STREAMS = {"shake128-stream": Stream(RATE_128, SUFFIX_SHAKE, KEY_BYTES + NONCE_BYTES)}


def write_stream(backend: Backend, stream: Stream) -> None:
    """Add the function `kernel` and all it calls."""
    asm, lanes, bias = backend.asm, stream.rate // 8, backend.bias
    asm.function("kernel")
    enter(asm, vectors=backend.saves_vectors)
    asm.note("x19, x20 input and bytes left; x21 output")
    asm.put(f"add x19, x1, #{bias}\nmov x20, x2\nadd x21, x3, #{bias}\nmov x1, x0")
    backend.prepare(lanes)
    backend.clear(BLOCK_AT, 208)
    asm.put(f"add x0, sp, #{BLOCK_AT}\nmov x2, #{stream.seed}\nbl .Lcopy")
    asm.put(f"mov w9, #{stream.suffix}\nstrb w9, [x0]\nmov w9, #0x80")
    asm.put(f"strb w9, [sp, #{BLOCK_AT + stream.rate - 1}]\nadd x13, sp, #{BLOCK_AT + bias}")
    backend.load_state("x13")
    backend.permute(24)
    asm.put(f"subs x20, x20, #{stream.rate}\nb.ls .Llast")
    asm.label(".Lblock")
    backend.mask_block("x19", "x21", lanes)
    backend.permute(24)
    asm.put(f"subs x20, x20, #{stream.rate}\nb.hi .Lblock")
    asm.label(".Llast")
    asm.note("x26: what is left, a whole block at most")
    asm.put(f"add x26, x20, #{stream.rate}\nsub x1, x19, #{bias}\nmov x2, x26\nadd x0, sp, #{BLOCK_AT}")
    asm.put(f"bl .Lcopy\nadd x13, sp, #{OUTPUT_AT + bias}")
    backend.output_block("x13", lanes)
    decipher_piece(asm)
    asm.put(f"sub x0, x21, #{bias}\nadd x1, sp, #{BLOCK_AT}\nmov x2, x26\nbl .Lcopy")
    leave(asm, vectors=backend.saves_vectors)
    copy_function(asm)
    backend.functions()
