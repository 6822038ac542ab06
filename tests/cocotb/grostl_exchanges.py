"""Exchanges with a core of Grøstl and AES, of both sizes."""

from __future__ import annotations

import random

from stream_bench import Exchange

from roundel import grostl_message
from roundel.grostl_message import Joined
from roundel.mac_message import hmac_grostl
from roundel.models import aes_grostl
from roundel.stream import Kind, Operation, Segment, Status

GROSTL_NONCE = bytes(range(16, 28))


def _keys(joined: Joined) -> tuple[bytes, bytes]:
    return bytes(range(joined.key_bytes)), bytes(range(32, 64))


def grostl_hash_exchange(joined: Joined, message: bytes) -> Exchange:
    digest = Segment(Kind.DIGEST, joined.grostl.hash(message))
    send = grostl_message.hash_segments(joined.tag_bytes, message)
    return Exchange(tuple(send), (digest,), f"Grøstl of {len(message)} bytes")


def grostl_mac_exchange(joined: Joined, key: bytes, message: bytes) -> Exchange:
    tag = Segment(Kind.TAG, joined.grostl.hmac(key, message))
    send = hmac_grostl(joined).segments(key, b"", message, joined.tag_bytes)
    return Exchange(tuple(send), (tag,), f"HMAC of {len(message)} bytes under {len(key)}")


def grostl_ctr_exchange(joined: Joined, nonce: bytes, text: bytes) -> Exchange:
    key = _keys(joined)[0]
    answer = Segment(Kind.TEXT, aes_grostl.cipher(key, nonce, text))
    return Exchange(
        tuple(grostl_message.ctr_segments(key, nonce, text)), (answer,), f"CTR of {len(text)} bytes"
    )


def grostl_exchange(
    joined: Joined, operation: Operation, ad: bytes, text: bytes, *, forged: bool = False
) -> Exchange:
    """A SEAL or an OPEN; any text is a ciphertext that its tag makes right."""
    keys = _keys(joined)
    name = f"{operation.name} of {len(text)} bytes with {len(ad)} of data"
    if operation == Operation.SEAL:
        result, tag = aes_grostl.seal(joined.grostl, keys, GROSTL_NONCE, ad, text)
        send = grostl_message.message_segments(operation, keys, GROSTL_NONCE, ad, text)
        return Exchange(tuple(send), (Segment(Kind.TEXT, result), Segment(Kind.TAG, tag)), name)
    result, tag = aes_grostl.open_unverified(joined.grostl, keys, GROSTL_NONCE, ad, text)
    tag = bytes([tag[0] ^ 1]) + tag[1:] if forged else tag
    send = grostl_message.message_segments(operation, keys, GROSTL_NONCE, ad, text, tag)
    status = Segment(Kind.STATUS, bytes([Status.REFUSED if forged else Status.ACCEPTED]))
    return Exchange(tuple(send), (Segment(Kind.UNVERIFIED, result), status), name)


def random_grostl_hash(joined: Joined, rng: random.Random) -> Exchange:
    block = joined.block_bytes
    message = rng.randbytes(rng.choice([0, 1, block - 9, block - 8, block, block + 1, rng.randrange(300)]))
    if rng.random() < 0.5:
        return grostl_hash_exchange(joined, message)
    return grostl_mac_exchange(joined, rng.randbytes(rng.choice([0, 16, 32, block])), message)


def random_grostl(joined: Joined, rng: random.Random) -> Exchange:
    block = joined.block_bytes
    text = rng.randbytes(rng.choice([0, 1, block - 16, block, 2 * block - 16, rng.randrange(300)]))
    kind = rng.randrange(4)
    if kind == 0:
        return random_grostl_hash(joined, rng)
    if kind == 1:
        return grostl_ctr_exchange(joined, rng.randbytes(rng.choice([12, 16])), text)
    operation = rng.choice([Operation.SEAL, Operation.OPEN])
    return grostl_exchange(joined, operation, bytes(16 * rng.randrange(6)), text, forged=rng.random() < 0.3)
