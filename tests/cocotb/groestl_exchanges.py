"""Exchanges with a core of Grøstl and AES, of both sizes."""

from __future__ import annotations

import random
from collections.abc import Sequence

from exchanges import DROPPED, ERROR, illegal
from stream_bench import Beats, Exchange

from roundel.models import aes_groestl
from roundel.protocol import groestl_message
from roundel.protocol.groestl_message import AesGroestl
from roundel.protocol.mac_message import hmac_groestl
from roundel.protocol.stream import Command, Kind, Operation, Segment, Status

GROESTL_NONCE = bytes(range(16, 28))


def _keys(suite: AesGroestl) -> tuple[bytes, bytes]:
    return bytes(range(suite.key_bytes)), bytes(range(32, 64))


def groestl_hash_exchange(suite: AesGroestl, message: bytes) -> Exchange:
    digest = Segment(Kind.DIGEST, suite.groestl.hash(message))
    send = groestl_message.hash_segments(suite.tag_bytes, message)
    return Exchange(tuple(send), (digest,), f"Grøstl of {len(message)} bytes")


def groestl_mac_exchange(suite: AesGroestl, key: bytes, message: bytes) -> Exchange:
    tag = Segment(Kind.TAG, suite.groestl.hmac(key, message))
    send = hmac_groestl(suite).segments(key, b"", message, suite.tag_bytes)
    return Exchange(tuple(send), (tag,), f"HMAC of {len(message)} bytes under {len(key)}")


def groestl_ctr_exchange(suite: AesGroestl, nonce: bytes, text: bytes) -> Exchange:
    key = _keys(suite)[0]
    answer = Segment(Kind.TEXT, aes_groestl.cipher(key, nonce, text))
    return Exchange(
        tuple(groestl_message.ctr_segments(key, nonce, text)), (answer,), f"CTR of {len(text)} bytes"
    )


def groestl_exchange(
    suite: AesGroestl, operation: Operation, ad: bytes, text: bytes, *, forged: bool = False
) -> Exchange:
    """A SEAL or an OPEN; any text is a ciphertext that its tag makes right."""
    keys = _keys(suite)
    name = f"{operation.name} of {len(text)} bytes with {len(ad)} of data"
    if operation == Operation.SEAL:
        result, tag = aes_groestl.seal(suite.groestl, keys, GROESTL_NONCE, ad, text)
        send = groestl_message.message_segments(operation, keys, GROESTL_NONCE, ad, text)
        return Exchange(tuple(send), (Segment(Kind.TEXT, result), Segment(Kind.TAG, tag)), name)
    result, tag = aes_groestl.open_unverified(suite.groestl, keys, GROESTL_NONCE, ad, text)
    tag = bytes([tag[0] ^ 1]) + tag[1:] if forged else tag
    send = groestl_message.message_segments(operation, keys, GROESTL_NONCE, ad, text, tag)
    status = Segment(Kind.STATUS, bytes([Status.REFUSED if forged else Status.ACCEPTED]))
    return Exchange(tuple(send), (Segment(Kind.UNVERIFIED, result), status), name)


def random_groestl_hash(suite: AesGroestl, rng: random.Random) -> Exchange:
    block = suite.block_bytes
    message = rng.randbytes(rng.choice([0, 1, block - 9, block - 8, block, block + 1, rng.randrange(300)]))
    if rng.random() < 0.5:
        return groestl_hash_exchange(suite, message)
    return groestl_mac_exchange(suite, rng.randbytes(rng.choice([0, 16, 32, block])), message)


def random_text(suite: AesGroestl, rng: random.Random) -> bytes:
    block = suite.block_bytes
    return rng.randbytes(rng.choice([0, 1, block - 16, block, 2 * block - 16, rng.randrange(300)]))


def random_groestl_ctr(suite: AesGroestl, rng: random.Random) -> Exchange:
    return groestl_ctr_exchange(suite, rng.randbytes(rng.choice([12, 16])), random_text(suite, rng))


def random_groestl(suite: AesGroestl, rng: random.Random) -> Exchange:
    kind = rng.randrange(4)
    if kind == 0:
        return random_groestl_hash(suite, rng)
    if kind == 1:
        return random_groestl_ctr(suite, rng)
    operation, text = rng.choice([Operation.SEAL, Operation.OPEN]), random_text(suite, rng)
    return groestl_exchange(suite, operation, bytes(16 * rng.randrange(6)), text, forged=rng.random() < 0.3)


def illegal_groestl_hash(suite: AesGroestl) -> tuple[Exchange, ...]:
    size, command = suite.tag_bytes, groestl_hash_exchange(suite, b"").send[0]
    mac = Segment(Kind.CMD, Command(Operation.MAC, 0, 0, size).pack())
    too_short = Segment(Kind.CMD, Command(Operation.HASH, 0, 0, size - 1).pack())
    with_variant = Segment(Kind.CMD, Command(Operation.HASH, 1, 0, size).pack())
    partial = Beats(bytes(32), Kind.TEXT, [1] * 5 + [0] * 11 + [1] * 16)
    return (
        illegal("digest of a byte less", too_short, DROPPED),
        illegal("hash with a variant", with_variant, DROPPED),
        illegal("key longer than a block", mac, Segment(Kind.KEY, bytes(suite.block_bytes + 1))),
        illegal("key instead of text", command, Segment(Kind.KEY, bytes(40))),
        illegal("hole in tkeep", command, Beats(bytes(16), Kind.TEXT, [1] * 5 + [0] + [1] * 10)),
        illegal("partial beat before the last", command, partial),
    )


# Of whatever size: what it ends is refused before.
TAG = Segment(Kind.TAG)


def illegal_with_cipher(suite: AesGroestl, start: Sequence[Segment | Beats]) -> tuple[Exchange, ...]:
    """What is illegal wherever there is AES; `start` are the segments of a transaction up to its nonce."""
    block = bytes(suite.block_bytes)
    first = groestl_ctr_exchange(suite, GROESTL_NONCE, block).answers[0]
    text_then_data = Beats(block + bytes(16), [Kind.TEXT] * len(block) + [Kind.AD] * 16)
    return (
        illegal("CTR to open", Segment(Kind.CMD, Command(Operation.OPEN, 2).pack()), *start[1:], DROPPED),
        illegal("nonce of 13 bytes", *start[:2], Segment(Kind.NONCE, bytes(13))),
        Exchange((*start, text_then_data), (first, ERROR), "kind changes behind a block of text"),
    )


def illegal_groestl_ctr(suite: AesGroestl) -> tuple[Exchange, ...]:
    """What the whole core serves is illegal where there is AES in counter mode alone."""
    start = groestl_ctr_exchange(suite, GROESTL_NONCE, b"").send[:3]
    size = suite.tag_bytes
    return (
        illegal("hash", Segment(Kind.CMD, Command(Operation.HASH, 0, 0, size).pack()), DROPPED),
        illegal("MAC", Segment(Kind.CMD, Command(Operation.MAC, 0, 0, size).pack()), start[1], DROPPED),
        illegal("seal", Segment(Kind.CMD, Command(Operation.SEAL).pack()), *start[1:], DROPPED, TAG),
        illegal("open", Segment(Kind.CMD, Command(Operation.OPEN).pack()), *start[1:], DROPPED, TAG),
        illegal("data", *start, Segment(Kind.AD, bytes(16)), DROPPED),
        *illegal_with_cipher(suite, start),
    )


def illegal_groestl(suite: AesGroestl) -> tuple[Exchange, ...]:
    start = groestl_exchange(suite, Operation.SEAL, b"", b"").send[:3]
    return (
        *illegal_groestl_hash(suite),
        illegal(
            "unknown bit", Segment(Kind.CMD, Command(Operation.SEAL, 8).pack()), *start[1:], DROPPED, TAG
        ),
        illegal("data of 17 bytes", *start, Segment(Kind.AD, bytes(17)), DROPPED),
        illegal("no text", *start, Segment(Kind.TAG)),
        *illegal_with_cipher(suite, start),
    )
