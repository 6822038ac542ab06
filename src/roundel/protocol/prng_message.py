"""The segments of a PRNG transaction. `docs/stream-protocol.md` and the cores' pages are the prose."""

from __future__ import annotations

from roundel.protocol.stream import Command, Kind, Operation, Segment

FORGET = 2  # bits of the command's variant, beside those of every generator
SHORT = 8  # 12 rounds, not 24

KECCAK_PRG = "keccak-prg"  # name in the catalog
KECCAK_RATE_BITS = 1346  # of the model
KECCAK_BLOCK_BYTES = 168
KECCAK_ROUNDS = {24: 0, 12: SHORT}  # rounds: their bits of the variant

FORTUNA = "fortuna"  # name in the catalog
FORTUNA_KEY_BYTES = 32  # its only seed
FORTUNA_MOST_BYTES = 1 << 20  # of output in a request; a core does not hold the driver to it


def request_segments(variant: int, seed: bytes, output_bytes: int) -> list[Segment]:
    """Return the transaction that feeds `seed` and asks for `output_bytes` bytes (0 to 2^32 - 1)."""
    command = Command(Operation.PRNG, variant, output_bytes=output_bytes)
    return [Segment(Kind.CMD, command.pack()), Segment(Kind.SEED, seed)]
