"""What to feed a core to time a service: for each algorithm, the transaction of n blocks of a variant."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from roundel.catalog import Core, Service
from roundel.errors import RoundelError, unknown_name
from roundel.models.groestl import COUNTER_BYTES
from roundel.protocol import gcm_message, groestl_message, mac_message
from roundel.protocol.groestl_message import SUITE_256, SUITE_512, AesGroestl
from roundel.protocol.keyak_message import (
    AD_WITH_TEXT_BYTES,
    KEY_BYTES,
    NONCE_BYTES,
    TAG_BYTES,
    message_segments,
)
from roundel.protocol.mac_message import AES_CMAC, KECCAK_MAC
from roundel.protocol.prng_message import FORTUNA_KEY_BYTES, KECCAK_ROUNDS, request_segments
from roundel.protocol.stream import Command, Kind, Operation, Segment

Transaction = Callable[[Service, int], "Stimulus"]

SHA3_SUFFIX = 0x06
DIGEST_BYTES = 32
AES_HASH_LENGTH_BYTES = 16  # the length of the message, at the end of AES-Hash's padding


@dataclass(frozen=True)
class Stimulus:
    """The segments of one transaction and how many segments answer it."""

    segments: tuple[Segment, ...]
    answers: int

    def answers_of(self, core: Core) -> int:
        """Return how many segments `core` answers.

        The tag of an OPEN is never right here: a core that holds back text gives the STATUS alone.
        """
        opens = any(segment.kind == Kind.TAG and segment.data for segment in self.segments)
        return 1 if opens and core.hold_beats is not None else self.answers


def hash_blocks(service: Service, blocks: int) -> Stimulus:
    """Return a hash of exactly `blocks` blocks with padding; one block is the empty message.

    The variant is `r<rate in bits>`. The digest is shorter than the rate, so that nothing is squeezed twice.
    """
    rate_bytes = _rate_bits(service) // 8
    size = blocks * rate_bytes - 1 if blocks > 1 else 0
    command = Command(Operation.HASH, rate_bytes // 8, SHA3_SUFFIX, min(DIGEST_BYTES, rate_bytes))
    text = _text(size)
    return Stimulus((Segment(Kind.CMD, command.pack()), Segment(Kind.TEXT, text)), answers=1)


def keyak_blocks(service: Service, blocks: int) -> Stimulus:
    """Return one message of exactly `blocks` blocks of text, sealed or opened.

    The variant is `seal` or `open`, with `-ad` if all the associated data that rides along comes with each
    block. The tag of an OPEN is not right: the time it takes is the same.
    """
    operations = {"seal": Operation.SEAL, "open": Operation.OPEN}
    name = service.variant.removesuffix("-ad")
    if name not in operations:
        raise _no_variant(service, "seal, open, seal-ad or open-ad")
    text = _text(_size(service, blocks))
    ad = bytes(blocks * AD_WITH_TEXT_BYTES) if service.variant.endswith("-ad") else b""
    tag = bytes(TAG_BYTES) if name == "open" else b""
    start = (bytes(range(KEY_BYTES)), bytes(NONCE_BYTES))
    return Stimulus(tuple(message_segments(operations[name], start, ad, text, tag)), answers=2)


def mac_blocks(service: Service, blocks: int) -> Stimulus:
    """Return a Keccak MAC of exactly `blocks` blocks of key, initial value, message and padding; one block
    is the empty message.
    """
    before = KECCAK_MAC.key_sizes[0] + KECCAK_MAC.iv_bytes
    size = _size(service, blocks) - 1 - before if blocks > 1 else 0
    text = _text(size)
    key, iv = bytes(range(KECCAK_MAC.key_sizes[0])), bytes(KECCAK_MAC.iv_bytes)
    return Stimulus(tuple(KECCAK_MAC.segments(key, iv, text, TAG_BYTES)), answers=1)


def prng_blocks(service: Service, blocks: int) -> Stimulus:
    """Return a request of a new generator, of exactly `blocks` blocks of output or of seed.

    The variant is `fetch` or `feed`, and the rounds: `fetch-12`. The last block of seed goes with the call
    that gives the output, of one beat.
    """
    name, _, rounds = service.variant.partition("-")
    if name not in ("fetch", "feed") or rounds not in map(str, KECCAK_ROUNDS):
        raise _no_variant(service, "fetch-12, feed-12, fetch-24 or feed-24")
    size = _size(service, blocks)
    seed = _text(size - 1) if name == "feed" else b""
    output_bytes = size if name == "fetch" else 16
    return Stimulus(tuple(request_segments(KECCAK_ROUNDS[int(rounds)], seed, output_bytes)), answers=1)


def gcm_blocks(service: Service, blocks: int) -> Stimulus:
    """Return one message of AES-GCM with a nonce of 12 bytes, of exactly `blocks` blocks.

    The variant is `seal` or `open`, of text alone, or `ad`, sealed data alone; and the key's bits:
    `seal-128`. The tag of an OPEN is not right: the time it takes is the same.
    """
    name, _, key_bits = service.variant.partition("-")
    if name not in ("seal", "open", "ad") or key_bits not in ("128", "256"):
        raise _no_variant(service, "seal, open or ad, then -128 or -256")
    body = _text(_size(service, blocks))
    segments = gcm_message.message_segments(
        Operation.OPEN if name == "open" else Operation.SEAL,
        bytes(range(int(key_bits) // 8)),
        bytes(gcm_message.USUAL_NONCE_BYTES),
        body if name == "ad" else b"",
        b"" if name == "ad" else body,
        bytes(gcm_message.TAG_BYTES) if name == "open" else b"",
    )
    return Stimulus(tuple(segments), answers=2)


def cmac_blocks(service: Service, blocks: int) -> Stimulus:
    """Return an AES-CMAC of exactly `blocks` blocks of message. The variant is `aes-128` or `aes-256`."""
    if service.variant not in ("aes-128", "aes-256"):
        raise _no_variant(service, "aes-128 or aes-256")
    key = bytes(range(int(service.variant.removeprefix("aes-")) // 8))
    segments = AES_CMAC.segments(key, b"", _text(_size(service, blocks)), AES_CMAC.max_tag_bytes)
    return Stimulus(tuple(segments), answers=1)


def aes_hash_blocks(service: Service, blocks: int) -> Stimulus:
    """Return an AES-Hash of exactly `blocks` blocks with padding, in any variant."""
    command = Command(Operation.HASH, output_bytes=DIGEST_BYTES)
    text = _text(_size(service, blocks) - AES_HASH_LENGTH_BYTES)
    return Stimulus((Segment(Kind.CMD, command.pack()), Segment(Kind.TEXT, text)), answers=1)


def groestl_blocks(service: Service, blocks: int) -> Stimulus:
    """Return a hash by Grøstl of exactly `blocks` blocks with padding, in any variant."""
    suite = _suite(service)
    return Stimulus(tuple(groestl_message.hash_segments(suite.tag_bytes, _padded_text(service, blocks))), 1)


def hmac_groestl_blocks(service: Service, blocks: int) -> Stimulus:
    """Return an HMAC by Grøstl whose message has exactly `blocks` blocks with padding, in any variant."""
    suite = _suite(service)
    algorithm = mac_message.hmac_groestl(suite)
    text = _padded_text(service, blocks)
    return Stimulus(tuple(algorithm.segments(bytes(suite.key_bytes), b"", text, suite.tag_bytes)), 1)


def aes_groestl_blocks(service: Service, blocks: int) -> Stimulus:
    """Return one message of AES-CTR and HMAC-Grøstl of exactly `blocks` blocks of text with padding.

    The variant is `seal` or `open`. The tag of an OPEN is not right: the time it takes is the same.
    """
    operations = {"seal": Operation.SEAL, "open": Operation.OPEN}
    if service.variant not in operations:
        raise _no_variant(service, "seal or open")
    suite = _suite(service)
    segments = groestl_message.message_segments(
        operations[service.variant],
        (bytes(range(suite.key_bytes)), bytes(suite.key_bytes)),
        bytes(gcm_message.USUAL_NONCE_BYTES),
        b"",
        _padded_text(service, blocks),
        bytes(suite.tag_bytes) if service.variant == "open" else b"",
    )
    return Stimulus(tuple(segments), answers=2)


def ctr_blocks(service: Service, blocks: int) -> Stimulus:
    """Return one message of AES-CTR of exactly `blocks` blocks, in any variant."""
    key = bytes(range(_suite(service).key_bytes))
    text = _text(_size(service, blocks))
    nonce = bytes(gcm_message.USUAL_NONCE_BYTES)
    return Stimulus(tuple(groestl_message.ctr_segments(key, nonce, text)), answers=1)


def fortuna_blocks(service: Service, blocks: int) -> Stimulus:
    """Return a request of a new generator, of exactly `blocks` blocks of output, in any variant."""
    segments = request_segments(0, _text(FORTUNA_KEY_BYTES), _size(service, blocks))
    return Stimulus(tuple(segments), answers=1)


# By the algorithm that the catalog names.
STIMULI: Mapping[str, Transaction] = {
    "keccak": hash_blocks,
    "keccak-mac": mac_blocks,
    "lake-keyak": keyak_blocks,
    "keccak-prg": prng_blocks,
    "aes-hash": aes_hash_blocks,
    "aes-cmac": cmac_blocks,
    "aes-gcm": gcm_blocks,
    "fortuna": fortuna_blocks,
    "groestl-256": groestl_blocks,
    "groestl-512": groestl_blocks,
    "hmac-groestl-256": hmac_groestl_blocks,
    "hmac-groestl-512": hmac_groestl_blocks,
    "aes-groestl-256": aes_groestl_blocks,
    "aes-groestl-512": aes_groestl_blocks,
    "aes-128-ctr": ctr_blocks,
    "aes-256-ctr": ctr_blocks,
}


def stimulus_of(service: Service, blocks: int) -> Stimulus:
    """Return the transaction of `blocks` blocks of `service`; RoundelError when none is known for it."""
    if service.algorithm not in STIMULI:
        raise unknown_name(f"algorithm of service {service.name} to time", service.algorithm, STIMULI)
    return STIMULI[service.algorithm](service, blocks)


def _size(service: Service, blocks: int) -> int:
    """Return the bytes of that many blocks."""
    return blocks * service.block_bits // 8


def _suite(service: Service) -> AesGroestl:
    """Return the algorithms of Grøstl's size that `service` has."""
    return next(j for j in (SUITE_256, SUITE_512) if 8 * j.block_bytes == service.block_bits)


def _padded_text(service: Service, blocks: int) -> bytes:
    """Return the longest text that Grøstl pads to that many blocks."""
    return _text(_size(service, blocks) - 1 - COUNTER_BYTES)


def _text(size: int) -> bytes:
    return bytes(index % 251 for index in range(size))


def _rate_bits(service: Service) -> int:
    text = service.variant.removeprefix("r")
    if not text.isdigit() or int(text) % 64 or not 64 <= int(text) <= 1344:
        raise _no_variant(service, "r64, r128 .. r1344")
    return int(text)


def _no_variant(service: Service, expected: str) -> RoundelError:
    return RoundelError(
        f"variant {service.variant!r} of service {service.name}, expected {expected}",
        "Correct the core's catalog.toml.",
    )
