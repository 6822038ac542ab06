"""Transactions of the services of an AES core, for tests of timing, with values of every sort.

There is also one plain transaction of each service, with its answer.
"""

from __future__ import annotations

from random import Random

from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from transactions import ERROR, values

from roundel.models.aes_hash import aes_hash
from roundel.models.cmac import cmac
from roundel.models.fortuna import Generator
from roundel.protocol.gcm_message import TAG_BYTES, message_segments
from roundel.protocol.mac_message import AES_CMAC
from roundel.protocol.prng_message import request_segments
from roundel.protocol.stream import KEEP, RESUME, Command, Kind, Operation, Segment
from roundel.verify.cases import flip_bit

KEY, SEED, NONCE = bytes(range(16)), bytes(range(32)), bytes(range(16, 28))


def hash_of(rng: Random, size: int, outlen: int) -> list[Segment]:
    command = Command(Operation.HASH, output_bytes=outlen)
    return [Segment(Kind.CMD, command.pack()), Segment(Kind.TEXT, values(rng, size))]


def mac_of(rng: Random, key: int, size: int) -> list[Segment]:
    return AES_CMAC.segments(values(rng, key), b"", values(rng, size), 16)


def random_bytes(rng: Random, size: int) -> list[Segment]:
    return request_segments(0, values(rng, 32), size)


def sealed(key: bytes, nonce: bytes, ad: bytes, text: bytes) -> tuple[bytes, bytes]:
    """Return ciphertext and tag from another implementation."""
    both = AESGCM(key).encrypt(nonce, text, ad)
    return both[:-TAG_BYTES], both[-TAG_BYTES:]


def message(rng: Random, operation: Operation, key: int, nonce: int, ad: int, size: int) -> list[Segment]:
    """Return a message whose tag may be wrong. For nonces other than 12 bytes, J0 varies: the time must not
    depend on it.
    """
    secret, number, data, text = (values(rng, count) for count in (key, nonce, ad, size))
    tag = b""
    if operation == Operation.OPEN:
        text, tag = sealed(secret, number, data, text)
        if rng.random() < 0.5:
            tag = flip_bit(rng, tag)
    return message_segments(operation, secret, number, data, text, tag)


def maybe_forged(rng: Random, number: int) -> tuple[bytes, bytes, list[Segment], bool]:
    """Return the key, the text, an OPEN of it, and whether it is genuine: every tenth is.

    In the others a bit is flipped, in turn in ciphertext, tag, data, nonce or key.
    """
    parts = {
        "key": rng.randbytes(rng.choice([16, 32])),
        "nonce": rng.randbytes(rng.choice([12, 12, 8, 16, 60])),
        "ad": rng.randbytes(rng.choice([1, 13, 16, 17, 50, 70])),
    }
    key, text = parts["key"], rng.randbytes(rng.choice([1, 15, 16, 17, 33, 100]))
    parts["ciphertext"], parts["tag"] = sealed(key, parts["nonce"], parts["ad"], text)
    genuine = number % 10 == 0
    if not genuine:
        place = list(parts)[number % len(parts)]
        parts[place] = flip_bit(rng, parts[place])
    to_open = (parts["key"], parts["nonce"], parts["ad"], parts["ciphertext"], parts["tag"])
    return key, text, message_segments(Operation.OPEN, *to_open), genuine


HASH = [Segment(Kind.CMD, Command(Operation.HASH, output_bytes=32).pack()), Segment(Kind.TEXT, b"abc")]
HASHED = Segment(Kind.DIGEST, aes_hash(b"abc"))
# One transaction of each service with its answer.
PLAIN: dict[str, tuple[list[Segment], list[Segment]]] = {
    "hash": (HASH, [HASHED]),
    "mac": (AES_CMAC.segments(KEY, b"", b"abc", 16), [Segment(Kind.TAG, cmac(KEY, b"abc"))]),
    "message": (
        message_segments(Operation.SEAL, KEY, NONCE, b"", b"abc"),
        [Segment(*part) for part in zip((Kind.TEXT, Kind.TAG), sealed(KEY, NONCE, b"", b"abc"), strict=True)],
    ),
    "generator": (request_segments(0, SEED, 16), [Segment(Kind.RANDOM, Generator(SEED, 1).request(16))]),
    "error": ([Segment(Kind.TEXT, b"no command")], [ERROR]),
}
# Complete commands that no core serves, each with an output length, and the segments that would follow.
_HASHED = [Segment(Kind.TEXT, b"abc")]
_MAC = AES_CMAC.segments(bytes(16), b"", b"abc", 16)[1:]
REFUSED = [
    (Command(Operation.HASH, output_bytes=33), _HASHED),
    (Command(Operation.HASH, output_bytes=48), _HASHED),
    (Command(Operation.HASH, KEEP, output_bytes=32), _HASHED),
    (Command(Operation.MAC, output_bytes=17), _MAC),
    (Command(0x0E, output_bytes=0xFFFF_FFFF), _HASHED),
]
# A transaction that keeps something in the core, the segments of its answer, and one that would resume it.
OPENED: dict[str, tuple[list[Segment], int, list[Segment]]] = {
    "message": (
        message_segments(Operation.SEAL, KEY, NONCE, b"", b"first", keep=True),
        2,
        message_segments(Operation.SEAL, None, NONCE, b"", b"second"),
    ),
    "generator": (request_segments(KEEP, SEED, 16), 1, request_segments(RESUME, b"", 16)),
}
