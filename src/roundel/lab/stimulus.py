"""What to feed a core to time a service: for each service, the transaction of n blocks of a variant."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from roundel.aead_message import BESIDE_BYTES, KEY_BYTES, NONCE_BYTES, TAG_BYTES, message_segments
from roundel.catalog import Service
from roundel.errors import RoundelError, unknown_name
from roundel.mac_message import KECCAK_MAC
from roundel.prng_message import KECCAK_ROUNDS, request_segments
from roundel.stream import Command, Kind, Operation, Segment

Transaction = Callable[[Service, int], "Stimulus"]

SHA3_SUFFIX = 0x06
DIGEST_BYTES = 32


@dataclass(frozen=True)
class Stimulus:
    """The segments of one transaction and how many segments answer it."""

    segments: tuple[Segment, ...]
    answers: int


def hash_blocks(service: Service, blocks: int) -> Stimulus:
    """Return a hash of exactly `blocks` blocks with padding; one block is the empty message.

    The variant is `r<rate in bits>`. The digest is shorter than the rate, so that nothing is squeezed twice.
    """
    rate_bytes = _rate_bits(service) // 8
    size = blocks * rate_bytes - 1 if blocks > 1 else 0
    command = Command(Operation.HASH, rate_bytes // 8, SHA3_SUFFIX, min(DIGEST_BYTES, rate_bytes))
    text = bytes(index % 251 for index in range(size))
    return Stimulus((Segment(Kind.CMD, command.pack()), Segment(Kind.TEXT, text)), answers=1)


def aead_blocks(service: Service, blocks: int) -> Stimulus:
    """Return one message of exactly `blocks` blocks of text, sealed or opened.

    The variant is `seal` or `open`, with `-ad` if all the associated data that rides along comes with each
    block. The tag of an OPEN is not right: the time it takes is the same.
    """
    operations = {"seal": Operation.SEAL, "open": Operation.OPEN}
    name = service.variant.removesuffix("-ad")
    if name not in operations:
        raise RoundelError(
            f"variant {service.variant!r} of service {service.name}, expected seal, open, seal-ad or open-ad",
            "Correct the core's catalog.toml.",
        )
    text = bytes(index % 251 for index in range(blocks * service.block_bits // 8))
    ad = bytes(blocks * BESIDE_BYTES) if service.variant.endswith("-ad") else b""
    tag = bytes(TAG_BYTES) if name == "open" else b""
    start = (bytes(range(KEY_BYTES)), bytes(NONCE_BYTES))
    return Stimulus(tuple(message_segments(operations[name], start, ad, text, tag)), answers=2)


def mac_blocks(service: Service, blocks: int) -> Stimulus:
    """Return a Keccak MAC of exactly `blocks` blocks of key, initial value, message and padding; one block
    is the empty message.
    """
    before = KECCAK_MAC.key_sizes[0] + KECCAK_MAC.iv_bytes
    size = blocks * service.block_bits // 8 - 1 - before if blocks > 1 else 0
    text = bytes(index % 251 for index in range(size))
    key, iv = bytes(range(KECCAK_MAC.key_sizes[0])), bytes(KECCAK_MAC.iv_bytes)
    return Stimulus(tuple(KECCAK_MAC.segments(key, iv, text, TAG_BYTES)), answers=1)


def prng_blocks(service: Service, blocks: int) -> Stimulus:
    """Return a request of a new generator, of exactly `blocks` blocks of output or of seed.

    The variant is `fetch` or `feed`, and the rounds: `fetch-12`. The last block of seed goes with the call
    that gives the output, of one beat.
    """
    name, _, rounds = service.variant.partition("-")
    if name not in ("fetch", "feed") or rounds not in map(str, KECCAK_ROUNDS):
        raise RoundelError(
            f"variant {service.variant!r} of service {service.name}, expected fetch-12, feed-12, fetch-24 or "
            "feed-24",
            "Correct the core's catalog.toml.",
        )
    size = blocks * service.block_bits // 8
    seed = bytes(index % 251 for index in range(size - 1)) if name == "feed" else b""
    output_bytes = size if name == "fetch" else 16
    return Stimulus(tuple(request_segments(KECCAK_ROUNDS[int(rounds)], seed, output_bytes)), answers=1)


STIMULI: Mapping[str, Transaction] = {
    "hash": hash_blocks,
    "mac": mac_blocks,
    "aead": aead_blocks,
    "prng": prng_blocks,
}


def stimulus_of(service: Service, blocks: int) -> Stimulus:
    """Return the transaction of `blocks` blocks of `service`; RoundelError when none is known for it."""
    if service.name not in STIMULI:
        raise unknown_name("service to time", service.name, STIMULI)
    return STIMULI[service.name](service, blocks)


def _rate_bits(service: Service) -> int:
    text = service.variant.removeprefix("r")
    if not text.isdigit() or int(text) % 64 or not 64 <= int(text) <= 1344:
        raise RoundelError(
            f"variant {service.variant!r} of service {service.name}, expected r64, r128 .. r1344",
            "Correct the core's catalog.toml.",
        )
    return int(text)
