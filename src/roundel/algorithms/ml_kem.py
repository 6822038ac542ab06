"""ML-KEM: its samplers, and the hashes of which it consists (FIPS 203); chains of SLH-DSA (FIPS 205)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from roundel.algorithms.keccak import KeccakHash, _command
from roundel.algorithms.keccak_answers import HashEntry
from roundel.algorithms.kinds.base import NoVariant, Part, Standing, Transaction, counting_bytes
from roundel.algorithms.kinds.hash import LANE_BYTES, HashFunction
from roundel.algorithms.kinds.sample import MAX_LENGTH, Sampler, Samplers
from roundel.models import ml_kem, slh_dsa, sponge
from roundel.protocol.stream import Command, Kind, Operation, Segment

# The matrix of this seed needs no fourth block in its first 17 polynomials, and polynomials 8 to 10, 16 and
# 17 are complete equally early, so that their distance is the period of the core.
TIMED_SEED = bytes.fromhex("0686")
FAMILY = "ml-kem-hash"
SHAKE_SIZES = range(LANE_BYTES, MAX_LENGTH, LANE_BYTES)
# The lengths of a digest by suffix and rate in lanes.
LENGTHS = {
    (sponge.SUFFIX_SHA3, 9): range(64, 65),
    (sponge.SUFFIX_SHA3, 17): range(32, 33),
    (sponge.SUFFIX_SHAKE, 17): SHAKE_SIZES,
}
# The function of a HASH that is a chain of SLH-DSA; its suffix is the number of links.
CHAIN = 0x80
MAX_LINKS = 127
SLH_DSA = "SlhDsa"  # a parameter of cores: 0 if they serve no chains


def chain_command(size: int, links: int) -> Command:
    """Return the CMD that requests the end of a chain of `links` values of `size` bytes."""
    return Command(Operation.HASH, suffix=links, function=CHAIN, length=size)


def chain_bytes(size: int) -> int:
    """Return the length of a chain's text: PK.seed, ADRS and the value."""
    return size + slh_dsa.ADDRESS_BYTES + size


def _chained(text: bytes, size: int, links: int) -> bytes:
    """Return the end of a chain. The last byte of ADRS counts modulo 256."""
    seed, address, value = text[:size], text[size:-size], text[-size:]
    for link in range(links):
        last = (address[-1] + link) % 256
        value = slh_dsa.f(seed, address[:-1] + bytes([last]), value)
    return value


def _binomial(eta: int, seed: bytes) -> list[int]:
    return ml_kem.sample_poly_cbd(eta, ml_kem.prf(eta, seed[:-1], seed[-1]))


class _Hashes(KeccakHash):
    """The hashes of ML-KEM, and chains of SLH-DSA if CHAIN is one of the codes."""

    def on(self, parameters: Mapping[str, Any]) -> KeccakHash:
        """Return the service of a core with these parameters."""
        if parameters.get(SLH_DSA, 1):
            return self
        return replace(self, codes=tuple(code for code in self.codes if code != CHAIN))

    def legal(self, command: Command) -> bool:
        if command.function == CHAIN and self.chains:
            links = command.suffix in range(1, MAX_LINKS + 1)
            return links and command.length in slh_dsa.SIZES and self.legal_flags(command)
        sizes = LENGTHS.get((command.suffix, command.function), range(0))
        return super().legal(command) and command.length in sizes

    @property
    def chains(self) -> bool:
        """Whether the core serves chains."""
        return CHAIN in self.codes

    def parts(self, command: Command, resumed: bool) -> Sequence[Part] | None:
        """Return the segments after a command. The text of a chain has one length."""
        parts = super().parts(command, resumed)
        if parts and command.function == CHAIN:
            parts = [replace(parts[0], sizes=(chain_bytes(command.length),))]
        return parts

    def digest(self, command: Command, text: bytes) -> bytes:
        """Return the digest of a text, or the end of its chain."""
        if command.function == CHAIN:
            return _chained(text, command.length, command.suffix)
        return super().digest(command, text)

    def random_session(self, rng: Random, beat_bytes: int, left_open: bool) -> list[Transaction]:
        """Return one hash, or one chain."""
        if not self.chains or rng.random() < 0.7:
            return super().random_session(rng, beat_bytes, left_open)
        size, links = rng.choice(slh_dsa.SIZES), rng.choice([1, 2, 3, rng.randint(1, 15)])
        return self.transactions((chain_command(size, links), {Kind.TEXT: rng.randbytes(chain_bytes(size))}))

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
    title="ML-KEM's G, H, J, PRF; SLH-DSA's chains",
    standing=Standing.STANDARD,
    source="FIPS 203, 205",
    blocks=(136, 72),
    codes=(9, 17, CHAIN),
    suffixes=(sponge.SUFFIX_SHA3, sponge.SUFFIX_SHAKE),
    sizes=SHAKE_SIZES,
    functions=(
        HashFunction("sha3_256", 136, sponge.SUFFIX_SHA3, 32, 32, FAMILY),
        HashFunction("sha3_512", 72, sponge.SUFFIX_SHA3, 64, 64, FAMILY),
        HashFunction("shake_256", 136, sponge.SUFFIX_SHAKE, None, 64, FAMILY),
    ),
    entry=HashEntry,
)
NTT = Sampler("sample_ntt", "ntt", 1, 34, 2, True, 2, ml_kem.sample_ntt, True, TIMED_SEED)
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
)
ALGORITHMS = (ML_KEM_HASH, ML_KEM)
