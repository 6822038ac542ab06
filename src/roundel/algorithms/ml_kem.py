"""ML-KEM: its samplers, and the hashes of which it consists (FIPS 203)."""

from __future__ import annotations

from random import Random

from roundel.algorithms.keccak import HashEntry, KeccakHash, _command
from roundel.algorithms.kinds.base import NoVariant, Standing, counting_bytes
from roundel.algorithms.kinds.hash import LANE_BYTES, HashFunction
from roundel.algorithms.kinds.sample import MAX_LENGTH, Sampler, Samplers
from roundel.models import ml_kem, sponge
from roundel.protocol.stream import Command, Kind, Segment

# The matrix of this seed needs no fourth block in its first 17 polynomials, and polynomials 8 to 10, 16 and
# 17 are complete equally early, so that their distance is the period of the core.
TIMED_SEED = 16 * bytes.fromhex("0686")
FAMILY = "ml-kem-hash"
SHAKE_SIZES = range(LANE_BYTES, MAX_LENGTH, LANE_BYTES)
# The lengths of a digest by suffix and rate in lanes.
LENGTHS = {
    (sponge.SUFFIX_SHA3, 9): range(64, 65),
    (sponge.SUFFIX_SHA3, 17): range(32, 33),
    (sponge.SUFFIX_SHAKE, 17): SHAKE_SIZES,
}


def _binomial(eta: int, seed: bytes) -> list[int]:
    return ml_kem.sample_poly_cbd(eta, ml_kem.prf(eta, seed[:-1], seed[-1]))


class _Hashes(KeccakHash):
    def legal(self, command: Command) -> bool:
        sizes = LENGTHS.get((command.suffix, command.function), range(0))
        return super().legal(command) and command.length in sizes

    def command_of(self, entry: HashEntry) -> Command | None:
        command = super().command_of(entry)
        return command if command and self.legal(command) else None

    def random_command(self, rng: Random, beat_bytes: int) -> Command:
        (suffix, lanes), sizes = rng.choice([*LENGTHS.items()])
        return _command(lanes, suffix, rng.choice(sizes[:64]))

    def stimulus(self, variant: str, block_bits: int, blocks: int) -> list[Segment]:
        """Return a hash of exactly `blocks` blocks with padding; one block is the empty message."""
        lanes = {f"r{64 * lanes}": lanes for _, lanes in LENGTHS}
        if variant not in lanes:
            raise NoVariant(", ".join(lanes))
        rate = lanes[variant]
        size = blocks * LANE_BYTES * rate - 1 if blocks > 1 else 0
        command = _command(rate, sponge.SUFFIX_SHA3, LENGTHS[sponge.SUFFIX_SHA3, rate][0])
        return self.request(command, {Kind.TEXT: counting_bytes(size)})


ML_KEM_HASH = _Hashes(
    name=FAMILY,
    title="ML-KEM's G, H, J, PRF",
    standing=Standing.STANDARD,
    source="FIPS 203",
    blocks=(136, 72),
    codes=(9, 17),
    suffixes=(sponge.SUFFIX_SHA3, sponge.SUFFIX_SHAKE),
    sizes=SHAKE_SIZES,
    functions=(
        HashFunction("sha3_256", 136, sponge.SUFFIX_SHA3, 32, 32, FAMILY),
        HashFunction("sha3_512", 72, sponge.SUFFIX_SHA3, 64, 64, FAMILY),
        HashFunction("shake_256", 136, sponge.SUFFIX_SHAKE, None, 64, FAMILY),
    ),
    entry=HashEntry,
)
NTT = Sampler("sample_ntt", "ntt", 1, 34, 2, True, 2, ml_kem.sample_ntt, rejects=True)
BINOMIAL = {
    2: Sampler("sample_poly_cbd_2", "cbd2", 2, 33, 1, False, 2, lambda seed: _binomial(2, seed)),
    3: Sampler("sample_poly_cbd_3", "cbd3", 3, 33, 1, False, 2, lambda seed: _binomial(3, seed)),
}
ML_KEM = Samplers(
    name="ml-kem",
    title="ML-KEM's samplers",
    standing=Standing.STANDARD,
    source="FIPS 203",
    blocks=(512,),
    samplers=(NTT, *BINOMIAL.values()),
    timed_seed=TIMED_SEED,
)
ALGORITHMS = (ML_KEM_HASH, ML_KEM)
