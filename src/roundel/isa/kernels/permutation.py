"""The permutation alone, for C: void keccak_permute(uint64_t lanes[25]), Keccak-f[1600] on a state in memory.

It includes what a call costs: the state's loads and stores, and the registers that AAPCS64 says are kept.
"""

from __future__ import annotations

from roundel.isa.kernels.assembly import FRAME, SAVED_AT, enter, leave
from roundel.isa.kernels.backend import Backend

ROUNDS = 24


def write_permutation(backend: Backend) -> None:
    """Add the function `keccak_permute` and its tables."""
    asm = backend.asm
    asm.function("keccak_permute")
    if not backend.saves_vectors:  # the state is read and written where it lies
        enter(asm, vectors=False)
        backend.permute_inline(ROUNDS, ("x0",))
        leave(asm, vectors=False)
    else:
        saved = [(f"d{i}, d{i + 1}", SAVED_AT + 8 * (i - 8)) for i in range(8, 16, 2)]
        asm.put(f"sub sp, sp, #{FRAME}")
        asm.put("\n".join(f"stp {pair}, [sp, #{at}]" for pair, at in saved))
        backend.prepare(25)
        asm.put(f"add x13, x0, #{backend.bias}")
        backend.load_state("x13")
        backend.permute_inline(ROUNDS, ())
        asm.put(f"add x13, x0, #{backend.bias}")
        backend.output_block("x13", 25)
        asm.put("\n".join(f"ldp {pair}, [sp, #{at}]" for pair, at in saved))
        asm.put(f"add sp, sp, #{FRAME}\nret")
    asm.label("keccak_permute_end")
    backend.tables()
