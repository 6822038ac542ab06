"""What to feed a core to time a service: for each service, the transaction of n blocks of a variant."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from roundel.aead_message import BESIDE_BYTES, KEY_BYTES, NONCE_BYTES, TAG_BYTES, message_segments
from roundel.catalog import Service
from roundel.errors import RoundelError, unknown_name
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


STIMULI: Mapping[str, Transaction] = {"hash": hash_blocks, "aead": aead_blocks}


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
