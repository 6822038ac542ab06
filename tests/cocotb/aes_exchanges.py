"""Exchanges with cores of AES: GCM, CMAC, AES-Hash, Fortuna."""

from __future__ import annotations

import random

from exchanges import DROPPED, ERROR, KEY, NONCE, illegal
from keccak_exchanges import NO_TAG, keyak_command, prng_command
from stream_bench import Beats, Exchange

from roundel.models import gcm
from roundel.models.aes_hash import aes_hash
from roundel.models.cmac import cmac
from roundel.models.fortuna import Generator
from roundel.protocol import gcm_message
from roundel.protocol.stream import Command, Kind, Operation, Segment, Status


def gcm_exchange(
    operation: Operation,
    key: bytes,
    nonce: bytes,
    ad: bytes,
    text: bytes,
    *,
    forged: bool = False,
    again: bool = False,
) -> Exchange:
    """One message of AES-GCM, or (`again`) two with the same content under a key that stays."""
    ciphertext, tag = gcm.seal(key, nonce, ad, text)
    send: list[Segment] = []
    answers: list[Segment] = []
    messages = 2 if again else 1
    for number in range(messages):
        given, keep = None if number else key, number < messages - 1
        if operation == Operation.SEAL:
            send += gcm_message.message_segments(operation, given, nonce, ad, text, keep=keep)
            answers += [Segment(Kind.TEXT, ciphertext), Segment(Kind.TAG, tag)]
            continue
        sent = bytes([tag[0] ^ 0x80]) + tag[1:] if forged else tag
        send += gcm_message.message_segments(operation, given, nonce, ad, ciphertext, sent, keep=keep)
        status = Status.REFUSED if forged else Status.ACCEPTED
        answers += [Segment(Kind.UNVERIFIED, text), Segment(Kind.STATUS, bytes([status]))]
    name = f"AES-GCM, {operation.name} of {len(text)} bytes with {len(ad)} of data"
    return Exchange(tuple(send), tuple(answers), name)


def random_gcm(rng: random.Random) -> Exchange:
    return gcm_exchange(
        rng.choice([Operation.SEAL, Operation.OPEN]),
        rng.randbytes(rng.choice([16, 32])),
        rng.randbytes(rng.choice([1, 12, 12, 16, 33])),
        rng.randbytes(rng.choice([0, 5, 16, 17, rng.randrange(100)])),
        rng.randbytes(rng.choice([0, 1, 15, 16, 17, rng.randrange(200)])),
        forged=rng.random() < 0.3,
        again=rng.random() < 0.3,
    )


GCM_SEALED = gcm_exchange(Operation.SEAL, KEY, NONCE[:12], b"", b"abc")

GCM_START = GCM_SEALED.send[:3]

ILLEGAL_GCM = (
    Exchange((*GCM_SEALED.send, DROPPED), (*GCM_SEALED.answers, ERROR), "text without a command"),
    illegal("unknown operation", keyak_command(0x77), DROPPED),
    illegal("an operation of another service", keyak_command(Operation.HASH), DROPPED),
    illegal("unknown bit of the variant", keyak_command(variant=2), *GCM_SEALED.send[1:]),
    Exchange((*GCM_SEALED.send, keyak_command(variant=1)), (*GCM_SEALED.answers, ERROR), "no key that stays"),
    illegal("command of 15 bytes", Segment(Kind.CMD, GCM_START[0].data[:15]), DROPPED),  # type: ignore[union-attr]
    illegal("key of 24 bytes", GCM_START[0], Segment(Kind.KEY, bytes(24))),
    illegal("key of 33 bytes", GCM_START[0], Segment(Kind.KEY, bytes(33))),
    illegal("no nonce", *GCM_START[:2], Segment(Kind.NONCE), DROPPED),
    illegal("hole in a nonce", *GCM_START[:2], Beats(bytes(16), Kind.NONCE, [1] * 11 + [0] * 4 + [1])),
    illegal("data twice", *GCM_START, Segment(Kind.AD), Segment(Kind.AD, b"a")),
    Exchange(
        (*GCM_START, Segment(Kind.TEXT), Segment(Kind.AD, b"a")),
        (Segment(Kind.TEXT), ERROR),
        "data behind text",
    ),
    illegal("a tag to seal with", *GCM_START, Segment(Kind.TAG, bytes(16))),
    illegal("no tag to open with", keyak_command(Operation.OPEN), *GCM_START[1:], NO_TAG),
    illegal("hole in tkeep", *GCM_START, Beats(bytes(16), Kind.TEXT, [1] * 5 + [0] + [1] * 10)),
    Exchange(
        (*GCM_START, Segment(Kind.AD, b"a"), *GCM_SEALED.send),
        (ERROR, *GCM_SEALED.answers),
        "command in the middle of a message",
    ),
)


def aes_hash_exchange(message: bytes, length: int = 32) -> Exchange:
    command = Segment(Kind.CMD, Command(Operation.HASH, 0, 0, length).pack())
    digest = Segment(Kind.DIGEST, aes_hash(message)[:length])
    return Exchange((command, Segment(Kind.TEXT, message)), (digest,), f"AES-Hash of {len(message)} bytes")


def cmac_exchange(key: bytes, message: bytes, length: int = 16) -> Exchange:
    command = Segment(Kind.CMD, Command(Operation.MAC, 0, 0, length).pack())
    tag = Segment(Kind.TAG, cmac(key, message, length))
    send = (command, Segment(Kind.KEY, key), Segment(Kind.TEXT, message))
    return Exchange(send, (tag,), f"CMAC of {len(message)} bytes")


def fortuna_exchange(key: bytes, length: int, *, again: bool = False) -> Exchange:
    """One request, or (`again`) a second one of as many bytes from the generator that stays."""
    generator = Generator(key, counter=1)
    send = [prng_command(4 if again else 0, length), Segment(Kind.SEED, key)]
    answers = [Segment(Kind.RANDOM, generator.request(length))]
    if again:
        send += [prng_command(1, length), Segment(Kind.SEED)]
        answers.append(Segment(Kind.RANDOM, generator.request(length)))
    return Exchange(tuple(send), tuple(answers), f"{length} bytes of Fortuna")


def random_aes(rng: random.Random) -> Exchange:
    kind = rng.randrange(4)
    if kind == 0:
        return aes_hash_exchange(rng.randbytes(rng.choice([0, 1, 15, 17, 31, 33, 64])), rng.randrange(1, 33))
    if kind == 1:
        key = rng.randbytes(rng.choice([16, 32]))
        return cmac_exchange(key, rng.randbytes(rng.choice([0, 1, 16, 17, 60])), rng.randrange(1, 17))
    if kind == 2:
        length = rng.choice([0, 1, 16, 33, 100])
        return fortuna_exchange(rng.randbytes(32), length, again=rng.random() < 0.4)
    return random_gcm(rng)


CMAC = cmac_exchange(KEY, b"abc")

# Behind a refused command comes the rest of its transaction: one that was accepted would be answered.
ILLEGAL_AES = (
    illegal("AES-Hash with a variant", Segment(Kind.CMD, Command(Operation.HASH, 1, 0, 32).pack()), DROPPED),
    illegal("digest of 33 bytes", Segment(Kind.CMD, Command(Operation.HASH, 0, 0, 33).pack()), DROPPED),
    illegal("tag of 17 bytes", Segment(Kind.CMD, Command(Operation.MAC, 0, 0, 17).pack()), *CMAC.send[1:]),
    illegal("seed of 31 bytes", prng_command(0, 8), Segment(Kind.SEED, bytes(31))),
    illegal("no generator to go on with", prng_command(1, 8), Segment(Kind.SEED)),
)
