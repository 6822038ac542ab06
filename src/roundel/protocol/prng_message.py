"""The segments of a PRNG transaction. `docs/stream-protocol.md` and the cores' pages describe them."""

from __future__ import annotations

from roundel.protocol.stream import Command, Kind, Operation, Segment

CLEAR = 2  # bit of the variant: overwrite the rate, so that earlier output cannot be computed
ROUNDS_12 = 8  # bit of the variant: calls of 12 rounds instead of 24

KECCAK_PRG = "keccak-prg"  # name in the catalog
KECCAK_RATE_BITS = 1346  # of the model
KECCAK_BLOCK_BYTES = 168
KECCAK_ROUNDS = {24: 0, 12: ROUNDS_12}  # rounds of a call -> bits of the variant

FORTUNA = "fortuna"  # name in the catalog
FORTUNA_KEY_BYTES = 32  # length of its seed, which is its key
FORTUNA_MAX_BYTES = 1 << 20  # of output in a request; the driver keeps this limit, the core does not check it


def request_segments(variant: int, seed: bytes, output_bytes: int) -> list[Segment]:
    """Return the transaction that feeds `seed` and requests `output_bytes` bytes (0 to 2^32 - 1)."""
    command = Command(Operation.PRNG, variant, output_bytes=output_bytes)
    return [Segment(Kind.CMD, command.pack()), Segment(Kind.SEED, seed)]
