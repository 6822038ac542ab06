"""The operations of ML-KEM-768 and ML-DSA-65 in the emulator: bytes in, bytes out, and what was retired."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from roundel.errors import RoundelError
from roundel.isa.pq.program import program
from roundel.isa.run import GUARD, guarded
from roundel.packages import require

EK_BYTES, DK_BYTES, CIPHERTEXT_BYTES, SHARED_BYTES = 1184, 2400, 1088, 32
PK_BYTES, SK_BYTES, SIGNATURE_BYTES = 1952, 4032, 3309
KEM, DSA = "ml-kem-768", "ml-dsa-65"


@dataclass(frozen=True)
class Call:
    """What a call gave: its outputs, the number it returned, and the instructions it retired.

    `keccak` is how many of them are in the permutation, with its loads, stores and return; `permutations` is
    how often it was called.
    """

    outputs: tuple[bytes, ...]
    result: int
    instructions: int
    keccak: int
    permutations: int


Inputs = Sequence[bytes | int]
# Calls a function of a scheme with addresses of inputs, or numbers, then addresses of outputs by their sizes.
Runner = Callable[[str, str, Inputs, Sequence[int]], Call]


def kem_keygen(run: Runner, d: bytes, z: bytes) -> Call:
    """Return encapsulation and decapsulation key of two seeds of 32 bytes."""
    _require_sizes((d, 32, "d"), (z, 32, "z"))
    return run(KEM, "ml_kem_keygen", (d, z), (EK_BYTES, DK_BYTES))


def kem_encaps(run: Runner, ek: bytes, m: bytes) -> Call:
    """Return shared key and ciphertext of 32 random bytes."""
    _require_sizes((ek, EK_BYTES, "encapsulation key"), (m, 32, "m"))
    return run(KEM, "ml_kem_encaps", (ek, m), (SHARED_BYTES, CIPHERTEXT_BYTES))


def kem_decaps(run: Runner, dk: bytes, c: bytes) -> Call:
    """Return the shared key of a ciphertext, or the one that stands for a wrong ciphertext."""
    _require_sizes((dk, DK_BYTES, "decapsulation key"), (c, CIPHERTEXT_BYTES, "ciphertext"))
    return run(KEM, "ml_kem_decaps", (dk, c), (SHARED_BYTES,))


def dsa_keygen(run: Runner, xi: bytes) -> Call:
    """Return public and secret key of a seed of 32 bytes."""
    _require_sizes((xi, 32, "seed"))
    return run(DSA, "ml_dsa_keygen", (xi,), (PK_BYTES, SK_BYTES))


def dsa_sign(run: Runner, sk: bytes, message: bytes, context: bytes = b"", rnd: bytes = bytes(32)) -> Call:
    """Return a signature; `result` is how many times it was tried. Zeros are the deterministic `rnd`."""
    _require_sizes((sk, SK_BYTES, "secret key"), (rnd, 32, "rnd"))
    inputs = (sk, message, len(message), context, _context_length(context), rnd)
    return run(DSA, "ml_dsa_sign", inputs, (SIGNATURE_BYTES,))


def dsa_verify(run: Runner, pk: bytes, message: bytes, signature: bytes, context: bytes = b"") -> Call:
    """Verify a signature: `result` is 1 if it is of the message."""
    _require_sizes((pk, PK_BYTES, "public key"), (signature, SIGNATURE_BYTES, "signature"))
    inputs = (pk, message, len(message), context, _context_length(context), signature)
    return run(DSA, "ml_dsa_verify", inputs, ())


def aarch64(variant: str) -> Runner:
    """Return what performs functions in the emulator with the permutation of a version."""

    def run(scheme: str, function: str, inputs: Inputs, outputs: Sequence[int]) -> Call:
        require("unicorn", "ziglang")
        from roundel.isa.emulator import Machine  # it imports unicorn, which only who runs a kernel needs

        machine = Machine(program(scheme, variant))
        arguments = [machine.put(value) if isinstance(value, bytes) else value for value in inputs]
        places = [machine.allocate(size + GUARD) for size in outputs]
        result = machine.call(function, *arguments, *places) & 0xFFFFFFFF
        given = tuple(guarded(machine, at, size) for at, size in zip(places, outputs, strict=True))
        keccak, permutations = machine.between("keccak_permute", "keccak_permute_end")
        return Call(given, result, sum(machine.retired.values()), keccak, permutations)

    return run


def _context_length(context: bytes) -> int:
    if len(context) > 255:
        raise RoundelError(f"a context of {len(context)} bytes", "ML-DSA takes 255 at most.")
    return len(context)


def _require_sizes(*values: tuple[bytes, int, str]) -> None:
    for value, size, name in values:
        if len(value) != size:
            raise RoundelError(f"{name} of {len(value)} bytes", f"It has {size}.")
